import { describe, expect, it } from "vitest";
import type { Ending, View } from "../lib/protocol";
import { endingWords } from "./ending";

const view = {
  seats: [
    { name: "Ann", side: 0 },
    { name: "Bob", side: 1 },
  ],
  sides: [{ life: 3 }, { life: 0 }],
} as unknown as View;
const ended = (why: string, winners: number[] = [0]): Ending => ({ winners, why, rule: "1.3.1" });

describe("the end of a game", () => {
  it.each([
    ["life", 0, "You win: Bob's life is 0"],
    ["life", 1, "You lose: your life is 0"],
    ["life", -1, "Ann wins: Bob's life is 0"],
    ["conceded", 0, "You win: Bob gave up"],
    ["conceded", 1, "You lose: you gave up"],
    ["time", 1, "You lose: your time is up"],
    ["gone", 0, "You win: Bob was gone too long"],
    ["gone", 1, "You lose: you were gone too long"],
  ])("by %s, for side %i", (why, mine, words) => {
    expect(endingWords(ended(why), view, mine).head).toBe(words);
  });
  it("may be a tie", () => {
    expect(endingWords(ended("both", []), view, 0).head).toBe("A tie: both sides are at 0 life");
  });
  it("tells the lives", () => {
    expect(endingWords(ended("life"), view, 0).life).toBe("Life at the end: you 3, Bob 0.");
    expect(endingWords(ended("life"), view, -1).life).toBe("Life at the end: Ann 3, Bob 0.");
  });
});
