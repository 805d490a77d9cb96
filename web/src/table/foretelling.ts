// What a forecast comes to, in few words: what dice take, who is knocked out, what life is left.

import { nameOf } from "../draw/words";
import type { DMDieView, DMView, IfNobodyActs } from "../lib/protocol";
import { story } from "../lib/story";

export interface Fate {
  takes: number;
  ko: boolean;
}

/** What becomes of a die; undefined if nothing does. */
export function fateOf(rest: IfNobodyActs | null, die: number): Fate | undefined {
  if (rest === null) return undefined;
  const takes = rest.hits.reduce((sum, hit) => (hit.die === die ? sum + hit.amount : sum), 0);
  const ko = rest.ko.includes(die);
  return takes > 0 || ko ? { takes, ko } : undefined;
}

/** What a die deals to a side. */
export function dealt(rest: IfNobodyActs | null, source: number): number {
  return rest?.hits.reduce((sum, hit) => (hit.source === source && hit.side >= 0 ? sum + hit.amount : sum), 0) ?? 0;
}

/** Equal things once, with their number: "Sidekick ×2, Hulk". */
export function counted(names: readonly string[]): string {
  const out = new Map<string, number>();
  for (const name of names) out.set(name, (out.get(name) ?? 0) + 1);
  return [...out].map(([name, n]) => (n > 1 ? `${name} ×${n}` : name)).join(", ");
}

/** The lives that change, and who is knocked out on either side. `whose`: how a side is called. */
export function summary(
  rest: IfNobodyActs | null,
  view: DMView,
  dice: ReadonlyMap<number, DMDieView>,
  whose: (side: number) => string,
): string[] {
  if (rest === null) return [];
  const out = view.sides.flatMap(({ life }, side) => {
    const then = rest.life[side] ?? life;
    return then === life ? [] : [`${whose(side)} life ${life} → ${then}`];
  });
  for (const side of view.sides.keys()) {
    const fallen = rest.ko.flatMap((id) => dice.get(id) ?? []).filter((die) => view.seats[die.owner]?.side === side);
    if (fallen.length > 0) out.push(`${whose(side)} ${counted(fallen.map((die) => nameOf(die.title)))}: KO'd`);
  }
  return out;
}

/** How it would end, if it does: "You would lose". */
export function outcome(rest: IfNobodyActs | null, names: readonly string[] = [], me = ""): string {
  const over = rest?.events.find((event) => event.kind === "over");
  if (over === undefined) return "";
  const words = story(over.text, names, me);
  if (!me || !/ wins?$/.test(words)) return words;
  return words === "You win" ? "You would win" : "You would lose";
}

/** All dice that lie open on the table. */
export function diceOf(view: DMView): Map<number, DMDieView> {
  const out = new Map<number, DMDieView>();
  for (const { zones } of view.seats)
    for (const zone of [zones.field, zones.reserve, zones.used, zones.out])
      for (const die of zone) out.set(die.die, die);
  return out;
}
