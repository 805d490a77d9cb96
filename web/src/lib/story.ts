// Notation in the log becomes words: Sidekick@fist2 is a Sidekick that shows two fists.

import type { Ending } from "./protocol";

const IRON = /\b(?:smasher|assault|ballistic|nullifier|barrier|powerup|swarm|fortress|regeneration)\b\*?/g;
const IRON_DIE =
  /\b([a-z]+ (?:smasher|assault|ballistic|nullifier|barrier|PowerUp|swarm|fortress|regeneration)\b(?: ★)?)/;
const ENERGY = /^(fist|bolt|mask|shield|wild|generic)(\d?)$/;

/** What seats do in the log; only before these words a name is the reader's. */
const VERBS =
  "draws|rolls|rerolls|buys|fields|uses|attacks|does|gains|loses|wins|concedes|chooses|has|takes|opens|answers|" +
  "forgoes|renounces|can|could|cannot|decides|passes|ends|moves";

/** "buys" as it is said of "you". */
function plural(verb: string): string {
  if (verb === "has") return "have";
  if (["does", "forgoes", "passes"].includes(verb)) return verb.slice(0, -2);
  return verb.replace(/s$/, "");
}

/** With a capital at its beginning. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Why a game is over. `names`: of the sides. */
export function endingWords(ending: Ending, names: readonly string[]): string {
  const lost = names.filter((_, side) => !ending.winners.includes(side)).join(" and ");
  if (ending.why === "time") return `${lost}'s time is up`;
  if (ending.why === "gone") return `${lost} is gone, and the game was claimed`;
  return capital(ending.why);
}

function face(mark: string, iron: boolean): string {
  const energy = ENERGY.exec(mark);
  if (energy) return `${energy[1]}${energy[2] ? ` ×${energy[2]}` : ""}`;
  const level = /^(\d)(\*{0,2})$/.exec(mark);
  if (level && iron) return level[1] ?? "";
  if (level) return `level ${level[1]}${level[2] ? ` ${"✹".repeat(level[2].length)}` : ""}`;
  const action = /^action(\*{0,2})$/.exec(mark);
  if (action) return `action${action[1] ? ` ${"✹".repeat(action[1].length)}` : ""}`;
  return mark;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The reader in the second person: "Ann buys" is "you buy", "damage to Ann" is "damage to you". */
function second(text: string, me: string): string {
  const name = literal(me);
  return text
    .replace(
      new RegExp(`(^|: |[,;] | and )${name} (${VERBS})\\b`, "g"),
      (_, before: string, verb: string) => `${before}you ${plural(verb)}`,
    )
    .replace(/(?<=^you (?:can|could) [a-z ]* and )[a-z]+/, plural)
    .replace(new RegExp(`\\b(to|from|chooses?) ${name}(?![\\w.'-])`, "g"), "$1 you")
    .replace(new RegExp(`(?<!\\S)${name}'s(?!\\S)`, "g"), "your");
}

/** A line of the log as a sentence. `names`: of the seats, whose dice are written as Ann.Sidekick; `me`: the reader. */
export function story(text: string, names: readonly string[] = [], me = ""): string {
  return capital(clause(text, names, me));
}

/** The same within a sentence: it begins as the server has begun it. */
export function clause(text: string, names: readonly string[] = [], me = ""): string {
  const iron = text.search(IRON) >= 0; // a die of IRONDIE shows a value, not a level
  let owned = me ? second(text, me) : text;
  const owner = names.some((name) => owned.includes(`${name}.`))
    ? new RegExp(`(?<!\\S)(${names.filter(Boolean).map(literal).join("|")})\\.(?=\\S)`, "g")
    : null;
  if (owner) {
    let last = "";
    owned = owned.replace(owner, (_, name: string, at: number, all: string) => {
      const again = name === last && all.slice(0, at).endsWith(", "); // of a list the first alone says whose they are
      last = name;
      const aimed = all.slice(0, at).endsWith(" on "); // at a target it must be said
      if (again || (text.startsWith(`${name} `) && !aimed)) return "";
      return name === me ? "your " : `${name}'s `;
    });
  }
  return owned
    .replace(/(?<=\S)#\d+(?=[@,.:; ]|$)/g, "")
    .replace(/@([a-z]+\d?\**|\d\**)/g, (_, mark: string) => ` (${face(mark, iron)})`)
    .replace(IRON, (die: string) => die.replace("*", " ★").replace("powerup", "PowerUp"))
    .replace(/ x(\d+)\b/g, " ×$1");
}

/** A sentence in parts, every second of which is the name of a die. `titles`: of the cards at the table. */
export function marked(words: string, titles: readonly string[]): string[] {
  return words.split(titles.length > 0 ? namesIn(titles) : IRON_DIE);
}

const known = new WeakMap<readonly string[], RegExp>();
function namesIn(titles: readonly string[]): RegExp {
  let found = known.get(titles);
  if (!found) {
    const all = ["Sidekick", ...titles.flatMap((title) => [title, title.split(": ", 1)[0] ?? title])];
    const longest = [...new Set(all)].sort((a, b) => b.length - a.length);
    found = new RegExp(`(?<![\\w-])(${longest.map(literal).join("|")})(?![\\w-])`);
    known.set(titles, found);
  }
  return found;
}
