import { describe, expect, it } from "vitest";
import { keepEqual } from "./same";

describe("what has not changed", () => {
  const old = {
    turn: 1,
    zones: {
      field: [
        { die: 3, face: 1 },
        { die: 5, face: 2 },
        { die: 7, face: 0 },
      ],
      used: [{ die: 9, face: -1 }],
    },
    blocks: [1, 2],
    over: null,
  };
  const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

  it("is the same thing", () => {
    expect(keepEqual(old, copy(old))).toBe(old);
  });

  it("stays beside what has changed", () => {
    const fresh = { ...copy(old), turn: 2 };
    const kept = keepEqual(old, fresh);
    expect(kept).toEqual(fresh);
    expect(kept.zones).toBe(old.zones);
    expect(kept.blocks).toBe(old.blocks);
    expect(old.turn).toBe(1);
  });

  it("is found where it lies now", () => {
    const fresh = copy(old);
    fresh.zones.field.shift();
    fresh.zones.field.push({ die: 9, face: 0 });
    const kept = keepEqual(old, fresh);
    expect(kept).toEqual(fresh);
    expect(kept.zones.field[0]).toBe(old.zones.field[1]);
    expect(kept.zones.field[1]).toBe(old.zones.field[2]);
    expect(kept.zones.used).toBe(old.zones.used);
    expect(old.zones.field).toHaveLength(3);
  });

  it.each([
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [[1, 2], [1]],
    [[1], [1, 2]],
    [[], {}],
    [{}, []],
    [null, { a: 1 }],
    [{ a: 1 }, null],
    [{ a: undefined }, { b: undefined }],
    [[{ die: 1 }], [{ id: 2 }]],
    [1, "1"],
  ])("%j and %j are not taken for each other", (before, after) => {
    const kept = keepEqual<unknown>(before, after);
    expect(kept).toStrictEqual(after);
    expect(kept).not.toBe(before);
  });
});
