/** What a screen reader says of a die. */
import type { DieFace, IronFace, IronShape, Printed } from "./types";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

function counted(n: number, one: string, many: string): string {
  return `${NUMBERS[n] ?? n} ${n === 1 ? one : many}`;
}

/** The name of a die: its title without the subtitle of the card. */
export function nameOf(title: string): string {
  return title.split(": ", 1)[0] ?? title;
}

function changed(word: string, now: number, printed: number | undefined): string[] {
  const value = `${word} ${now}`;
  if (printed === undefined || printed === now) return [value];
  return [value, `${now > printed ? "raised" : "lowered"} from ${printed}`];
}

/** A Dice Masters die: "War Machine, level 1, attack 5, raised from 2, defence 4, one burst". */
export function label(die: DieFace, printed?: Printed): string {
  const name = nameOf(die.title);
  const bursts = die.bursts ? [counted(die.bursts, "burst", "bursts")] : [];
  switch (die.kind) {
    case "character": {
      const parts = [name, `level ${die.level ?? 1}`];
      parts.push(...changed("attack", die.attack ?? 0, printed?.attack));
      parts.push(...changed("defence", die.defence ?? 0, printed?.defence));
      parts.push(...bursts);
      if (die.damage) parts.push(`${die.damage} damage`);
      const models = new Set((die.copies ?? []).map((copy) => nameOf(copy.title)));
      if (models.size) parts.push(`copies ${[...models].join(" and ")}`);
      return parts.join(", ");
    }
    case "action":
      return [name, "action", ...bursts].join(", ");
    case "energy":
      return `${name}, ${NUMBERS[die.count ?? 1] ?? die.count} ${die.energy ?? "generic"} energy`;
    default:
      return `${name} die`;
  }
}

/** The name of a shape as it is written: "PowerUp". */
export function shapeName(shape: IronShape): string {
  return shape === "powerup" ? "PowerUp" : shape[0]?.toUpperCase() + shape.slice(1);
}

/** An IRONDIE die: "Black Smasher, rare, 4". */
export function ironLabel(die: IronFace): string {
  const colour = die.colour[0]?.toUpperCase() + die.colour.slice(1);
  const parts = [`${colour} ${shapeName(die.shape)}`];
  if (die.rare) parts.push("rare");
  parts.push(die.value ? String(die.value) : "not rolled");
  return parts.join(", ");
}
