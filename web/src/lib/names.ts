// Names of people stand in the notation (Ann.Sidekick) and in records: one word of letters and digits.

const LONGEST = 16;

/** What was typed as a name that can stand there: "Anna Maria" is AnnaMaria, "O'Neil" is ONeil. */
export function seatName(typed: string): string {
  const words = typed
    .normalize("NFC")
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}_-]/gu, ""))
    .filter(Boolean);
  const [first = "", ...others] = words;
  const name = [first, ...others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))].join("");
  return /[\p{L}\p{N}]/u.test(name) ? Array.from(name).slice(0, LONGEST).join("") : "";
}
