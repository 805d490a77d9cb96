// Where a thing can be put: each answer to the question leads to another die or to a place on the table. Which answers
// there are the server says.

import type { Choice } from "./move.svelte";

export interface Drops {
  places: Map<string, Choice[]>; // by the name of the place
  dice: Map<number, Choice[]>;
}

/** The places that a move with nothing else to point at leads to. */
const LEADS: Record<string, readonly string[]> = {
  field: ["field"],
  attack: ["attack"],
  use: ["used", "out"],
  pay: ["used", "out"],
  buy: ["used", "mat"],
  duel: ["duel"],
};

/** `at`: how many dice were pointed at when the thing that is put somewhere has been. */
export function dropsOf(choices: readonly Choice[], at: number): Drops {
  const out: Drops = { places: new Map(), dice: new Map() };
  for (const choice of choices) {
    const next = choice.dice[at];
    if (next !== undefined) add(out.dice, next, choice);
    else for (const place of LEADS[choice.option.verb ?? ""] ?? []) add(out.places, place, choice);
  }
  return out;
}

function add<K>(to: Map<K, Choice[]>, key: K, choice: Choice): void {
  const known = to.get(key);
  if (known) known.push(choice);
  else to.set(key, [choice]);
}
