// How a game has ended, as it concerns who looks at it.

import { capital } from "../lib/story";
import type { Ending, View } from "../lib/protocol";

const names = (view: View, side: number): string =>
  view.seats
    .filter((seat) => seat.side === side)
    .map((seat) => seat.name)
    .join(" and ");

/** `mine`: the side of who looks at it; -1: a spectator, or both sides. */
export function endingWords(ending: Ending, view: View, mine: number): { head: string; life: string } {
  const sides = view.sides.map((_, side) => side);
  const who = (side: number): string => (side === mine ? "you" : names(view, side));
  const whose = (side: number): string => (side === mine ? "your" : `${names(view, side)}'s`);
  const [won] = ending.winners;
  const lost = sides.find((side) => !ending.winners.includes(side)) ?? 0;
  const head = won === undefined ? "A tie" : mine < 0 ? `${who(won)} wins` : won === mine ? "You win" : "You lose";
  const life = sides.map((side) => `${who(side)} ${view.sides[side]?.life ?? 0}`).join(", ");
  return { head: `${head}: ${reason(ending.why, who(lost), whose(lost))}`, life: `Life at the end: ${life}.` };
}

function reason(why: string, who: string, whose: string): string {
  const were = who === "you" ? "were" : "was";
  switch (why) {
    case "life":
      return `${whose} life is 0`;
    case "both":
    case "draw":
      return "both sides are at 0 life";
    case "conceded":
      return `${who} gave up`;
    case "time":
      return `${whose} time is up`;
    case "gone":
      return `${who} ${were} gone too long`;
    default:
      return capital(why);
  }
}
