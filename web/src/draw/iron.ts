/** IRONDIE dice: the shape is the type, the mark is the class, the colour is hue, engraving and letter. */
import { ground, mix } from "./colours";
import type { IronClass, IronColour, IronShape } from "./types";

export interface IronLook {
  letter: string;
  fill: string;
  ink: string;
  high: string;
  sheen: string;
  low: string;
  edge: string;
  rim: string;
  groove: string;
  plate: string;
  engraving: string; // a path inside a tile of 14 by 14
  grooveWidth: number;
}

const BASE: Readonly<
  Record<IronColour, readonly [letter: string, fill: string, ink: string, engraving: string, width: number]>
> = {
  red: ["R", "#C8322D", "#FFFFFF", "M-2 12L12-2M4 18L18 4", 2.6],
  blue: ["B", "#4A90F2", "#FFFFFF", "M0 4H14M0 11H14", 2.4],
  yellow: ["Y", "#F7D93A", "#2A2300", "M3.5 3.5h.01M10.5 10.5h.01", 4.6],
  purple: ["P", "#7430A6", "#FFFFFF", "M0 0L14 14M14 0L0 14", 2],
  green: ["G", "#43B86F", "#FFFFFF", "M-1 11L7 3 15 11", 2.6],
  orange: ["O", "#F2892B", "#2A1500", "M4 0V14M11 0V14", 2.6],
  black: ["K", "#2B2E34", "#FFFFFF", "", 0],
  white: ["W", "#E9ECEF", "#15181D", "M0 7H14M7 0V14", 1.5],
};

function lookOf(colour: IronColour): IronLook {
  const [letter, fill, ink, engraving, grooveWidth] = BASE[colour];
  const white = ink === "#FFFFFF";
  return {
    letter,
    fill,
    ink,
    high: mix(fill, "#ffffff", 0.36),
    sheen: mix(fill, "#ffffff", 0.14),
    low: mix(fill, "#000000", 0.28),
    edge: mix(fill, "#000000", 0.52),
    rim: mix(fill, "#ffffff", 0.45),
    groove: colour === "white" ? "#7D868F" : mix(fill, "#000000", 0.42),
    plate: ground(fill, ink, 7, white ? 0.34 : 0.45),
    engraving,
    grooveWidth,
  };
}

export const IRON_COLOURS = Object.keys(BASE) as IronColour[];
export const IRON: Readonly<Record<IronColour, IronLook>> = Object.fromEntries(
  IRON_COLOURS.map((colour) => [colour, lookOf(colour)]),
) as Record<IronColour, IronLook>;

export interface Shape {
  class: IronClass;
  outline: string;
  drop: number; // how far below the middle the plate stands
}

function flower(): string {
  const points = Array.from({ length: 7 }, (_, k) => {
    const angle = (Math.PI * k) / 3;
    return `${+(50 + 37 * Math.sin(angle)).toFixed(1)} ${+(50 - 37 * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join("A20 20 0 0 1 ")}Z`;
}

export const SHAPES: Readonly<Record<IronShape, Shape>> = {
  smasher: {
    class: "attack",
    outline:
      "M34 3H66L68 21 82 14 97 34 80 44V56L97 66 82 86 68 79 66 97H34L32 79 18 86 3 66 20 56V44L3 34 18 14 32 21Z",
    drop: 0,
  },
  assault: { class: "attack", outline: "M50 2L97 46 79 58V97L50 84 21 97V58L3 46Z", drop: 4 },
  ballistic: { class: "attack", outline: "M50 2C74 12 84 34 84 56V76L95 97H5L16 76V56C16 34 26 12 50 2Z", drop: 8 },
  nullifier: {
    class: "defense",
    outline:
      "M43 3.5A47 47 0 0 1 57 3.5V13H66V6A47 47 0 0 1 96.5 43H86V57H96.5A47 47 0 0 1 57 96.5V87H43V96.5A47 47 0 0 1 3.5 57H14V43H3.5A47 47 0 0 1 34 6V13H43Z",
    drop: 0,
  },
  barrier: { class: "defense", outline: "M14 14H86L98 26V74L86 86H14L2 74V26Z", drop: 0 },
  powerup: {
    class: "defense",
    outline:
      "M30 8Q30 3 35 3H65Q70 3 70 8V30H92Q97 30 97 35V65Q97 70 92 70H70V92Q70 97 65 97H35Q30 97 30 92V70H8Q3 70 3 65V35Q3 30 8 30H30Z",
    drop: 0,
  },
  swarm: { class: "life", outline: flower(), drop: 0 },
  fortress: { class: "life", outline: "M8 6H26V17H41V6H59V17H74V6H92V34L86 40V78L95 96H5L14 78V40L8 34Z", drop: 6 },
  regeneration: { class: "life", outline: "M6 6H52A42 42 0 0 1 94 48V94H48A42 42 0 0 1 6 52Z", drop: 0 },
};
export const IRON_SHAPES = Object.keys(SHAPES) as IronShape[];

/** The shape in the name of a die as the server writes it: "red assault*#1" is an assault. */
export function shapeOf(name: string): IronShape {
  const word = (name.split(" ")[1] ?? "").replace(/[*#].*$/, "");
  if (!(word in SHAPES)) throw new Error(`no shape in the name of the die "${name}"; a name is like "red assault#1"`);
  return word as IronShape;
}

const PLACES: readonly (readonly [number, number][])[] = [
  [],
  [],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

function mark(kind: IronClass, x: number, y: number, r: number): string {
  if (kind === "attack") return `M${x} ${y - r}l${r} ${r * 1.75}h${-2 * r}Z`;
  return `M${x} ${y - r}a${r} ${r} 0 1 1-.01 0Z`;
}

/** One to six marks around the middle of the plate, as one path; above six none. A single mark is larger. */
export function marks(kind: IronClass, value: number): string {
  if (value === 1) return mark(kind, 50, 50, 9.5);
  return (PLACES[value] ?? [])
    .map(([x, y]) => mark(kind, 50 + x * 11.5, 50 + y * 12, kind === "attack" ? 6.8 : 5.8))
    .join("");
}

/** One mark in the middle, to draw as an outline or above a numeral. */
export function oneMark(kind: IronClass, y: number, r: number): string {
  return mark(kind, 50, y, r);
}
