import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { contrast, distance, PALETTE, settleColours, shades, SIDEKICK } from "./colours";
import DMDie from "./DMDie.svelte";
import { ENERGY, energyOf } from "./energy";
import { burstPath, energySpots, levelPath } from "./face";
import Gallery from "./Gallery.svelte";
import { IRON, IRON_COLOURS, IRON_SHAPES, marks, SHAPES, shapeOf } from "./iron";
import IronDie from "./IronDie.svelte";
import IronInks from "./IronInks.svelte";
import { bodyOf, looksFor, settle } from "./looks";
import { drawEmblem, outline, PAWN, settleForms } from "./sigil";
import { NAMES as TABLE } from "./samples";
import { ironLabel, label, nameOf } from "./words";

const many = (n: number, word = "Die"): string[] => Array.from({ length: n }, (_, i) => `${word} ${i}`);
const shuffled = [...TABLE].reverse().concat(TABLE[3] ?? "");

describe("emblems", () => {
  it("depend on the names alone", () => {
    expect([...settleForms(shuffled)]).toEqual([...settleForms(TABLE)]);
    expect(settleForms(["Hulk"]).get("Hulk")).not.toEqual(settleForms(["Thor"]).get("Thor"));
  });

  it.each([2, 10, 20, 30, 40])("have %i different outlines at one table", (n) => {
    for (const word of ["Die", "Hero", "Attack", "X"]) {
      const forms = settleForms(many(n, word));
      expect(new Set([...forms.values()].map(outline)).size).toBe(n);
    }
  });

  it("still exist for more dice than there are outlines", () => {
    const forms = settleForms(many(90));
    expect(forms.size).toBe(90);
    expect(new Set([...forms.values()].map((f) => JSON.stringify(f))).size).toBeGreaterThan(70);
  });

  it("spread over the outer forms", () => {
    const used = new Map<number, number>();
    for (const form of settleForms(TABLE).values()) used.set(form.outer, (used.get(form.outer) ?? 0) + 1);
    expect(Math.max(...used.values())).toBe(2);
  });

  it("are drawn inside their circle, without gaps in the numbers", () => {
    for (const form of settleForms(many(50)).values()) {
      const { fill, line } = drawEmblem(form);
      expect(fill + line).not.toMatch(/NaN|undefined/);
      const ends = [...(fill + line).matchAll(/[ML](-?[\d.]+) ?(-?[\d.]+)/g)];
      expect(ends.length).toBeGreaterThan(0);
      for (const [, x, y] of ends) expect(Math.hypot(Number(x), Number(y))).toBeLessThan(27);
    }
  });
});

describe("colours", () => {
  it("depend on the names alone", () => {
    expect([...settleColours(shuffled)]).toEqual([...settleColours(TABLE)]);
  });

  it("differ for all dice of a table, and from the Sidekick", () => {
    for (const names of [TABLE, many(20), many(PALETTE.length)]) {
      const bodies = [...settleColours([...names, "Sidekick"]).values()].map((pair) => pair.body);
      expect(new Set(bodies).size).toBe(names.length + 1);
    }
  });

  it("are further apart where there are fewer dice", () => {
    const nearest = (n: number): number => {
      const bodies = [...settleColours(many(n)).values()].map((pair) => pair.body);
      return Math.min(...bodies.flatMap((a, i) => bodies.slice(i + 1).map((b) => distance(a, b))));
    };
    expect(nearest(4)).toBeGreaterThan(0.2);
    expect(nearest(10)).toBeGreaterThan(0.12);
    expect(nearest(20)).toBeGreaterThan(0.08);
  });

  it("come again beyond the palette, evenly", () => {
    const pairs = [...settleColours(many(40)).values()].map((pair) => pair.body);
    const most = Math.max(...pairs.map((body) => pairs.filter((other) => other === body).length));
    expect(pairs).toHaveLength(41);
    expect(most).toBe(2);
  });

  it.each([SIDEKICK, ...PALETTE])("can be read on $body", ({ body, ink }) => {
    const { high, low, plate } = shades(body);
    for (const ground of [body, high, low]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast("#ffffff", plate)).toBeGreaterThanOrEqual(7);
    if (body !== SIDEKICK.body) expect(distance(body, SIDEKICK.body)).toBeGreaterThan(0.05);
  });

  it("measure contrast as it is defined", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it("of energy and IRONDIE can be read", () => {
    for (const { fill, ink } of Object.values(ENERGY)) expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5);
    for (const { plate, ink } of Object.values(IRON)) expect(contrast(plate, ink)).toBeGreaterThanOrEqual(7);
  });
});

describe("looks", () => {
  it("of a settled table are the same for all who know its titles", () => {
    settle(["War Machine: Rhodey", ...TABLE]);
    const looks = looksFor(shuffled);
    for (const name of TABLE) expect(bodyOf(name)).toEqual(looks.get(name));
    settle([]);
    expect(bodyOf("Hulk")).toEqual(looksFor(["Hulk"]).get("Hulk"));
  });

  it("give the Sidekick a pawn, settled or not", () => {
    expect(bodyOf("Sidekick")).toMatchObject({ ...SIDEKICK, emblem: PAWN });
    expect(looksFor(["Sidekick"]).get("Sidekick")).toMatchObject(SIDEKICK);
  });
});

