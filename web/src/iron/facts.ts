// What the numbered rules say about a die. The sentences are the server's; here they are only found.

import { api } from "../lib/api";
import type { RuleInfo } from "../lib/protocol";
import { IRON_SHAPES } from "../draw/iron";

export interface Fact {
  rule: string;
  text: string;
}

let fetched: Promise<RuleInfo[]> | null = null;

/** The rules of the game, fetched once. */
export function ironRules(): Promise<RuleInfo[]> {
  fetched ??= api.rules("irondie").catch((error: unknown) => {
    fetched = null;
    throw error;
  });
  return fetched;
}

function mentions(text: string, shape: string): boolean {
  return new RegExp(`\\b${shape}\\b`, "i").test(text);
}

function sentences(text: string): string[] {
  return text.replace(/\s*\(settled[^)]*\)/g, "").split(/(?<=\.) /);
}

function effect(rules: readonly RuleInfo[], shape: string): RuleInfo | undefined {
  return rules.find(
    (rule) =>
      rule.number.startsWith("4.6.") && mentions(rule.text.split(":", 1)[0] ?? "", shape) && rule.text.includes(":"),
  );
}

/** What a shape does in a duel: its targets (4.3) and its effect (4.6), with the effect that it refers to. */
export function duelFacts(rules: readonly RuleInfo[], shape: string): Fact[] {
  const out: Fact[] = [];
  for (const rule of rules.filter((r) => r.number.startsWith("4.3."))) {
    const found = sentences(rule.text).filter((sentence) => mentions(sentence, shape));
    if (found.length > 0) out.push({ rule: rule.number, text: found.join(" ") });
  }
  const own = effect(rules, shape);
  if (own === undefined) return out;
  out.push({ rule: own.number, text: own.text });
  const other = IRON_SHAPES.find((name) => mentions(own.text, `as ${name}`));
  const meant = other === undefined ? undefined : effect(rules, other);
  if (meant !== undefined) out.push({ rule: meant.number, text: meant.text });
  return out;
}

/** The colour with which a shape is specialised (2.3.1), "" for none. */
export function ownColour(rules: readonly RuleInfo[], shape: string): string {
  const text = rules.find((rule) => rule.number === "2.3.1")?.text ?? "";
  const found = new RegExp(`\\b${shape} (red|blue|yellow|purple|green|orange|black|white)\\b`, "i").exec(text);
  return found?.[1] ?? "";
}

export function textOf(rules: readonly RuleInfo[], number: string): string {
  return sentences(rules.find((rule) => rule.number === number)?.text ?? "").join(" ");
}
