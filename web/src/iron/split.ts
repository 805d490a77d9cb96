// The split: which of the listed answers is meant by the dice that were put into the battle tray.

import type { Choice } from "../lib/move.svelte";
import type { IronDieView } from "../lib/protocol";
import { kindOf } from "./dice";

function kindsOf(dice: readonly number[], names: ReadonlyMap<number, string>): string {
  return dice
    .map((die) => kindOf(names.get(die) ?? `no die ${die}`))
    .sort()
    .join(", ");
}

/** The answer with as many dice of each kind as were chosen. Of equal dice the list names some only. */
export function matchSplit(
  choices: readonly Choice[],
  chosen: readonly number[],
  hand: readonly IronDieView[],
): Choice | undefined {
  const names = new Map(hand.map((die) => [die.id, die.name]));
  const wanted = kindsOf(chosen, names);
  return choices.find((choice) => choice.option.verb === "battle" && kindsOf(choice.dice, names) === wanted);
}
