/** Colours of dice: body and ink of each name, and the shades that a drawing mixes from them. */
import { numbersFrom } from "./hash";

export interface Pair {
  body: string;
  ink: string;
}

export const SIDEKICK: Pair = { body: "#EDE7DA", ink: "#23252B" };

export const PALETTE: readonly Pair[] = [
  { body: "#7E1322", ink: "#FFD98A" }, // wine
  { body: "#C4122D", ink: "#FFF1E6" }, // scarlet
  { body: "#F88F80", ink: "#3A0B04" }, // coral
  { body: "#70401D", ink: "#FFE3C4" }, // chestnut
  { body: "#E07A18", ink: "#241000" }, // orange
  { body: "#C9A36A", ink: "#2B1B04" }, // sand
  { body: "#F2CB3B", ink: "#3A2A00" }, // yellow
  { body: "#67661F", ink: "#FFF6D2" }, // olive
  { body: "#B5D334", ink: "#1E2A00" }, // lime
  { body: "#2A7526", ink: "#F1FFE8" }, // leaf
  { body: "#123F2B", ink: "#A9F0C4" }, // pine
  { body: "#9FE0BE", ink: "#06382A" }, // mint
  { body: "#0B7064", ink: "#E6FFFA" }, // teal
  { body: "#4CC4D6", ink: "#03282E" }, // cyan
  { body: "#BFDCF5", ink: "#123A63" }, // ice
  { body: "#1760AF", ink: "#F2F8FF" }, // azure
  { body: "#172F66", ink: "#CFE0FF" }, // navy
  { body: "#7F9BF2", ink: "#0A1238" }, // cornflower
  { body: "#C2AEF4", ink: "#26104F" }, // lilac
  { body: "#5B34A3", ink: "#F5ECFF" }, // violet
  { body: "#7D1668", ink: "#FFE0F6" }, // plum
  { body: "#B42B73", ink: "#FFF7FB" }, // magenta
  { body: "#F5A9C6", ink: "#4A0A2A" }, // pink
  { body: "#22272E", ink: "#9DE7F2" }, // coal
  { body: "#55606E", ink: "#F6F8FA" }, // slate
  { body: "#9AA7B4", ink: "#0F161D" }, // steel
];

type Triple = [number, number, number];

function channels(hex: string): Triple {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** A colour between two: all of `from` at 0, all of `to` at 1. */
export function mix(from: string, to: string, part: number): string {
  const a = channels(from);
  const b = channels(to);
  const n = a.reduce((sum, x, i) => sum * 256 + Math.round(x + ((b[i] ?? 0) - x) * part), 0);
  return "#" + n.toString(16).padStart(6, "0");
}

function linear(hex: string): Triple {
  return channels(hex).map((x) => {
    const v = x / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const x = luminance(a);
  const y = luminance(b);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function oklab(hex: string): Triple {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How different two colours look, in OKLab: 0 the same, 1 black and white. */
export function distance(a: string, b: string): number {
  const p = oklab(a);
  const q = oklab(b);
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** A colour moved away from an ink until the ink is easy to read on it. */
export function ground(colour: string, ink: string, wanted: number, start = 0): string {
  const end = luminance(ink) > 0.4 ? "#000000" : "#ffffff";
  for (let part = start; part < 1; part += 0.04) {
    const mixed = mix(colour, end, part);
    if (contrast(mixed, ink) >= wanted) return mixed;
  }
  return end;
}

export interface Shades {
  high: string;
  low: string;
  edge: string;
  plate: string;
}

/** The shades of a body: lit top, lower part, front edge, and the plate below white numerals. */
export function shades(body: string): Shades {
  const light = luminance(body) > 0.25;
  return {
    high: mix(body, "#ffffff", light ? 0.25 : 0.09),
    low: mix(body, "#000000", light ? 0.07 : 0.16),
    edge: mix(body, "#000000", 0.44),
    plate: ground(body, "#ffffff", 7, light ? 0.74 : 0.34),
  };
}

/** Palette numbers in the order in which a name likes them: its own colour first, then those most like it. */
function wishes(name: string): number[] {
  const home = PALETTE[numbersFrom("colour:" + name)(PALETTE.length)] ?? SIDEKICK;
  const away = PALETTE.map((pair) => distance(pair.body, home.body));
  return PALETTE.map((_, i) => i).sort((a, b) => (away[a] ?? 0) - (away[b] ?? 0) || a - b);
}

/** The first wish of each name that stays so far apart from all others, or nothing. */
function apartBy(names: readonly string[], apart: number): Map<string, Pair> | undefined {
  const taken = [SIDEKICK];
  const found = new Map<string, Pair>();
  for (const name of names) {
    const pair = wishes(name)
      .map((i) => PALETTE[i] ?? SIDEKICK)
      .find((p) => taken.every((t) => distance(p.body, t.body) >= apart));
    if (!pair) return undefined;
    taken.push(pair);
    found.set(name, pair);
  }
  return found;
}

/** Colours for the names of one table, as far apart as can be; beyond the length of the palette they come again. */
export function settleColours(names: readonly string[]): Map<string, Pair> {
  const sorted = [...new Set(names)].filter((name) => name !== "Sidekick").sort();
  const settled = new Map([["Sidekick", SIDEKICK]]);
  for (let start = 0; start < sorted.length; start += PALETTE.length) {
    const group = sorted.slice(start, start + PALETTE.length);
    let apart = 0.3;
    let found = apartBy(group, apart);
    while (!found) {
      apart -= 0.01;
      found = apartBy(group, Math.max(apart, 0.0001));
    }
    for (const [name, pair] of found) settled.set(name, pair);
  }
  return settled;
}
