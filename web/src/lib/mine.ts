// What this browser remembers: the seats it owns, the name of its user, the last choices. Nothing of it is needed by the server.

export interface Mine {
  room: string;
  token: string;
  game: string;
  when: number;
  seats?: number[]; // not known of a seat that came by a link, until its table was seen
}

const SEATS = "dicehall.seats";
const MOST = 60;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: the page works all the same until it is closed
  }
}

export function mySeats(): Mine[] {
  return read<Mine[]>(SEATS, []);
}

export function tokenOf(room: string): string {
  return mySeats().find((mine) => mine.room === room)?.token ?? "";
}

export function keepSeat(room: string, token: string, game: string, seats?: number[]): void {
  const others = mySeats().filter((mine) => mine.room !== room);
  write(SEATS, [{ room, token, game, when: Date.now(), seats }, ...others].slice(0, MOST));
}

/** Of a seat that came by a link it is known only at the table which it is. */
export function noteSeats(room: string, seats: number[]): void {
  const all = mySeats();
  const mine = all.find((one) => one.room === room);
  if (mine === undefined || mine.seats !== undefined || seats.length === 0) return;
  mine.seats = seats;
  write(SEATS, all);
}

export function forgetSeat(room: string): void {
  write(
    SEATS,
    mySeats().filter((mine) => mine.room !== room),
  );
}

/** What was noted before a game, to check its dice when it is over. */
export interface Noted {
  seed: string; // that this browser has added
  commitment: string; // that it was shown before; "" if it came to a table that somebody else had made
}

const NOTED = "dicehall.noted";

export function noteSeed(room: string, noted: Noted): void {
  const others = read<[string, Noted][]>(NOTED, []).filter(([other]) => other !== room);
  write(NOTED, [[room, noted], ...others].slice(0, MOST));
}

export function notedOf(room: string): Noted | null {
  return read<[string, Noted][]>(NOTED, []).find(([other]) => other === room)?.[1] ?? null;
}

export const remembered = { read, write };
