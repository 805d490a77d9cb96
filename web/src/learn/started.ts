// Lessons of this browser: the room in which each one goes on.

import { api } from "../lib/api";
import { keepSeat, remembered, tokenOf } from "../lib/mine";
import { prefs } from "../lib/prefs.svelte";
import type { LessonInfo } from "../lib/protocol";

const KEY = "dicehall.lessons";

/** The room in which a lesson was begun and can go on; "" if there is none. */
export async function openRoom(lesson: string): Promise<string> {
  const room = remembered.read<Record<string, string>>(KEY, {})[lesson] ?? "";
  if (!room || !tokenOf(room)) return "";
  const info = await api.room(room).catch(() => null);
  return info?.status === "playing" ? room : "";
}

/** Begins a lesson anew; gives its room. */
export async function startLesson(lesson: string, game: LessonInfo["game"]): Promise<string> {
  const seated = await api.learn(lesson, prefs.name);
  keepSeat(seated.room, seated.token, game, seated.seats);
  remembered.write(KEY, { ...remembered.read<Record<string, string>>(KEY, {}), [lesson]: seated.room });
  return seated.room;
}

/** A game of one's own after the lesson, with dice that nobody knows; gives its room. */
export async function playForReal(game: LessonInfo["game"]): Promise<string> {
  const seated = await api.make({ game, places: [{ kind: "person" }, { kind: "bot", level: "easy" }] }, prefs.name);
  keepSeat(seated.room, seated.token, game, seated.seats);
  return seated.room;
}
