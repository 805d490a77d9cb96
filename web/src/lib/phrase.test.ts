import { describe, expect, it } from "vitest";
import { phrase } from "./phrase";

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
  ])("%s", (move, words) => expect(phrase(move, names)).toBe(words));
});
