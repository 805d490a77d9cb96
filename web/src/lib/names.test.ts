import { describe, expect, it } from "vitest";
import { seatName } from "./names";

describe("a name at the table", () => {
  it.each([
    ["Ann", "Ann"],
    ["Jürgen", "Jürgen"],
    ["Łukasz_2", "Łukasz_2"],
    ["Mary-Jane", "Mary-Jane"],
    ["Anna Maria", "AnnaMaria"],
    ["  anna   maria ", "annaMaria"],
    ["O'Neil", "ONeil"],
    ["Dr. Who?", "DrWho"],
    ["😀", ""],
    ["--", ""],
    ["Maximilian Alexander", "MaximilianAlexan"],
    ["李 小龙", "李小龙"],
  ])("%s", (typed, name) => expect(seatName(typed)).toBe(name));

  it("is not changed again", () => {
    for (const typed of ["Anna Maria", "O'Neil", "Dr. Who?"]) expect(seatName(seatName(typed))).toBe(seatName(typed));
  });
});
