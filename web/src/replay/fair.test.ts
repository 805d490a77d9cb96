// The numbers come from the Python side: tests/table/test_vectors.py writes vectors.json.

import { describe, expect, it } from "vitest";
import { checkDice, FairRng } from "./fair";
import { fromHex, hex, hmac, sha256 } from "./sha256";
import type { Story } from "./past";
import vectors from "./vectors.json";

type Facts = Pick<Story, "fair" | "falls" | "taken_back">;
const stories = vectors.stories as Facts[];
const changed = (story: Facts): Facts => structuredClone(story);

describe("hashes", () => {
  it("are those of the browser, at every length around a block", async () => {
    for (const size of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1000]) {
      const data = Uint8Array.from({ length: size }, (_, i) => (i * 37 + size) % 256);
      const own = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
      expect(hex(sha256(data))).toBe(hex(own));
    }
  });
  it("with a key are those of the browser, for short and long keys", async () => {
    for (const size of [1, 32, 64, 65, 200]) {
      const bytes = Uint8Array.from({ length: size }, (_, i) => 255 - (i % 256));
      const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const message = new TextEncoder().encode("a message");
      const own = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
      expect(hex(hmac(bytes, message))).toBe(hex(own));
    }
  });
});

describe("numbers from seeds", () => {
  it.each(vectors.numbers.map((row) => [row.seeds.join("|").slice(0, 30), row.stream, row] as const))(
    "%s, stream %i",
    (_, __, row) => {
      const fresh = (): FairRng => new FairRng(fromHex(row.server_seed), row.seeds, row.stream);
      const [words, below, drawn] = [fresh(), fresh(), fresh()];
      expect(row.words.map(() => String(words.word()))).toEqual(row.words);
      for (const [n, value] of row.below as [string, string][]) expect(String(below.below(BigInt(n)))).toBe(value);
      for (const faces of row.faces) expect(fresh().faces(faces.length)).toEqual(faces);
      for (const [n, k, places] of row.samples as [number, number, number[]][])
        expect(drawn.sample(n, k)).toEqual(places);
    },
  );
});

describe("the check of a game", () => {
  it.each(stories.map((story, i) => [i, story] as const))("game %i follows from its seeds", (_, story) => {
    const found = checkDice(story);
    expect(found).toMatchObject({ ok: true, problem: "", fall: null, noted: false });
    expect(found.rolls + found.draws).toBe(story.falls.length);
    expect(found.rolls).toBeGreaterThan(5);
    expect(found.draws).toBe(story.falls.filter((fall) => fall.kind === "draw").length);
  });
  it("knows draws and dice that were taken back", () => {
    expect(stories[0]!.falls.some((fall) => fall.kind === "draw")).toBe(true);
    for (const story of stories) {
      expect(story.taken_back.length).toBe(3);
      expect(checkDice({ ...story, taken_back: story.taken_back.slice(1) }).ok).toBe(false);
    }
  });
  it("names the first roll that does not follow", () => {
    for (const story of stories) {
      const other = changed(story);
      const at = other.falls.map((fall) => fall.kind).lastIndexOf("roll");
      const fall = other.falls[at]!;
      fall.outcome[0] = (fall.outcome[0]! + 1) % 6;
      const found = checkDice(other);
      expect(found.ok).toBe(false);
      expect(found.fall).toBe(fall);
      expect(found.rolls + found.draws).toBe(at);
    }
  });
  it("finds a roll that was left out, and a draw of another die", () => {
    const left = changed(stories[0]!);
    left.falls.splice(4, 1);
    expect(checkDice(left).ok).toBe(false);
    const drawn = changed(stories[0]!);
    const draw = drawn.falls.find((fall) => fall.kind === "draw" && new Set(fall.pool).size > 1)!;
    draw.outcome[0] = draw.pool!.find((card) => card !== draw.outcome[0])!;
    expect(checkDice(drawn).fall).toBe(draw);
  });
  it("refuses another seed of the server, and a seed that is not told yet", () => {
    const other = changed(stories[0]!);
    other.fair.server_seed = "00".repeat(32);
    expect(checkDice(other).problem).toMatch(/not the one whose hash/);
    delete other.fair.server_seed;
    expect(checkDice(other)).toMatchObject({ ok: false, rolls: 0 });
    expect(checkDice(other).problem).toMatch(/when the game is over/);
  });
  it("compares with what was noted before the game", () => {
    const story = stories[0]!;
    const seed = story.fair.seeds[0]!;
    expect(checkDice(story, { seed, commitment: story.fair.commitment })).toMatchObject({ ok: true, noted: true });
    expect(checkDice(story, { seed, commitment: "" })).toMatchObject({ ok: true, noted: true });
    expect(checkDice(story, { seed, commitment: "ab".repeat(32) }).problem).toMatch(/shown before the game/);
    expect(checkDice(story, { seed: "mine", commitment: "" }).problem).toMatch(/not among the seeds/);
  });
});
