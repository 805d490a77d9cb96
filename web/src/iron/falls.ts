// What each value of a die that is about to be rolled would bring, equal outcomes together.

import type { Fall } from "../lib/protocol";
import { story } from "../lib/story";

export interface Outcome {
  values: number[];
  texts: string[]; // none: nothing comes of it
}

const TELLING = new Set(["changed", "moved", "no effect", "bonus", "over"]); // what happens, not why

export function outcomesOf(falls: readonly Fall[], names: readonly string[] = [], me = ""): Outcome[] {
  const told = falls.map((fall) => ({ value: fall.value, texts: textsOf(fall, names, me) }));
  const always = (text: string): boolean => told.every(({ texts }) => texts.includes(text));
  const differ = told.some(({ texts }) => !texts.every(always));
  const out = new Map<string, Outcome>();
  for (const { value, texts } of told) {
    const kept = differ ? texts.filter((text) => !always(text)) : texts; // where the dice go in any case is no news
    const known = out.get(kept.join("\n"));
    if (known) known.values.push(value);
    else out.set(kept.join("\n"), { values: [value], texts: kept });
  }
  return [...out.values()];
}

function textsOf({ events, won, asks }: Fall, names: readonly string[], me: string): string[] {
  const out = events.filter((event) => TELLING.has(event.kind)).map((event) => story(event.text, names, me));
  if (out.length === 0 && won !== null) out.push(won ? "It wins" : "It loses");
  return asks ? [...out, `Then: ${story(asks, names, me)}`] : out;
}
