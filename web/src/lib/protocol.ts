// The messages of the table, as docs/protocol.md describes them.

export interface Told {
  text: string;
  rule: string;
}

export interface Option {
  action: number;
  text: string;
  verb?: string;
  dice?: number[];
  card?: number;
  number?: number;
  amounts?: number[];
  equal?: [number, number[]][]; // actions about equal dice, and those dice
}

export interface Question {
  seat: number;
  version: number;
  kind: string;
  asks: string;
  rule: string;
  continues: boolean;
  secret: boolean;
  more: boolean;
  actions: Option[];
  usual: Option[]; // the steps of the usual payment, or of the usual division of damage
  pays: number[]; // all dice that pay it
  price: number; // where something is paid: how much
}

export interface Happened {
  seq: number;
  kind: string;
  cause: number;
  rule: string;
  text: string;
  quiet: boolean;
}

export interface Fair {
  commitment: string;
  seeds: string[];
  server_seed?: string;
}
export interface Ending {
  winners: number[];
  why: string;
  rule: string;
}
export interface Clock {
  left: (number | null)[];
  running: number[];
}

export interface DMDieView {
  die: number;
  card: number;
  title: string;
  number: number;
  owner: number;
  face: number;
  kind?: "energy" | "character" | "action";
  energy?: string;
  count?: number;
  bursts?: number;
  level?: number;
  cost?: number;
  attack?: number;
  defence?: number;
  damage?: number;
  /** What it copies now, each with the card it has it from. */
  copies?: { what: "abilities" | "traits" | "numbers"; card: number; title: string }[];
}

export interface DMSide {
  seats: string[];
  life: number;
  max_life: number;
  prep: DMDieView[];
}
export interface DMSeat {
  name: string;
  side: number;
  generic: number;
  zones: { bag: Record<string, number>; reserve: DMDieView[]; field: DMDieView[]; used: DMDieView[]; out: DMDieView[] };
}
export interface DMCard {
  card: number;
  title: string;
  seat: number;
  left: number;
  cost: number;
  energy: string;
}

export interface DMView {
  game: "dicemasters";
  edition: string;
  edition_title: string;
  out_of_play: boolean;
  version: number;
  seat: number;
  turn: number;
  active: number;
  step: string;
  sides: DMSide[];
  seats: DMSeat[];
  cards: DMCard[];
  attack: "" | "attackers" | "blockers" | "actions" | "damage"; // how far the attack is
  attackers: number[];
  assigning: { dealer?: number; recipients?: number[]; amounts?: number[]; left?: number };
  blocks: number[];
  winners: number[];
  over: string;
}

export interface IronDieView {
  id: number;
  name: string;
  colour: string;
  class: string;
  rare: boolean;
  zone: string;
  value: number;
}
export interface IronSeat {
  name: string;
  side: number;
  dice: IronDieView[];
  asked: boolean;
  committed: boolean;
}
export interface IronSide {
  seats: number[];
  life: number;
  attack: number;
  defense: number;
  reserve: number;
  renounced: boolean;
}
export interface IronView {
  game: "irondie";
  seat: number;
  turn: number;
  step: string;
  sudden_death: boolean;
  version: number;
  seats: IronSeat[];
  sides: IronSide[];
  duel: { die: number; targets: number[] }[];
  offensive: number;
  priority: number;
  table: Record<string, string>;
  winners: number[];
  over: string;
}
export type View = DMView | IronView;

export interface Update {
  type: "update";
  room: string;
  status: "waiting" | "playing" | "over";
  version: number;
  epoch: number;
  seats: number[];
  names: string[];
  bots: boolean[];
  here: boolean[];
  asked: number[];
  questions: Question[];
  first: number;
  events: Happened[];
  view: View | null;
  clock: Clock;
  asks_undo: number;
  undos_left: number[];
  hints: boolean;
  may_undo: boolean[];
  passes: string[][];
  stops: string[][];
  step: string;
  next: string;
  goes_on_from: string; // the room in which the game began, "" if it was this one
  fair: Fair;
  ending: Ending | null;
}

