// Drag and drop, as an extra: what is lit can be pulled to where one of its moves leads. Whatever it does can also be done
// by pointing.

import { dropOnDie, dropsOfCard, dropsOfDie, type Drops } from "../lib/drops";
import { prefs } from "../lib/prefs.svelte";
import type { TableUI } from "./ui.svelte";

const FAR = 8; // pixels after which a press is a drag
const HOME = 180; // milliseconds to go back

interface Pulled {
  thing: HTMLElement; // that was pressed
  x: number;
  y: number;
  pointer: number;
  ghost: HTMLElement | null; // what is seen to move, once it does
  targets: Map<Element, () => void>;
  over: Element | null;
}

export class Drag {
  #ui: TableUI;
  #pulled: Pulled | null = null;
  #listening = new AbortController();

  constructor(ui: TableUI) {
    this.#ui = ui;
    const { signal } = this.#listening;
    addEventListener("pointerdown", (event) => this.#press(event), { signal });
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#release(event), { signal });
    addEventListener("pointercancel", () => this.#end(), { signal });
    addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    addEventListener("dragstart", (event) => this.#pulled && event.preventDefault(), { signal });
  }

  stop(): void {
    this.#end();
    this.#listening.abort();
  }

  #press(event: PointerEvent): void {
    this.#end();
    const at =
      event.target instanceof Element ? event.target.closest("[data-lit], [data-subject], [aria-pressed=true]") : null;
    const thing = at?.closest<HTMLElement>("[data-die], [data-card]");
    if (!thing || event.button !== 0 || !event.isPrimary || this.#ui.move.busy) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    this.#pulled = { thing, x, y, pointer, ghost: null, targets: new Map(), over: null };
  }

  #move(event: PointerEvent): void {
    const pulled = this.#pulled;
    if (pulled === null || event.pointerId !== pulled.pointer) return;
    const [dx, dy] = [event.clientX - pulled.x, event.clientY - pulled.y];
    if (pulled.ghost === null) {
      if (Math.hypot(dx, dy) < FAR) return;
      if (!pulled.thing.isConnected || !this.#begin(pulled)) {
        this.#pulled = null;
        return;
      }
    }
    if (pulled.ghost) pulled.ghost.style.translate = `${dx}px ${dy}px`;
    const over = under(pulled.targets, event.clientX, event.clientY);
    if (over === pulled.over) return;
    pulled.over?.removeAttribute("data-over");
    over?.setAttribute("data-over", "");
    pulled.over = over;
  }

  /** Shows what is pulled and where it can be put; false if that is nowhere. */
  #begin(pulled: Pulled): boolean {
    const { thing } = pulled;
    pulled.targets = this.#targets(thing);
    if (pulled.targets.size === 0) return false;
    for (const target of pulled.targets.keys()) target.setAttribute("data-drop-here", "");
    const box = thing.getBoundingClientRect();
    const ghost = thing.cloneNode(true) as HTMLElement;
    for (const name of ["data-die", "data-card", "data-lit", "data-subject", "data-key", "data-why"]) {
      ghost.removeAttribute(name);
      for (const part of ghost.querySelectorAll(`[${name}]`)) part.removeAttribute(name);
    }
    ghost.classList.add("dragged");
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    document.body.append(ghost);
    thing.setAttribute("data-pulled", "");
    pulled.ghost = ghost;
    return true;
  }

  #targets(thing: HTMLElement): Map<Element, () => void> {
    const { move } = this.#ui;
    const out = new Map<Element, () => void>();
    const { die, card } = thing.dataset;
    const drops: Drops = die === undefined ? dropsOfCard(move, Number(card)) : dropsOfDie(move, Number(die));
    for (const [place, choices] of drops.places)
      for (const element of document.querySelectorAll(`[data-place="${place}"]`))
        out.set(element, () => move.among(choices));
    for (const onto of drops.dice.keys())
      for (const element of document.querySelectorAll(`[data-die="${onto}"], [data-column="${onto}"]`))
        if (element !== thing) out.set(element, () => dropOnDie(move, Number(die), onto));
    return out;
  }

  #release(event: PointerEvent): void {
    const pulled = this.#pulled;
    if (pulled === null || event.pointerId !== pulled.pointer) return;
    if (pulled.ghost === null) {
      this.#pulled = null;
      return; // a click
    }
    // the click that follows belongs to the drag
    const swallow = (click: Event): void => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const drop = pulled.over === null ? undefined : pulled.targets.get(pulled.over);
    this.#end(drop !== undefined);
    drop?.();
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.#pulled?.ghost) return;
    event.stopPropagation();
    this.#end();
  }

  /** Puts everything back as it was; what was not dropped anywhere goes home. */
  #end(dropped = false): void {
    const pulled = this.#pulled;
    this.#pulled = null;
    if (pulled === null) return;
    for (const target of pulled.targets.keys()) target.removeAttribute("data-drop-here");
    pulled.over?.removeAttribute("data-over");
    const { ghost, thing } = pulled;
    if (ghost === null) return;
    const done = (): void => {
      ghost.remove();
      thing.removeAttribute("data-pulled");
    };
    if (dropped || prefs.speed === "off") done();
    else void ghost.animate({ translate: "0px 0px" }, { duration: HOME, easing: "ease-out" }).finished.then(done, done);
  }
}

/** The innermost of the targets at a point. */
function under(targets: Map<Element, () => void>, x: number, y: number): Element | null {
  let at = document.elementFromPoint(x, y);
  while (at !== null && !targets.has(at)) at = at.parentElement;
  return at;
}
