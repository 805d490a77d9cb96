// Sounds, made here: short notes and knocks. Silent until the first gesture, and while the switch is off.

import { prefs } from "./prefs.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!prefs.sound || typeof AudioContext === "undefined") return null;
  if (!navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  return context;
}

function note(pitch: number, at: number, long: number, loud: number, kind: OscillatorType = "triangle"): void {
  const to = audio();
  if (to === null) return;
  const start = to.currentTime + at;
  const tone = to.createOscillator();
  const gain = to.createGain();
  tone.type = kind;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  tone.connect(gain).connect(to.destination);
  tone.start(start);
  tone.stop(start + long);
}

export const sound = {
  yourTurn: () => [523, 659].forEach((pitch, i) => note(pitch, i * 0.14, 0.25, 0.12, "sine")),
  pick: () => note(1200, 0, 0.04, 0.05, "square"),
  roll: (dice: number) => {
    for (let i = 0; i < Math.min(9, Math.max(3, dice)); i++) note(140 + 60 * ((i * 7) % 5), i * 0.045, 0.07, 0.16);
  },
  field: () => note(110, 0, 0.18, 0.2),
  buy: () => [900, 1100].forEach((pitch, i) => note(pitch, i * 0.07, 0.05, 0.06, "square")),
  damage: (amount: number) => note(70, 0, 0.35, amount > 5 ? 0.4 : amount > 2 ? 0.28 : 0.18),
  ko: () => [392, 330].forEach((pitch, i) => note(pitch, i * 0.12, 0.2, 0.12)),
  refused: () => note(160, 0, 0.1, 0.1),
  won: () => [523, 659, 784].forEach((pitch, i) => note(pitch, i * 0.16, 0.4, 0.12, "sine")),
  lost: () => [392, 330, 262].forEach((pitch, i) => note(pitch, i * 0.16, 0.4, 0.12, "sine")),
  tied: () => [440, 440, 440].forEach((pitch, i) => note(pitch, i * 0.16, 0.3, 0.12, "sine")),
};

/** The sound of what has happened, by the kinds of the events. */
export function soundOf(kinds: string[]): void {
  if (kinds.includes("rolled") || kinds.includes("rerolled")) sound.roll(6);
  if (kinds.includes("bought") || kinds.includes("purchased")) sound.buy();
  if (kinds.includes("fielded")) sound.field();
  if (kinds.includes("ko")) sound.ko();
  if (kinds.includes("damage") || kinds.includes("life")) sound.damage(3);
}
