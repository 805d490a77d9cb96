// Dice travel from where they were to where they are, and tumble when they show another face. The result is known
// before anything moves: nothing waits for it, and whoever wants no motion gets an outline on what has changed.

import { prefs } from "../lib/prefs.svelte";

interface Seen {
  box: DOMRect; // where it lies when nothing moves any more
  face: string;
  home: Element | null; // what it lies in
}
interface Moved {
  element: HTMLElement;
  dx: number;
  dy: number;
  turned: boolean;
  rolled: boolean;
}

const NOWHERE = new DOMRect();
const LONGEST = 480;
const NEAR = 60;
const TUMBLING = 620;
const TUMBLE: Keyframe[] = [
  { transform: "rotateX(0) rotate(-14deg)" },
  { transform: "rotateX(180deg) rotate(9deg)", offset: 0.08 },
  { transform: "rotateX(360deg) rotate(-5deg)", offset: 0.23 },
  { transform: "rotateX(540deg) rotate(2deg)", offset: 0.42, easing: "ease-out" },
  { transform: "rotateX(720deg) rotate(0)" },
];
const LANE = "[data-place=attack]";
const MOST = 40; // more dice than that do not move one by one

/** How far a die is still away from its place. */
function awayFrom(flight: Animation | undefined, element: HTMLElement): [number, number] {
  if (flight?.playState !== "running") return [0, 0];
  const [x = 0, y = 0] = getComputedStyle(element).translate.split(" ").map(parseFloat);
  return [x || 0, y || 0];
}

/** A motion that waits and lasts, as a part of one that takes longer. What begins and ends together costs no work of the
    page in between. */
function within(frames: readonly Keyframe[], wait: number, lasts: number, all: number): Keyframe[] {
  const out = frames.map((frame, i) => {
    const offset = frame.offset ?? i / (frames.length - 1);
    return { ...frame, offset: (wait + lasts * offset) / all };
  });
  const [first, last] = [out[0], out.at(-1)];
  if (first && wait > 0) out.unshift({ ...first, offset: 0, easing: "linear" });
  if (last && wait + lasts < all) out.push({ ...last, offset: 1 });
  return out;
}

/** Whether nothing of it is scrolled out of sight. */
function fits(box: HTMLElement): boolean {
  return box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight;
}

/** Faces alone, where nothing travels. */
function faces(): Map<string, Seen> {
  const out = new Map<string, Seen>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-die]"))
    out.set(element.dataset.die ?? "", { box: NOWHERE, face: element.dataset.face ?? "", home: null });
  return out;
}

function outlineChanged(before: Map<string, Seen>): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-die]")) {
    const was = before.get(element.dataset.die ?? "");
    if (was === undefined || was.face !== (element.dataset.face ?? "")) outline(element);
  }
}

function source(element: HTMLElement): DOMRect | null {
  const owner = element.dataset.owner ?? "";
  const bag = document.querySelector<HTMLElement>(`[data-bag="${owner}"]`);
  return bag !== null && bag.offsetParent !== null ? bag.getBoundingClientRect() : null;
}

export class Motion {
  #before = new Map<string, Seen>();
  #flights = new Map<HTMLElement, Animation>(); // what moves
  #stale = true; // things may lie elsewhere than where they were measured

  #listening = new AbortController();

  constructor() {
    const { signal } = this.#listening;
    addEventListener("resize", () => (this.#stale = true), { signal });
    const scrolled = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.querySelector("[data-die]") !== null) this.#stale = true;
    };
    addEventListener("scroll", scrolled, { capture: true, passive: true, signal });
  }

  stop(): void {
    this.#listening.abort();
  }

  /** Before the page changes. What was measured after the last change is good enough, if nothing was scrolled. */
  remember(): void {
    if (prefs.speed === "off") this.#before = faces();
    else if (this.#stale) this.#before = this.#look();
    this.#stale = false;
  }

  /** After it has changed. Everything is measured now; what moves is set in motion with the next frame. */
  play(): void {
    const before = this.#before;
    this.#sweep();
    if (prefs.speed === "off") {
      if (before.size > 0) outlineChanged(before);
      this.#before = faces();
      return;
    }
    const found: Moved[] = [];
    this.#before = this.#look((element, key, { box, face, home }, [x, y]) => {
      const was = before.get(key);
      const turned = was !== undefined && was.face !== face && face !== "-1";
      const from = was?.box ?? source(element);
      const dx = from ? from.left + from.width / 2 - box.left - box.width / 2 : 0;
      const dy = from ? from.top + from.height / 2 - box.top - box.height / 2 : 0;
      const rolled = turned || (was === undefined && face !== "-1" && face !== "");
      const least = was?.home === home ? NEAR : 2; // others that make room are not what one should look at
      if (turned || Math.hypot(dx, dy) >= least) found.push({ element, dx: dx + x, dy: dy + y, turned, rolled });
    });
    if (before.size > 0 && found.length > 0) requestAnimationFrame(() => this.#move(found));
  }

