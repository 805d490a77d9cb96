// What has not changed keeps its identity, so that nothing is drawn again because of it.

type Plain = Record<string, unknown>;

/** The new value, made of the old one wherever the two are equal. The old one is not changed. */
export function keepEqual<T>(old: unknown, fresh: T): T {
  if (Object.is(old, fresh) || !isObject(old) || !isObject(fresh)) return fresh;
  if (Array.isArray(old) && Array.isArray(fresh)) return keepList(old, fresh) as T;
  if (Array.isArray(old) || Array.isArray(fresh)) return fresh;
  const names = Object.keys(fresh);
  let equal = names.length === Object.keys(old).length;
  const out: Plain = {};
  for (const name of names) {
    out[name] = keepEqual(old[name], fresh[name]);
    if (!(name in old) || !Object.is(out[name], old[name])) equal = false;
  }
  return (equal ? old : out) as T;
}

/** Things that have a number of their own may lie elsewhere in the list than before. */
function keepList(old: unknown[], fresh: unknown[]): unknown[] {
  const known = new Map<unknown, unknown>();
  for (const thing of old) {
    const number = numberOf(thing);
    if (number !== undefined) known.set(number, thing);
  }
  const out = fresh.map((thing, i) => {
    const number = numberOf(thing);
    return keepEqual(number === undefined ? old[i] : known.get(number), thing);
  });
  return out.length === old.length && out.every((thing, i) => Object.is(thing, old[i])) ? old : out;
}

function numberOf(thing: unknown): unknown {
  return isObject(thing) ? (thing.die ?? thing.id ?? thing.card) : undefined;
}

function isObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null;
}
