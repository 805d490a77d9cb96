// Dice travel from where they were to where they are, and tumble when they show another face. The result is known
// before anything moves: nothing waits for it, and whoever wants no motion gets an outline on what has changed.

import { prefs } from "../lib/prefs.svelte";

interface Seen {
  box: DOMRect;
  face: string;
}

const NOWHERE = new DOMRect();
const LONGEST = 480;
const FALLING = "cubic-bezier(.15,.7,.25,1)";
const TUMBLE = [
  { transform: "rotateX(0) rotate(-14deg)" },
  { transform: "rotateX(180deg) rotate(9deg)", offset: 0.35 },
  { transform: "rotateX(360deg) rotate(-5deg)", offset: 0.7 },
  { transform: "rotateX(540deg) rotate(2deg)", offset: 0.88 },
  { transform: "rotateX(720deg) rotate(0)" },
];
const MOST = 40; // more dice than that do not move one by one

function look(): Map<string, Seen> {
  const out = new Map<string, Seen>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-die]")) {
    const key = element.dataset.die ?? "";
    if (element.offsetParent === null || out.has(key)) continue;
    out.set(key, { box: element.getBoundingClientRect(), face: element.dataset.face ?? "" });
  }
  return out;
}

/** Faces alone, where nothing travels. */
function faces(): Map<string, Seen> {
  const out = new Map<string, Seen>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-die]"))
    out.set(element.dataset.die ?? "", { box: NOWHERE, face: element.dataset.face ?? "" });
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
    else if (this.#stale) this.#before = look();
    this.#stale = false;
  }

  /** After it has changed. */
  play(): void {
    const before = this.#before;
    const speed = prefs.speed === "quick" ? 0.5 : 1;
    if (prefs.speed === "off") {
      if (before.size > 0) outlineChanged(before);
      this.#before = faces();
      return;
    }
    const after = new Map<string, Seen>();
    const found: { element: HTMLElement; dx: number; dy: number; turned: boolean; rolled: boolean }[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("[data-die]")) {
      if (element.offsetParent === null) continue;
      const was = before.get(element.dataset.die ?? "");
      const face = element.dataset.face ?? "";
      const turned = was !== undefined && was.face !== face && face !== "-1";
      const box = element.getBoundingClientRect();
      after.set(element.dataset.die ?? "", { box, face });
      const from = was?.box ?? source(element);
      const dx = from ? from.left + from.width / 2 - box.left - box.width / 2 : 0;
      const dy = from ? from.top + from.height / 2 - box.top - box.height / 2 : 0;
      const rolled = turned || (was === undefined && face !== "-1" && face !== "");
      if (turned || Math.hypot(dx, dy) >= 2) found.push({ element, dx, dy, turned, rolled });
    }
    this.#before = after;
    if (before.size === 0) return;
    // only now, when everything was measured, is anything set in motion
    found.forEach(({ element, dx, dy, turned, rolled }, place) => {
      const far = Math.hypot(dx, dy);
      if (place >= MOST) {
        if (far > 30 || turned) outline(element);
        return;
      }
      const wait = Math.min(40 * place, 220) * speed;
      if (far >= 2) {
        element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
          duration: Math.min(260 + far * 0.25, LONGEST) * speed,
          delay: wait,
          easing: "cubic-bezier(.3,.7,.2,1)",
          fill: "backwards",
        });
      }
      if (rolled) element.firstElementChild?.animate(TUMBLE, { duration: 620 * speed, delay: wait, easing: FALLING });
    });
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
