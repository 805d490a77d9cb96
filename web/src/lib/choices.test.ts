import { describe, expect, it } from "vitest";
import { addingOf, asksForSet, byDie, choicesOf, inOrder, withEarlier } from "./choices";
import type { Option, Question } from "./protocol";

const DONE: Option = { action: 0, text: "done", verb: "done" };
function add(die: number, equal: number[] = []): Option {
  const others = equal.map((other) => [100 + other, [other]] as [number, number[]]);
  return { action: 100 + die, text: "", verb: "attack", dice: [die], equal: others };
}
function asks(asked: string, ...actions: Option[]): Question {
  return { asks: asked, actions } as unknown as Question;
}
function lit(now: Question | null, all: Question[], picked: number[]): number[] {
  const choices = withEarlier(now ? choicesOf(now) : [], addingOf(all), new Set(picked.map((die) => 100 + die)));
  return [...byDie(choices, []).keys()].sort((a, b) => a - b);
}

describe("a set of dice", () => {
  const all = asks("Who attacks?", DONE, add(1), add(2, [3]), add(4));
  const afterTwo = asks("Who attacks?", DONE, add(3), add(4));

  it("is asked for where several can be picked, and not where one can", () => {
    expect(asksForSet(all)).toBe(true);
    expect(asksForSet(asks("Which dice do you reroll?"))).toBe(true);
    expect(asksForSet(asks("Do you reroll one die once more?", DONE, add(1)))).toBe(false);
    expect(asksForSet(null)).toBe(false);
  });
  it("has its dice in the order of the server, equal ones side by side, each once", () => {
    expect(addingOf([all, afterTwo]).map(({ dice }) => dice[0])).toEqual([1, 2, 3, 4]);
  });
  it("can be added to in any order", () => {
    expect(lit(all, [all], [])).toEqual([1, 2, 3, 4]);
    expect(lit(afterTwo, [all, afterTwo], [2])).toEqual([1, 3, 4]);
    expect(lit(null, [all], [4])).toEqual([1, 2, 3]); // the last of all: nothing more is asked
    expect(lit(null, [all], [4, 1])).toEqual([2, 3]);
  });
  it("does not offer what comes later and is not asked for: it goes along unasked, or cannot", () => {
    expect(lit(asks("Who attacks?", DONE, add(4)), [all], [1])).toEqual([4]);
  });
  it("offers what a pick has made possible", () => {
    const more = asks("Who attacks?", DONE, add(5), add(6));
    expect(lit(more, [all, more], [4])).toEqual([1, 2, 3, 5, 6]);
  });
  it("is sent in the order of the server, and then that it is all", () => {
    expect(inOrder([104, 101, 102, 0], addingOf([all]))).toEqual([101, 102, 104, 0]);
    expect(inOrder([7], addingOf([all]))).toEqual([7]);
  });
});
