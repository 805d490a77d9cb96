import { expect, test } from "vitest";
import { placeBox } from "./place";

const FRAME = { width: 1000, height: 600 };
const BOX = { width: 300, height: 150 };
const at = (left: number, top: number, size = 70) => ({ left, top, right: left + size, bottom: top + size });

test("a box stands above its thing", () => {
  expect(placeBox(at(400, 300), BOX, FRAME)).toEqual({ left: 285, top: 138 });
});

test("below one at the top", () => {
  expect(placeBox(at(400, 40), BOX, FRAME)).toEqual({ left: 285, top: 122 });
});

test("beside one for which there is room neither above nor below", () => {
  const tall = { width: 300, height: 500 };
  expect(placeBox(at(400, 300), tall, FRAME).left).toBe(482);
  expect(placeBox(at(900, 300), tall, FRAME).left).toBe(588);
});

test.each([
  [0, 0],
  [990, 0],
  [0, 590],
  [990, 590],
  [480, 280],
])("never beyond the window (%d, %d)", (left, top) => {
  for (const height of [60, 150, 400, 584]) {
    const found = placeBox(at(left, top), { width: 300, height }, FRAME);
    expect(found.left).toBeGreaterThanOrEqual(8);
    expect(found.left + 300).toBeLessThanOrEqual(992);
    expect(found.top).toBeGreaterThanOrEqual(8);
    expect(found.top + height).toBeLessThanOrEqual(592);
  }
});

test("a box that is larger than the window begins at its edge", () => {
  expect(placeBox(at(10, 10), { width: 2000, height: 2000 }, FRAME)).toEqual({ left: 8, top: 8 });
});
