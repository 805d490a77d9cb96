import { describe, expect, it } from "vitest";
import type { Happened } from "./protocol";
import { taleOf } from "./tale";

const QUIET = new Set(["decided", "step", "passed", "spent", "auto pass"]);
/** Events from lines "seq <cause kind text". */
function log(...lines: string[]): Happened[] {
  return lines.map((line) => {
    const [, seq, cause, kind = "", text = ""] = /^(\d+) <(-?\d+) ([a-z-]+(?: damage)?):? ?(.*)$/.exec(line) ?? [];
    return { seq: Number(seq), cause: Number(cause), kind, rule: "", text, quiet: QUIET.has(kind) };
  });
}
/** The tale as people see it: two spaces a level, headings in capitals. */
function told(...lines: string[]): string[] {
  return taleOf(log(...lines)).map(({ event, depth, heading }) =>
    heading ? heading.toUpperCase() : "  ".repeat(depth) + event.text,
  );
}

describe("the tale of a game", () => {
  it("has moves at the margin, their payment and their effects below", () => {
    expect(
      told(
        "0 <-1 turn: turn 7: Ann",
        "1 <0 rolled: Ann rolls: Sidekick",
        "2 <0 step: Main Step",
        "3 <2 decided: Ann decides",
        "4 <3 decided: Ann decides",
        "5 <3 spent: paid with Sidekick",
        "6 <3 fielded: Ann fields Human Torch",
        "7 <3 trigger: Human Torch takes effect",
        "8 <7 damage: Human Torch deals 1 damage",
        "9 <2 decided: Ann decides",
        "10 <9 bought: Ann buys Beast",
      ),
    ).toEqual([
      "TURN 7 · ANN · ROLL",
      "Ann rolls: Sidekick",
      "MAIN",
      "Ann fields Human Torch",
      "  paid with Sidekick",
      "  Human Torch takes effect",
      "    Human Torch deals 1 damage",
      "Ann buys Beast",
    ]);
  });

  it("leaves out an effect of which nothing came, and the step with it", () => {
    const before = ["0 <-1 turn: turn 1: Ann", "1 <0 fielded: Ann fields Rescue", "2 <1 trigger: Rescue takes effect"];
    const after = ["4 <-1 step: Main Step", "5 <4 trigger: Hulk takes effect"];
    expect(told(...before, ...after)).toEqual(["TURN 1 · ANN · ROLL", "Ann fields Rescue"]);
    expect(told(...before, "3 <2 life: Ann gains 1 life", ...after)).toEqual([
      "TURN 1 · ANN · ROLL",
      "Ann fields Rescue",
      "  Rescue takes effect",
      "    Ann gains 1 life",
    ]);
  });

  it("has no heading for a step in which nothing happens", () => {
    expect(
      told(
        "0 <-1 turn: turn 1: Ann",
        "1 <0 step: Main Step",
        "2 <1 step: attack step",
        "3 <2 attacks: Ann does not attack",
      ),
    ).toEqual(["TURN 1 · ANN · ROLL", "ATTACK", "Ann does not attack"]);
  });

  it("hangs each KO below its damage, and a move within the fight below nothing", () => {
    const fight = [
      "0 <-1 step: attack step",
      "1 <0 attacks: Ann attacks",
      "2 <1 decided: Bob decides",
      "3 <1 blocks: Hulk is blocked",
    ];
    const damage = ["8 <3 damage: one is hurt", "9 <3 damage: two is hurt", "10 <8 ko: one falls"];
    expect(told(...fight, ...damage)).toEqual([
      "ATTACK",
      "Ann attacks",
      "Hulk is blocked",
      "  one is hurt",
      "    one falls",
      "  two is hurt",
    ]);
    const reply = [
      "4 <3 decided: Bob decides",
      "5 <4 spent: paid",
      "6 <4 global: Bob uses Distraction",
      "7 <4 moved: Hulk goes",
    ];
    expect(told(...fight, ...reply, ...damage)).toEqual([
      "ATTACK",
      "Ann attacks",
      "Hulk is blocked",
      "Bob uses Distraction",
      "  paid",
      "  Hulk goes",
      "one is hurt",
      "  one falls",
      "two is hurt",
    ]);
  });

  it("leaves what an effect fields below the effect", () => {
    expect(
      told(
        "0 <-1 step: Main Step",
        "1 <0 decided: Ann decides",
        "2 <1 used: Ann uses Call",
        "3 <2 decided: Ann decides",
        "4 <3 fielded: Ann fields Sidekick",
      ),
    ).toEqual(["MAIN", "Ann uses Call", "  Ann fields Sidekick"]);
  });

  it("holds a duel of IRONDIE together", () => {
    expect(
      told(
        "0 <-1 turn: turn 1",
        "1 <-1 rolled: rolled: all",
        "2 <-1 step: the skirmish step",
        "3 <-1 decided: Bob decides",
        "4 <3 opens: Bob opens a duel",
        "5 <4 rolled: rolled: ballistic",
        "6 <3 decided: Ann decides",
        "7 <6 answers: Ann answers",
        "8 <3 compared: ballistic wins",
        "9 <8 changed: fortress loses 2",
        "10 <-1 over: the game is over: Bob wins",
      ),
    ).toEqual([
      "TURN 1 · BATTLE",
      "rolled: all",
      "SKIRMISH",
      "Bob opens a duel",
      "  rolled: ballistic",
      "  Ann answers",
      "  ballistic wins",
      "    fortress loses 2",
      "the game is over: Bob wins",
    ]);
  });

  it("tells what it knows when the beginning is missing", () => {
    expect(told("70 <12 damage: Hulk is hurt", "71 <70 ko: Hulk falls")).toEqual(["Hulk is hurt", "  Hulk falls"]);
  });
});