describe("words", () => {
  const machine = {
    title: "War Machine: Rhodey",
    kind: "character",
    level: 1,
    attack: 5,
    defence: 4,
    bursts: 1,
    damage: 0,
  } as const;

  it("say what a die shows", () => {
    expect(label(machine, { attack: 2, defence: 4 })).toBe(
      "War Machine, level 1, attack 5, raised from 2, defence 4, one burst",
    );
    expect(label({ ...machine, bursts: 0, damage: 3 }, { attack: 5, defence: 6 })).toBe(
      "War Machine, level 1, attack 5, defence 4, lowered from 6, 3 damage",
    );
    expect(label({ title: "Sidekick", kind: "energy", energy: "bolt", count: 1 })).toBe("Sidekick, one bolt energy");
    expect(label({ title: "Smash!", kind: "action", bursts: 2 })).toBe("Smash!, action, two bursts");
    expect(label({ title: "Smash!", kind: "action", bursts: 0 })).toBe("Smash!, action");
    expect(label({ title: "Hulk: Green Goliath" })).toBe("Hulk die");
    const copies = [
      { what: "abilities", title: "Hulk: Green Goliath" },
      { what: "numbers", title: "Hulk: Green Goliath" },
    ];
    expect(label({ ...machine, copies })).toBe("War Machine, level 1, attack 5, defence 4, one burst, copies Hulk");
    expect(nameOf("Sidekick")).toBe("Sidekick");
  });

  it("name IRONDIE dice", () => {
    expect(ironLabel({ colour: "black", shape: "smasher", value: 4, rare: true })).toBe("Black Smasher, rare, 4");
    expect(ironLabel({ colour: "white", shape: "powerup", value: 0 })).toBe("White PowerUp, not rolled");
  });

  it("find the shape in a name of the server", () => {
    expect(shapeOf("red assault*#1")).toBe("assault");
    expect(shapeOf("blue powerup")).toBe("powerup");
    expect(() => shapeOf("red")).toThrow('"red"');
  });
});

describe("faces", () => {
  const body = (props: Parameters<typeof DMDie>[1]): string => render(DMDie, { props }).body;
  const texts = (html: string): string[] => [...html.matchAll(/<text[^>]*>([^<]*)/g)].map((m) => m[1] ?? "");
  const hulk = { title: "Hulk", kind: "character", level: 3, cost: 3, attack: 12, defence: 10, bursts: 2 } as const;

  it("of a character show cost, attack, defence, and damage only when there is some", () => {
    expect(texts(body({ die: hulk }))).toEqual(["3", "12", "10"]);
    expect(texts(body({ die: { ...hulk, damage: 4 } }))).toEqual(["3", "12", "10", "4/10"]);
  });

  it("mark a changed value and no other", () => {
    const signs = (printed?: { attack: number; defence: number }): number =>
      body({ die: hulk, printed }).split("paint-order").length - 1;
    expect(signs()).toBe(0);
    expect(signs({ attack: 12, defence: 10 })).toBe(0);
    expect(signs({ attack: 8, defence: 10 })).toBe(1);
    expect(signs({ attack: 13, defence: 8 })).toBe(2);
  });

  it("of energy show as many symbols as the face has", () => {
    const symbols = (energy: string, count: number): number =>
      body({ die: { title: "Thor", kind: "energy", energy, count } }).split(ENERGY[energyOf(energy)].outline).length -
      1;
    expect(symbols("bolt", 1)).toBe(1);
    expect(symbols("bolt", 2)).toBe(2);
    expect(symbols("wild", 3)).toBe(3);
    expect(symbols("generic", 2)).toBe(1);
    expect(texts(body({ die: { title: "Thor", kind: "energy", energy: "generic", count: 2 } }))).toEqual(["2"]);
    expect(energySpots(2)).toHaveLength(2);
  });

  it("show the emblem alone where the face is unknown or the kind is asked for", () => {
    expect(texts(body({ die: { title: "Hulk" } }))).toEqual([]);
    expect(texts(body({ die: hulk, showKind: true }))).toEqual([]);
  });

  it("have one figure for each burst and each level", () => {
    expect(burstPath(2, 10).split("Z")).toHaveLength(3);
    expect(burstPath(0, 10)).toBe("");
    expect(levelPath(3).split("Z")).toHaveLength(4);
  });

  it("of IRONDIE show a mark for each point, and a numeral above six", () => {
    for (let value = 1; value <= 6; value++) expect(marks("attack", value).split("Z")).toHaveLength(value + 1);
    expect(marks("defense", 7)).toBe("");
    const iron = (value: number): string[] =>
      texts(render(IronDie, { props: { colour: "red", shape: "assault", value } }).body);
    expect(iron(6)).toEqual(["R"]);
    expect(iron(8)).toEqual(["8", "R"]);
    expect(new Set(IRON_SHAPES.map((shape) => SHAPES[shape].outline)).size).toBe(9);
    expect(new Set(IRON_COLOURS.map((colour) => IRON[colour].engraving)).size).toBe(8);
  });
});

describe("the gallery", () => {
  const html = render(Gallery).body;

  it("gives every gradient and pattern a name of its own, and uses no other", () => {
    const all = render(IronInks).body + html;
    const ids = [...all.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]);
    const used = [...all.matchAll(/url\(#([^)]+)\)/g)].map((m) => m[1]);
    expect(ids.length).toBeGreaterThan(300);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(used)).toEqual(new Set(ids));
  });

  it("hides every drawing from screen readers, and keeps dice small", () => {
    const drawings = html.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
    for (const drawing of drawings) {
      expect(drawing).toMatch(/^<svg[^>]*aria-hidden="true"/);
      expect(drawing).not.toContain("<filter");
      expect(drawing.match(/<[a-z]/gi)?.length).toBeLessThanOrEqual(28);
    }
  });
});
