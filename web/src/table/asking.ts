// What is asked, in words, as the prompt shows it and as it is said.

import { nameOf } from "../draw/words";
import type { Move } from "../lib/move.svelte";
import type { Update } from "../lib/protocol";
import { story } from "../lib/story";
import { diceOf } from "./foretelling";

const STEPS = new Set(["several", "done", "pay", "keep"]); // parts of a move that do not say what is paid for

/** The question, with what is paid for or divided. */
export function asksOf(move: Move, update: Update | null): string {
  const question = move.question;
  if (question === null) return "";
  if (move.free.length > 0) return "Who blocks whom?";
  if (move.division && update?.view?.game === "dicemasters") {
    const dealer = diceOf(update.view).get(move.division.dealer);
    return `${nameOf(dealer?.title ?? "")} deals ${move.division.total} damage: who takes how much?`;
  }
  const what = move.picks.map((pick) => pick.choice.option).filter((option) => !STEPS.has(option.verb ?? ""));
  const priced = (text: string): string => text.replace(/ \(\d+\)$/, ""); // the price is told for all together
  const me = update?.seats.length === 1 ? update.names[question.seat] : ""; // at one screen the question says who is asked
  const words = story(what.map((option) => priced(option.text)).join(", "), update?.names);
  const isJoint = move.picks.some((pick) => pick.choice.option.verb === "several");
  if (isJoint && question.kind !== "pay" && words) return `${words}, and what else?`;
  if (question.kind !== "pay" || what.length === 0) return story(question.asks, update?.names, me);
  return `${words} for ${question.price}`;
}
