// A choice that loses something is asked for once more. This holds the one that waits for it.

import { getContext, setContext } from "svelte";
import type { Choice } from "../lib/move.svelte";

export interface Sure {
  title: string;
  rule: string; // that says why one may regret it
  yes: string;
  no: string;
  go: () => void;
}

export class Wish {
  sure = $state.raw<Sure | null>(null);
}

/** Whether an answer takes a side's only LIFE die back. */
export function takesLast(choices: readonly Choice[], life: number): boolean {
  return life === 1 && choices.some((choice) => choice.option.verb === "take");
}

const KEY = Symbol("wish");
export const provideWish = (): Wish => setContext(KEY, new Wish());
export const wish = (): Wish => getContext<Wish>(KEY);
