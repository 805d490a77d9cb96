// The keyboard of a table: numbers for what is lit, arrows between things, Enter for the main answer, Esc back.

import type { TableUI } from "./ui.svelte";
import { askByKey, closeWhy } from "./why.svelte";

/** Things that can be pointed at now, in the order in which the page shows them. Nothing is laid out to find them. */
export function litThings(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-lit]")].filter((e) => e.checkVisibility());
}

/** Writes the keys 1 to 9 on what can be pointed at. Where points are given digits are points. */
function numberThings(): void {
  const numbered = litThings()
    .filter((thing) => thing.role !== "spinbutton")
    .slice(0, 9);
  for (const old of document.querySelectorAll<HTMLElement>("[data-key]"))
    if (!numbered.includes(old)) delete old.dataset.key;
  numbered.forEach((element, i) => {
    const key = String(i + 1);
    if (element.dataset.key !== key) element.dataset.key = key;
  });
}

/** Keeps the keys on what is lit, whoever lights it: an attachment of what holds the table. It runs when a change of the
    page is complete and before it is seen or measured, so that no key stands where it does nothing. */
export function numbering(room: HTMLElement): () => void {
  const watcher = new MutationObserver(numberThings);
  watcher.observe(room, { subtree: true, childList: true, attributeFilter: ["data-lit", "data-pane"] });
  addEventListener("resize", numberThings); // what is hidden on a narrow screen has no key
  numberThings();
  return () => {
    watcher.disconnect();
    removeEventListener("resize", numberThings);
  };
}

/** To the next of some things, or the one before, from wherever the focus is; behind the last comes the first. */
function step(things: HTMLElement[], by: number, at = things.indexOf(document.activeElement as HTMLElement)): void {
  let next = at + by;
  if (at < 0) {
    const here = document.activeElement ?? document.body;
    const behind = things.findIndex((thing) => here.compareDocumentPosition(thing) & Node.DOCUMENT_POSITION_FOLLOWING);
    next = (behind < 0 ? things.length : behind) + Math.min(by, 0);
  }
  things.at(next % things.length)?.focus();
}

/** Whatever answers "why", lit or not. */
function allThings(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-why]")].filter((e) => e.checkVisibility());
}

export function stepThings(by: number): void {
  step(allThings(), by);
}

/** To the first thing of the next zone, or of the one before. */
function stepZones(by: number): void {
  const zoneOf = (thing: Element): Element | null => thing.closest("section") ?? thing.parentElement;
  const things = allThings();
  const firsts = things.filter((thing, i) => i === 0 || zoneOf(thing) !== zoneOf(things[i - 1] ?? thing));
  const here = document.activeElement === null ? null : zoneOf(document.activeElement);
  step(
    firsts,
    by,
    things.includes(document.activeElement as HTMLElement) ? firsts.findIndex((thing) => zoneOf(thing) === here) : -1,
  );
}

const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Whether the arrows belong to what is read: a list in focus that scrolls, or something in it. */
function reads(target: HTMLElement): boolean {
  if (target.closest("[data-why], [data-lit]") !== null) return false;
  const list = target.closest('[tabindex="0"]');
  if (list !== null) return list.scrollHeight > list.clientHeight || list.role === "spinbutton";
  return !target.matches("body, button, a, summary, h2");
}

/** Whether Enter is for the thing itself. One that was picked leaves it to the main answer, which shows the key; Space and
    Esc take it back. */
function takesEnter(target: HTMLElement): boolean {
  return (
    target.matches("button, a, input, summary") && !target.matches("[data-why][aria-pressed=true]:not([data-lit])")
  );
}

/** `fresh`: something new has come with the key, so that its number was not meant for what is lit now. */
export function onKey(event: KeyboardEvent, ui: TableUI, undo: () => void, fresh: boolean): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  const { key } = event;
  const by = ARROWS[key];
  const main = document.querySelector<HTMLElement>("[data-primary]");
  const inDialog = target.closest("dialog, [role=dialog]") !== null;
  if (ui.menu) {
    if (key !== "Escape") return; // the keys are those of the menu
    ui.menu = false;
  } else if (key === "Escape") {
    if (ui.why !== null) closeWhy(ui);
    else if (ui.sure !== null) ui.sure = null;
    else if (ui.past !== null) ui.past = null;
    else void ui.move.back();
  } else if (/^[1-9]$/.test(key)) {
    if (!fresh) document.querySelector<HTMLElement>(`[data-lit][data-key="${key}"]`)?.click();
  } else if (by !== undefined && event.shiftKey) {
    if (key === "ArrowLeft" || key === "ArrowRight") stepThings(by);
    else stepZones(by);
  } else if (by !== undefined) {
    if (reads(target)) return;
    step(litThings(), by);
  } else if (key === "Enter" && main !== null && !inDialog && !takesEnter(target)) {
    if (!fresh && !event.repeat) main.click();
  } else if (key === "z" || key === "Z") {
    undo();
  } else if (key === "a" || key === "A") {
    if (!fresh) void ui.move.pickAll();
  } else if (key === "k" || key === "K") {
    if (!fresh) ui.move.keepAll();
  } else if (key === "c" || key === "C") {
    ui.pane = "cards"; // where it is a part of its own
    requestAnimationFrame(() =>
      litThings()
        .find((thing) => thing.matches("[data-card]"))
        ?.focus(),
    );
  } else if (key === "?") {
    askByKey(ui, target);
  } else if (key === "l" || key === "L") {
    ui.tab = "log";
    ui.pane = "log";
  } else {
    return;
  }
  event.preventDefault();
}
