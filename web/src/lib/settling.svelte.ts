// Parts of a move that are chosen freely before anything is answered: the dice of a payment, the points of divided damage.

import type { DMView, Question } from "./protocol";
import { changed, divide, leftOf, settle, usualShares, type Ahead, type Shares, type Walk } from "./walking";

/** Dice that shall pay in place of the usual ones. */
export class Purse {
  dice = $state.raw<readonly number[]>([]);
  walk = $state.raw<Walk | null>(null); // the answers by which they pay
  readonly price: number;
  readonly #reserve: ReadonlyMap<number, number>; // energies by die

  constructor(
    readonly question: Question,
    view: DMView,
  ) {
    this.price = question.price;
    this.dice = question.pays;
    this.#reserve = energies(question, view);
  }

  /** How much of the price they are. */
  get paid(): number {
    return this.dice.reduce((sum, die) => sum + this.#units(die), 0);
  }

  /** A die shall pay, or not; the others stay, unless it would be too much. */
  async toggle(die: number, ahead: Ahead): Promise<void> {
    const dice = this.dice.includes(die) ? this.dice.filter((other) => other !== die) : [...this.dice, die];
    await this.pay(dice, ahead);
  }

  async pay(dice: readonly number[], ahead: Ahead): Promise<void> {
    [this.dice, this.walk] = await settle(this.question, dice, (die) => this.#units(die), ahead);
  }

  #units(die: number): number {
    return this.#reserve.get(die) ?? 0;
  }
}

/** What the dice of a seat that show energy are worth. What they are good for the server says. */
export function energies(question: Question, view: DMView): Map<number, number> {
  const reserve = view.seats[question.seat]?.zones.reserve ?? [];
  return new Map(reserve.filter((die) => die.kind === "energy").map((die) => [die.die, die.count ?? 1]));
}

/** Damage that one die deals to several. */
export class Division {
  shares = $state.raw<Shares>(new Map());
  walk = $state.raw<Walk | null>(null); // the answers by which all of it is given

  constructor(
    readonly question: Question,
    readonly dealer: number,
    readonly total: number,
    dice: readonly number[],
  ) {
    this.shares = usualShares(question, dice, total);
  }

  get left(): number {
    return leftOf(this.shares, this.total);
  }

  /** One die gets so many points more or less, as far as there are points. */
  async change(die: number, by: number, ahead: Ahead): Promise<void> {
    this.shares = changed(this.shares, die, by, this.total);
    await this.look(ahead);
  }

  /** Finds the answers for what is chosen. */
  async look(ahead: Ahead): Promise<void> {
    const shares = this.shares;
    this.walk = null;
    if (this.left > 0) return;
    const found = await divide(this.question, shares, ahead);
    if (this.shares === shares) this.walk = found;
  }
}

/** The division that a question asks for; null if it asks for anything else. */
export function divisionOf(question: Question, view: DMView): Division | null {
  const { dealer, left, recipients, amounts } = view.assigning;
  if (question.kind !== "distribute" || dealer === undefined || left === undefined || recipients === undefined)
    return null;
  return amounts?.length ? null : new Division(question, dealer, left, recipients);
}
