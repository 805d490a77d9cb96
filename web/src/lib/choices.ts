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

/** Questions whose answer is a set of dice, and the answers that add a die to it. */
const SETS = new Set(["Which dice do you reroll?", "Who attacks?"]);
const ADDS = new Set(["reroll", "attack"]);

/** Whether a set of dice is asked for: they are pointed at in any order, though the server takes them in its own. */
export function asksForSet(question: Question | null): boolean {
  return question !== null && SETS.has(question.asks);
}

export function isAdding(choice: Choice): boolean {
  return ADDS.has(choice.option.verb ?? "");
}

/** All answers that add a die to a set, in the order of the server. `questions`: those that were asked for it, the first
    one first; each later one names what comes after the dice that were picked, and what these have made possible. */
export function addingOf(questions: readonly Question[]): Choice[] {
  const found = questions.flatMap(choicesOf).filter(isAdding);
  return found.filter(({ action }, i) => found.findIndex((other) => other.action === action) === i);
}

/** The answers to the question that is asked `now`, and those before a die that was picked: they are not asked for any
    more, and can be given all the same. `all`: those that add a die, in order. */
export function withEarlier(now: readonly Choice[], all: readonly Choice[], picked: ReadonlySet<number>): Choice[] {
  const last = all.map(({ action }) => picked.has(action)).lastIndexOf(true);
  const known = new Set([...picked, ...now.map(({ action }) => action)]);
  return [...all.slice(0, last + 1).filter(({ action }) => !known.has(action)), ...now];
}

/** Picked answers as they are sent, those that add a die in the order of the server. */
export function inOrder(picked: readonly number[], all: readonly Choice[]): number[] {
  const set = all.map(({ action }) => action).filter((action) => picked.includes(action));
  return [...set, ...picked.filter((action) => !set.includes(action))];
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
