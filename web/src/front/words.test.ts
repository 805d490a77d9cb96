import { describe, expect, it } from "vitest";
import type { RoomInfo } from "../lib/protocol";
import {
  ago,
  clockWords,
  duration,
  gameWords,
  hasFreeSeat,
  hostWords,
  isHere,
  standing,
  termsWords,
  who,
} from "./words";

const room = (change: Partial<RoomInfo>): RoomInfo => ({
  room: "x",
  game: "irondie",
  status: "playing",
  names: ["Ann", "Bob"],
  bots: [false, false],
  clock: "",
  created: 0,
  edition: "",
  book: "",
  format: "",
  teams: ["", ""],
  turn: 3,
  asked: [0],
  ending: null,
  kept: ["", ""],
  ...change,
});

describe("a room", () => {
  it("says who plays", () => {
    expect(who(room({}))).toBe("Ann against Bob");
    expect(who(room({ names: ["Ann", "Bot"], bots: [false, true] }))).toBe("Ann against the computer");
    expect(who(room({ names: ["Bot", "Ann"], bots: [true, false] }))).toBe("Ann against the computer");
    expect(who(room({ names: ["Ann", ""], status: "waiting" }))).toBe("Ann");
    expect(who(room({}), [1])).toBe("You against Ann");
    expect(who(room({}), [0, 1])).toBe("Ann against Bob");
    expect(who(room({ names: ["Bot", "Ann"], bots: [true, false] }), [1])).toBe("You against the computer");
    expect(who(room({ names: ["Ann", ""], status: "waiting" }), [0])).toBe("You");
    expect(who(room({ names: ["", ""], status: "waiting" }))).toBe("A table");
  });

  it("says who invites, if that is a name of their own", () => {
    expect(hostWords(["Greta", ""])).toBe("Greta");
    expect(hostWords(["Ann", ""])).toBe("Somebody");
    expect(hostWords(["", ""])).toBe("Somebody");
  });

  it("is known to others or not, by its address", () => {
    expect(["127.0.0.1", "localhost", "[::1]", "dice.localhost"].filter((host) => !isHere(host))).toEqual([]);
    expect(["192.168.1.4", "dice.example", "localhost.example"].filter(isHere)).toEqual([]);
  });

  it("says how it stands", () => {
    expect(standing(room({}), [0])).toBe("your move, turn 3");
    expect(standing(room({}), [1])).toBe("Ann to move, turn 3");
    expect(standing(room({ asked: [0, 1] }))).toBe("Ann and Bob to move, turn 3");
    expect(standing(room({ asked: [1], bots: [false, true] }), [0])).toBe("the computer to move, turn 3");
    const ending = { winners: [1], why: "life", rule: "1.3.1" };
    expect(standing(room({ ending }), [1])).toBe("you won");
    expect(standing(room({ ending }), [0])).toBe("you lost");
    expect(standing(room({ ending }), [0, 1])).toBe("Bob won");
    expect(standing(room({ ending: { ...ending, winners: [] } }), [0])).toBe("a draw");
  });

  it("says which game it is", () => {
    expect(gameWords(room({}))).toBe("IRONDIE");
    const demo = { game: "dicemasters", edition: "ygo", book: "Yu-Gi-Oh! (2014)", format: "demo" } as const;
    expect(gameWords(room(demo))).toBe("Dice Masters, Yu-Gi-Oh! 2014, demo game");
    expect(gameWords(room({ ...demo, format: "tournament" }))).toBe("Dice Masters, Yu-Gi-Oh! 2014, full game");
  });

  it("says what was agreed", () => {
    const demo = { game: "dicemasters", book: "Yu-Gi-Oh! (2014)", format: "demo" } as const;
    expect(termsWords(room(demo))).toBe("Dice Masters, Yu-Gi-Oh! 2014, demo game, no clock");
    expect(termsWords(room({ teams: ["red tide", "blue tide"], clock: "900 s a side" }))).toBe(
      "IRONDIE, red tide against blue tide, 15 min a side",
    );
    expect(termsWords(room({ teams: ["blue tide", "blue tide"] }))).toBe("IRONDIE, both with blue tide, no clock");
  });

  it("has a free seat only while it waits for a person", () => {
    expect(hasFreeSeat(room({ names: ["Ann", ""], status: "waiting" }))).toBe(true);
    expect(hasFreeSeat(room({ names: ["Ann", ""], status: "waiting", bots: [false, true] }))).toBe(false);
    expect(hasFreeSeat(room({ names: ["Ann", "Bob"], status: "waiting" }))).toBe(false);
    expect(hasFreeSeat(room({ names: ["Ann", ""], status: "playing" }))).toBe(false);
  });
});

it.each([
  [0, "0 s"],
  [45, "45 s"],
  [90, "1 min 30 s"],
  [900, "15 min"],
  [3600, "1 hour"],
  [172_800, "2 days"],
  [90_061, "1 day 1 hour"],
])("%d seconds are %s", (seconds, words) => expect(duration(seconds)).toBe(words));

it.each([
  ["", "no clock"],
  ["900 s a side + 10 s a move", "15 min a side + 10 s a move"],
  ["172800 s a move", "2 days a move"],
  ["5.184e+06 s a move", "60 days a move"],
])("the clock %j", (clock, words) => expect(clockWords(clock)).toBe(words));

it.each([
  [5, "just now"],
  [120, "2 min ago"],
  [7300, "2 h ago"],
  [90_000, "yesterday"],
  [200_000, "2 days ago"],
])("%d seconds ago", (gone, words) => expect(ago(1_000_000, 1_000_000 + gone)).toBe(words));
