/** Where things stand on the face of a Dice Masters die, which is 100 wide and 108 high with its front edge. */

export interface Spot {
  x: number;
  y: number;
  scale: number;
}

export interface CharacterPlan {
  cost: { x: number; y: number; font: number; ring: boolean };
  attack: { plate: string; x: number; y: number; font: number; sign: number };
  defence: { plate: string; x: number; y: number; font: number; sign: number };
  emblem: Spot;
  burst: number;
}

const LARGE: CharacterPlan = {
  cost: { x: 19, y: 26.5, font: 21, ring: true },
  attack: { plate: "M62 2.8H80A17.2 17.2 0 0 1 97.2 20V32L84 39 64 30Z", x: 80.5, y: 29, font: 26, sign: 61 },
  defence: { plate: "M63 62H97.2V78A17.5 17.5 0 0 1 79.7 95.5H78Q63 93 63 80Z", x: 80, y: 88, font: 26, sign: 61 },
  emblem: { x: 43, y: 50, scale: 0.98 },
  burst: 10.5,
};

/** Below 40 pixels numbers grow and the ring of the cost goes. */
const SMALL: CharacterPlan = {
  cost: { x: 17, y: 29, font: 29, ring: false },
  attack: { plate: "M55 2.8H80A17.2 17.2 0 0 1 97.2 20V37L80 46 57 36Z", x: 76.5, y: 34.5, font: 35, sign: 54 },
  defence: { plate: "M56 55H97.2V78A17.5 17.5 0 0 1 79.7 95.5H74Q56 93 56 77Z", x: 77, y: 89, font: 35, sign: 54 },
  emblem: { x: 31, y: 56, scale: 0.84 },
  burst: 12,
};

export const SMALL_BELOW = 40;

export function characterPlan(size: number): CharacterPlan {
  return size < SMALL_BELOW ? SMALL : LARGE;
}

/** The font size for a number that may have two digits or more. */
export function fitted(value: number, font: number): number {
  return String(value).length > 1 ? Math.round(font * 0.84) : font;
}

/** Bursts side by side at the lower left, as one path. */
export function burstPath(count: number, radius: number): string {
  let path = "";
  for (let i = 0; i < count; i++) {
    const x = 6.5 + radius + i * radius * 2;
    for (let k = 0; k < 16; k++) {
      const angle = (Math.PI * k) / 8;
      const r = k % 2 ? radius * 0.5 : radius;
      path += `${k ? "L" : "M"}${+(x + r * Math.sin(angle)).toFixed(1)} ${+(82 - r * Math.cos(angle)).toFixed(1)}`;
    }
    path += "Z";
  }
  return path;
}

/** The dots of the level on the front edge, as one path. */
export function levelPath(level: number): string {
  let path = "";
  for (let i = 0; i < level; i++) path += `M${50 + (i - (level - 1) / 2) * 10} 99.2a2.9 2.9 0 1 1-.01 0Z`;
  return path;
}

/** Where the symbols of an energy face stand: one in the middle, two on a diagonal, more smaller. */
export function energySpots(count: number): { x: number; y: number; size: number }[] {
  if (count <= 1) return [{ x: 20, y: 19, size: 60 }];
  if (count === 2) {
    return [
      { x: 6, y: 8, size: 47 },
      { x: 47, y: 42, size: 47 },
    ];
  }
  return [
    { x: 6, y: 10, size: 38 },
    { x: 31, y: 34, size: 38 },
    { x: 56, y: 58, size: 38 },
  ];
}

/** Cracks of a damaged die: they run in from the edges and leave the emblem readable. */
export const CRACK = "M42 1L37 11 44 19 38 29 42 35M44 19L50 24M1 41L11 46 15 40 26 51 25 58M15 40L18 36";
