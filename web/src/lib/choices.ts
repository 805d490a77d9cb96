// The answers to a question, as things that are pointed at.

import type { Option, Question } from "./protocol";

/** An answer with the things that are pointed at, in order; equal dice make answers of their own. */
export interface Choice {
  action: number;
  option: Option;
  dice: number[];
  card: number;
}

export function choicesOf(question: Question): Choice[] {
  const out: Choice[] = [];
  for (const option of question.actions) {
    const dice = option.dice ?? [];
    out.push({ action: option.action, option, dice, card: option.card ?? -1 });
    for (const [action, equal] of option.equal ?? [])
      out.push({ action, option, dice: equal, card: option.card ?? -1 });
  }
  return out;
}

/** An answer that names a whole set at once (a split, wounds). */
export function isWhole(choice: Choice): boolean {
  return choice.option.verb === "battle" || choice.option.verb === "wound";
}

/** The dice before the one that is to be pointed at next: those that all answers with dice begin with. */
export function prefixOf(choices: readonly Choice[]): number[] {
  const long = choices.filter((choice) => choice.dice.length > 0 && choice.dice.length <= 2);
  const first = long[0]?.dice[0];
  if (first === undefined || long.length < 2 || !long.some((choice) => choice.dice.length > 1)) return [];
  return long.every((choice) => choice.dice[0] === first) ? [first] : [];
}

/** Answers by the die that is to be pointed at next. */
export function byDie(choices: readonly Choice[], prefix: readonly number[]): Map<number, Choice[]> {
  const out = new Map<number, Choice[]>();
  for (const choice of choices) {
    const die = choice.dice[prefix.length];
    if (die === undefined || isWhole(choice) || !prefix.every((other, i) => choice.dice[i] === other)) continue;
    out.set(die, [...(out.get(die) ?? []), choice]);
  }
  return out;
}

/** Answers by the card that is pointed at. */
export function byCard(choices: readonly Choice[]): Map<number, Choice[]> {
  const out = new Map<number, Choice[]>();
  for (const choice of choices)
    if (choice.card >= 0 && choice.dice.length === 0) out.set(choice.card, [...(out.get(choice.card) ?? []), choice]);
  return out;
}