  #look(each?: (element: HTMLElement, key: string, seen: Seen, away: [number, number]) => void): Map<string, Seen> {
    const out = new Map<string, Seen>();
    for (const element of document.querySelectorAll<HTMLElement>("[data-die]")) {
      if (element.offsetParent === null) continue;
      const key = element.dataset.die ?? "";
      const box = element.getBoundingClientRect();
      const away = awayFrom(this.#flights.get(element), element);
      const seen = {
        box: new DOMRect(box.x - away[0], box.y - away[1], box.width, box.height),
        face: element.dataset.face ?? "",
        home: element.parentElement,
      };
      if (!out.has(key)) out.set(key, seen);
      each?.(element, key, seen, away);
    }
    return out;
  }

  #move(found: Moved[]): void {
    const speed = prefs.speed === "quick" ? 0.5 : 1;
    for (const { element, dx, dy, turned } of found.slice(MOST))
      if (turned || Math.hypot(dx, dy) > 30) outline(element);
    const moving = found.slice(0, MOST).map((moved, place) => {
      const far = Math.hypot(moved.dx, moved.dy);
      return { ...moved, far, wait: Math.min(40 * place, 220), travel: Math.min(260 + far * 0.25, LONGEST) };
    });
    const all = Math.max(...moving.map(({ wait, travel, rolled }) => wait + (rolled ? TUMBLING : travel)));
    const lane = document.querySelector<HTMLElement>(LANE);
    const opens = lane !== null && fits(lane) && moving.some(({ element }) => lane.contains(element));
    for (const { element, dx, dy, far, wait, travel, rolled } of moving) {
      const way = [{ translate: `${dx}px ${dy}px`, easing: "cubic-bezier(.3,.7,.2,1)" }, { translate: "none" }];
      if (far >= 2) this.#start(element, within(way, wait, travel, all), all * speed);
      const cube = rolled ? element.querySelector<HTMLElement>("[data-tumbles]") : null;
      if (cube !== null) this.#start(cube, within(TUMBLE, wait, TUMBLING, all), all * speed);
    }
    if (opens) this.#open(lane);
  }

  /** The attack scrolls where there is little room, and so would cut off the dice that fly into it. */
  #open(lane: HTMLElement): void {
    lane.style.overflow = "visible";
    const flights = [...this.#flights].flatMap(([element, flight]) => (lane.contains(element) ? [flight] : []));
    void Promise.allSettled(flights.map((flight) => flight.finished)).then(() => {
      const flies = [...this.#flights].some(
        ([element, { playState }]) => playState === "running" && lane.contains(element),
      );
      if (!flies) lane.style.overflow = "";
    });
  }

  /** The motion of a thing that is gone would still make the page work, frame by frame. */
  #sweep(): void {
    for (const [element, flight] of this.#flights) {
      if (element.isConnected && flight.playState === "running") continue;
      flight.cancel();
      this.#flights.delete(element);
    }
  }

  /** One motion at a time for a thing: two are worked out by the page itself, frame by frame. */
  #start(element: HTMLElement, frames: Keyframe[], duration: number): void {
    this.#flights.get(element)?.cancel();
    this.#flights.set(element, element.animate(frames, duration));
  }

  /** Any key or click finishes what still moves. */
  finish(): void {
    for (const animation of document.getAnimations()) {
      const effect = animation.effect;
      if (effect instanceof KeyframeEffect && effect.target?.closest("[data-die]")) animation.finish();
    }
  }
}

function outline(element: HTMLElement): void {
  const radius = "14px";
  element.animate(
    [
      { outline: "2px solid var(--link)", borderRadius: radius },
      { outline: "2px solid transparent", borderRadius: radius },
    ],
    { duration: 1200 },
  );
}
