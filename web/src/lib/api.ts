// Calls over HTTP. A refusal becomes a Refused with the server's own words.

import { noteSeed } from "./mine";
import type {
  Advice,
  CardInfo,
  Choices,
  Fault,
  LessonInfo,
  Moment,
  Numbers,
  RoomInfo,
  Review,
  RuleInfo,
  Seated,
  Settings,
} from "./protocol";

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export async function call<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, "The server does not answer. Is it running, and are you online?");
  }
  if (!response.ok) {
    const fault = (await response.json().catch(() => ({ detail: response.statusText }))) as Fault;
    throw new Refused(response.status, fault.detail || `The server answered with ${response.status}.`);
  }
  return (await response.json()) as T;
}

/** A seat that is taken with a seed of one's own. What the dice follow from is noted, to check them after the game. */
async function seated(path: string, body: Record<string, unknown>, commitment = ""): Promise<Seated> {
  const seed = ownSeed();
  const seated = await call<Seated>(path, { ...body, seed });
  if (seated.taken) noteSeed(seated.room, { seed, commitment });
  return seated;
}

/** The hash of the server's seed for a room that is about to be made. */
async function promised(): Promise<string> {
  return (await call<{ commitment: string }>("/api/commitment")).commitment;
}

/** Any text, which becomes part of the dice: nobody else can have known it. */
export function ownSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export const api = {
  choices: () => call<Choices>("/api/choices"),
  rooms: () => call<RoomInfo[]>("/api/rooms"),
  replays: () => call<RoomInfo[]>("/api/replays"),
  room: (room: string) => call<RoomInfo>(`/api/rooms/${room}`),
  cards: (room: string) => call<CardInfo[]>(`/api/rooms/${room}/cards`),
  moment: (room: string, seq: number) => call<Moment>(`/api/rooms/${room}/moments/${seq}`),
  /** Where the numbers of a thing came from at a moment. */
  numbers: (room: string, seq: number, thing: Record<string, string | number>) =>
    call<Numbers["numbers"]>(
      `/api/rooms/${room}/moments/${seq}/numbers?${Object.entries(thing)
        .map(([name, value]) => `${name}=${value}`)
        .join("&")}`,
    ),
  review: (room: string) => call<Review>(`/api/rooms/${room}/review`),
  rules: (game: string) => call<RuleInfo[]>(`/api/rules/${game}`),
  lessons: () => call<LessonInfo[]>("/api/lessons"),
  advice: (room: string) => call<Advice>(`/api/rooms/${room}/lesson`),
  /** A guided game; its dice are fixed, so no seed is sent. */
  learn: (lesson: string, name: string) => call<Seated>("/api/rooms", { settings: { lesson }, name }),
  async make(settings: Settings, name: string): Promise<Seated> {
    const commitment = await promised();
    return seated("/api/rooms", { settings, name, commitment }, commitment);
  },
  sit: (room: string, name: string) => seated(`/api/rooms/${room}/seats`, { name }),
  async again(room: string, token: string): Promise<Seated> {
    // the other seat may have made the new room meanwhile, which is bound to another hash: it is not noted
    return seated(`/api/rooms/${room}/again`, { token, commitment: await promised() });
  },
  /** A room of one's own that begins at a moment of a game that is over. */
  async branch(room: string, at: { seq: number; seat: number; level: string; name: string }): Promise<Seated> {
    const commitment = await promised();
    return seated(`/api/rooms/${room}/branch`, { ...at, commitment }, commitment);
  },
  async record(room: string): Promise<string> {
    const response = await fetch(`/api/rooms/${room}/record`);
    if (!response.ok) throw new Refused(response.status, "There is no record yet: the game has not begun.");
    return response.text();
  },
};
