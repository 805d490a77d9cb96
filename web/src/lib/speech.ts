// What is said of a decision to those who hear the page: what is asked, and what matters for it.

import { ironLabel, nameOf } from "../draw/words";
import { diceById, faceOf } from "../iron/dice";
import type { DMDieView, DMView, IronView, View } from "./protocol";

function counted(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

function attackers(view: DMView): string {
  const dice = new Map<number, DMDieView>();
  for (const seat of view.seats) for (const die of seat.zones.field) dice.set(die.die, die);
  const found = view.attackers.flatMap((id) => dice.get(id) ?? []);
  if (found.length === 0) return "";
  const words = found.map((die) => `${nameOf(die.title)} ${die.attack ?? 0} ${die.defence ?? 0}`);
  return `${counted(found.length, "attacker", "attackers")}: ${words.join(", ")}.`;
}

function duel(view: IronView): string {
  const dice = diceById(view);
  const word = (id: number): string => {
    const die = dice.get(id);
    const owner = view.seats.find((seat) => seat.dice.some((one) => one.id === id))?.name;
    return die === undefined ? "" : `${owner}'s ${ironLabel(faceOf(die))}`;
  };
  return view.duel
    .map(({ die, targets }) => `${word(die)}, aims at ${targets.map(word).join(" and ") || "nothing"}.`)
    .join(" ");
}

/** "Your decision: Who blocks whom? 2 attackers: Hulk 6 6, Sidekick 1 1. 3 dice can be chosen." */
export function decision(
  who: string, // "Your decision", or who decides on a shared screen
  asks: string,
  verbs: ReadonlySet<string>,
  view: View | null,
  can: { dice: number; cards: number },
): string {
  const parts = [`${who}: ${asks}`];
  if (view?.game === "dicemasters" && verbs.has("block")) parts.push(attackers(view));
  if (view?.game === "dicemasters" && verbs.has("assign") && view.assigning.left !== undefined)
    parts.push(`${view.assigning.left} damage is left.`);
  if (view?.game === "irondie" && view.duel.length > 0) parts.push(duel(view));
  const things = [
    ...(can.dice > 0 ? [counted(can.dice, "die", "dice")] : []),
    ...(can.cards > 0 ? [counted(can.cards, "card", "cards")] : []),
  ];
  if (things.length > 0) parts.push(`${things.join(" and ")} can be chosen.`);
  return parts.filter(Boolean).join(" ");
}
