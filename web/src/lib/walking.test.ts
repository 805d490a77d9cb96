import { describe, expect, it, vi } from "vitest";
import type { Question } from "./protocol";
import { changed, divide, leftOf, payWith, settle, usualShares } from "./walking";

/** A payment of 2, for which dice are asked in their order: 1, 2 and 3 are one energy, 4 is two. One of 1 and 2 is needed. */
const UNITS = new Map([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
]);
const units = (die: number): number => UNITS.get(die) ?? 0;

function pays(dice: number[]): Question {
  const actions = dice.map((die) => ({ action: 100 + die, text: "", verb: "pay", dice: [die] }));
  return { kind: "pay", price: 2, pays: [1, 2], usual: [], actions } as unknown as Question;
}
const first = pays([1, 2]);
/** As the server does it: single energies first, and only what can still be completed. */
function ahead(actions: number[]): Promise<Question | null> {
  const last = actions.at(-1);
  if (actions.length === 2) return Promise.resolve(null);
  if (last === 101) return Promise.resolve(pays([2, 3]));
  return Promise.resolve(last === 102 ? null : undefined) as Promise<Question | null>; // with 2 goes 3, the last one
}

describe("a payment", () => {
  it("is found for dice that make it, in the order in which they are asked for", async () => {
    const found = await payWith(first, [3, 1], units, ahead);
    expect(found?.choices.map((choice) => choice.action)).toEqual([101, 103]);
  });
  it("is found where the last die is not asked for", async () => {
    expect((await payWith(first, [2, 3], units, ahead))?.choices.map((choice) => choice.action)).toEqual([102]);
  });
  it("is none with too little, and nobody is asked then", async () => {
    const asked = vi.fn(ahead);
    expect(await payWith(first, [2], units, asked)).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });
  it("is none with too much", async () => {
    expect(await payWith(first, [1, 2, 3], units, ahead)).toBeNull();
  });
});

describe("a die that is added to a payment", () => {
  it("takes the place of the oldest that can go", async () => {
    const [dice, paid] = await settle(first, [1, 2, 3], units, ahead);
    expect([dice, paid?.choices.length]).toEqual([[2, 3], 1]);
  });
  it("is kept where it does not suffice alone", async () => {
    expect(await settle(first, [3], units, ahead)).toEqual([[3], null]);
  });
});

describe("divided damage", () => {
  const usual = { usual: [{ number: 2 }, { number: 0 }] } as unknown as Question;
  const shares = usualShares(usual, [7, 8, 9], 5);

  it("begins as the server proposes it, with the rest on the last die", () => {
    expect([...shares]).toEqual([
      [7, 2],
      [8, 0],
      [9, 3],
    ]);
    expect(leftOf(shares, 5)).toBe(0);
  });
  it("goes no further than there are points", () => {
    expect(changed(shares, 7, 1, 5)).toEqual(shares);
    const less = changed(shares, 7, -1, 5);
    expect([less.get(7), leftOf(less, 5)]).toEqual([1, 1]);
    expect(changed(less, 8, 9, 5).get(8)).toBe(1);
    expect(changed(shares, 8, -1, 5).get(8)).toBe(0);
  });
  it("is answered die by die, and the last one is not asked for", async () => {
    const asks = (die: number): Question =>
      ({
        actions: [0, 1, 2].map((number) => ({ action: number + 50, text: "", verb: "assign", dice: [die], number })),
      }) as unknown as Question;
    const found = await divide(asks(7), shares, (done) => Promise.resolve(done.length === 1 ? asks(8) : null));
    expect(found?.choices.map((choice) => choice.action)).toEqual([52, 50]);
    expect(found?.next).toBeNull();
  });
});
