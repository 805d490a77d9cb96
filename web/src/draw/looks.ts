/** How the dice of the table look: emblem and colours by name. Every client finds the same from the same names. */
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { settleColours, shades, SIDEKICK, type Pair, type Shades } from "./colours";
import { drawEmblem, PAWN, settleForms, type Emblem } from "./sigil";
import { nameOf } from "./words";

export interface Look extends Pair, Shades {
  emblem: Emblem;
}

const sidekick: Look = { ...SIDEKICK, ...shades(SIDEKICK.body), emblem: PAWN };
const settled = new SvelteMap<string, Look>();
const alone = new Map<string, Look>();

/** Looks for a table, from the titles or names of all its dice; their order does not matter. */
export function looksFor(titles: readonly string[]): Map<string, Look> {
  const names = titles.map(nameOf).filter((name) => name !== "Sidekick");
  const forms = settleForms(names);
  const looks = new Map([["Sidekick", sidekick]]);
  for (const [name, pair] of settleColours(names)) {
    const form = forms.get(name);
    if (form) looks.set(name, { ...pair, ...shades(pair.body), emblem: drawEmblem(form) });
  }
  return looks;
}

/** Settles the looks of the table that is shown: call it when its cards are known, and again for another table. */
export function settle(titles: readonly string[]): void {
  untrack(() => {
    settled.clear();
    for (const [name, look] of looksFor(titles)) settled.set(name, look);
  });
}

/** The look of a die by its name. A name that was not settled has the look it would have alone. */
export function bodyOf(name: string): Look {
  let look = settled.get(name) ?? alone.get(name);
  if (!look) {
    look = looksFor([name]).get(name) ?? sidekick;
    alone.set(name, look);
  }
  return look;
}
