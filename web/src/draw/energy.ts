/** The six kinds of energy: each has an outline, a glyph, a letter and a colour of its own. Drawn in a square of 48. */
import type { Energy } from "./types";

export interface EnergyLook {
  letter: string; // stands beside the icon; none where the icon is a sign itself
  fill: string;
  ink: string;
  edge: string;
  outline: string;
  glyph: string; // a path; empty where a sign is written
}

export const ENERGY: Readonly<Record<Energy, EnergyLook>> = {
  fist: {
    letter: "F",
    fill: "#F0703C",
    ink: "#2A0F04",
    edge: "#6C321B",
    outline: "M10 4H38Q44 4 44 10V38Q44 44 38 44H10Q4 44 4 38V10Q4 4 10 4Z",
    glyph:
      "M9.5 15.5a3.3 3.3 0 0 1 6.6 0V25H9.5ZM17.1 13.3a3.3 3.3 0 0 1 6.6 0V25H17.1Z" +
      "M24.7 13.3a3.3 3.3 0 0 1 6.6 0V25H24.7ZM32.3 15.5a3.3 3.3 0 0 1 6.6 0V25H32.3Z" +
      "M9.5 26.3H25.5A3.6 3.6 0 0 1 25.5 33.5H20V35H28.5Q32 32.5 32 28.5V26.3H38.9V30Q38.9 35 34.5 37.5V41H14.5V37.5Q9.5 34.5 9.5 29Z",
  },
  bolt: {
    letter: "B",
    fill: "#F6CF3D",
    ink: "#2B2203",
    edge: "#6F5D1B",
    outline: "M24 1L45 12.5V35.5L24 47 3 35.5V12.5Z",
    glyph: "M27.5 6L11.5 27.5H21.5L18.5 42 36.5 19.5H26L29.5 6Z",
  },
  mask: {
    letter: "M",
    fill: "#8A57D6",
    ink: "#FFFFFF",
    edge: "#3E2760",
    outline: "M0 24C6 3 42 3 48 24C42 45 6 45 0 24Z",
    glyph:
      "M5.6 19.1C12.1 15 19.7 15.6 24 19.1C28.3 15.6 35.9 15 42.4 19.1C42.4 28.5 38 34.4 32.1 34.4C28.3 34.4 26.2 30.9 24 29.7" +
      "C21.8 30.9 19.7 34.4 15.9 34.4C10 34.4 5.6 28.5 5.6 19.1ZM11 23.2C13.2 20.9 18.6 21.5 20.2 25.6C17 28 12.7 27.4 11 23.2Z" +
      "M37 23.2C34.8 20.9 29.4 21.5 27.8 25.6C31 28 35.3 27.4 37 23.2Z",
  },
  shield: {
    letter: "S",
    fill: "#7CCBF5",
    ink: "#06243A",
    edge: "#385B6E",
    outline: "M24 2C31 7 38 8 43 8V24C43 35 34 43 24 47C14 43 5 35 5 24V8C10 8 17 7 24 2Z",
    glyph: "M21.7 11H26.3V18.7H36V23.3H26.3V38H21.7V23.3H12V18.7H21.7Z",
  },
  wild: {
    letter: "",
    fill: "#F3F4F6",
    ink: "#15181D",
    edge: "#6D6E6F",
    outline: "M24 0L30 9.5 41 7 38.5 18 48 24 38.5 30 41 41 30 38.5 24 48 18 38.5 7 41 9.5 30 0 24 9.5 18 7 7 18 9.5Z",
    glyph: "",
  },
  generic: {
    letter: "",
    fill: "#A9B3BD",
    ink: "#12161B",
    edge: "#4C5155",
    outline: "M24 3A21 21 0 1 1 23.99 3Z",
    glyph: "",
  },
};

/** The kind of energy that a word of the server names; a word that is none is drawn as generic. */
export function energyOf(word: string | undefined): Energy {
  return word !== undefined && word in ENERGY ? (word as Energy) : "generic";
}
