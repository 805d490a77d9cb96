import { describe, expect, it } from "vitest";
import type { Fall, Happened } from "../lib/protocol";
import { outcomesOf } from "./falls";

const event = (kind: string, text: string): Happened => ({ seq: 0, cause: 0, rule: "", quiet: false, kind, text });
const roll = (value: number, ...events: Happened[]): Fall => ({
  value,
  won: null,
  asks: "",
  events: [event("rolled", `rolled: red smasher@${value}`), ...events],
});
const limbo = event("moved", "red smasher: to Limbo");
const gone = event("moved", "blue barrier: to the Abyss");

describe("what the values of a roll would bring", () => {
  it("is told once for values that bring the same, without what happens in any case", () => {
    const wins = event("compared", "red smasher (6) wins against blue barrier (5)");
    expect(outcomesOf([roll(1, limbo), roll(5, limbo), roll(6, wins, gone, limbo)])).toEqual([
      { values: [1, 5], texts: [] },
      { values: [6], texts: ["Blue barrier: to the Abyss"] },
    ]);
  });
  it("is told in full where all values bring the same", () => {
    expect(outcomesOf([roll(1, limbo), roll(2, limbo)])).toEqual([
      { values: [1, 2], texts: ["Red smasher: to Limbo"] },
    ]);
  });
  it("is who wins and what is asked, where somebody is to choose then", () => {
    const found = outcomesOf([1, 2, 3].map((value) => ({ ...roll(value), won: value > 1, asks: "add or subtract?" })));
    expect(found).toEqual([
      { values: [1], texts: ["It loses"] },
      { values: [2, 3], texts: ["It wins"] },
    ]);
    const one = outcomesOf([{ ...roll(1), asks: "which die?" }, roll(2)]);
    expect(one.map(({ texts }) => texts)).toEqual([["Then: Which die?"], []]);
  });
  it("is told to the reader", () => {
    const mine = event("moved", "Ann.blue barrier: to the Abyss");
    expect(outcomesOf([roll(1, mine)], ["Ann"], "Ann")[0]?.texts).toEqual(["Your blue barrier: to the Abyss"]);
    expect(outcomesOf([roll(1, mine)], ["Ann"])[0]?.texts).toEqual(["Ann's blue barrier: to the Abyss"]);
  });
  it("is nothing where nothing is rolled", () => {
    expect(outcomesOf([])).toEqual([]);
  });
});
