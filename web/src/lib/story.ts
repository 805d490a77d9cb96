// Notation in the log becomes words: Sidekick@fist2 is a Sidekick that shows two fists.

const IRON = /\b(?:smasher|assault|ballistic|nullifier|barrier|powerup|swarm|fortress|regeneration)\b\*?/g;
const ENERGY = /^(fist|bolt|mask|shield|wild|generic)(\d?)$/;

/** With a capital at its beginning. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
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

/** A line of the log as a sentence. `names`: of the seats, whose dice are written as Ann.Sidekick. */
export function story(text: string, names: readonly string[] = []): string {
  const iron = text.search(IRON) >= 0; // a die of IRONDIE shows a value, not a level
  let owned = text;
  for (const name of names) {
    if (!owned.includes(`${name}.`)) continue;
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const own = text.startsWith(`${name} `);
    owned = owned.replace(new RegExp(`(?<!\\S)${escaped}\\.(?=\\S)`, "g"), own ? "" : `${name}'s `);
  }
  const words = owned
    .replace(/(?<=\S)#\d+(?=[@,.:; ]|$)/g, "")
    .replace(/@([a-z]+\d?\**|\d\**)/g, (_, mark: string) => ` (${face(mark, iron)})`)
    .replace(IRON, (die: string) => die.replace("*", " ★"))
    .replace(/ x(\d+)\b/g, " ×$1");
  return capital(words);
}
