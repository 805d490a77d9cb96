import { capital } from "../lib/story";
// IRONDIE dice as the view tells them: kinds, zones, and who rolled what in a duel.

import { shapeOf } from "../draw/iron";
import type { IronColour, IronFace } from "../draw/types";
import { shapeName } from "../draw/words";
import type { IronDieView, IronView } from "../lib/protocol";

/** Equal dice are of one kind: the name without the number behind it. */
export function kindOf(name: string): string {
  return name.replace(/#\d+$/, "");
}

export function faceOf(die: IronDieView): IronFace {
  return { colour: die.colour as IronColour, shape: shapeOf(die.name), value: die.value, rare: die.rare };
}

/** "PowerUp ★" */
export function shortName(die: IronDieView): string {
  return shapeName(shapeOf(die.name)) + (die.rare ? " ★" : "");
}

/** "White PowerUp ★" */
export function fullName(die: IronDieView): string {
  return `${capital(die.colour)} ${shortName(die)}`;
}

export function diceById(view: IronView): Map<number, IronDieView> {
  return new Map(view.seats.flatMap((seat) => seat.dice.map((die) => [die.id, die] as const)));
}

/** The dice of a side in a zone: "attack", "defense", "life", "skirmish", "limbo", "abyss" or "reserve". */
export function diceIn(view: IronView, side: number, zone: string): IronDieView[] {
  return view.seats.flatMap((seat) => (seat.side === side ? seat.dice.filter((die) => die.zone === zone) : []));
}

export function seatOf(view: IronView, die: number): number {
  return view.seats.findIndex((seat) => seat.dice.some((other) => other.id === die));
}

/** A roll of a duel: whose it is and, if it was made, the die with its targets. */
export interface Slot {
  side: number;
  die: number; // -1: none
  targets: number[];
  passed: boolean; // a later roll was made, so this one was forgone
}

/** The rolls of a duel in their places. The view tells those that were made; each stands in the next place of its side. */
export function slotsOf(view: IronView, places = 4): Slot[] {
  const first = view.offensive;
  const slots: Slot[] = Array.from({ length: places }, (_, i) => ({
    side: i % 2 === 0 ? first : 1 - first,
    die: -1,
    targets: [],
    passed: false,
  }));
  let at = 0;
  for (const roll of view.duel) {
    const side = view.seats[seatOf(view, roll.die)]?.side;
    const next = slots.findIndex((slot, i) => i >= at && slot.side === side);
    const slot = slots[next];
    if (slot === undefined) continue;
    slot.die = roll.die;
    slot.targets = roll.targets;
    at = next + 1;
  }
  for (let i = 0; i < at; i++) {
    const slot = slots[i];
    if (slot) slot.passed = slot.die < 0;
  }
  return slots;
}

/** Widths in proportion to weights, none below its least; together they fill the total as far as it goes. */
export function shares(weights: readonly number[], total: number, least: readonly number[]): number[] {
  const out = weights.map((_, i) => least[i] ?? 0);
  let open = weights.map((_, i) => i);
  for (;;) {
    const room = out.reduce((left, width, i) => (open.includes(i) ? left : left - width), total);
    const sum = open.reduce((all, i) => all + (weights[i] ?? 0), 0);
    const wide = open.filter((i) => ((weights[i] ?? 0) / sum) * room >= (least[i] ?? 0));
    if (wide.length === open.length) {
      for (const i of open) out[i] = Math.floor(((weights[i] ?? 0) / sum) * room);
      return out;
    }
    open = wide;
  }
}
