// Wounds: points that LIFE dice lose, chosen with plus and minus among the listed answers.

import type { Choice } from "../lib/move.svelte";
import type { IronDieView } from "../lib/protocol";
import { kindOf } from "./dice";

/** Points by die. */
export type Wounds = ReadonlyMap<number, number>;

export function woundsOf(choice: Choice): Wounds {
  return new Map(choice.dice.map((die, i) => [die, choice.option.amounts?.[i] ?? 0]));
}

export function totalOf(wounds: Wounds): number {
  return [...wounds.values()].reduce((sum, points) => sum + points, 0);
}

/** What is to be given in all: every listed answer gives the same. */
export function damageOf(choices: readonly Choice[]): number {
  return choices[0] ? totalOf(woundsOf(choices[0])) : 0;
}

/** The listed answer that keeps most dice alive; of several the one whose weakest die stays strongest. */
export function mildest(choices: readonly Choice[], dice: readonly IronDieView[]): Wounds {
  let best: Wounds = new Map();
  let most = -1;
  let weakest = -1;
  for (const choice of choices) {
    const wounds = woundsOf(choice);
    const left = dice.map((die) => die.value - (wounds.get(die.id) ?? 0)).filter((value) => value > 0);
    const least = Math.min(...left, 99);
    if (left.length > most || (left.length === most && least > weakest)) {
      best = wounds;
      most = left.length;
      weakest = least;
    }
  }
  return best;
}

/** One point more or less on a die, as far as the die has points and the damage goes. */
export function stepped(wounds: Wounds, die: IronDieView, by: number, damage: number): Wounds {
  const now = wounds.get(die.id) ?? 0;
  const free = damage - totalOf(wounds);
  const next = Math.max(0, Math.min(now + by, die.value, now + free));
  return new Map([...wounds, [die.id, next]]);
}

function key(wounds: Wounds, dice: readonly IronDieView[]): string {
  return dice
    .map((die) => `${kindOf(die.name)}@${die.value}-${wounds.get(die.id) ?? 0}`)
    .sort()
    .join(", ");
}

/** The listed answer that comes to the same: equal dice with equal values may change places. */
export function matchWounds(
  choices: readonly Choice[],
  wounds: Wounds,
  dice: readonly IronDieView[],
): Choice | undefined {
  const wanted = key(wounds, dice);
  return choices.find((choice) => choice.option.verb === "wound" && key(woundsOf(choice), dice) === wanted);
}

/** The answer in notation, for one that is not listed because there are too many. */
export function woundText(wounds: Wounds, names: ReadonlyMap<number, string>): string {
  const parts = [...wounds].filter(([, points]) => points > 0).map(([die, points]) => `${names.get(die)}=${points}`);
  return `wound ${parts.join(", ")}`;
}
