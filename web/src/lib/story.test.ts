import { describe, expect, it } from "vitest";
import { clause, endingWords, marked, story } from "./story";

describe("the end of a game", () => {
  it("says why, and of whom", () => {
    const names = ["Ann", "Bob"];
    expect(endingWords({ winners: [1], why: "time", rule: "1.3.4" }, names)).toBe("Ann's time is up");
    expect(endingWords({ winners: [0], why: "gone", rule: "1.3.4" }, names)).toBe(
      "Bob is gone, and the game was claimed",
    );
    expect(endingWords({ winners: [0], why: "conceded", rule: "1.3.4" }, names)).toBe("Conceded");
    expect(endingWords({ winners: [], why: "draw", rule: "7.1.2" }, names)).toBe("Draw");
  });
});

describe("story", () => {
  it("says what a die shows", () => {
    expect(story("A rolls: Sidekick@bolt, Sidekick@shield x3")).toBe("A rolls: Sidekick (bolt), Sidekick (shield) ×3");
    expect(story("Jarvis#2@fist2 and Hulk@2*")).toBe("Jarvis (fist ×2) and Hulk (level 2 ✹)");
    expect(story("uses Smash!@action**")).toBe("Uses Smash! (action ✹✹)");
  });
  it("says whose a die is, unless it is plain", () => {
    expect(story("Ann fields Ann.Sidekick@1", ["Ann", "Bob"])).toBe("Ann fields Sidekick (level 1)");
    expect(story("Bob.Hulk@2 is KO'd", ["Ann", "Bob"])).toBe("Bob's Hulk (level 2) is KO'd");
  });
  it("says it once for dice of one seat in a list", () => {
    expect(story("Bob.Hulk, Bob.Sidekick x2 go to Limbo", ["Ann", "Bob"])).toBe("Bob's Hulk, Sidekick ×2 go to Limbo");
    expect(story("Bob.Hulk, Ann.Hulk, Bob.Thor: to Limbo", ["Ann", "Bob"])).toBe(
      "Bob's Hulk, Ann's Hulk, Bob's Thor: to Limbo",
    );
  });
  it("knows the dice of IRONDIE", () => {
    expect(story("rolled: Ada.red assault*#2@4", ["Ada"])).toBe("Rolled: Ada's red assault ★ (4)");
    expect(story("Ada.white powerup*@4", ["Ada"])).toBe("Ada's white PowerUp ★ (4)");
  });
  it("tells equal dice apart by no number", () => {
    expect(story("Ann.Hulk#2 blocks Bob.Sidekick#7; Ann.Hulk#1 rests", ["Ann", "Bob"])).toBe(
      "Ann's Hulk blocks Bob's Sidekick; Ann's Hulk rests",
    );
  });
  it("leaves other words alone", () => {
    expect(story("Beast: Mutate #666 is bought")).toBe("Beast: Mutate #666 is bought");
  });
});

describe("the reader", () => {
  const names = ["Ann", "Bob"];
  const you = (text: string): string => story(text, names, "Ann");
  it("is spoken to", () => {
    expect(you("Ann buys Hulk")).toBe("You buy Hulk");
    expect(you("Ann does not attack")).toBe("You do not attack");
    expect(you("Ann can roll nothing and forgoes the roll")).toBe("You can roll nothing and forgo the roll");
    expect(you("Ann has priority in the battle: 16 life points against 7")).toMatch(/^You have priority/);
    expect(you("the game is over: Ann wins")).toBe("The game is over: you win");
    expect(you("for priority: Ann rolls 3, Bob rolls 5")).toBe("For priority: you roll 3, Bob rolls 5");
    expect(you("Bob.Hulk#1 deals 3 damage to Ann (life 4)")).toBe("Bob's Hulk deals 3 damage to you (life 4)");
    expect(you("Ann's bag is refilled from the Used Pile (10 dice)")).toMatch(/^Your bag/);
    expect(you("Ann.Sidekick@1 is KO'd")).toBe("Your Sidekick (level 1) is KO'd");
    expect(you("Ann fields Ann.Sidekick@1")).toBe("You field Sidekick (level 1)");
  });
  it("hears whose a target is, in the middle of a sentence too", () => {
    expect(you("Ann opens a duel with blue nullifier on Ann.red smasher, Ann.red swarm")).toBe(
      "You open a duel with blue nullifier on your red smasher, red swarm",
    );
    expect(you("Bob answers with red swarm on Bob.red smasher")).toBe(
      "Bob answers with red swarm on Bob's red smasher",
    );
    expect(you("Bob answers with red swarm on Ann.red smasher")).toMatch(/ on your red smasher$/);
    expect(clause("the choice of Ann.Hulk#2", names, "Ann")).toBe("the choice of your Hulk");
  });
  it("is not the others, nor a word that is spelled alike", () => {
    expect(you("Bob buys Hulk")).toBe("Bob buys Hulk");
    expect(you("Bob.Ann Marie deals 2 damage to Bob.Ann Marie (now 2)")).toBe(
      "Bob's Ann Marie deals 2 damage to Bob's Ann Marie (now 2)",
    );
    expect(story("Ann buys Hulk", names)).toBe("Ann buys Hulk");
    expect(story("Iron Man deals 1 damage to Iron (life 3)", ["Iron"], "Iron")).toBe(
      "Iron Man deals 1 damage to you (life 3)",
    );
  });
});

describe("the dice in a sentence", () => {
  it("are found by the titles of the table, the longest first", () => {
    const titles = ["Iron Man: Inventor", "Iron Man: Playboy", "Iron Spider: Version 2.0"];
    expect(marked("Iron Spider blocks Iron Man: Playboy", titles)).toEqual([
      "",
      "Iron Spider",
      " blocks ",
      "Iron Man: Playboy",
      "",
    ]);
    expect(marked("You buy Iron Man", titles)).toEqual(["You buy ", "Iron Man", ""]);
    expect(marked("Nobody blocks", titles)).toEqual(["Nobody blocks"]);
  });
  it("are known by colour and shape in IRONDIE", () => {
    expect(marked("Your red assault ★ (4) wins", [])).toEqual(["Your ", "red assault ★", " (4) wins"]);
    expect(marked("Your red PowerUp wins", [])).toEqual(["Your ", "red PowerUp", " wins"]);
  });
});
