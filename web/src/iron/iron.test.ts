import { describe, expect, it } from "vitest";
import type { Choice } from "../lib/move.svelte";
import type { IronDieView, IronView, Option, RuleInfo } from "../lib/protocol";
import rulesText from "../../../src/dicehall/rules/irondie.md?raw";
import { IRON_SHAPES } from "../draw/iron";
import { diceIn, fullName, kindOf, shares, slotsOf } from "./dice";
import { duelFacts, ownColour } from "./facts";
import { matchSplit } from "./split";
import { damageOf, matchWounds, mildest, stepped, totalOf, woundText } from "./wounds";

function die(id: number, name: string, value = 0, zone = "reserve"): IronDieView {
  return { id, name, colour: name.split(" ")[0] ?? "", class: "life", rare: name.includes("*"), zone, value };
}

function choice(action: number, verb: string, dice: number[], amounts?: number[]): Choice {
  const option: Option = { action, text: verb, verb, dice, amounts };
  return { action, option, dice, card: -1 };
}

describe("kinds", () => {
  it("leaves the number out and keeps the star", () => {
    expect(kindOf("red assault*#2")).toBe("red assault*");
    expect(kindOf("red assault#12")).toBe("red assault");
    expect(kindOf("orange swarm")).toBe("orange swarm");
    expect(fullName(die(1, "white powerup*#1"))).toBe("White PowerUp ★");
  });
});

describe("a split", () => {
  const hand = [die(0, "red assault*#1"), die(1, "red assault*#2"), die(2, "red assault"), die(3, "orange swarm")];
  const none = choice(10, "battle", []);
  const listed = [
    none,
    choice(11, "battle", [0]),
    choice(12, "battle", [0, 1]),
    choice(13, "battle", [2]),
    choice(14, "battle", [3]),
    choice(15, "battle", [0, 3]),
  ];

  it("is the answer with the same kinds, whichever of equal dice was chosen", () => {
    expect(matchSplit(listed, [1], hand)?.action).toBe(11);
    expect(matchSplit(listed, [3, 1], hand)?.action).toBe(15);
    expect(matchSplit(listed, [1, 0], hand)?.action).toBe(12);
  });
  it("tells a rare die from a common one", () => {
    expect(matchSplit(listed, [2], hand)?.action).toBe(13);
  });
  it("of nothing is the empty answer", () => {
    expect(matchSplit(listed, [], hand)).toBe(none);
  });
  it("that is not listed is none", () => {
    expect(matchSplit(listed, [0, 2], hand)).toBeUndefined();
    expect(matchSplit([choice(99, "wound", [0])], [0], hand)).toBeUndefined();
    expect(matchSplit([], [], hand)).toBeUndefined();
  });
});

describe("wounds", () => {
  const dice = [
    die(4, "blue fortress", 2, "life"),
    die(5, "green swarm#1", 4, "life"),
    die(6, "green swarm#2", 4, "life"),
  ];
  const listed = [
    choice(1, "wound", [4, 5, 6], [2, 1, 0]),
    choice(2, "wound", [4, 5, 6], [1, 2, 0]),
    choice(3, "wound", [4, 5, 6], [1, 1, 1]),
    choice(4, "wound", [4, 5, 6], [0, 3, 0]),
    choice(5, "wound", [4, 5, 6], [0, 2, 1]),
  ];

  it("begin with what keeps most dice alive, the weakest as strong as can be", () => {
    expect(damageOf(listed)).toBe(3);
    expect([...mildest(listed, dice)]).toEqual([
      [4, 0],
      [5, 2],
      [6, 1],
    ]);
    expect([...mildest(listed.slice(0, 2), dice)]).toEqual([
      [4, 1],
      [5, 2],
      [6, 0],
    ]);
  });
  it("go up and down one by one, within the die and the damage", () => {
    const none = new Map([[4, 0]]);
    const [weak] = dice as [IronDieView];
    expect(stepped(none, weak, 1, 3).get(4)).toBe(1);
    expect(stepped(none, weak, -1, 3).get(4)).toBe(0);
    expect(stepped(none, weak, 6, 3).get(4)).toBe(2);
    const full = new Map([
      [4, 0],
      [5, 3],
    ]);
    expect(stepped(full, weak, 1, 3)).toEqual(full);
    expect(totalOf(stepped(full, weak, 1, 4))).toBe(4);
    expect(none.get(4)).toBe(0);
  });
  it("are the answer that comes to the same for equal dice", () => {
    expect(
      matchWounds(
        listed,
        new Map([
          [4, 0],
          [5, 1],
          [6, 2],
        ]),
        dice,
      )?.action,
    ).toBe(5);
    expect(
      matchWounds(
        listed,
        new Map([
          [4, 0],
          [6, 3],
        ]),
        dice,
      )?.action,
    ).toBe(4);
  });
  it("that do not fit are no answer", () => {
    expect(
      matchWounds(
        listed,
        new Map([
          [4, 0],
          [5, 1],
          [6, 1],
        ]),
        dice,
      ),
    ).toBeUndefined();
    const unlike = [dice[0], dice[1], die(6, "green swarm#2", 3, "life")] as IronDieView[];
    expect(
      matchWounds(
        listed,
        new Map([
          [4, 0],
          [5, 1],
          [6, 2],
        ]),
        unlike,
      ),
    ).toBeUndefined();
  });
  it("are written in notation", () => {
    const names = new Map([
      [4, "blue fortress"],
      [5, "Ann.green swarm#1"],
      [6, "green swarm#2"],
    ]);
    expect(
      woundText(
        new Map([
          [4, 2],
          [5, 1],
          [6, 0],
        ]),
        names,
      ),
    ).toBe("wound blue fortress=2, Ann.green swarm#1=1");
  });
});

