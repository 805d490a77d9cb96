// The attack as columns: the strongest attackers first, each with its blockers; of many equal ones that nobody blocks one
// stands for all.

import type { Block } from "../lib/blocks";
import type { DMDieView, DMView } from "../lib/protocol";

export interface Column {
  attacker: DMDieView;
  equal: number; // how many are just like it, itself counted
  blockers: DMDieView[];
}

const FEW = 5; // so many have a column each, whatever they are

/** `apart`: what else tells dice apart now, such as that one of them was picked. */
export function columnsOf(
  view: DMView,
  dice: ReadonlyMap<number, DMDieView>,
  chosen: readonly Block[],
  apart: (die: number) => string,
): Column[] {
  const pairs: Block[] = [];
  for (let i = 0; i + 1 < view.blocks.length; i += 2) pairs.push([view.blocks[i] ?? -1, view.blocks[i + 1] ?? -1]);
  for (const [blocker, whom] of chosen)
    if (!pairs.some(([b, a]) => b === blocker && a === whom)) pairs.push([blocker, whom]);
  const out: Column[] = [];
  const groups = new Map<string, Column>();
  for (const number of view.attackers) {
    const attacker = dice.get(number);
    if (attacker === undefined) continue;
    const blockers = pairs.filter(([, whom]) => whom === number).flatMap(([blocker]) => dice.get(blocker) ?? []);
    const look = JSON.stringify({ ...attacker, die: 0, number: 0, apart: apart(number) });
    const group = blockers.length === 0 && view.attackers.length > FEW ? groups.get(look) : undefined;
    if (group !== undefined) {
      group.equal += 1;
      continue;
    }
    const column = { attacker, equal: 1, blockers };
    if (blockers.length === 0) groups.set(look, column);
    out.push(column);
  }
  return out.sort((a, b) => (b.attacker.attack ?? 0) - (a.attacker.attack ?? 0));
}
