import type { Update } from "../lib/protocol";

/** What is left on a seat's clock, "" without one. The server keeps it; between updates it is counted on. */
export function clockText(update: Update | null, seat: number, passed: number): string {
  const left = update?.clock.left[seat];
  if (left === null || left === undefined) return "";
  const running = update?.clock.running.includes(seat) && update.status === "playing";
  const seconds = Math.max(0, Math.round(left - (running ? passed : 0)));
  const days = Math.floor(seconds / 86_400);
  if (days > 0) return `${days} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const hours = Math.floor(seconds / 3600);
  const two = (n: number): string => String(n).padStart(2, "0");
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Whether it makes sense to claim the game: another seat's time is up, or it is gone while the game waits for it. */
export function mayClaim(update: Update, passed: number): boolean {
  const own = update.seats;
  if (update.status !== "playing" || own.length === 0) return false;
  const mine = update.asked.some((seat) => own.includes(seat));
  return update.names.some((_, seat) => {
    if (own.includes(seat) || update.bots[seat]) return false;
    const left = update.clock.left[seat] ?? Infinity;
    const up = left - (update.clock.running.includes(seat) ? passed : 0) <= 0;
    return up || (!mine && !update.here[seat]);
  });
}
