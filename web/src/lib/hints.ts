// A move in notation as it is read at the table: dice bear no numbers there, but one sees what they show.

import type { DMDieView, View } from "./protocol";

function face(die: DMDieView): string {
  if (die.kind === "character") return String(die.level ?? 1);
  if (die.kind === "action") return `action${"*".repeat(die.bursts ?? 0)}`;
  return `${die.energy ?? ""}${(die.count ?? 1) > 1 ? die.count : ""}`;
}

/** The same with what the dice on the table show in place of their numbers: Sidekick#4 is Sidekick@wild. */
export function faced(text: string, view: View | null | undefined): string {
  if (view?.game !== "dicemasters") return text;
  const dice = [
    ...view.sides.flatMap((side) => side.prep),
    ...view.seats.flatMap((seat) => [...seat.zones.reserve, ...seat.zones.field]),
  ];
  let out = text;
  for (const die of dice.filter((one) => one.face >= 0)) {
    const owner = die.owner === view.seat ? "" : `${view.seats[die.owner]?.name ?? ""}.`;
    const word = owner + (die.title.split(": ")[0] ?? "");
    const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    out = out.replace(new RegExp(`(?<![\\w.])${escaped}#${die.number}(?!\\d)`, "g"), () => `${word}@${face(die)}`);
  }
  return out;
}
