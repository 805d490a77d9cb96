import { describe, expect, it } from "vitest";
import { story } from "./story";

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
  it("knows the dice of IRONDIE", () => {
    expect(story("rolled: Ada.red assault*#2@4", ["Ada"])).toBe("Rolled: Ada's red assault ★ (4)");
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
