// Moves of several answers that are chosen in any order: the server asks one after the other, and is asked ahead what
// comes next. So a payment is a set of dice, and divided damage is a number for each die.

import { choicesOf, type Choice } from "./choices";
import type { Question } from "./protocol";

/** What is asked after answers, in the same move; undefined if that cannot be said. */
export type Ahead = (actions: number[]) => Promise<Question | null | undefined>;

export interface Walk {
  choices: Choice[];
  next: Question | null; // what is still asked then
}

/** Answers one question after the other as long as `pick` knows how. null: something was refused. */
export async function walk(
  first: Question,
  pick: (question: Question) => Choice | undefined,
  ahead: Ahead,
): Promise<Walk | null> {
  const choices: Choice[] = [];
  let next: Question | null | undefined = first;
  while (next) {
    const choice = pick(next);
    if (choice === undefined) break;
    choices.push(choice);
    next = await ahead(choices.map(({ action }) => action));
  }
  return next === undefined ? null : { choices, next };
}

// ---- payments

const isPay = ({ option }: Choice): boolean => option.verb === "pay";

/** How just these dice pay; null if they do not, or some of them are too much. `units`: the energies of a die. */
export async function payWith(
  question: Question,
  dice: readonly number[],
  units: (die: number) => number,
  ahead: Ahead,
): Promise<Walk | null> {
  const sum = dice.reduce((n, die) => n + units(die), 0);
  const loose = choicesOf(question).some((choice) => isPay(choice) && choice.dice.length === 0); // energy without a die
  if (sum < question.price && !loose) return null;
  const left = new Set(dice);
  let paid = 0;
  const pick = (asked: Question): Choice | undefined => {
    const pays = choicesOf(asked).filter(isPay);
    const die = pays.find((choice) => left.has(choice.dice[0] ?? -1));
    const choice = die ?? (sum < question.price ? pays.find((one) => one.dice.length === 0) : undefined);
    left.delete(choice?.dice[0] ?? -1);
    if (choice !== undefined) paid += die === undefined ? 1 : units(choice.dice[0] ?? -1);
    return choice;
  };
  const found = await walk(question, pick, ahead);
  if (found?.next && choicesOf(found.next).some(isPay)) return null;
  const rest = [...left].reduce((n, die) => n + units(die), 0); // the last ones go along without being asked for
  return found !== null && (rest === 0 || paid + rest === question.price) ? found : null;
}

/** Dice that were wished for, the newest last: what is too much is given up, the oldest first. */
export async function settle(
  question: Question,
  wished: readonly number[],
  units: (die: number) => number,
  ahead: Ahead,
): Promise<[dice: readonly number[], paid: Walk | null]> {
  let dice = wished;
  for (;;) {
    const paid = await payWith(question, dice, units, ahead);
    if (paid !== null || dice.reduce((n, die) => n + units(die), 0) <= question.price) return [dice, paid];
    for (const die of dice.slice(0, -1)) {
      const without = dice.filter((other) => other !== die);
      const fits = await payWith(question, without, units, ahead);
      if (fits !== null) return [without, fits];
    }
    dice = dice.slice(1);
  }
}

// ---- damage that is divided

/** Points by die, in the order in which they are asked for. */
export type Shares = ReadonlyMap<number, number>;

export function leftOf(shares: Shares, total: number): number {
  return [...shares.values()].reduce((left, points) => left - points, total);
}

/** What the server proposes. The last die gets the rest: it is not asked for. */
export function usualShares(question: Question, dice: readonly number[], total: number): Shares {
  const shares = new Map(dice.map((die, i) => [die, question.usual[i]?.number ?? 0]));
  const last = dice.at(-1);
  if (last !== undefined) shares.set(last, leftOf(new Map([...shares].slice(0, -1)), total));
  return shares;
}

/** One die gets so many points more or less, as far as there are points. */
export function changed(shares: Shares, die: number, by: number, total: number): Shares {
  const now = shares.get(die) ?? 0;
  return new Map([...shares, [die, Math.max(0, now + Math.min(by, leftOf(shares, total)))]]);
}

export function divide(question: Question, shares: Shares, ahead: Ahead): Promise<Walk | null> {
  const pick = (asked: Question): Choice | undefined =>
    choicesOf(asked).find(
      ({ option, dice }) => option.verb === "assign" && (option.number ?? 0) === (shares.get(dice[0] ?? -1) ?? 0),
    );
  return walk(question, pick, ahead);
}
