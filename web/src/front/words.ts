// Rooms in words: who plays, for how long, since when.

import type { RoomInfo } from "../lib/protocol";

export const GAMES = { dicemasters: "Dice Masters", irondie: "IRONDIE" } as const;

/** Whether somebody can still sit down. */
export function hasFreeSeat(info: RoomInfo): boolean {
  return info.status === "waiting" && info.names.some((name, i) => name === "" && !info.bots[i]);
}

/** "You against Bob", "Ann against the computer", or who waits. `mine`: the seats of this browser. */
export function who(info: RoomInfo, mine: readonly number[] = []): string {
  const you = mine.length === 1 ? mine[0] : -1; // at one screen one is both
  const names = info.names.map((name, i) => (i === you ? "You" : info.bots[i] ? "the computer" : name)).filter(Boolean);
  if (names.length === 0) return "A table";
  const [first = "", ...others] = info.bots[0] || you === 1 ? [...names].reverse() : names;
  return [first, ...others].join(" against ");
}

const GIVEN = new Set(["Ann", "Bob", "Cora", "Dan"]); // what the server calls who has typed no name

/** Who has invited: a name that was given says nothing to a guest. */
export function hostWords(names: readonly string[]): string {
  return names.filter((name) => name && !GIVEN.has(name)).join(" and ") || "Somebody";
}

/** Whether an address is one that only this computer knows. */
export function isHere(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.") || host.endsWith(".localhost");
}

const FORMATS: Record<string, string> = { demo: "demo game", tournament: "full game", basic: "basic game" };

/** The game, with the rulebook and the format if it has any. */
export function gameWords(info: RoomInfo): string {
  const format = FORMATS[info.format] ?? (info.format && `${info.format} game`);
  return [GAMES[info.game], info.book.replace(/ \((\d+)\)$/, " $1"), format].filter(Boolean).join(", ");
}

/** Which teams or sets play, if they have names: "Rage against Weather". */
export function teamWords(info: RoomInfo): string {
  const teams = info.teams.filter(Boolean);
  return new Set(teams).size === 1 && teams.length > 1 ? `both with ${teams[0]}` : teams.join(" against ");
}

/** All that was agreed: game, teams, clock. */
export function termsWords(info: RoomInfo): string {
  return [gameWords(info), teamWords(info), clockWords(info.clock)].filter(Boolean).join(", ");
}

/** How it stands: whose move it is in which turn, or how it ended. `mine`: the seats of this browser, if they are known. */
export function standing(info: RoomInfo, mine: readonly number[] = []): string {
  if (info.ending !== null) {
    const [winner] = info.ending.winners;
    if (winner === undefined || info.ending.winners.length > 1) return "a draw";
    if (mine.length === 1) return mine.includes(winner) ? "you won" : "you lost";
    return `${nameOf(info, winner)} won`;
  }
  if (info.asked.length === 0) return `turn ${info.turn}`;
  if (info.asked.some((seat) => mine.includes(seat))) return `your move, turn ${info.turn}`;
  return `${info.asked.map((seat) => nameOf(info, seat)).join(" and ")} to move, turn ${info.turn}`;
}

function nameOf(info: RoomInfo, seat: number): string {
  return info.bots[seat] ? "the computer" : info.names[seat] || "somebody";
}

const UNITS: readonly [number, string, string][] = [
  [86_400, "day", "days"],
  [3600, "hour", "hours"],
  [60, "min", "min"],
  [1, "s", "s"],
];

/** 900 is "15 min", 90 is "1 min 30 s". */
export function duration(seconds: number): string {
  const parts: string[] = [];
  let left = Math.round(seconds);
  for (const [size, one, many] of UNITS) {
    const n = Math.floor(left / size);
    left -= n * size;
    if (n > 0) parts.push(`${n} ${n === 1 ? one : many}`);
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}

/** The clock of a room as the server tells it ("900 s a side + 10 s a move"), for people. */
export function clockWords(clock: string): string {
  if (clock === "") return "no clock";
  return clock.replace(/([\d.]+(?:e\+?\d+)?) s\b/g, (_, n: string) => duration(Number(n)));
}

/** How long ago something was; both in seconds since 1970. */
export function ago(then: number, now: number): string {
  const gone = now - then;
  if (gone < 60) return "just now";
  if (gone < 3600) return `${Math.floor(gone / 60)} min ago`;
  if (gone < 86_400) return `${Math.floor(gone / 3600)} h ago`;
  const days = Math.floor(gone / 86_400);
  return days === 1 ? "yesterday" : `${days} days ago`;
}
