// A move in notation as one would say it: "attack none" is "do not attack".

import { clause } from "./story";

const WHOLE: Record<string, string> = {
  keep: "keep all dice",
  "end main": "end the main step",
  pass: "pass",
  "attack none": "do not attack",
  "block none": "do not block",
  "battle none": "roll nothing into battle",
  forgo: "forgo the roll",
  renounce: "open no more duels",
  "take none": "take no die back",
  "choose none": "choose nothing",
  "choose add": "add the value",
  "choose subtract": "subtract the value",
  "that is all": "that is all",
};

function said(move: string): string {
  const [, verb = "", rest = ""] = /^(\S+) ?(.*)$/.exec(move) ?? [];
  switch (verb) {
    case "attack":
      return `attack with ${rest.replace(/^with /, "")}`;
    case "block":
      return rest
        .split("; ")
        .map((part) => part.replace(/^(.*?): (?!.*: )(.*)$/, "block $1 with $2"))
        .join(", ");
    case "global":
      return `use the Global Ability of ${rest}`;
    case "assign":
      return `divide the damage of ${rest.replace(/([^,:]+)=(\d+)/g, (_, die: string, n: string) => ` ${n} to ${die.trim()}`)}`;
    case "battle":
      return `roll ${rest} into battle`;
    case "duel":
      return `duel with ${rest}`;
    case "bonus":
      return `give the bonus to ${rest}`;
    case "take":
      return `take back ${rest}`;
    case "wound":
      return rest
        .split(", ")
        .map((part) => part.replace(/^(.*)=(\d+)$/, "$1 loses $2"))
        .join(", ");
    default:
      return move;
  }
}

/** A move of a seat in words, beginning with a small letter; `names` and `me` as in `story`. */
export function phrase(move: string, names: readonly string[] = [], me = ""): string {
  const parts = move.split(" + ").map((part) => WHOLE[part] ?? counted(clause(said(part), names, me)));
  return parts.join(", ");
}

/** Equal dice of a list together: "Sidekick, Sidekick" is "Sidekick ×2". */
function counted(words: string): string {
  return words.replace(
    /(?<!\S)([A-Z][^,;:]*)((?:, \1)+)(?=[,;:]|$)/g,
    (_, die: string, more: string) => `${die} ×${1 + more.length / (die.length + 2)}`,
  );
}

/** How a game may go on, from lines of a record (Bob> keep, roll> Sidekick@fist). Dice that may fall so are an example. */
export function goesOn(lines: readonly string[], names: readonly string[] = [], me = ""): string {
  let out = lines.some((line) => /^(roll|draw)> /.test(line)) ? "for example, " : "then ";
  let last = "";
  lines.forEach((line, i) => {
    const [, who = "", text = ""] = /^(.*?)> (.*)$/.exec(line) ?? [];
    const dice = who === "roll" || who === "draw";
    const words = dice ? counted(clause(text, names, me)) : phrase(text, names, me);
    const before = i === 0 ? "" : who === last || last === "roll" || last === "draw" ? ", " : "; ";
    if (dice) out += `${before}if the ${who} is ${words}`;
    else if (who === last) out += `${before}${words}`;
    else out += `${before}${who === me ? "you " : `${who}: `}${words}`;
    last = who;
  });
  return out;
}
