import { capital } from "../lib/story";
// What is chosen on the front page before a game, and the settings of a room that follow from it.

import type { Choices, Place, Ready, Settings } from "../lib/protocol";

export type Game = "dicemasters" | "irondie";
export type Layout = "demo" | "ready" | "own";
export type Opponent = "computer" | "anyone" | "friend" | "screen";
export type Pair = [string, string]; // of the player and of the opponent

/** How one of the games is set up. */
export interface Setup {
  layout: Layout;
  ready: Pair; // names of ready-made teams or sets
  texts: Pair; // written out
  both: boolean; // the opponent's is written out too
}

export interface Choice {
  game: Game;
  setups: Record<Game, Setup>;
  edition: string; // "": the usual one
  ownEdition: string; // for an own team; "": the one it names
  opponent: Opponent;
  level: string;
  second: string; // the other's name at one screen
  clock: "none" | "total" | "days";
  minutes: number;
  increment: number;
  days: number;
  undos: number;
}

/** Where on the page something is wrong. */
export type Spot = "name" | "second" | "mine" | "theirs" | "edition" | "clock" | "undos" | "play";
export interface Wrong {
  spot: Spot;
  text: string;
}

const FIRST_SET = "first steps"; // the set to learn with
const DAY = 86_400;

/** A first visit: one click starts the demo against an easy computer. */
export function usual(): Choice {
  return {
    game: "dicemasters",
    setups: {
      dicemasters: { layout: "demo", ready: ["", ""], texts: ["", ""], both: false },
      irondie: { layout: "ready", ready: [FIRST_SET, FIRST_SET], texts: ["", ""], both: false },
    },
    edition: "",
    ownEdition: "",
    opponent: "computer",
    level: "easy",
    second: "",
    clock: "none",
    minutes: 15,
    increment: 10,
    days: 2,
    undos: 3,
  };
}

const WORDS: Partial<Record<string, readonly string[]>> = {
  game: ["dicemasters", "irondie"],
  layout: ["demo", "ready", "own"],
  opponent: ["computer", "anyone", "friend", "screen"],
  clock: ["none", "total", "days"],
};

/** What was kept, as far as it has the form of what is usual; the rest is usual. */
export function recall(kept: unknown): Choice {
  const choice = merged(usual(), kept) as Choice;
  if (choice.setups.irondie.layout === "demo") choice.setups.irondie.layout = "ready";
  return choice;
}

function merged(into: unknown, kept: unknown, key = ""): unknown {
  if (typeof into !== typeof kept || kept === null || Array.isArray(into) !== Array.isArray(kept)) return into;
  if (typeof into !== "object" || into === null) {
    const allowed = WORDS[key];
    return allowed === undefined || allowed.includes(kept as string) ? kept : into;
  }
  for (const [name, value] of Object.entries(into)) {
    (into as Record<string, unknown>)[name] = merged(value, (kept as Record<string, unknown>)[name], name);
  }
  return into;
}

/** Names that the server does not know (any more) are replaced by names that it knows. */
export function fit(choice: Choice, choices: Choices): void {
  const known = (name: string): boolean => choices.editions.some((edition) => edition.name === name);
  if (!known(choice.edition)) choice.edition = choices.edition;
  if (!known(choice.ownEdition)) choice.ownEdition = "";
  if (!choices.levels.some((level) => level.name === choice.level)) {
    choice.level = choices.levels.find((level) => level.name === "easy")?.name ?? choices.levels[0]?.name ?? "";
  }
  const own = choices.teams.filter((team) => team.edition === choice.edition);
  fitReady(choice.setups.dicemasters.ready, choices.teams, own);
  fitReady(choice.setups.irondie.ready, choices.sets, choices.sets);
}

function fitReady(ready: Pair, all: Ready[], first: Ready[]): void {
  for (const i of [0, 1] as const) {
    if (!all.some((one) => one.name === ready[i])) ready[i] = (first[i] ?? first[0] ?? all[0])?.name ?? "";
  }
}

/** Another rulebook; teams of another edition are exchanged for its own. */
export function takeEdition(choice: Choice, edition: string, choices: Choices): void {
  choice.edition = edition;
  const own = choices.teams.filter((team) => team.edition === edition);
  if (own.length > 0) fitReady(choice.setups.dicemasters.ready, own, own);
}

