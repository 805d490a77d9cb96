// How fast things that others do follow one another, so that one can see what happens.

import type { Speed } from "./prefs.svelte";
import type { Happened, Update } from "./protocol";

const GAP = { normal: 420, quick: 180, off: 0 }; // milliseconds
const LONG = { normal: 900, quick: 450, off: 0 }; // until dice have tumbled, or an attack was seen
const LASTING = new Set(["rolled", "attacks", "blocks", "damage", "life damage", "ko", "compared", "wounded"]);
const BEHIND = 30; // more than that are not shown one by one

const isSeen = (event: Happened): boolean => !event.quiet;

/** How long an update stays before the next one is shown. */
export function gapAfter({ events }: Update, speed: Speed): number {
  const seen = events.filter(isSeen);
  if (seen.length === 0) return 0;
  return (seen.some((event) => LASTING.has(event.kind)) ? LONG : GAP)[speed];
}

/** Whether so much waits to be shown that nobody would look at it all. Updates in which nothing is to be seen do not count. */
export function isBehind(queue: readonly Update[]): boolean {
  return queue.filter((update) => update.events.some(isSeen)).length > BEHIND;
}
