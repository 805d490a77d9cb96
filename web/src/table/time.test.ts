import { describe, expect, it } from "vitest";
import type { Update } from "../lib/protocol";
import { mayClaim } from "./time";

const update = (change: Partial<Update> = {}): Update =>
  ({
    status: "playing",
    seats: [0],
    names: ["Ann", "Bob"],
    bots: [false, false],
    here: [true, false],
    asked: [1],
    clock: { left: [null, null], running: [1] },
    ...change,
  }) as Update;

describe("a game can be claimed", () => {
  it("of somebody who is gone while the game waits for them", () => {
    expect(mayClaim(update(), 0)).toBe(true);
    expect(mayClaim(update({ here: [true, true] }), 0)).toBe(false);
    expect(mayClaim(update({ asked: [0] }), 0)).toBe(false);
    expect(mayClaim(update({ asked: [0, 1] }), 0)).toBe(false); // in secret: first one's own answer
    expect(mayClaim(update({ status: "over", asked: [] }), 0)).toBe(false);
    expect(mayClaim(update({ bots: [false, true] }), 0)).toBe(false);
    expect(mayClaim(update({ seats: [] }), 0)).toBe(false);
    expect(mayClaim(update({ seats: [0, 1] }), 0)).toBe(false);
  });

  it("of somebody whose time is up", () => {
    const clock = { left: [5, 5], running: [1] };
    expect(mayClaim(update({ here: [true, true], clock }), 4)).toBe(false);
    expect(mayClaim(update({ here: [true, true], clock }), 6)).toBe(true);
    expect(mayClaim(update({ here: [true, true], clock: { left: [-5, 5], running: [0] } }), 6)).toBe(false);
  });
});
