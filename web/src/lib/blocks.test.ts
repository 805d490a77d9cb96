import { describe, expect, it } from "vitest";
import { blockerOf, blockersOf, declaration, withEqual } from "./blocks";
import type { DMDieView, DMView, Option, Question } from "./protocol";

function asks(blocker: number, attackers: number[], may = true, verb = "block"): Question {
  const none: Option[] = may ? [{ action: blocker * 100, text: "", verb: "not block", dice: [blocker] }] : [];
  const blocks = attackers.map((a) => ({ action: blocker * 100 + a + 1, text: "", verb, dice: [blocker, a] }));
  return { actions: [...none, ...blocks] } as unknown as Question;
}
function die(number: number, title = "Sidekick", more: Partial<DMDieView> = {}): DMDieView {
  return { die: number, card: 0, title, number: number % 10, owner: number < 10 ? 0 : 1, face: 5, ...more };
}
function viewOf(mine: DMDieView[], theirs: DMDieView[]): DMView {
  const seat = (field: DMDieView[]): object => ({ zones: { field } });
  return { seats: [seat(mine), seat(theirs)], attackers: theirs.map((d) => d.die) } as unknown as DMView;
}

describe("a question about a blocker", () => {
  it("tells who may block whom", () => {
    expect(blockerOf(asks(3, [11, 12]))).toEqual({ die: 3, targets: new Set([11, 12]) });
  });
  it.each([
    ["it must block", asks(3, [11], false)],
    ["it asks for something else", asks(3, [11], true, "say")],
    ["nothing is asked", { actions: [] } as unknown as Question],
  ])("is none if %s", (_, question) => {
    expect(blockerOf(question)).toBeNull();
  });
});

describe("all blockers", () => {
  const chain = [asks(3, [11]), asks(4, []), asks(5, [11, 12])];

  it("are found one behind the other, without those that can block nobody", async () => {
    const sent: number[][] = [];
    const found = await blockersOf(chain[0] as Question, (actions) => {
      sent.push([...actions]);
      return Promise.resolve(chain[actions.length] ?? null);
    });
    expect(found.map((one) => one.die)).toEqual([3, 5]);
    expect(sent).toEqual([[300], [300, 400], [300, 400, 500]]);
  });
  it("are none where it cannot be said who comes next", async () => {
    expect(await blockersOf(chain[0] as Question, () => Promise.resolve(undefined))).toEqual([]);
  });
  it("are none where one of them is asked twice or must block", async () => {
    const twice = await blockersOf(chain[0] as Question, () => Promise.resolve(asks(3, [12])));
    const must = await blockersOf(chain[0] as Question, () => Promise.resolve(asks(4, [12], false)));
    expect([twice, must]).toEqual([[], []]);
  });
});

describe("a declaration", () => {
  const view = viewOf([die(3), die(5, "Hulk: Jade Giant")], [die(11), die(12), die(13, "Thor")]);

  it("names attackers in their order, each with its blockers", () => {
    const blocks = [
      [5, 13],
      [3, 11],
    ] as const;
    expect(declaration(blocks, view)).toBe("block Sidekick#1: Sidekick#3; Thor#3: Hulk: Jade Giant#5");
    expect(declaration([blocks[1], [5, 11]], view)).toBe("block Sidekick#1: Sidekick#3, Hulk: Jade Giant#5");
    expect(declaration([], view)).toBe("block none");
  });
  it("may be about any of equal attackers, and not about others", () => {
    const [one] = withEqual([{ die: 3, targets: new Set([11]) }], view);
    expect(one?.targets).toEqual(new Set([11, 12]));
    const hurt = viewOf([die(3)], [die(11), die(12, "Sidekick", { damage: 1 })]);
    expect(withEqual([{ die: 3, targets: new Set([11]) }], hurt)[0]?.targets).toEqual(new Set([11]));
  });
});
