// Files to take home: the record of a game, and a moment of it as a scenario that others can run.

import { api, Refused } from "../lib/api";
import type { TableUI } from "../table/ui.svelte";

export function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves the record; says what came of it. */
export async function downloadRecord(room: string): Promise<string> {
  try {
    save(`dicehall-${room}.toml`, await api.record(room));
    return "The record is in your downloads.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Saves the table that is shown as a scenario, with what somebody had expected; says what came of it. */
export async function reportProblem(ui: Pick<TableUI, "room" | "past">, expected = ""): Promise<string> {
  try {
    const at = ui.past === null ? "" : `?seq=${ui.past.last}`;
    const response = await fetch(`/api/rooms/${ui.room}/scenario${at}`);
    if (!response.ok) throw new Refused(response.status, "There is nothing to report yet: the game has not begun.");
    const words = expected.trim() || "(write here what should have happened, and by which rule)";
    const comment = words.split(/\r?\n/).map((line) => `# ${line}`);
    save(`dicehall-${ui.room}-problem.toml`, ["# What I expected:", ...comment, await response.text()].join("\n"));
    return "The table is in your downloads as a scenario. Send it to whoever runs this table.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
