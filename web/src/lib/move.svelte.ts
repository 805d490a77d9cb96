// A move that is being made: picks that were not sent yet, and what can be picked next. The server is asked after each
// pick what would follow; when nothing more is to be picked the whole move is sent.

import { blockerOf, blockersOf, declaration, withEqual, type Block, type Blocker } from "./blocks";
import type { Connection } from "./connection.svelte";
import { dropsOf, type Drops } from "./drops";
import type { DMView, Happened, Option, Question, Told } from "./protocol";

/** An answer with the things that are pointed at, in order; equal dice make answers of their own. */
export interface Choice {
  action: number;
  option: Option;
  dice: number[];
  card: number;
}

export function choicesOf(question: Question): Choice[] {
  const out: Choice[] = [];
  for (const option of question.actions) {
    const dice = option.dice ?? [];
    out.push({ action: option.action, option, dice, card: option.card ?? -1 });
    for (const [action, equal] of option.equal ?? [])
      out.push({ action, option, dice: equal, card: option.card ?? -1 });
  }
  return out;
}

interface Pick {
  question: Question; // that it answers
  choice: Choice;
}

export class Move {
  picks = $state.raw<Pick[]>([]);
  path = $state.raw<number[]>([]); // dice pointed at, of an answer that needs several
  menu = $state.raw<Choice[]>([]); // answers to choose among, after a thing with several was pointed at
  refused = $state.raw<Told[]>([]);
  certain = $state.raw<Happened[]>([]); // what would follow from the picks
  depends = $state("");
  busy = $state(false);
  ready = $state(false); // all is picked, and only to be confirmed
  custom = $state(false); // a payment is chosen die by die
  free = $state.raw<readonly Blocker[]>([]); // who may block, where they can be chosen in any order
  wishes = $state.raw<readonly Block[]>([]); // who shall block whom then

  #line: Connection;
  #base = $state.raw<Question | null>(null); // the question as the server asks it
  #ahead = $state.raw<Question | null>(null); // what is asked after the picks

  constructor(line: Connection) {
    this.#line = line;
  }

