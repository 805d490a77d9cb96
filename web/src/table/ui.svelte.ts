// What a table shows beside the game itself: which card is looked at, an answer to "why", a moment of the past.

import { getContext, setContext } from "svelte";
import { api } from "../lib/api";
import type { Connection } from "../lib/connection.svelte";
import { Move } from "../lib/move.svelte";
import type { CardInfo, Face, Moment, NumberPart, Told, Update, View } from "../lib/protocol";

/** What is asked about: a die, a card, or a number of a side. */
export type Thing = { die: number } | { card: number } | { seat: number; total: string };

export interface Subject {
  title: string;
  says: string; // what it is, in words
  thing: Thing;
  lit: boolean; // it can be chosen, so nobody asks why not
}

export interface Why extends Subject {
  reasons: Told[];
  numbers: { name: string; total: number; parts: NumberPart[] }[];
  from: HTMLElement;
  pinned: boolean; // it was asked for, and stays
}

/** A choice that loses something, asked for once more. */
export interface Sure {
  title: string;
  rule: string; // that says why one may regret it
  yes: string;
  no: string;
  go: () => void;
}

export class TableUI {
  move: Move;
  cards = $state.raw<CardInfo[]>([]);
  shown = $state(-1); // the card in the panel
  menu = $state(false); // the menu is open, and the keys are its own
  #why = $state.raw<Why | null>(null);
  #asking = {}; // the newest question; answers to others come too late
  sure = $state.raw<Sure | null>(null); // while it waits nothing else can be done
  past = $state.raw<Moment | null>(null);
  rule = $state(""); // the rule that is looked at
  tab = $state<"log" | "rules">("log");
  pane = $state<"table" | "cards" | "log" | "rules">("table"); // on a narrow screen

  constructor(
    readonly line: Connection,
    readonly room: string,
  ) {
    this.move = new Move(line);
  }

  get update(): Update | null {
    return this.line.update;
  }
  /** The table as it is shown: now, or at the moment that was chosen in the log. */
  get view(): View | null {
    return this.past?.view ?? this.update?.view ?? null;
  }
  /** What a seat has said a moment ago. */
  saidBy(seat: number, now: number): string {
    const last = this.line.heard.filter((said) => said.seat === seat).at(-1);
    return last !== undefined && now - last.at < 6000 ? last.text : "";
  }

  /** The seat at the bottom. */
  get seat(): number {
    const update = this.update;
    if (update === null) return 0;
    return update.questions[0]?.seat ?? update.seats[0] ?? 0;
  }
  get isMine(): boolean {
    return (this.update?.seats.length ?? 0) > 0;
  }

  /** The name of who reads, where it is one person alone. */
  get me(): string {
    const [seat, ...more] = this.update?.seats ?? [];
    return seat === undefined || more.length > 0 ? "" : (this.update?.names[seat] ?? "");
  }

  async loadCards(): Promise<void> {
    if (this.cards.length === 0) this.cards = await api.cards(this.room).catch(() => []);
  }

  printed(card: number, face: number): Face | undefined {
    return this.cards[card]?.faces[face];
  }

  async lookBack(seq: number): Promise<void> {
    this.past = await api.moment(this.room, seq).catch(() => null);
  }

  get why(): Why | null {
    return this.#why;
  }
  set why(why: Why | null) {
    this.#asking = {};
    this.#why = why;
  }

  /** Why nothing can be done with a thing, or where its numbers come from. */
  async ask(subject: Subject, from: HTMLElement, pinned: boolean): Promise<void> {
    if (this.why?.from === from) {
      this.why = { ...this.why, pinned: pinned || this.why.pinned };
      return;
    }
    const asking = (this.#asking = {});
    const [numbers, reasons] = await Promise.all([this.#numbersOf(subject.thing), this.#reasonsOf(subject)]);
    if (this.#asking === asking && from.isConnected) this.why = { ...subject, from, pinned, numbers, reasons };
  }

  async #numbersOf(thing: Thing): Promise<Why["numbers"]> {
    if (this.past !== null) return api.numbers(this.room, this.past.last, thing).catch(() => []);
    const reply = await this.line.send({ type: "explain", ...thing });
    return reply.type === "numbers" ? reply.numbers : [];
  }

  async #reasonsOf({ thing, lit }: Subject): Promise<Told[]> {
    if (this.past !== null || !this.isMine || lit || "total" in thing) return [];
    const reply = await this.line.send({ type: "why", seat: this.seat, ...thing });
    return reply.type === "answer" ? reply.reasons : [];
  }

  openRule(number: string): void {
    this.rule = number;
    this.tab = "rules";
    this.pane = "rules";
  }
}

const KEY = Symbol("table");
export const provide = (ui: TableUI): TableUI => setContext(KEY, ui);
export const table = (): TableUI => getContext<TableUI>(KEY);
