// Settings of this browser: theme, speed of the dice, sound, size of the text, name.

import { remembered } from "./mine";
import { seatName } from "./names";

export type Theme = "auto" | "dark" | "light";
export type Speed = "normal" | "quick" | "off";

interface Kept {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  scale: number;
  name: string;
}

const KEY = "dicehall.prefs";
const USUAL: Kept = { theme: "auto", speed: "normal", sound: false, scale: 100, name: "" };

class Prefs {
  #kept = $state<Kept>({ ...USUAL, ...remembered.read<Partial<Kept>>(KEY, {}) });
  #calm = $state(false);
  #light = $state(false);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const light = matchMedia("(prefers-color-scheme: light)");
    this.#calm = calm.matches;
    this.#light = light.matches;
    calm.addEventListener("change", () => (this.#calm = calm.matches));
    light.addEventListener("change", () => (this.#light = light.matches));
  }

  get theme(): "dark" | "light" {
    const theme = this.#kept.theme;
    return theme === "auto" ? (this.#light ? "light" : "dark") : theme;
  }
  get chosenTheme(): Theme {
    return this.#kept.theme;
  }
  get speed(): Speed {
    return this.#calm ? "off" : this.#kept.speed;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  get scale(): number {
    return this.#kept.scale;
  }
  get name(): string {
    return seatName(this.#kept.name);
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    remembered.write(KEY, this.#kept);
  }
}

export const prefs = new Prefs();