export interface Done {
  type: "done";
  id: number;
  version: number;
}
export interface Refusal {
  type: "refused";
  id: number;
  code: string;
  reasons: Told[];
  version: number;
}
export interface Answer {
  type: "answer";
  id: number;
  reasons: Told[];
}
/** Damage: by a die (-1: by none), to a die or to a side (the other is -1). */
export interface Hit {
  source: number;
  die: number;
  side: number;
  amount: number;
}
export interface Fall {
  value: number;
  events: Happened[];
  won: boolean | null; // its comparison, if there is one
  asks: string; // what somebody must choose then
}
/** What would follow if nobody did anything more in this attack or duel. It holds only then. */
export interface IfNobodyActs {
  events: Happened[]; // after those that are certain
  depends: string;
  hits: Hit[]; // of Dice Masters, with what is certain
  ko: number[];
  life: number[]; // of the sides
  falls: Fall[]; // of IRONDIE: what each value of a die would bring
}
export interface Follows {
  type: "follows";
  id: number;
  events: Happened[];
  depends: string;
  question: Question | null;
  if_nobody_acts: IfNobodyActs | null;
}
export interface NumberPart {
  amount: number;
  text: string;
  rule: string;
}
export interface Numbers {
  type: "numbers";
  id: number;
  numbers: { name: string; total: number; parts: NumberPart[] }[];
}
export interface HintLine {
  actions: number[]; // the steps of the move
  chance: number;
  text: string;
  then: string[];
}
export interface Hinted {
  type: "hinted";
  id: number;
  lines: HintLine[];
}
export interface Said {
  type: "said";
  seat: number;
  text: string;
}
export interface Judged {
  place: number; // after how many answers and rolls
  turn: number;
  seat: number;
  played: string;
  chance: number;
  better: string;
  best: number;
  then: string[]; // how the better one may go on
}
export interface Review {
  done: number;
  total: number;
  remarks: Judged[];
}
export interface Pong {
  type: "pong";
  id: number;
}
export type Reply = Update | Done | Refusal | Answer | Follows | Numbers | Hinted | Said | Pong;

export type Request =
  | { type: "play"; seat: number; version: number; actions?: number[]; text?: string }
  | { type: "undo" | "claim"; seat: number; version: number } // of the update that was seen
  | { type: "answer undo"; seat: number; yes: boolean; version: number }
  | { type: "concede"; seat: number }
  | { type: "passes"; seat: number; steps: string[]; stops: string[] }
  | { type: "why"; seat: number; action?: number; text?: string; die?: number; card?: number }
  | { type: "explain"; die?: number; card?: number; seat?: number; total?: string }
  | { type: "forecast"; seat: number; actions?: number[]; text?: string }
  | { type: "hint"; seat: number }
  | { type: "say"; seat: number; what: number }
  | { type: "ping" };

// ---- over HTTP

export interface Face {
  kind: string;
  energy: string | null;
  count: number;
  level: number;
  cost: number;
  attack: number;
  defence: number;
  bursts: number;
}
/** How something is read that the words of a card leave open; `why` names rules and public rulings. */
export interface Reading {
  asks: string;
  says: string;
  why: string;
  rulings: Record<string, string>; // with what they are about
}
export interface CardInfo {
  card: number;
  id: string;
  title: string;
  name: string;
  subtitle: string;
  kind: string;
  cost: number;
  energy: string | null;
  affiliations: string[];
  dice: number;
  text: string[];
  keywords: Record<string, string>;
  faces: Face[];
  readings: Reading[];
}
export interface RuleInfo {
  number: string;
  marks: string[];
  text: string;
}
export interface Ready {
  name: string;
  title: string;
  about: string;
  edition: string;
  holds: string[];
}
export interface Choices {
  levels: { name: string; about: string }[];
  editions: { name: string; title: string }[];
  edition: string;
  teams: Ready[];
  sets: Ready[];
  sayings: string[];
}
export interface Place {
  kind: "person" | "bot";
  level?: string;
  name?: string;
  team?: string;
}
export interface Settings {
  game: "dicemasters" | "irondie";
  edition?: string;
  places: [Place, Place];
  one_screen?: boolean;
  listed?: boolean;
  clock?: { kind: "none" | "move" | "total"; seconds?: number; increment?: number };
  at_zero?: "lose" | "claim";
  undos?: number;
  hints?: boolean;
  lesson?: string;
}
export interface Seated {
  room: string;
  seats: number[];
  token: string;
  taken: boolean; // by this call, with its seed; false: before
}
export interface RoomInfo {
  room: string;
  game: "dicemasters" | "irondie";
  status: "waiting" | "playing" | "over";
  names: string[];
  bots: boolean[];
  clock: string;
  created: number;
  edition: string; // of Dice Masters
  book: string; // the title of that rulebook
  format: string; // of Dice Masters
  teams: string[]; // by seat, "" for that of the demo
  turn: number; // 0: nothing is played yet
  asked: number[];
  ending: Ending | null;
  kept: string[]; // by seat, for whom it is kept though it is free
}
export interface Moment {
  place: number;
  places: number;
  first: number;
  last: number;
  view: View;
}
export interface Fault {
  detail: string;
  reasons?: Told[];
}
/** A guided game, as it is offered. */
export interface LessonInfo {
  name: string;
  title: string;
  about: string;
  minutes: number;
  learn: string[];
  game: "dicemasters" | "irondie";
  steps: number;
}
/** What a learner is told now. `place` is 0 where the game has left the script; `lesson` is "" in other rooms. */
export interface Advice {
  lesson: string;
  title: string;
  places: number;
  place: number;
  tell: string;
  say: string;
  move: string;
  button: boolean; // the move names nothing: it is the main answer
  dice: number[]; // what the step is about
  cards: number[];
  learnt: string[];
}
