import { describe, expect, it } from "vitest";
import { faced } from "./hints";
import type { DMDieView, DMView } from "./protocol";

function die(title: string, number: number, owner: number, more: Partial<DMDieView>): DMDieView {
  return { die: 0, card: 0, title, number, owner, face: 1, ...more };
}
const zones = { bag: {}, reserve: [], field: [], used: [], out: [] };
const view = {
  game: "dicemasters",
  seat: 0,
  sides: [{ prep: [die("Sidekick", 4, 0, { kind: "energy", energy: "wild", count: 1 })] }, { prep: [] }],
  seats: [
    { name: "Ann", zones: { ...zones, reserve: [die("Jarvis", 1, 0, { kind: "energy", energy: "fist", count: 2 })] } },
    { name: "Bob", zones: { ...zones, field: [die("Sidekick", 4, 1, { kind: "character", level: 1 })] } },
  ],
} as unknown as DMView;

describe("a hint", () => {
  it("names dice by what they show", () => {
    expect(faced("reroll Sidekick#4, Jarvis#1", view)).toBe("reroll Sidekick@wild, Jarvis@fist2");
    expect(faced("block Bob.Sidekick#4: Jarvis#1", view)).toBe("block Bob.Sidekick@1: Jarvis@fist2");
  });
  it("leaves alone what is not on the table", () => {
    expect(faced("reroll Sidekick#41, Hulk#4", view)).toBe("reroll Sidekick#41, Hulk#4");
    expect(faced("battle red assault#2", null)).toBe("battle red assault#2");
  });
});
