// Fair dice: what the seeds of a game give, and whether its dice fell so. docs/fair-dice.md has the formulas.

import type { Noted } from "../lib/mine";
import type { Fall, Story } from "./past";
import { fromHex, hex, hmac, join, sha256 } from "./sha256";

const TAG = "dicehall-fair-1";
const WORDS = 1n << 64n;
const TWELVE = 6n ** 12n;
const SIX_LIMIT = (WORDS / TWELVE) * TWELVE; // words from here on would favour some faces

function number(value: number, size: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setUint32(0, value);
  else view.setBigUint64(0, BigInt(value));
  return new Uint8Array(view.buffer);
}

/** The words of one stream, and numbers made of them. */
export class FairRng {
  #key: Uint8Array;
  #head: Uint8Array;
  #block: DataView = new DataView(new ArrayBuffer(0));
  #position = 0;

  constructor(serverSeed: Uint8Array, seatSeeds: string[], stream = 0) {
    const encoder = new TextEncoder();
    const seeds = seatSeeds.map((seed) => encoder.encode(seed));
    const parts = seeds.flatMap((seed) => [number(seed.length, 4), seed]);
    this.#key = serverSeed;
    this.#head = join(encoder.encode(TAG), ...parts, number(stream, 8));
  }

  word(): bigint {
    const at = this.#position++;
    if (at % 4 === 0) {
      const bytes = hmac(this.#key, join(this.#head, number(at / 4, 8)));
      this.#block = new DataView(bytes.buffer);
    }
    return this.#block.getBigUint64((at % 4) * 8);
  }

  below(n: bigint): bigint {
    let w = this.word();
    while (w >= WORDS - (WORDS % n)) w = this.word();
    return w % n;
  }

  faces(count: number): number[] {
    const out: number[] = [];
    while (out.length < count) {
      let w = this.word();
      while (w >= SIX_LIMIT) w = this.word();
      for (let i = 0; i < 12; i++, w /= 6n) out.push(Number(w % 6n));
    }
    return out.slice(0, count);
  }

  /** `k` different places out of `n`, in the order in which they come. */
  sample(n: number, k: number): number[] {
    const pool = Array.from({ length: n }, (_, i) => i);
    let ways = 1n;
    for (let m = n; m > n - k; m--) ways *= BigInt(m);
    const enough = ways < WORDS - 1n;
    let w = enough ? this.below(ways) : 0n;
    const out: number[] = [];
    for (let m = n; m > n - k; m--) {
      const i = Number(enough ? w % BigInt(m) : this.below(BigInt(m)));
      w /= BigInt(m);
      out.push(pool[i]!);
      pool[i] = pool[m - 1]!;
    }
    return out;
  }
}

export interface Checked {
  rolls: number;
  draws: number;
  ok: boolean;
  problem: string; // "" if all is as the seeds say
  fall: Fall | null; // the first that does not follow
  noted: boolean; // compared with what this browser wrote down before the game
}

/** Derives every roll and draw of a game that is over from its seeds. */
export function checkDice(story: Pick<Story, "fair" | "falls" | "taken_back">, noted: Noted | null = null): Checked {
  const out: Checked = { rolls: 0, draws: 0, ok: false, problem: "", fall: null, noted: false };
  const { commitment, seeds, server_seed: server = "" } = story.fair;
  const fault = (problem: string): Checked => ({ ...out, problem });
  if (!/^[0-9a-f]{64}$/.test(server)) return fault("The server tells its seed when the game is over.");
  const seed = fromHex(server);
  if (hex(sha256(seed)) !== commitment) {
    return fault("The server's seed is not the one whose hash was shown before the game.");
  }
  if (noted?.commitment && noted.commitment !== commitment) {
    return fault("The hash is not the one that this browser was shown before the game.");
  }
  if (noted !== null && !seeds.includes(noted.seed)) {
    return fault("The seed that this browser added is not among the seeds of the game.");
  }
  out.noted = noted !== null;
  const back = [...story.taken_back];
  let stream = 0;
  let rng = new FairRng(seed, seeds);
  for (const [i, fall] of story.falls.entries()) {
    while (back[0] === i) {
      back.shift();
      rng = new FairRng(seed, seeds, ++stream);
    }
    if (!same(fall.outcome, given(rng, fall))) {
      return { ...out, fall, problem: `The seeds do not give this: ${fall.text}` };
    }
    if (fall.kind === "draw") out.draws++;
    else out.rolls++;
  }
  if (back.some((stood) => stood !== story.falls.length))
    return fault("It is said that dice were taken back which never fell.");
  return { ...out, ok: true };
}

/** How dice fall by the seeds: faces, or the cards of the dice that are drawn. */
function given(rng: FairRng, fall: Fall): number[] {
  if (fall.kind !== "draw") return rng.faces(fall.outcome.length);
  const pool = fall.pool ?? [];
  if (fall.outcome.length > pool.length) return [];
  return rng.sample(pool.length, fall.outcome.length).map((place) => pool[place]!);
}

function same(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
