// The events of a game as a tale: moves of the seats at the margin, what follows from them below, under headings.

import type { Happened } from "./protocol";
import { capital } from "./story";

export interface Line {
  event: Happened;
  depth: number; // 0: at the margin
  heading: string; // "" for all but headings
}

interface Node {
  event: Happened;
  below: Node[];
  above: Node | null; // null: it stands at the margin
}

/** The one at the margin that a line belongs to. */
function topOf(node: Node): Node {
  return node.above === null ? node : topOf(node.above);
}

/** What a seat does when it is its turn to do something. */
const MOVES = new Set(["bought", "fielded", "used", "global", "ability", "opens", "renounced", "attacks", "blocks"]);
/** Stages of a fight: what is done in them follows from them only by the order of play. */
const STAGES = new Set(["attacks", "blocks"]);
const AT_THE_MARGIN = new Set([...STAGES, "over", "conceded"]);
const DEEPEST = 3;

/** "Turn 7 · Mirko · Roll", "Main"; a turn of IRONDIE has no owner and begins with the battle. */
function headingOf(event: Happened): string {
  if (event.kind === "step") return capital(event.text.replace(/^the /, "").replace(/ step$/i, ""));
  const [turn = "", whose] = event.text.split(": ");
  return [capital(turn), ...(whose === undefined ? ["Battle"] : [whose, "Roll"])].join(" · ");
}

/** The lines of a tale. An event stands below its cause as long as no other move has been made since. */
export function taleOf(log: readonly Happened[]): Line[] {
  const shown = new Map<number, Node>();
  const silent = new Map<number, Happened>();
  const made = new Map<number, Node>(); // for an answer the move that it was
  const early = new Map<number, Node[]>(); // and what happened on the way to it, such as the payment
  let pages: (Node | Happened)[] = []; // headings and what stands at the margin
  let open = new Set<Node>();

  /** What an event hangs below, and the answer that led to it. `bare`: by the order of play alone. */
  function causeOf(event: Happened): { node: Node | null; answer: number; bare: boolean } {
    let answer = -1;
    for (let seq = event.cause; seq >= 0;) {
      const node = shown.get(seq);
      if (node) return { node, answer, bare: STAGES.has(node.event.kind) };
      const cause = silent.get(seq);
      if (!cause) break;
      if (cause.kind === "decided") {
        answer = seq;
        const move = made.get(seq);
        if (move) return { node: move, answer, bare: true };
      }
      seq = cause.cause;
    }
    return { node: null, answer, bare: true };
  }

  for (const event of log) {
    if (event.kind === "turn" || event.kind === "step") {
      silent.set(event.seq, event);
      pages.push(event);
      open = new Set();
      continue;
    }
    if ((event.quiet && event.kind !== "spent") || !event.text) {
      silent.set(event.seq, event);
      continue;
    }
    const { node: cause, answer, bare } = causeOf(event);
    const node: Node = { event, below: [], above: null };
    shown.set(event.seq, node);
    if (AT_THE_MARGIN.has(event.kind) || (MOVES.has(event.kind) && bare)) {
      open = new Set([node]);
      pages.push(node);
      const before = early.get(answer) ?? [];
      for (const child of before) {
        pages = pages.filter((one) => one !== child);
        if (child.above) child.above.below = child.above.below.filter((one) => one !== child);
        child.above = node;
      }
      node.below.push(...before);
      early.delete(answer);
      if (answer >= 0) made.set(answer, node);
      continue;
    }
    if (cause && open.has(topOf(cause))) {
      node.above = cause;
      cause.below.push(node);
    } else {
      open.add(node);
      pages.push(node);
    }
    if (bare && answer >= 0 && !made.has(answer)) early.set(answer, [...(early.get(answer) ?? []), node]);
  }
  return flat(pages);
}

/** An effect of which nothing came. */
function isIdle(node: Node): boolean {
  return node.event.kind === "trigger" && node.below.length === 0;
}

function flat(pages: readonly (Node | Happened)[]): Line[] {
  const lines: Line[] = [];
  let step: Happened | null = null; // a step in which nothing happens has no heading
  function tell(node: Node, depth: number): void {
    if (isIdle(node)) return;
    lines.push({ event: node.event, depth: Math.min(depth, DEEPEST), heading: "" });
    for (const child of node.below) tell(child, depth + 1);
  }
  for (const page of pages) {
    if ("below" in page) {
      if (isIdle(page)) continue;
      if (step) lines.push({ event: step, depth: 0, heading: headingOf(step) });
      step = null;
      tell(page, 0);
    } else if (page.kind === "step") step = page;
    else {
      step = null;
      lines.push({ event: page, depth: 0, heading: headingOf(page) });
    }
  }
  return lines;
}
