import { describe, expect, it } from "vitest";
import type { Choices, Ready } from "../lib/protocol";
import { fit, grouped, locate, missing, recall, sentence, settingsOf, takeEdition, usual } from "./setup";

const ready = (name: string, edition = ""): Ready => ({ name, title: `the ${name}`, about: "", edition, holds: [] });
const CHOICES: Choices = {
  levels: [
    { name: "easy", about: "" },
    { name: "hard", about: "" },
  ],
  editions: [
    { name: "avx", title: "One" },
    { name: "imw", title: "Two" },
  ],
  edition: "imw",
  teams: [ready("a1", "avx"), ready("a2", "avx"), ready("i1", "imw"), ready("i2", "imw")],
  sets: [ready("red"), ready("first steps")],
  sayings: [],
};

describe("settings", () => {
  it("are those of the demo against an easy computer at a first visit", () => {
    const choice = usual();
    expect(settingsOf(choice)).toEqual({
      game: "dicemasters",
      places: [
        { kind: "person", team: "" },
        { kind: "bot", level: "easy", team: "" },
      ],
      one_screen: false,
      listed: false,
      undos: 3,
      hints: true,
    });
    fit(choice, CHOICES);
    expect(settingsOf(choice).edition).toBe("imw");
  });

  it("name ready-made teams, and an edition for Dice Masters only", () => {
    const choice = usual();
    fit(choice, CHOICES);
    choice.setups.dicemasters.layout = "ready";
    expect(settingsOf(choice).places.map((place) => place.team)).toEqual(["i1", "i2"]);
    choice.game = "irondie";
    expect(settingsOf(choice).places.map((place) => place.team)).toEqual(["first steps", "first steps"]);
    expect(settingsOf(choice)).not.toHaveProperty("edition");
  });

  it("carry one's own text, and the opponent's only if it is wanted", () => {
    const choice = usual();
    fit(choice, CHOICES);
    choice.setups.dicemasters = { layout: "own", ready: ["a1", "a2"], texts: ["mine", "theirs"], both: false };
    expect(settingsOf(choice).places.map((place) => place.team)).toEqual(["mine", "a2"]);
    expect(settingsOf(choice)).not.toHaveProperty("edition"); // the team names it
    choice.setups.dicemasters.both = true;
    choice.ownEdition = "avx";
    expect(settingsOf(choice).places.map((place) => place.team)).toEqual(["mine", "theirs"]);
    expect(settingsOf(choice).edition).toBe("avx");
  });

  it("say who sits on the other side", () => {
    const choice = usual();
    choice.second = " Bea ";
    choice.opponent = "anyone";
    expect(settingsOf(choice)).toMatchObject({
      listed: true,
      one_screen: false,
      places: [{}, { kind: "person", team: "" }],
    });
    expect(settingsOf(choice).places[1]).not.toHaveProperty("name");
    choice.opponent = "friend";
    expect(settingsOf(choice)).toMatchObject({ listed: false, one_screen: false });
    expect(settingsOf(choice).places[1]).not.toHaveProperty("level");
    choice.opponent = "screen";
    expect(settingsOf(choice)).toMatchObject({
      listed: false,
      one_screen: true,
      places: [{}, { kind: "person", name: "Bea" }],
    });
  });

  it("have the clock that is chosen; an emptied field is 0", () => {
    const choice = usual();
    expect(settingsOf(choice)).not.toHaveProperty("clock");
    choice.clock = "total";
    expect(settingsOf(choice).clock).toEqual({ kind: "total", seconds: 900, increment: 10 });
    choice.clock = "days";
    expect(settingsOf(choice)).toMatchObject({ clock: { kind: "move", seconds: 172_800 } });
    choice.days = null as unknown as number;
    choice.undos = 2.7;
    expect(settingsOf(choice)).toMatchObject({ clock: { kind: "move", seconds: 0 }, undos: 2 });
    expect(settingsOf(choice)).not.toHaveProperty("claim_after"); // the server's own: not before a move's time is over
  });
});