function duel(offensive: number, ...rolled: number[]): IronView {
  const seat = (side: number, dice: IronDieView[]) => ({ name: `${side}`, side, dice, asked: false, committed: false });
  const mine = [1, 2].map((id) => die(id, `red assault#${id}`, 3, "skirmish"));
  const theirs = [11, 12].map((id) => die(id, `blue barrier#${id}`, 2, "skirmish"));
  return {
    game: "irondie",
    seats: [seat(0, mine), seat(1, theirs)],
    duel: rolled.map((id) => ({ die: id, targets: [] })),
    offensive,
  } as unknown as IronView;
}

describe("the rolls of a duel", () => {
  const dice = (view: IronView): number[] => slotsOf(view).map((slot) => slot.die);

  it("stand in the places of their sides", () => {
    expect(dice(duel(0, 1, 11, 2, 12))).toEqual([1, 11, 2, 12]);
    expect(dice(duel(1, 11, 1))).toEqual([11, 1, -1, -1]);
  });
  it("leave a forgone place free and say so", () => {
    const slots = slotsOf(duel(0, 1, 2, 11));
    expect(slots.map((slot) => slot.die)).toEqual([1, -1, 2, 11]);
    expect(slots.map((slot) => slot.passed)).toEqual([false, true, false, false]);
    expect(slotsOf(duel(0, 1)).some((slot) => slot.passed)).toBe(false);
  });
  it("lie in the zone of their side", () => {
    expect(diceIn(duel(0, 1), 0, "skirmish").map((d) => d.id)).toEqual([1, 2]);
    expect(diceIn(duel(0, 1), 0, "life")).toEqual([]);
  });
});

describe("widths", () => {
  it("follow the weights", () => {
    expect(shares([1, 2, 1], 400, [50, 50, 50])).toEqual([100, 200, 100]);
  });
  it("never fall below the least, and the others give what is missing", () => {
    expect(shares([1, 8, 1], 400, [80, 80, 80])).toEqual([80, 240, 80]);
    expect(shares([1, 1], 100, [80, 80])).toEqual([80, 80]);
    expect(shares([4, 1, 1], 400, [0, 120, 80])).toEqual([200, 120, 80]);
  });
});

describe("facts out of the rules", () => {
  const rules: RuleInfo[] = [...rulesText.matchAll(/^\*\*([\d.]+)\*\*\s((?:.+\n)+)/gm)].map((found) => ({
    number: found[1] ?? "",
    marks: [],
    text: (found[2] ?? "").replace(/\s+/g, " ").trim(),
  }));

  it("are found for every shape: a target and an effect", () => {
    for (const shape of IRON_SHAPES) {
      const numbers = duelFacts(rules, shape).map((fact) => fact.rule);
      expect(
        numbers.some((number) => number.startsWith("4.3.")),
        shape,
      ).toBe(true);
      expect(
        numbers.some((number) => number.startsWith("4.6.")),
        shape,
      ).toBe(true);
    }
  });
  it("hold what concerns the shape and nothing else", () => {
    const smasher = duelFacts(rules, "smasher");
    expect(smasher.map((fact) => fact.rule)).toEqual(["4.3.3", "4.6.1"]);
    expect(smasher[0]?.text).not.toMatch(/barrier/);
    expect(duelFacts(rules, "barrier").map((fact) => fact.rule)).toEqual(["4.3.3", "4.6.5", "4.6.2"]);
    expect(duelFacts(rules, "assault").map((fact) => fact.rule)).toEqual(["4.3.3", "4.6.2"]);
  });
  it("name the colour of a shape", () => {
    expect(ownColour(rules, "smasher")).toBe("black");
    expect(ownColour(rules, "fortress")).toBe("yellow");
    expect(ownColour(rules, "regeneration")).toBe("");
  });
});