/** The settings of the room that is asked for. */
export function settingsOf(choice: Choice): Settings {
  const setup = choice.setups[choice.game];
  const team = (i: 0 | 1): string => {
    if (setup.layout === "demo") return "";
    return setup.layout === "own" && (i === 0 || setup.both) ? setup.texts[i] : setup.ready[i];
  };
  const mine: Place = { kind: "person", team: team(0) };
  const theirs: Place = { kind: choice.opponent === "computer" ? "bot" : "person", team: team(1) };
  if (choice.opponent === "computer") theirs.level = choice.level;
  if (choice.opponent === "screen" && choice.second.trim()) theirs.name = choice.second.trim();
  const settings: Settings = {
    game: choice.game,
    places: [mine, theirs],
    one_screen: choice.opponent === "screen",
    listed: choice.opponent === "anyone",
    undos: whole(choice.undos),
    hints: choice.opponent === "computer" || choice.opponent === "screen",
  };
  const edition = setup.layout === "own" ? choice.ownEdition : choice.edition;
  if (choice.game === "dicemasters" && edition) settings.edition = edition;
  if (choice.clock === "total") {
    settings.clock = { kind: "total", seconds: number(choice.minutes) * 60, increment: number(choice.increment) };
  } else if (choice.clock === "days") {
    settings.clock = { kind: "move", seconds: number(choice.days) * DAY };
  }
  return settings;
}

// an emptied field is 0, and the server says what would be right
function number(value: number | null | undefined): number {
  return Number.isFinite(value) ? Number(value) : 0;
}
function whole(value: number | null | undefined): number {
  return Math.trunc(number(value));
}

/** What is still to be filled in, before anybody is asked. */
export function missing(choice: Choice): Wrong | null {
  const setup = choice.setups[choice.game];
  if (setup.layout !== "own") return null;
  const what = choice.game === "irondie" ? "set" : "team";
  for (const [i, spot] of [
    [0, "mine"],
    [1, "theirs"],
  ] as const) {
    if (setup.texts[i].trim() === "" && (i === 0 || setup.both)) {
      return { spot, text: `There is no ${what} here yet: write or paste one, or choose a file.` };
    }
  }
  return null;
}

/** A refusal of the server, and where on the page it belongs. */
export function locate(detail: string, choice: Choice): Wrong {
  const screen = choice.opponent === "screen";
  const seat = /^seat ([12]): /.exec(detail);
  if (seat) return { spot: seat[1] === "1" ? "mine" : "theirs", text: capital(detail.slice(seat[0].length)) };
  const named = /^(name|edition|clock|undos): /.exec(detail);
  if (named) {
    const text = capital(detail.slice(named[0].length));
    if (named[1] === "name") {
      const second = screen && choice.second.trim() !== "" && text.includes(`'${choice.second.trim().slice(0, 20)}'`);
      return { spot: second ? "second" : "name", text };
    }
    return { spot: named[1] as Spot, text };
  }
  if (/ is called | are called /.test(detail)) return { spot: screen ? "second" : "name", text: capital(detail) };
  const setup = choice.setups[choice.game];
  if (/\b(set|team)\b/.test(detail) && setup.layout === "own" && !setup.both)
    return { spot: "mine", text: capital(detail) };
  return { spot: "play", text: capital(detail) };
}

/** What one click would start, in a sentence. */
export function sentence(choice: Choice, choices: Choices | null): string {
  const setup = choice.setups[choice.game];
  const against = {
    computer: `against the computer (${choice.level})`,
    anyone: "against whoever sits down first",
    friend: "against the one to whom you send the link",
    screen: "for two at this screen",
  }[choice.opponent];
  return `${what(choice, setup, choices)} ${against}.`;
}

function what(choice: Choice, setup: Setup, choices: Choices | null): string {
  const title = (all: Ready[] | undefined, name: string): string =>
    capital(all?.find((one) => one.name === name)?.title ?? name);
  if (choice.game === "irondie") {
    return setup.layout === "own"
      ? "IRONDIE with your own set"
      : `IRONDIE with “${title(choices?.sets, setup.ready[0])}”`;
  }
  if (setup.layout === "own") return "Dice Masters with your own team";
  if (setup.layout === "ready") return `Dice Masters with “${title(choices?.teams, setup.ready[0])}”`;
  const edition = choices?.editions.find((one) => one.name === (choice.edition || choices.edition))?.title;
  return edition === undefined ? "The demo of Dice Masters" : `The demo of ${edition}`;
}

/** The ready-made teams, those of the chosen rulebook first. */
export function grouped(choices: Choices, edition: string): { title: string; teams: Ready[] }[] {
  const order = [...choices.editions].sort((a, b) => Number(b.name === edition) - Number(a.name === edition));
  return order
    .map(({ name, title }) => ({ title, teams: choices.teams.filter((team) => team.edition === name) }))
    .filter((group) => group.teams.length > 0);
}
