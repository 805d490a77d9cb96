// Blocks in any order. The server asks one blocker after the other; here all that may block are found by asking ahead, and
// the whole declaration is written as one move, which the server judges.

import type { DMDieView, DMView, Option, Question } from "./protocol";

export interface Blocker {
  die: number;
  targets: ReadonlySet<number>;
}
export type Block = readonly [blocker: number, attacker: number];

const VERBS = new Set(["block", "not block"]);

/** The blocker that a question is about; null if it asks for anything else, or the die must block. */
export function blockerOf(question: Question): Blocker | null {
  const die = question.actions[0]?.dice?.[0];
  const plain = (option: Option): boolean => VERBS.has(option.verb ?? "") && option.dice?.[0] === die;
  if (die === undefined || !question.actions.every(plain) || noBlock(question) === undefined) return null;
  return { die, targets: new Set(question.actions.flatMap((option) => option.dice?.[1] ?? [])) };
}

function noBlock(question: Question): Option | undefined {
  return question.actions.find((option) => option.verb === "not block");
}

/** All that may block. None, if they cannot be chosen in any order. `ahead`: what is asked after answers; undefined if that
    cannot be said. */
export async function blockersOf(
  question: Question,
  ahead: (actions: number[]) => Promise<Question | null | undefined>,
): Promise<Blocker[]> {
  const out: Blocker[] = [];
  const actions: number[] = [];
  let next: Question | null | undefined = question;
  while (next) {
    const blocker = blockerOf(next);
    const none = noBlock(next);
    if (blocker === null || none === undefined || out.some(({ die }) => die === blocker.die)) return [];
    out.push(blocker);
    actions.push(none.action);
    next = await ahead(actions);
  }
  return next === undefined ? [] : out.filter(({ targets }) => targets.size > 0);
}

/** The same with all attackers that look like one that can be blocked: of equal ones the server names the first. */
export function withEqual(blockers: readonly Blocker[], view: DMView): Blocker[] {
  const known = diceOf(view);
  const look = (die: number): string => JSON.stringify({ ...known.get(die), die: 0, number: 0 });
  return blockers.map(({ die, targets }) => {
    const looks = new Set([...targets].map(look));
    return { die, targets: new Set([...targets, ...view.attackers.filter((attacker) => looks.has(look(attacker)))]) };
  });
}

/** A declaration in the notation of moves. */
export function declaration(blocks: readonly Block[], view: DMView): string {
  if (blocks.length === 0) return "block none";
  const known = diceOf(view);
  const word = (die: number): string => `${known.get(die)?.title ?? ""}#${known.get(die)?.number ?? 0}`;
  const parts = view.attackers.flatMap((attacker) => {
    const mine = blocks.filter(([, whom]) => whom === attacker).map(([blocker]) => word(blocker));
    return mine.length > 0 ? [`${word(attacker)}: ${mine.join(", ")}`] : [];
  });
  return `block ${parts.join("; ")}`;
}

function diceOf(view: DMView): Map<number, DMDieView> {
  return new Map(view.seats.flatMap((seat) => seat.zones.field.map((die) => [die.die, die] as const)));
}
