// The keyboard of a table: numbers for what is lit, arrows between things, Enter for the main answer, Esc back.

import type { TableUI } from "./ui.svelte";

/** Things that can be pointed at now, in the order in which the page shows them. */
export function litThings(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-lit]")].filter((e) => e.offsetParent !== null);
}

/** Writes the keys 1 to 9 on what can be pointed at. */
export function numberThings(): void {
  const numbered = litThings().slice(0, 9);
  for (const old of document.querySelectorAll<HTMLElement>("[data-key]"))
    if (!numbered.includes(old)) delete old.dataset.key;
  numbered.forEach((element, i) => {
    const key = String(i + 1);
    if (element.dataset.key !== key) element.dataset.key = key;
  });
}

function step(by: number): void {
  const things = litThings();
  if (things.length === 0) return;
  const at = things.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by > 0 ? 0 : things.length - 1) : (at + by + things.length) % things.length;
  things[next]?.focus();
}

export function onKey(event: KeyboardEvent, ui: TableUI, undo: () => void): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  const { key } = event;
  const inDialog = target.closest("dialog, [role=menu]") !== null;
  if (key === "Escape") {
    if (ui.why !== null) ui.why = null;
    else if (ui.sure !== null) ui.sure = null;
    else if (ui.past !== null) ui.past = null;
    else void ui.move.back();
  } else if (/^[1-9]$/.test(key)) {
    litThings()[Number(key) - 1]?.click();
  } else if (key === "ArrowRight" || key === "ArrowDown") {
    step(1);
  } else if (key === "ArrowLeft" || key === "ArrowUp") {
    step(-1);
  } else if (key === "Enter" && !inDialog && !target.matches("button, a, input, summary")) {
    document.querySelector<HTMLElement>("[data-primary]")?.click();
  } else if (key === "z" || key === "Z") {
    undo();
  } else if (key === "?") {
    target.closest<HTMLElement>("[data-why]")?.dispatchEvent(new CustomEvent("why"));
  } else if (key === "l" || key === "L") {
    ui.tab = "log";
    ui.pane = "log";
  } else {
    return;
  }
  event.preventDefault();
}
