import { describe, expect, it } from "vitest";
import { dropsOf } from "./drops";
import type { Choice } from "./move.svelte";

function choice(action: number, verb: string, dice: number[], card = -1): Choice {
  return { action, option: { action, text: verb, verb, dice }, dice, card };
}
const actions = (choices: Choice[] | undefined): number[] | undefined => choices?.map((c) => c.action);

describe("where a thing can be put", () => {
  it("is the place that its move leads to", () => {
    const { places, dice } = dropsOf([choice(1, "field", [7]), choice(2, "use", [7])], 1);
    expect([...places.keys()]).toEqual(["field", "used", "out"]);
    expect(actions(places.get("field"))).toEqual([1]);
    expect(actions(places.get("used"))).toEqual([2]);
    expect(dice.size).toBe(0);
  });
  it("is the die that is to be pointed at next", () => {
    const { places, dice } = dropsOf([choice(1, "duel", [7, 3]), choice(2, "duel", [7, 4]), choice(3, "duel", [7])], 1);
    expect([...dice].map(([die, found]) => [die, actions(found)])).toEqual([
      [3, [1]],
      [4, [2]],
    ]);
    expect(actions(places.get("duel"))).toEqual([3]);
  });
  it("is the Used Pile or the mat for a die that is bought, and nothing for a Global Ability", () => {
    const { places } = dropsOf([choice(1, "buy", [], 2), choice(2, "global", [], 2)], 0);
    expect([...places].map(([place, found]) => [place, actions(found)])).toEqual([
      ["used", [1]],
      ["mat", [1]],
    ]);
  });
  it("is nowhere for a mere choice", () => {
    const { places, dice } = dropsOf([choice(1, "choose", [5]), choice(2, "reroll", [5])], 1);
    expect(places.size + dice.size).toBe(0);
  });
});
