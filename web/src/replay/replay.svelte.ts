// A game that is looked at again: the same table without a line to the room, at one of its moments.

import { Refused } from "../lib/api";
import { Connection } from "../lib/connection.svelte";
import type { Update } from "../lib/protocol";
import { mySeats } from "../lib/mine";
import { phrase } from "../lib/phrase";
import { story as sentence } from "../lib/story";
import { TableUI } from "../table/ui.svelte";
import { momentAt, placeOf, seqOf, tell, type PastMoment, type Story } from "./past";

const SPEEDS = { normal: 1100, quick: 550, off: 1100 }; // milliseconds for a moment that plays by itself

export class ReplayUI extends TableUI {
  story = $state.raw<Story | null>(null);
  place = $state(0); // where the slider stands; the table follows as soon as the moment is there
  pov = $state(0); // the seat at the bottom: at first the reader's own
  playing = $state(false);
  trouble = $state("");
  gone = $state(false); // there is no such game

  #moments = new Map<string, PastMoment>();
  #busy = false;
  #mine: number[]; // the seats that this browser owned

  constructor(room: string) {
    super(new Connection(room, ""), room); // which is never opened
    this.#mine = mySeats().find((mine) => mine.room === room)?.seats ?? [];
    this.pov = this.#mine[0] ?? 0;
  }

  override get seat(): number {
    return this.pov;
  }
  override get isMine(): boolean {
    return false;
  }
  override get me(): string {
    return this.#mine.length === 1 ? (this.story?.names[this.#mine[0] ?? -1] ?? "") : "";
  }
  get last(): number {
    return Math.max(0, (this.story?.ends.length ?? 1) - 1);
  }
  get over(): boolean {
    return this.story?.status === "over";
  }
  /** The event by which a link names the moment. */
  get seq(): number {
    return this.story === null ? -1 : seqOf(this.story, this.place);
  }
  get moment(): PastMoment | null {
    return this.past as PastMoment | null;
  }

  /** What happened at the place where the slider stands. */
  get said(): string {
    const { story, place } = this;
    if (story === null) return "";
    const events = story.events.slice(place > 0 ? story.ends[place - 1] : 0, story.ends[place]);
    const loud = events.filter((event) => event.text && !event.quiet);
    if (loud.length > 0) return loud.map((event) => sentence(event.text, story.names, this.me)).join(". ");
    const who = events
      .find((event) => / decides$| has decided$/.test(event.text))
      ?.text.replace(/ (decides|has decided)$/, "");
    const move = story.moves[place];
    if (who !== undefined && move) return `${who}: ${phrase(move, story.names)}`;
    return events.flatMap((event) => (event.text ? [sentence(event.text, story.names, this.me)] : [])).join(". ");
  }

  /** The places at which turns begin. */
  get turns(): number[] {
    const story = this.story;
    if (story === null) return [];
    return story.events.flatMap((event) => (event.kind === "turn" ? [placeOf(story, event.seq)] : []));
  }

  /** Reads what has happened (since), and goes to an event; -1: the beginning, none: the end. */
  async load(seq?: number): Promise<void> {
    try {
      const story = await tell(this.room);
      this.trouble = "";
      this.story = story;
      this.line.log = story.events;
      this.line.line = "open";
      await this.go(seq === undefined ? story.ends.length - 1 : placeOf(story, seq));
    } catch (error) {
      this.gone = error instanceof Refused && error.status === 404;
      this.trouble = words(error);
    }
  }

  async go(place: number): Promise<void> {
    if (this.story === null) return;
    this.place = Math.min(Math.max(0, place), this.last);
    await this.#follow();
  }

  override async lookBack(seq: number): Promise<void> {
    this.playing = false;
    if (this.story !== null) await this.go(placeOf(this.story, seq));
  }

  async flip(): Promise<void> {
    this.pov = 1 - this.pov;
    await this.#follow();
  }

  nextTurn(by: 1 | -1): Promise<void> {
    const { turns, place, last } = this;
    const to =
      by > 0 ? (turns.find((turn) => turn > place) ?? last) : (turns.filter((turn) => turn < place).at(-1) ?? 0);
    return this.go(to);
  }

  /** Goes on by itself until the end, or until somebody does something. */
  async play(): Promise<void> {
    if (this.playing) {
      this.playing = false;
      return;
    }
    this.playing = true;
    if (this.place === this.last) await this.go(0);
    while (this.playing && this.place < this.last) {
      await Promise.all([this.#fetch(this.place + 1), new Promise((resolve) => setTimeout(resolve, this.pace()))]);
      if (this.playing) await this.go(this.place + 1);
    }
    this.playing = false;
  }

  /** How long a moment stays. */
  pace: () => number = () => SPEEDS.normal;

  /** Shows the moment at which the slider stands. While one is on its way others are only noted. */
  async #follow(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (;;) {
        const [place, pov] = [this.place, this.pov];
        const moment = await this.#fetch(place);
        if (place !== this.place || pov !== this.pov) continue;
        if (moment !== null) this.#show(moment);
        return;
      }
    } finally {
      this.#busy = false;
    }
  }

  async #fetch(place: number): Promise<PastMoment | null> {
    const story = this.story;
    if (story === null) return null;
    const seat = this.over ? this.pov : -1;
    const key = `${place} ${seat}`;
    const known = this.#moments.get(key);
    if (known !== undefined) return known;
    try {
      const moment = await momentAt(this.room, seqOf(story, place), seat);
      if (this.over) this.#moments.set(key, moment); // what is over does not change any more
      this.trouble = "";
      return moment;
    } catch (error) {
      this.playing = false;
      this.trouble = words(error);
      return null;
    }
  }

  #show(moment: PastMoment): void {
    const story = this.story;
    if (story === null) return;
    const end = moment.place === moment.places && story.status === "over";
    const update: Update = {
      type: "update",
      room: story.room,
      status: end ? "over" : "playing",
      version: 0,
      epoch: 0,
      seats: [],
      names: story.names,
      bots: story.bots,
      here: story.names.map(() => true),
      asked: moment.asked.map((asked) => asked.seat),
      questions: [],
      first: 0,
      events: [],
      view: moment.view,
      clock: { left: story.names.map(() => null), running: [] },
      asks_undo: -1,
      undos_left: story.names.map(() => 0),
      hints: false,
      may_undo: [],
      passes: [],
      stops: [],
      step: "",
      next: "",
      goes_on_from: story.goes_on_from,
      fair: story.fair,
      ending: end ? story.ending : null,
    };
    this.why = null;
    this.line.update = update;
    this.past = moment;
  }
}

function words(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 1).toUpperCase() + text.slice(1).replace(/\.$/, "");
}

export function paceOf(speed: keyof typeof SPEEDS): number {
  return SPEEDS[speed];
}
