import { describe, expect, it } from "vitest";
import type { DMDieView, DMView, IfNobodyActs } from "../lib/protocol";
import { counted, dealt, fateOf, outcome, summary } from "./foretelling";

const rest: IfNobodyActs = {
  events: [],
  depends: "",
  hits: [
    { source: 1, die: -1, side: 0, amount: 3 },
    { source: 2, die: 8, side: -1, amount: 2 },
    { source: 9, die: 8, side: -1, amount: 1 },
  ],
  ko: [8],
  life: [7, 20],
  falls: [],
};
const view = { sides: [{ life: 10 }, { life: 20 }], seats: [{ side: 0 }, { side: 1 }] } as unknown as DMView;
const dice = new Map([[8, { die: 8, title: "Hulk: Jade Giant", owner: 0 } as DMDieView]]);
const whose = (side: number): string => (side === 0 ? "Your" : "Bob's");

describe("a forecast", () => {
  it("says what a die takes and whether it falls", () => {
    expect(fateOf(rest, 8)).toEqual({ takes: 3, ko: true });
    expect(fateOf(rest, 1)).toBeUndefined();
    expect(fateOf(null, 8)).toBeUndefined();
  });
  it("says what a die deals to a side, and nothing of other damage", () => {
    expect([dealt(rest, 1), dealt(rest, 2), dealt(null, 1)]).toEqual([3, 0, 0]);
  });
  it("is told with the lives that change and with who falls", () => {
    expect(summary(rest, view, dice, whose)).toEqual(["Your life 10 → 7", "Your Hulk: KO'd"]);
    expect(summary({ ...rest, ko: [], life: [10, 20] }, view, dice, whose)).toEqual([]);
  });
  it("says to the reader how it would end, and nothing if it would not", () => {
    const end = { seq: 0, cause: 0, rule: "1.3.1", quiet: false, kind: "over", text: "Bob wins" };
    const ends = { ...rest, events: [end] };
    expect(outcome(ends, ["Ann", "Bob"], "Ann")).toBe("You would lose");
    expect(outcome(ends, ["Ann", "Bob"], "Bob")).toBe("You would win");
    expect(outcome(ends, ["Ann", "Bob"])).toBe("Bob wins");
    expect(outcome({ ...rest, events: [{ ...end, text: "the game is a tie" }] }, [], "Ann")).toBe("The game is a tie");
    expect([outcome(rest, [], "Ann"), outcome(null)]).toEqual(["", ""]);
  });
  it("counts equal names", () => {
    expect(counted(["Sidekick", "Hulk", "Sidekick"])).toBe("Sidekick ×2, Hulk");
  });
});
