import { describe, expect, it } from "vitest";
import type { DMDieView, DMView } from "../lib/protocol";
import { columnsOf } from "./lane";

function die(number: number, attack = 1, title = "Sidekick"): DMDieView {
  return { die: number, card: 0, title, number, owner: 1, face: 5, kind: "character", attack, defence: 1 };
}
function attack(dice: DMDieView[], blocks: number[] = []): [DMView, Map<number, DMDieView>] {
  const view = { attackers: dice.filter((d) => d.die < 50).map((d) => d.die), blocks } as unknown as DMView;
  return [view, new Map(dice.map((d) => [d.die, d]))];
}
const none = (): string => "";
const seven = [1, 2, 3, 4, 5, 6].map((n) => die(n));

describe("the columns of an attack", () => {
  it("begin with the strongest", () => {
    const [view, dice] = attack([die(1), die(2, 5, "Hulk"), die(3, 3, "Thor")]);
    expect(columnsOf(view, dice, [], none).map((c) => c.attacker.die)).toEqual([2, 3, 1]);
  });
  it("are one each for a few equal dice", () => {
    const [view, dice] = attack(seven.slice(0, 5));
    expect(columnsOf(view, dice, [], none).map((c) => c.equal)).toEqual([1, 1, 1, 1, 1]);
  });
  it("put many equal dice together", () => {
    const [view, dice] = attack([...seven, die(7, 4, "Hulk")]);
    expect(columnsOf(view, dice, [], none).map((c) => [c.attacker.die, c.equal])).toEqual([
      [7, 1],
      [1, 6],
    ]);
  });
  it("keep those apart that somebody blocks, that were picked or that are different", () => {
    const [view, dice] = attack([...seven, die(90)], [90, 3]);
    const columns = columnsOf(view, dice, [[90, 4]], (number) => (number === 1 ? "picked" : ""));
    expect(columns.map((c) => [c.attacker.die, c.equal, c.blockers.map((b) => b.die)])).toEqual([
      [1, 1, []],
      [2, 3, []],
      [3, 1, [90]],
      [4, 1, [90]],
    ]);
    dice.set(2, { ...die(2), damage: 1 });
    expect(columnsOf(view, dice, [], none).find((c) => c.attacker.die === 2)?.equal).toBe(1);
  });
  it("show a block once that is chosen and made", () => {
    const [view, dice] = attack([die(1), die(90)], [90, 1]);
    expect(columnsOf(view, dice, [[90, 1]], none)[0]?.blockers).toHaveLength(1);
  });
});
