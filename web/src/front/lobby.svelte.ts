// What the front page knows of the server: what can be played, open tables, one's own games. It looks again by itself.

import { api, Refused } from "../lib/api";
import { forgetSeat, mySeats, type Mine } from "../lib/mine";
import type { Choices, RoomInfo } from "../lib/protocol";

const EVERY = 4000; // milliseconds
export const FEW = 4; // of one's own games that are shown at first

export interface MyGame {
  seat: Mine;
  info: RoomInfo | null; // null: not known yet, or gone
  gone: string; // why there is nothing to go back to
}

export class Lobby {
  choices = $state.raw<Choices | null>(null);
  tables = $state.raw<RoomInfo[] | null>(null);
  replays = $state.raw<RoomInfo[]>([]);
  mine = $state.raw<MyGame[]>(mySeats().map((seat) => ({ seat, info: null, gone: "" })));
  all = $state(false); // of my games
  trouble = $state(""); // the server does not answer

  #timer: ReturnType<typeof setInterval> | undefined;
  #busy = false;
  readonly #seen = () => {
    if (document.visibilityState === "visible") void this.refresh();
  };

  get shown(): MyGame[] {
    return this.all ? this.mine : this.mine.slice(0, FEW);
  }

  open(): void {
    this.#timer = setInterval(this.#seen, EVERY);
    document.addEventListener("visibilitychange", this.#seen);
    void this.refresh();
  }

  close(): void {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  async refresh(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const [choices, tables, replays] = await Promise.all([this.choices ?? api.choices(), api.rooms(), api.replays()]);
      this.choices = choices;
      this.tables = tables;
      this.replays = replays;
      await this.#lookUp();
      this.trouble = "";
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      this.#busy = false;
    }
  }

  showAll(): void {
    this.all = !this.all;
    void this.refresh();
  }

  forget(room: string): void {
    forgetSeat(room);
    this.mine = this.mine.filter((game) => game.seat.room !== room);
  }

  /** Games that may have changed; what is over or gone stays so. */
  async #lookUp(): Promise<void> {
    const known = new Map(this.mine.map((game) => [game.seat.room, game]));
    this.mine = mySeats().map((seat) => known.get(seat.room) ?? { seat, info: null, gone: "" });
    const found = new Map<string, MyGame>();
    await Promise.all(
      this.shown
        .filter((game) => game.gone === "" && game.info?.status !== "over")
        .map(async ({ seat }) => found.set(seat.room, await lookedUp(seat))),
    );
    this.mine = this.mine.map((game) => found.get(game.seat.room) ?? game);
  }
}

async function lookedUp(seat: Mine): Promise<MyGame> {
  try {
    return { seat, info: await api.room(seat.room), gone: "" };
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return { seat, info: null, gone: error.message };
    throw error;
  }
}
