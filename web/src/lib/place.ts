// Where a box about a thing stands.

interface Sides {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
interface Size {
  width: number;
  height: number;
}

const EDGE = 8; // to the edges of the window
const GAP = 12; // to the thing, beyond its ring

function within(at: number, size: number, all: number): number {
  return Math.max(EDGE, Math.min(at, all - size - EDGE));
}

/** Above the thing where there is room, else below, else beside it; always within the window. */
export function placeBox(thing: Sides, box: Size, frame: Size): { left: number; top: number } {
  const left = within((thing.left + thing.right - box.width) / 2, box.width, frame.width);
  const above = thing.top - GAP - box.height;
  const below = thing.bottom + GAP;
  if (above >= EDGE) return { left, top: above };
  if (below + box.height <= frame.height - EDGE) return { left, top: below };
  const right = thing.right + GAP;
  const fits = right + box.width <= frame.width - EDGE;
  return {
    left: within(fits ? right : thing.left - GAP - box.width, box.width, frame.width),
    top: within((thing.top + thing.bottom - box.height) / 2, box.height, frame.height),
  };
}
