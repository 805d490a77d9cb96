// A game that has passed, as the server tells it.

import { call } from "../lib/api";
import type { Ending, Fair, Happened, Moment } from "../lib/protocol";

export interface Fall {
  place: number;
  kind: "roll" | "draw";
  outcome: number[];
  text: string;
  pool?: number[];
}

export interface Story {
  room: string;
  game: "dicemasters" | "irondie";
  status: "waiting" | "playing" | "over";
  names: string[];
  bots: boolean[];
  events: Happened[];
  ends: number[];
  moves: string[]; // by places: the answer that led there
  ending: Ending | null;
  fair: Fair;
  falls: Fall[];
  taken_back: number[];
  goes_on_from: string;
  given: number;
}

/** The table as it was after so many answers and rolls. */
export interface PastMoment extends Moment {
  asked: { seat: number; asks: string; rule: string }[];
}

/** The place to which an event belongs. */
export function placeOf(story: Story, seq: number): number {
  let [low, high] = [0, story.ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (story.ends[middle]! > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The event by which a place is named: the last that had happened. */
export function seqOf(story: Story, place: number): number {
  return (story.ends[place] ?? 0) - 1;
}

export const tell = (room: string): Promise<Story> => call<Story>(`/api/rooms/${room}/log`);

export function momentAt(room: string, seq: number, seat: number): Promise<PastMoment> {
  return call<PastMoment>(`/api/rooms/${room}/moments/${seq}${seat >= 0 ? `?seat=${seat}` : ""}`);
}
