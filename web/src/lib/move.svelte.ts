// A move that is being made: picks that were not sent yet, and what can be picked next. The server is asked after each
// pick what would follow; when nothing more is to be picked the whole move is sent.

import { blockerOf, blockersOf, declaration, withEqual, type Block, type Blocker } from "./blocks";
import {
  addingOf,
  asksForSet,
  byCard,
  byDie,
  choicesOf,
  inOrder,
  isAdding,
  isWhole,
  prefixOf,
  withEarlier,
  type Choice,
} from "./choices";
import type { Connection } from "./connection.svelte";
import type { DMView, Follows, Happened, IfNobodyActs, Question, Refusal, Told } from "./protocol";
import { Division, divisionOf, energies, Purse } from "./settling.svelte";
import type { Ahead, Walk } from "./walking";

export type { Choice } from "./choices";

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
  foretold = $state.raw<IfNobodyActs | null>(null); // and then, if nobody does anything more
  busy = $state(false);
  ready = $state(false); // all is picked, and only to be confirmed
  custom = $state(false); // no payment is proposed: dice are chosen one by one
  purse = $state.raw<Purse | null>(null); // dice that shall pay, where they were chosen
  division = $state.raw<Division | null>(null); // damage that is to be divided
  free = $state.raw<readonly Blocker[]>([]); // who may block, where they can be chosen in any order
  wishes = $state.raw<readonly Block[]>([]); // who shall block whom then

  #line: Connection;
  #cut = false; // something was refused because there was no line; it is there again with the next update
  #base = $state.raw<Question | null>(null); // the question as the server asks it
  #ahead = $state.raw<Question | null>(null); // what is asked after the picks
  #idle: IfNobodyActs | null = null; // what would follow if nothing was picked

  constructor(line: Connection) {
    this.#line = line;
  }

  /** The server asks something (else). Picks for the same question stay. */
  ask(question: Question | null): void {
    if (this.#cut) this.refused = [];
    this.#cut = false;
    const same = question !== null && this.#base?.version === question.version && this.#base.seat === question.seat;
    if (same && question.asks === this.#base?.asks) return;
    this.#base = question;
    this.#idle = null;
    this.#clear();
    this.free = [];
    this.division = question && this.#view && divisionOf(question, this.#view);
    if (question === null || this.#view === null) return;
    if (this.division) void this.division.look(this.#after(question));
    else if (this.#view.attack !== "") void this.#foresee(question);
    if (blockerOf(question) !== null) void this.#findBlockers(question);
  }

  /** What would follow if nobody did anything from now on. */
  async #foresee(base: Question): Promise<void> {
    const reply = await this.#line.send({ type: "forecast", seat: base.seat });
    if (this.#base !== base || reply.type !== "follows") return;
    this.#idle = reply.if_nobody_acts;
    if (!this.open && this.foretold === null) this.foretold = this.#idle;
  }

  question: Question | null = $derived.by(() => {
    return this.#ahead ?? this.#base;
  });
  get open(): boolean {
    return this.picks.length > 0 || this.wishes.length > 0;
  }
  choices: Choice[] = $derived.by(() => {
    const question = this.question;
    if (question === null) return [];
    if (!this.isSet) return choicesOf(question);
    const now = this.ready ? [] : choicesOf(question); // when all is picked nothing is asked
    return withEarlier(now, this.#adding(this.picks), new Set(this.picks.map((pick) => pick.choice.action)));
  });

  /** A set of dice is asked for. */
  isSet: boolean = $derived.by(() => {
    return asksForSet(this.#base);
  });

  /** All answers that add a die to the set, in the order in which the server takes them. */
  #adding(picks: readonly Pick[]): Choice[] {
    const asked = [this.#base, ...picks.map((pick) => pick.question), this.question];
    return addingOf(asked.filter((question) => question !== null));
  }

  /** Dice that were picked in this move. */
  picked: Set<number> = $derived.by(() => {
    const out = new Set<number>(this.path);
    for (const pick of this.picks) for (const die of pick.choice.dice) out.add(die);
    for (const die of this.purse?.dice ?? (this.paying ? (this.question?.pays ?? []) : [])) out.add(die);
    for (const [blocker] of this.wishes) out.add(blocker);
    return out;
  });

  /** How often each card was picked in this move: several dice may be paid for at once. */
  pickedCards: ReadonlyMap<number, number> = $derived.by(() => {
    const out = new Map<number, number>();
    for (const { choice } of this.picks)
      if (choice.card >= 0 && choice.dice.length === 0) out.set(choice.card, (out.get(choice.card) ?? 0) + 1);
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
    return !this.custom && this.purse === null && this.question?.kind === "pay" && this.question.usual.length > 0;
  });

  /** Dice that can be chosen to pay. */
  payers: ReadonlySet<number> = $derived.by(() => {
    const question = this.question;
    if (question === null || this.#view === null || (!this.paying && this.purse === null)) return new Set();
    if (this.#line.line !== "open") return new Set();
    return new Set(energies(question, this.#view).keys());
  });

  /** The dice before the one that is to be pointed at next. */
  prefix: number[] = $derived.by(() => {
    return this.path.length > 0 || this.free.length > 0 ? this.path : prefixOf(this.choices);
  });

  /** Nothing is to be pointed at: there is no line, something proposed or chosen is to be confirmed, or damage divided. */
  #waits: boolean = $derived.by(() => {
    return this.#line.line !== "open" || this.paying || (this.ready && !this.isSet) || this.division !== null;
  });

  /** Answers by the die that is to be pointed at next. */
  lit: Map<number, Choice[]> = $derived.by(() => {
    if (this.#waits) return new Map();
    const free = this.purse ? [...this.payers].filter((die) => !this.picked.has(die)) : [...this.#freely()];
    if (this.purse || this.free.length > 0) return new Map(free.map((die) => [die, []]));
    return byDie(this.choices, this.prefix);
  });

  litCards: Map<number, Choice[]> = $derived.by(() => {
    return this.#waits || this.ready || this.purse || this.path.length > 0 ? new Map() : byCard(this.choices);
  });

  /** Answers for which nothing on the table is pointed at. */
  plain: Choice[] = $derived.by(() => {
    if (this.#waits || this.ready || this.purse || this.path.length > 0 || this.free.length > 0) return [];
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
    if (this.payers.has(die)) void this.togglePay(die);
    if (found === undefined || this.purse) return;
    if (this.free.length > 0) {
      const [first] = this.path;
      if (first === undefined) this.path = [die];
      else void this.wish([...this.wishes, [first, die]]);
      return;
    }
    const done = found.filter((choice) => choice.dice.length === this.prefix.length + 1);
    if (done.length === found.length) this.among(done);
    else if (done.length === 0) this.path = [...this.prefix, die];
    else this.menu = found;
  }

  pointCard(card: number): void {
    const found = this.litCards.get(card);
    if (found !== undefined) this.among(found);
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
  async wish(wishes: readonly Block[]): Promise<void> {
    const base = this.#base;
    const view = this.#view;
    if (base === null || view === null || this.busy) return;
    this.path = [];
    this.busy = true;
    const text = declaration(wishes, view);
    const reply = await this.#line.send({ type: "forecast", seat: base.seat, text });
    if (this.#base !== base) return; // the game has gone on meanwhile
    this.busy = false;
    this.refused = [];
    if (reply.type === "refused") this.refuse(reply);
    if (reply.type !== "follows") return;
    this.wishes = wishes;
    this.#tell(reply);
  }

  #tell(reply: Follows): void {
    this.certain = reply.events;
    this.foretold = reply.if_nobody_acts;
  }

  /** Sends who blocks whom. */
  async declare(): Promise<void> {
    const view = this.#view;
    if (view !== null && !this.busy) await this.#send({ text: declaration(this.wishes, view) });
  }

  /** One of these answers is meant. */
  among(choices: Choice[]): void {
    if (choices.length === 1 && choices[0]) void this.choose(choices[0]);
    else this.menu = choices;
  }

  async choose(choice: Choice): Promise<void> {
    const question = this.question;
    if (question === null || this.busy) return;
    this.menu = [];
    const [blocker, attacker] = choice.dice;
    if (this.free.length > 0 && blocker !== undefined && attacker !== undefined) {
      await this.wish([...this.wishes.filter(([one]) => one !== blocker), [blocker, attacker]]);
      return;
    }
    this.free = []; // who answers for one die goes on die by die
    this.wishes = [];
    const picks = [...this.picks, { question, choice }];
    if (this.isSet && this.picks.length > 0 && choice.option.verb === "done")
      await this.#send({ actions: this.#actions(picks) });
    else await this.#go(picks);
  }

  /** All dice of the set are picked. */
  async pickAll(): Promise<void> {
    const question = this.question;
    const left = this.isSet && this.lit.size > 0 ? this.choices.filter(isAdding) : [];
    if (question === null || this.busy || left.length === 0) return;
    await this.#go([...this.picks, ...left.map((choice) => ({ question, choice }))]);
  }

  /** No die is rerolled, where that is asked and none is picked. */
  keepAll(): void {
    const keep = this.plain.find(({ option }) => option.text === "keep");
    if (keep) void this.choose(keep);
  }

  /** The numbers of picks as they are sent: dice of a set in the order of the server, whenever they were picked. */
  #actions(picks: readonly Pick[]): number[] {
    const actions = picks.map((pick) => pick.choice.action);
    return this.isSet ? inOrder(actions, this.#adding(picks)) : actions;
  }

  /** What is asked after answers that follow the picks. */
  #after(base: Question): Ahead {
    const before = this.picks.map((pick) => pick.choice.action);
    return async (actions) => {
      const reply = await this.#line.send({ type: "forecast", seat: base.seat, actions: [...before, ...actions] });
      if (reply.type !== "follows" || this.#base !== base) return undefined;
      if (reply.question === null) this.#tell(reply);
      return reply.question;
    };
  }

  /** A die shall pay, or not, in place of the usual payment; without one only the choice is begun. */
  async togglePay(die?: number): Promise<void> {
    const [base, question, view] = [this.#base, this.question, this.#view];
    if (base === null || question === null || view === null || this.busy) return;
    const purse = this.purse ?? new Purse(question, view);
    this.busy = true;
    if (die === undefined) await purse.pay(purse.dice, this.#after(base));
    else await purse.toggle(die, this.#after(base));
    if (this.#base !== base) return; // the game has gone on meanwhile
    this.busy = false;
    this.purse = purse;
  }

  /** Of divided damage a die gets so many points more or less. */
  share(die: number, by: number): void {
    if (this.#base === null || this.division === null || this.busy) return;
    this.foretold = null;
    void this.division.change(die, by, this.#after(this.#base));
  }

  /** Sends the answers by which chosen dice pay or damage is divided, or goes on to what is asked then. */
  async settleUp(): Promise<void> {
    const question = this.question;
    const walk: Walk | null | undefined = (this.purse ?? this.division)?.walk;
    if (question === null || !walk || this.busy) return;
    const picks = [...this.picks, ...walk.choices.map((choice) => ({ question, choice }))];
    if (walk.next === null) await this.#send({ actions: picks.map((pick) => pick.choice.action) });
    else await this.#go(picks); // which die keeps an energy
  }

  /** Pays as proposed. */
  async payUsual(): Promise<void> {
    const question = this.question;
    if (question === null || this.busy) return;
    const usual = question.usual.map((option) => option.action);
    await this.#send({ actions: [...this.picks.map((pick) => pick.choice.action), ...usual] });
  }

  /** Something could not be done. */
  refuse(reply: Refusal): void {
    this.refused = reply.reasons;
    this.#cut = reply.code === "line";
  }

  /** One step back: the last die pointed at, the last pick, the menu. */
  async back(): Promise<boolean> {
    if (this.menu.length > 0) this.menu = [];
    else if (this.refused.length > 0) this.refused = [];
    else if (this.path.length > 0) this.path = this.path.slice(0, -1);
    else if (this.wishes.length > 0) await this.wish(this.wishes.slice(0, -1));
    else if (this.ready) await this.#go(this.picks.slice(0, -1));
    else if (this.purse !== null) this.purse = null;
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
      await this.wish(this.wishes.filter(([blocker]) => blocker !== die));
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

  /** Sends numbers as they are (a whole set, all steps of a move). */
  async sendWhole(...actions: number[]): Promise<void> {
    if (!this.busy) await this.#send({ actions });
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
    const actions = this.#actions(picks);
    if (base.secret) {
      await this.#send({ actions });
      return;
    }
    const reply = await this.#line.send({ type: "forecast", seat: base.seat, actions });
    this.busy = false;
    if (this.#base !== base) return; // the game has gone on meanwhile
    if (reply.type === "refused") {
      this.refuse(reply);
    } else if (reply.type === "follows" && reply.question !== null) {
      this.refused = [];
      this.picks = picks;
      this.#ahead = reply.question;
      this.purse = null;
      this.#tell(reply);
      this.custom = PAYS.has(picks.at(-1)?.choice.option.verb ?? ""); // who chooses dice goes on choosing them
      this.ready = false;
    } else if (reply.type === "follows" && picks.some(({ choice }) => this.#isConfirmed(choice))) {
      this.refused = [];
      this.picks = picks;
      this.#tell(reply);
      this.ready = true;
    } else {
      await this.#send({ actions });
    }
  }

  #isConfirmed(choice: Choice): boolean {
    return CONFIRMED.has(choice.option.verb ?? "") || (this.isSet && isAdding(choice));
  }

  /** Sends what was picked. */
  async confirm(): Promise<void> {
    if (this.ready && !this.busy) await this.#send({ actions: this.#actions(this.picks) });
  }

  async #send(move: { actions: number[] } | { text: string }): Promise<void> {
    const base = this.#base;
    if (base === null) return;
    this.busy = true;
    const reply = await this.#line.send({ type: "play", seat: base.seat, version: base.version, ...move });
    if (this.#base !== base) return; // the game has gone on meanwhile
    this.busy = false;
    if (reply.type === "refused") this.refuse(reply);
    else this.#clear();
  }

  #clear(): void {
    this.picks = [];
    this.wishes = [];
    this.path = [];
    this.menu = [];
    this.refused = [];
    this.certain = [];
    this.foretold = this.#idle;
    this.custom = false;
    this.purse = null;
    this.#ahead = null;
    this.busy = false;
    this.ready = false;
  }
}

const PAYS = new Set(["pay", "keep"]);
const CONFIRMED = new Set(["block", "not block", "renounce"]); // of several parts, or costly: not sent by a click
