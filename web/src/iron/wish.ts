// A choice that loses something is asked for once more.

import type { Choice } from "../lib/move.svelte";

/** Whether an answer takes a side's only LIFE die back. */
export function takesLast(choices: readonly Choice[], life: number): boolean {
  return life === 1 && choices.some((choice) => choice.option.verb === "take");
}
