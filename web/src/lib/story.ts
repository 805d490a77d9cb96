// Notation in the log becomes words: Sidekick@fist2 is a Sidekick that shows two fists.

const ENERGY = /^(fist|bolt|mask|shield|wild|generic)(\d?)$/;

function face(mark: string): string {
  const energy = ENERGY.exec(mark);
  if (energy) return `${energy[1]}${energy[2] ? ` ×${energy[2]}` : ""}`;
  const level = /^(\d)(\*{0,2})$/.exec(mark);
  if (level) return `level ${level[1]}${level[2] ? ` ${"✹".repeat(level[2].length)}` : ""}`;
  const action = /^action(\*{0,2})$/.exec(mark);
  if (action) return `action${action[1] ? ` ${"✹".repeat(action[1].length)}` : ""}`;
  return mark;
}

/** A line of the log as a sentence. `names`: of the seats, whose dice are written as Ann.Sidekick. */
export function story(text: string, names: readonly string[] = []): string {
  let owned = text;
  for (const name of names) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const own = text.startsWith(`${name} `);
    owned = owned.replace(new RegExp(`(?<!\\S)${escaped}\\.(?=\\S)`, "g"), own ? "" : `${name}'s `);
  }
  const words = owned
    .replace(/(?<=\S)#\d+(?=[@,. ]|$)/g, "")
    .replace(/@([a-z]+\d?\**|\d\**)/g, (_, mark: string) => ` (${face(mark)})`)
    .replace(/ x(\d+)\b/g, " ×$1");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
