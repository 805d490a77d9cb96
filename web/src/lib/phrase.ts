// A move in notation as one would say it: "attack none" is "do not attack".

import { story } from "./story";

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

/** A move of a seat in words, beginning with a small letter; `names` as in `story`. */
export function phrase(move: string, names: readonly string[] = []): string {
  const words = WHOLE[move] ?? story(said(move), names);
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
