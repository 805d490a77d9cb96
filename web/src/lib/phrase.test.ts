import { describe, expect, it } from "vitest";
import { goesOn, phrase } from "./phrase";

describe("a move in words", () => {
  const names = ["Ann", "Rook"];
  it.each([
    ["keep", "keep all dice"],
    ["field Howard Stark@1", "field Howard Stark (level 1)"],
    ["reroll Howard Stark@mask2", "reroll Howard Stark (mask ×2)"],
    ["attack War Machine, Howard Stark x2", "attack with War Machine, Howard Stark ×2"],
    ["attack with Sidekick@1", "attack with Sidekick (level 1)"],
    ["attack none", "do not attack"],
    ["block none", "do not block"],
    ["block Space Armor Iron Man: Sidekick", "block Space Armor Iron Man with Sidekick"],
    ["block Hulk: Beast, Sidekick; Thor: Wasp", "block Hulk with Beast, Sidekick, block Thor with Wasp"],
    ["global Smash! on Rook.Hulk", "use the Global Ability of Smash! on Rook's Hulk"],
    ["assign Hulk: Spider-Man=3, Beast=5", "divide the damage of Hulk: 3 to Spider-Man, 5 to Beast"],
    ["duel blue nullifier on Rook.yellow regeneration", "duel with blue nullifier on Rook's yellow regeneration"],
    ["battle red assault*, blue barrier", "roll red assault ★, blue barrier into battle"],
    ["wound red fortress=2, blue swarm=1", "red fortress loses 2, blue swarm loses 1"],
    ["buy Smash!", "buy Smash!"],
    ["buy Smash! + end main", "buy Smash!, end the main step"],
    ["reroll Sidekick@shield, Sidekick@shield, Sidekick@1", "reroll Sidekick (shield) ×2, Sidekick (level 1)"],
    ["attack Sidekick#1, Sidekick#2, Sidekick King", "attack with Sidekick ×2, Sidekick King"],
  ])("%s", (move, words) => expect(phrase(move, names)).toBe(words));
});

describe("how a game may go on", () => {
  const names = ["Ann", "Bob"];
  it("is told to who reads it, move by move", () => {
    const lines = ["Ann> buy Hulk", "Ann> end main", "Bob> block Ann.Hulk#2: Sidekick#1", "Bob> pass"];
    expect(goesOn(lines, names, "Ann")).toBe(
      "then you buy Hulk, end the main step; Bob: block your Hulk with Sidekick, pass",
    );
    expect(goesOn(lines.slice(0, 1), names)).toBe("then Ann: buy Hulk");
  });
  it("is an example where dice would have to fall so", () => {
    const lines = ["roll> Sidekick@fist x2", "Ann> field Hulk", "Bob> pass"];
    expect(goesOn(lines, names, "Ann")).toBe(
      "for example, if the roll is Sidekick (fist) ×2, you field Hulk; Bob: pass",
    );
  });
});
