// Where the page is: its address, and going elsewhere without loading it again.

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.#look());
    addEventListener("hashchange", () => this.#look());
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#look();
    scrollTo(0, 0);
  }

  replace(to: string): void {
    history.replaceState(null, "", to);
    this.#look();
  }

  #look(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const router = new Router();

/** For links: goes there in place, unless a new tab is wanted. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute("href");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  router.go(link);
}
