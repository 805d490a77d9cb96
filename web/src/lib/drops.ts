// Where a thing can be put: each answer to the question leads to another die or to a place on the table. Which answers
// there are the server says.

import type { Choice } from "./choices";
import type { Move } from "./move.svelte";

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

/** Where a die that is lit can be put, or the one that all answers begin with. */
export function dropsOfDie(move: Move, die: number): Drops {
  if (isBegun(move, die)) return dropsOf([...move.lit.values()].flat(), move.prefix.length);
  const blocker = move.path.length === 0 ? move.free.find((one) => one.die === die) : undefined;
  if (blocker !== undefined) return { places: new Map(), dice: new Map([...blocker.targets].map((t) => [t, []])) };
  return dropsOf(move.lit.get(die) ?? [], move.prefix.length + 1);
}

export function dropsOfCard(move: Move, card: number): Drops {
  return dropsOf(move.litCards.get(card) ?? [], 0);
}

/** Whether only what the die is for is still to be pointed at. */
function isBegun(move: Move, die: number): boolean {
  return move.free.length === 0 && move.prefix.at(-1) === die;
}

/** A die was put onto another one. */
export function dropOnDie(move: Move, die: number, onto: number): void {
  if (isBegun(move, die)) {
    move.pointDie(onto);
    return;
  }
  const found = dropsOfDie(move, die).dice.get(onto);
  if (found === undefined) return;
  const at = move.prefix.length + 1;
  if (move.free.length > 0) void move.wish([...move.wishes, [die, onto]]);
  else if (found.every((choice) => choice.dice.length === at + 1)) move.among(found);
  else move.path = [...move.prefix, die, onto];
}
