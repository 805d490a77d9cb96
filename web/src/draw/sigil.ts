/** Emblems: an abstract figure for the name of each die, drawn around 0, 0 with a radius of about 25. */
import { numbersFrom } from "./hash";

/** What an emblem is made of. Folds and outer form make its outline. */
export interface Form {
  folds: number;
  outer: number;
  inner: number;
  core: number;
  turned: boolean;
}

/** The drawing: one path to fill and one to stroke. */
export interface Emblem {
  fill: string;
  line: string;
}

export const LINE_WIDTH = 3.4;
export const PAWN: Emblem = {
  fill: "M0-19.6A8.6 8.6 0 1 1-.01-19.6ZM-5-3H5C5 6 9 11 13 16V21H-13V16C-9 11-5 6-5-3Z",
  line: "",
};

const FOLDS = [3, 4, 5, 6, 2, 4, 3, 8] as const;
const OUTER = 10;
const WEAK_IN_PAIRS = new Set([0, 3, 4, 6, 8]); // two of these make no figure
const TRIES = 400;

function formOf(name: string, salt: number): Form {
  const next = numbersFrom(`emblem:${salt}:${name}`);
  const folds = FOLDS[next(FOLDS.length)] ?? 3;
  return { folds, outer: next(OUTER), inner: next(6), core: next(5), turned: next(2) === 1 };
}

function weak(form: Form): boolean {
  return form.folds === 2 && (WEAK_IN_PAIRS.has(form.outer) || form.inner % 2 === 0);
}

/** The folds and the outer form, as one word: no two dice of a table share it. */
export function outline(form: Form): string {
  return `${form.folds}/${form.outer}`;
}

/** Forms for the names of one table. It depends on the names alone, not on their order. */
export function settleForms(names: readonly string[]): Map<string, Form> {
  const sorted = [...new Set(names)].sort();
  const share = Math.ceil(sorted.length / OUTER);
  const settled = new Map<string, Form>();
  const seen = new Set<string>();
  const used = new Map<number, number>();
  for (const name of sorted) {
    const forms = Array.from({ length: TRIES }, (_, salt) => formOf(name, salt)).filter((form) => !weak(form));
    const free = forms.filter((form) => !seen.has(outline(form)));
    const form = free.find((f) => (used.get(f.outer) ?? 0) < share) ?? free[0] ?? forms[0] ?? formOf(name, 0);
    seen.add(outline(form));
    used.set(form.outer, (used.get(form.outer) ?? 0) + 1);
    settled.set(name, form);
  }
  return settled;
}

type Point = [number, number];

function at(radius: number, angle: number): Point {
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

function pair([x, y]: Point): string {
  return `${+x.toFixed(1)} ${+y.toFixed(1)}`;
}

function open(...points: Point[]): string {
  return "M" + points.map(pair).join("L");
}

function closed(...points: Point[]): string {
  return open(...points) + "Z";
}

function disc([x, y]: Point, r: number): string {
  return `M${pair([x, y - r])}A${r} ${r} 0 1 1 ${pair([x - 0.1, y - r])}Z`;
}

/** One of the repeated outer pieces, at an angle. */
function piece(form: Form, a: number): Emblem {
  const n = form.folds;
  switch (form.outer) {
    case 0: {
      const w = 1.56 / n;
      return { fill: closed(at(25, a), at(15, a + w), at(11, a), at(15, a - w)), line: "" };
    }
    case 1: {
      const w = Math.min(1.68 / n, 0.62);
      return { fill: "", line: open(at(17, a - w), at(25, a), at(17, a + w)) };
    }
    case 2: {
      const w = (Math.PI / n) * 0.66;
      return { fill: "", line: `M${pair(at(23.5, a - w))}A23.5 23.5 0 0 1 ${pair(at(23.5, a + w))}` };
    }
    case 3:
      return { fill: "", line: open(at(16, a), at(25, a)) };
    case 4:
      return { fill: disc(at(21.5, a), n < 6 ? 4.6 : 3.7), line: "" };
    case 5: {
      const w = Math.min(2.7 / n, 0.8);
      const tip = pair(at(26, a));
      const foot = pair(at(9, a));
      return { fill: `M${tip}Q${pair(at(19, a + w))} ${foot}Q${pair(at(19, a - w))} ${tip}Z`, line: "" };
    }
    case 6: {
      const w = 4 / Math.max(n, 3);
      return { fill: "", line: `M${pair(at(25, a))}Q${pair(at(23, a + 0.6 * w))} ${pair(at(12.5, a + 0.75 * w))}` };
    }
    case 7: {
      const w = Math.min(1.5 / n, 0.42);
      return { fill: closed(at(25, a - w), at(25, a + w), at(17.5, a + w * 0.8), at(17.5, a - w * 0.8)), line: "" };
    }
    case 8: {
      const w = Math.min(1.45 / n, 0.46);
      return { fill: closed(at(12, a), at(25, a - w), at(25, a + w)), line: "" };
    }
    default: {
      const w = Math.min(1.2 / n, 0.34);
      return { fill: "", line: open(at(14, a), at(23, a)) + open(at(24, a - w), at(24, a + w)) };
    }
  }
}

function ring(n: number, radius: number, turn: number): Point[] {
  return Array.from({ length: n }, (_, k) => at(radius, (2 * Math.PI * k) / n + turn));
}

function middle(form: Form): Emblem {
  const n = form.folds > 2 ? form.folds : 4;
  const turn = form.turned ? Math.PI / form.folds : 0;
  switch (form.inner) {
    case 0:
      return { fill: "", line: closed(...ring(n, 12, turn)) };
    case 1:
      return { fill: "", line: disc([0, 0], 11) };
    case 2:
      return {
        fill: "",
        line: ring(n, 11, turn)
          .map((p) => open([0, 0], p))
          .join(""),
      };
    case 3:
      return { fill: "", line: "M0-12L12 0 0 12-12 0Z" };
    case 4: {
      const dents = ring(n, 5.5, turn + Math.PI / n);
      return { fill: closed(...ring(n, 13, turn).flatMap((p, k): Point[] => [p, dents[k] ?? p])), line: "" };
    }
    default:
      return { fill: "", line: "M-9.5-9.5H9.5V9.5H-9.5Z" };
  }
}

function core(form: Form): Emblem {
  if (form.inner === 4) return { fill: "", line: "" }; // a star is full already
  const fills = [disc([0, 0], 4.8), "M0-6L6 0 0 6-6 0Z", "M0-6.4L5.6 4H-5.6Z", "M-4.5-4.5H4.5V4.5H-4.5Z"];
  return form.core < 4 ? { fill: fills[form.core] ?? "", line: "" } : { fill: "", line: disc([0, 0], 4) };
}

/** The paths of a form. */
export function drawEmblem(form: Form): Emblem {
  const pieces = Array.from({ length: form.folds }, (_, k) => piece(form, (2 * Math.PI * k) / form.folds));
  const parts = [...pieces, middle(form), core(form)];
  return { fill: parts.map((p) => p.fill).join(""), line: parts.map((p) => p.line).join("") };
}
