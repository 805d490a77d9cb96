// What a table shows beside the game itself: which card is looked at, an answer to "why", a moment of the past.

import { getContext, setContext } from "svelte";
import { api } from "../lib/api";
import type { Connection } from "../lib/connection.svelte";
import { Move } from "../lib/move.svelte";
import type { CardInfo, Face, Moment, NumberPart, Told, Update, View } from "../lib/protocol";

export interface Why {
  title: string;
  reasons: Told[];
  numbers: { name: string; total: number; parts: NumberPart[] }[];
  x: number;
  y: number;
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
  why = $state.raw<Why | null>(null);
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

  async loadCards(): Promise<void> {
    if (this.cards.length === 0) this.cards = await api.cards(this.room).catch(() => []);
  }

  printed(card: number, face: number): Face | undefined {
    return this.cards[card]?.faces[face];
  }

  async lookBack(seq: number): Promise<void> {
    this.past = await api.moment(this.room, seq).catch(() => null);
  }

  /** Why nothing can be done with a thing, or where its numbers come from. */
  async ask(title: string, thing: { die?: number; card?: number }, at: { x: number; y: number }): Promise<void> {
    if (this.past !== null) {
      const then = await api.numbers(this.room, this.past.last, thing).catch(() => []);
      this.why = then.length > 0 ? { title, ...at, numbers: then, reasons: [] } : null;
      return;
    }
    const numbers = await this.line.send({ type: "explain", ...thing });
    const reasons = this.isMine ? await this.line.send({ type: "why", seat: this.seat, ...thing }) : null;
    this.why = {
      title,
      ...at,
      numbers: numbers.type === "numbers" ? numbers.numbers : [],
      reasons: reasons?.type === "answer" ? reasons.reasons : [],
    };
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
