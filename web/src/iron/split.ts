// The split: which of the listed answers is meant by the dice that were put into the battle tray.

import type { Choice } from "../lib/move.svelte";
import type { IronDieView } from "../lib/protocol";
import { kindOf } from "./dice";

function kindsOf(dice: readonly number[], kinds: ReadonlyMap<number, string>): string {
  return dice
    .map((die) => kinds.get(die) ?? `no die ${die}`)
    .sort()
    .join(", ");
}

/** The answer with as many dice of each kind as were chosen. Of equal dice the list names some only. */
export function matchSplit(
  choices: readonly Choice[],
  chosen: readonly number[],
  hand: readonly IronDieView[],
): Choice | undefined {
  const kinds = new Map(hand.map((die) => [die.id, kindOf(die.name)]));
  const wanted = kindsOf(chosen, kinds);
  const fits = ({ option, dice }: Choice): boolean => option.verb === "battle" && dice.length === chosen.length;
  return choices.find((choice) => fits(choice) && kindsOf(choice.dice, kinds) === wanted);
}