  /** The server asks something (else). Picks for the same question stay. */
  ask(question: Question | null): void {
    const same = question !== null && this.#base?.version === question.version && this.#base.seat === question.seat;
    if (same && question.asks === this.#base?.asks) return;
    this.#base = question;
    this.#clear();
    this.free = [];
    if (question !== null && blockerOf(question) !== null) void this.#findBlockers(question);
  }

  question: Question | null = $derived.by(() => {
    return this.#ahead ?? this.#base;
  });
  get open(): boolean {
    return this.picks.length > 0 || this.wishes.length > 0;
  }
  choices: Choice[] = $derived.by(() => {
    const question = this.question;
    return question === null ? [] : choicesOf(question);
  });

  /** Dice that were picked in this move. */
  picked: Set<number> = $derived.by(() => {
    const out = new Set<number>(this.path);
    for (const pick of this.picks) for (const die of pick.choice.dice) out.add(die);
    if (this.paying) for (const die of this.question?.pays ?? []) out.add(die);
    for (const [blocker] of this.wishes) out.add(blocker);
    return out;
  });

  /** Blocks that were picked: blocker and attacker. */
  blocks: readonly Block[] = $derived.by(() => {
    if (this.free.length > 0) return this.wishes;
    return this.picks.flatMap(({ choice }) =>
      choice.option.verb === "block" ? [[choice.dice[0] ?? -1, choice.dice[1] ?? -1] as const] : [],
    );
  });

  /** A payment is asked for and the usual one is proposed. */
  paying: boolean = $derived.by(() => {
    return !this.custom && (this.question?.usual.length ?? 0) > 0;
  });

  /** The dice before the one that is to be pointed at next: those that all answers with dice begin with. */
  prefix: number[] = $derived.by(() => {
    if (this.path.length > 0 || this.free.length > 0) return this.path;
    const long = this.choices.filter((choice) => choice.dice.length > 0 && choice.dice.length <= 2);
    const first = long[0]?.dice[0];
    if (first === undefined || long.length < 2 || !long.some((choice) => choice.dice.length > 1)) return [];
    return long.every((choice) => choice.dice[0] === first) ? [first] : [];
  });

  /** Answers by the die that is to be pointed at next. */
  lit: Map<number, Choice[]> = $derived.by(() => {
    const out = new Map<number, Choice[]>();
    if (this.paying || this.ready) return out;
    if (this.free.length > 0) return new Map([...this.#freely()].map((die) => [die, []]));
    const prefix = this.prefix;
    for (const choice of this.choices) {
      if (isWhole(choice) || !prefix.every((die, i) => choice.dice[i] === die)) continue;
      const die = choice.dice[prefix.length];
      if (die === undefined) continue;
      const known = out.get(die);
      if (known) known.push(choice);
      else out.set(die, [choice]);
    }
    return out;
  });

  litCards: Map<number, Choice[]> = $derived.by(() => {
    const out = new Map<number, Choice[]>();
    if (this.paying || this.ready || this.path.length > 0) return out;
    for (const choice of this.choices) {
      if (choice.card < 0 || choice.dice.length > 0) continue;
      out.set(choice.card, [...(out.get(choice.card) ?? []), choice]);
    }
    return out;
  });

  /** Answers for which nothing on the table is pointed at. */
  plain: Choice[] = $derived.by(() => {
    if (this.paying || this.ready || this.path.length > 0 || this.free.length > 0) return [];
    const prefix = this.prefix;
    return this.choices.filter(
      (choice) =>
        choice.card < 0 && !isWhole(choice) && (choice.dice.length === 0 || choice.dice.length === prefix.length),
    );
  });

  /** Answers that name a whole set at once (a split, wounds). */
  whole: Choice[] = $derived.by(() => {
    return this.choices.filter(isWhole);
  });

  /** What can be pointed at while blockers are chosen in any order: those that are free, then those that one can block. */
  #freely(): Iterable<number> {
    const [first] = this.path;
    if (first !== undefined) return this.free.find(({ die }) => die === first)?.targets ?? [];
    return this.free.map(({ die }) => die).filter((die) => !this.wishes.some(([blocker]) => blocker === die));
  }

  pointDie(die: number): void {
    const found = this.lit.get(die);
    if (found === undefined) return;
    if (this.free.length > 0) {
      const [first] = this.path;
      if (first === undefined) this.path = [die];
      else void this.#wish([...this.wishes, [first, die]]);
      return;
    }
    const done = found.filter((choice) => choice.dice.length === this.prefix.length + 1);
    if (done.length === found.length) this.#among(done);
    else if (done.length === 0) this.path = [...this.prefix, die];
    else this.menu = found;
  }

  pointCard(card: number): void {
    const found = this.litCards.get(card);
    if (found !== undefined) this.#among(found);
  }

  /** Where a die that is lit can be put. */
  dropsOfDie(die: number): Drops {
    const blocker = this.path.length === 0 ? this.free.find((one) => one.die === die) : undefined;
    if (blocker !== undefined) return { places: new Map(), dice: new Map([...blocker.targets].map((t) => [t, []])) };
    return dropsOf(this.lit.get(die) ?? [], this.prefix.length + 1);
  }

  dropsOfCard(card: number): Drops {
    return dropsOf(this.litCards.get(card) ?? [], 0);
  }

  /** A die was put onto another one. */
  dropOnDie(die: number, onto: number): void {
    const found = this.dropsOfDie(die).dice.get(onto);
    if (found === undefined) return;
    const at = this.prefix.length + 1;
    if (this.free.length > 0) void this.#wish([...this.wishes, [die, onto]]);
    else if (found.every((choice) => choice.dice.length === at + 1)) this.#among(found);
    else this.path = [...this.prefix, die, onto];
  }

  /** A thing was put to a place: one of these answers is meant. */
  dropOnPlace(choices: Choice[]): void {
    this.#among(choices);
  }

  async #findBlockers(base: Question): Promise<void> {
    const view = this.#view;
    if (view === null) return;
    this.busy = true;
    const found = await blockersOf(base, async (actions) => {
      const reply = await this.#line.send({ type: "forecast", seat: base.seat, actions });
      if (reply.type !== "follows" || this.#base !== base) return undefined;
      return reply.question;
    });
    if (this.#base !== base) return; // the game has gone on meanwhile
    this.busy = false;
    if (found.length > 1) this.free = withEqual(found, view);
  }

  get #view(): DMView | null {
    const view = this.#line.update?.view;
    return view?.game === "dicemasters" ? view : null;
  }

  /** These shall block. The server says whether they can, and what would follow. */
  async #wish(wishes: readonly Block[]): Promise<void> {
    const base = this.#base;
    const view = this.#view;
    if (base === null || view === null || this.busy) return;
    this.path = [];
    this.busy = true;
    const text = declaration(wishes, view);
    const reply = await this.#line.send({ type: "forecast", seat: base.seat, text });
    if (this.#base !== base) return; // the game has gone on meanwhile
    this.busy = false;
    this.refused = reply.type === "refused" ? reply.reasons : [];
    if (reply.type !== "follows") return;
    this.wishes = wishes;
    this.certain = reply.events;
    this.depends = reply.depends;
  }

  /** Sends who blocks whom. */
  async declare(): Promise<void> {
    const view = this.#view;
    if (view !== null && !this.busy) await this.#send({ text: declaration(this.wishes, view) });
  }

  #among(choices: Choice[]): void {
    if (choices.length === 1 && choices[0]) void this.choose(choices[0]);
    else this.menu = choices;
  }

  async choose(choice: Choice): Promise<void> {
    const question = this.question;
    if (question === null || this.busy) return;
    this.menu = [];
    const [blocker, attacker] = choice.dice;
    if (this.free.length > 0 && blocker !== undefined && attacker !== undefined) {
      await this.#wish([...this.wishes.filter(([one]) => one !== blocker), [blocker, attacker]]);
      return;
    }
    this.free = []; // who answers for one die goes on die by die
    this.wishes = [];
    await this.#go([...this.picks, { question, choice }]);
  }

  /** Pays as proposed. */
  async payUsual(): Promise<void> {
    const question = this.question;
    if (question === null || this.busy) return;
    const usual = question.usual.map((option) => option.action);
    await this.#send({ actions: [...this.picks.map((pick) => pick.choice.action), ...usual] });
  }

  /** One step back: the last die pointed at, the last pick, the menu. */
  async back(): Promise<boolean> {
    if (this.menu.length > 0) this.menu = [];
    else if (this.refused.length > 0) this.refused = [];
    else if (this.path.length > 0) this.path = this.path.slice(0, -1);
    else if (this.wishes.length > 0) await this.#wish(this.wishes.slice(0, -1));
    else if (this.ready) await this.#go(this.picks.slice(0, -1));
    else if (this.custom) this.custom = false;
    else if (this.picks.length > 0) await this.#go(this.picks.slice(0, -1));
    else return false;
    return true;
  }

  /** Takes a pick of a die back; the others stay. */
  async unpick(die: number): Promise<void> {
    if (this.path.includes(die)) {
      this.path = [];
      return;
    }
    if (this.wishes.length > 0) {
      await this.#wish(this.wishes.filter(([blocker]) => blocker !== die));
      return;
    }
    const i = this.picks.findIndex((pick) => pick.choice.dice.includes(die));
    if (i < 0) return;
    const before = this.picks;
    await this.#go(this.picks.filter((_, k) => k !== i));
    if (this.refused.length > 0) await this.#go(before.slice(0, i));
  }

  cancel(): void {
    this.#clear();
  }

  /** Sends numbers as they are (a whole set). */
  async sendWhole(action: number): Promise<void> {
    await this.#send({ actions: [action] });
  }

  async #go(picks: Pick[]): Promise<void> {
    const base = this.#base;
    if (base === null) return;
    this.path = [];
    if (picks.length === 0) {
      this.#clear();
      return;
    }
    this.busy = true;
    const actions = picks.map((pick) => pick.choice.action);
    if (base.secret) {
      await this.#send({ actions });
      return;
    }
    const reply = await this.#line.send({ type: "forecast", seat: base.seat, actions });
    this.busy = false;
    if (this.#base !== base) return; // the game has gone on meanwhile
    if (reply.type === "refused") {
      this.refused = reply.reasons;
    } else if (reply.type === "follows" && reply.question !== null) {
      this.refused = [];
      this.picks = picks;
      this.#ahead = reply.question;
      this.certain = reply.events;
      this.depends = reply.depends;
      this.custom = PAYS.has(picks.at(-1)?.choice.option.verb ?? ""); // who chooses dice goes on choosing them
      this.ready = false;
      void this.#foresee(base, picks);
    } else if (reply.type === "follows" && picks.some((pick) => CONFIRMED.has(pick.choice.option.verb ?? ""))) {
      this.refused = [];
      this.picks = picks;
      this.certain = reply.events;
      this.depends = reply.depends;
      this.ready = true;
    } else {
      await this.#send({ actions });
    }
  }

  /** What would follow if the move ended here. */
  async #foresee(base: Question, picks: Pick[]): Promise<void> {
    const done = this.#ahead?.actions.find((option) => option.verb === "done");
    if (done === undefined) return;
    const actions = [...picks.map((pick) => pick.choice.action), done.action];
    const reply = await this.#line.send({ type: "forecast", seat: base.seat, actions });
    if (reply.type !== "follows" || this.picks !== picks) return;
    this.certain = reply.events;
    this.depends = reply.depends;
  }

  /** Sends what was picked. */
  async confirm(): Promise<void> {
    if (this.ready && !this.busy) await this.#send({ actions: this.picks.map((pick) => pick.choice.action) });
  }

  async #send(move: { actions: number[] } | { text: string }): Promise<void> {
    const base = this.#base;
    if (base === null) return;
    this.busy = true;
    const reply = await this.#line.send({ type: "play", seat: base.seat, version: base.version, ...move });
    if (this.#base !== base) return; // the game has gone on meanwhile
    this.busy = false;
    if (reply.type === "refused") this.refused = reply.reasons;
    else this.#clear();
  }

  #clear(): void {
    this.picks = [];
    this.wishes = [];
    this.path = [];
    this.menu = [];
    this.refused = [];
    this.certain = [];
    this.depends = "";
    this.custom = false;
    this.#ahead = null;
    this.busy = false;
    this.ready = false;
  }
}

const PAYS = new Set(["pay", "keep"]);
const CONFIRMED = new Set(["block", "not block", "assign", "renounce"]); // of several parts, or costly: not sent by a click

function isWhole(choice: Choice): boolean {
  return choice.option.verb === "battle" || choice.option.verb === "wound";
}
