// Asking "why": whatever carries a number can be asked, by resting on it with a pointer or the focus, by a long press, by
// a click or by a key. Passing over things asks nothing.

import type { Subject, TableUI } from "./ui.svelte";

const REST = 400; // milliseconds on a thing that is asked about
const PRESS = 500; // of a finger
const FAR = 8; // pixels after which a finger does not press but pulls or scrolls

const subjects = new WeakMap<Element, () => Subject>();

/** An attachment for what has `data-why`: what it is asked about. */
export function answers(subject: () => Subject): (node: Element) => () => void {
  return (node) => {
    subjects.set(node, subject);
    return () => subjects.delete(node);
  };
}

/** Asks about a thing. `pinned`: what is said stays, else it goes when the pointer or the focus leaves. */
export function askAbout(ui: TableUI, thing: HTMLElement, pinned = true): void {
  const subject = subjects.get(thing)?.();
  if (subject !== undefined) void ui.ask(subject, thing, pinned);
}

/** The key for it: the thing in focus, or the one under the pointer. Once more, and the focus goes into the box. */
export function askByKey(ui: TableUI, focus: HTMLElement): void {
  const focused = focus.closest<HTMLElement>("[data-why]");
  const thing = focused?.matches(":focus-visible")
    ? focused
    : (document.querySelector<HTMLElement>("[data-why]:hover") ?? focused);
  if (thing === null) return;
  if (ui.why?.pinned && ui.why.from === thing) document.querySelector<HTMLElement>(".why button")?.focus();
  else askAbout(ui, thing);
}

/** Closes the box; the focus does not get lost with it. */
export function closeWhy(ui: TableUI): void {
  const from = document.activeElement?.closest(".why") ? ui.why?.from : undefined;
  ui.why = null;
  from?.focus();
}

function thingAt(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("[data-why]") : null;
}

/** Pointers and focus of a table. */
export class Asking {
  #ui: TableUI;
  #over: HTMLElement | null = null; // where the mouse rests
  #timer: ReturnType<typeof setTimeout> | undefined;
  #press: { x: number; y: number } | null = null; // where a finger lies
  #held = false; // it has lain there so long that its click is none
  #listening = new AbortController();

  constructor(ui: TableUI) {
    this.#ui = ui;
    const { signal } = this.#listening;
    addEventListener("pointermove", (event) => this.#move(event), { signal, passive: true });
    addEventListener("pointerover", (event) => this.#enter(event), { signal, passive: true });
    addEventListener("pointerdown", (event) => this.#down(event), { signal, capture: true });
    addEventListener("pointerup", () => this.#up(), { signal });
    addEventListener("pointercancel", () => this.#up(), { signal });
    addEventListener("click", (event) => this.#click(event), { signal, capture: true });
    addEventListener("contextmenu", (event) => this.#press && event.preventDefault(), { signal });
    addEventListener("focusin", (event) => this.#focus(event), { signal });
    addEventListener("focusout", () => this.#blur(), { signal });
    addEventListener("scroll", (event) => this.#scroll(event), { signal, capture: true, passive: true });
    document.documentElement.addEventListener("pointerleave", () => this.#leave(), { signal });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#listening.abort();
  }

  #after(wait: number, thing: HTMLElement, pinned: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const rests = this.#press !== null || thing.matches(":hover, :focus");
      if (!rests || (this.#ui.why?.pinned && !pinned)) return;
      this.#held = this.#press !== null;
      askAbout(this.#ui, thing, pinned);
    }, wait);
  }

  /** What was said while something rested on a thing is gone with it. */
  #hush(): void {
    clearTimeout(this.#timer);
    if (!this.#ui.why?.pinned) this.#ui.why = null;
  }

  #leave(): void {
    this.#over = null;
    this.#hush();
  }

  #move(event: PointerEvent): void {
    if (this.#press !== null && Math.hypot(event.clientX - this.#press.x, event.clientY - this.#press.y) > FAR) {
      this.#up();
      if (this.#held) this.#ui.why = null;
    }
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    const thing = thingAt(event);
    if (thing === this.#over) return;
    this.#leave();
    this.#over = thing;
    if (thing !== null) this.#after(REST, thing, false);
  }

  /** What was said of a thing does not stay where it was; other lists may scroll. */
  #scroll(event: Event): void {
    const why = this.#ui.why;
    if (why !== null && !why.pinned && event.target instanceof Node && event.target.contains(why.from)) this.#leave();
  }

  /** Things move under a mouse that lies still: then nothing is asked, but what was said is gone. */
  #enter(event: PointerEvent): void {
    if (event.pointerType === "mouse" && this.#over !== null && thingAt(event) !== this.#over) this.#leave();
  }

  #down(event: PointerEvent): void {
    clearTimeout(this.#timer);
    this.#held = false;
    if (!(event.target instanceof Element && event.target.closest(".why"))) this.#ui.why = null;
    const thing = thingAt(event);
    this.#over = thing; // who clicks wants no words about it
    if (event.pointerType === "mouse" || thing === null || !event.isPrimary) return;
    this.#press = { x: event.clientX, y: event.clientY };
    this.#after(PRESS, thing, true);
  }

  #up(): void {
    if (this.#press === null) return;
    clearTimeout(this.#timer);
    this.#press = null;
  }

  #click(event: MouseEvent): void {
    if (!this.#held) return;
    this.#held = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The focus may be lost by a change of the page, while which nothing else can be changed. */
  #blur(): void {
    clearTimeout(this.#timer);
    queueMicrotask(() => {
      const why = this.#ui.why;
      if (why !== null && !why.pinned && why.from !== document.activeElement && why.from !== this.#over)
        this.#ui.why = null;
    });
  }

  #focus(event: FocusEvent): void {
    const thing = thingAt(event);
    if (thing?.matches(":focus-visible")) this.#after(REST, thing, false);
  }
}