describe("what was remembered", () => {
  it("comes back", () => {
    const choice = usual();
    choice.game = "irondie";
    choice.setups.irondie.texts[0] = "red assault x9";
    choice.clock = "days";
    expect(recall(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  });

  it.each([
    null,
    3,
    "x",
    [],
    { game: "chess" },
    { setups: { irondie: { layout: "demo" } } },
    { setups: null, days: "2" },
  ])("is usual where it makes no sense: %j", (kept) => expect(recall(kept)).toEqual(usual()));

  it("is fitted to what the server knows now", () => {
    const choice = recall({ edition: "old", level: "god", setups: { dicemasters: { ready: ["gone", "a1"] } } });
    fit(choice, CHOICES);
    expect(choice.edition).toBe("imw");
    expect(choice.level).toBe("easy");
    expect(choice.setups.dicemasters.ready).toEqual(["i1", "a1"]);
    const before = JSON.stringify(choice);
    fit(choice, CHOICES);
    expect(JSON.stringify(choice)).toBe(before);
  });
});

it("another rulebook brings its own teams", () => {
  const choice = usual();
  fit(choice, CHOICES);
  takeEdition(choice, "avx", CHOICES);
  expect(choice.setups.dicemasters.ready).toEqual(["a1", "a2"]);
  expect(grouped(CHOICES, "imw").map((group) => group.title)).toEqual(["Two", "One"]);
});

describe("what is wrong", () => {
  it("is said before the server is asked, if a text is missing", () => {
    const choice = usual();
    expect(missing(choice)).toBeNull();
    choice.setups.dicemasters.layout = "own";
    expect(missing(choice)?.spot).toBe("mine");
    choice.setups.dicemasters.texts[0] = "x";
    expect(missing(choice)).toBeNull();
    choice.setups.dicemasters.both = true;
    expect(missing(choice)?.spot).toBe("theirs");
  });

  it.each([
    ["seat 1: team, line 1: unknown key", "mine", "Team, line 1: unknown key"],
    ["seat 2: there is no such set", "theirs", "There is no such set"],
    ["clock: seconds are from 1", "clock", "Seconds are from 1"],
    ["undos: from 0 to 99", "undos", "From 0 to 99"],
    ["edition: there is no 'x'", "edition", "There is no 'x'"],
    ["name: 'a b' must be one word", "name", "'a b' must be one word"],
    ["somebody at this table is called Bot already", "name", "Somebody at this table is called Bot already"],
    ["The server does not answer.", "play", "The server does not answer."],
  ] as const)("%s", (detail, spot, text) => expect(locate(detail, usual())).toEqual({ spot, text }));

  it("belongs to the second name if it is about that one", () => {
    const choice = { ...usual(), opponent: "screen" as const, second: "c d" };
    expect(locate("name: 'c d' must be one word", choice).spot).toBe("second");
    expect(locate("name: 'a b' must be one word", choice).spot).toBe("name");
    expect(locate("somebody at this table is called Ann already", choice).spot).toBe("second");
  });

  it("belongs to the own text if there is only one", () => {
    const choice = usual();
    expect(locate("this is no legal team", choice).spot).toBe("play");
    choice.setups.dicemasters.layout = "own";
    expect(locate("this is no legal team", choice).spot).toBe("mine");
    choice.setups.dicemasters.both = true;
    expect(locate("this is no legal team", choice).spot).toBe("play");
  });
});

it("one click is told in a sentence", () => {
  const choice = usual();
  expect(sentence(choice, null)).toBe("The demo of Dice Masters against the computer (easy).");
  fit(choice, CHOICES);
  expect(sentence(choice, CHOICES)).toBe("The demo of Two against the computer (easy).");
  choice.setups.dicemasters.layout = "ready";
  choice.opponent = "friend";
  expect(sentence(choice, CHOICES)).toBe("Dice Masters with “The i1” against the one to whom you send the link.");
  choice.game = "irondie";
  choice.setups.irondie.layout = "own";
  choice.opponent = "screen";
  expect(sentence(choice, CHOICES)).toBe("IRONDIE with your own set for two at this screen.");
});
