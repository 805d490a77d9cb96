import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "./connection.svelte";
import { gapAfter } from "./pace";
import type { Happened, Update } from "./protocol";

function event(seq: number, kind: string, quiet = false): Happened {
  return { seq, kind, cause: -1, rule: "", text: kind, quiet };
}
function update(first: number, ...events: Happened[]): Update {
  return { type: "update", version: first, epoch: 0, first, events, view: null } as unknown as Update;
}

class Line {
  static readonly OPEN = 1;
  static newest: Line;
  readyState = Line.OPEN;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  send = vi.fn();
  close = vi.fn();
  constructor() {
    Line.newest = this;
  }
  brings(...updates: Update[]): void {
    for (const one of updates) this.onmessage({ data: JSON.stringify(one) });
  }
}

describe("updates that come at once", () => {
  let connection: Connection;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Line);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    connection = new Connection("room", "");
    connection.open();
  });
  afterEach(() => {
    connection.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("are shown one after the other, those of a whole turn too", () => {
    const turn = Array.from({ length: 20 }, (_, i) => update(i, event(i, "bought")));
    Line.newest.brings(...turn);
    expect(connection.log).toHaveLength(1);
    vi.advanceTimersByTime(gapAfter(turn[0] as Update, "normal"));
    expect(connection.log).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(connection.log).toHaveLength(20);
  });
  it("are shown together where nothing is to be seen in them, and these are not counted", () => {
    const quiet = Array.from({ length: 50 }, (_, i) => update(i + 1, event(i + 1, "decided", true)));
    Line.newest.brings(update(0, event(0, "bought")), ...quiet, update(51, event(51, "fielded")));
    expect(connection.log).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(connection.log).toHaveLength(52);
  });
  it("are shown at once if they are too many, or somebody does not want to wait", () => {
    Line.newest.brings(...Array.from({ length: 40 }, (_, i) => update(i, event(i, "bought"))));
    expect(connection.log.length).toBeGreaterThan(30);
    vi.advanceTimersByTime(60_000);
    Line.newest.brings(update(40, event(40, "bought")), update(41, event(41, "bought")));
    expect(connection.hurry()).toBe(true);
    expect(connection.log).toHaveLength(42);
    expect(connection.hurry()).toBe(false);
  });
  it("wait no more once somebody has answered, and what follows from that comes at once", () => {
    Line.newest.brings(update(0, event(0, "rolled")), update(1, event(1, "bought")));
    void connection.send({ type: "forecast", seat: 0 });
    expect(connection.log).toHaveLength(1);
    void connection.send({ type: "play", seat: 0, version: 1, actions: [1] });
    expect(connection.log).toHaveLength(2);
    Line.newest.brings(update(2, event(2, "fielded")), update(3, event(3, "fielded")));
    expect(connection.log).toHaveLength(3);
  });
});

describe("a log that is longer than what comes at first", () => {
  const past = Array.from({ length: 30 }, (_, seq) => event(seq, "bought"));
  const seqs = (connection: Connection): number[] => connection.log.map(({ seq }) => seq);
  const asked = vi.fn();
  let connection: Connection;
  beforeEach(() => {
    vi.stubGlobal("WebSocket", Line);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    asked.mockReset().mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ events: past }))));
    vi.stubGlobal("fetch", asked);
    connection = new Connection("room", "");
    connection.open();
  });
  afterEach(() => {
    connection.close();
    vi.unstubAllGlobals();
  });

  it("is completed, once, and nothing is told before it is shown", async () => {
    Line.newest.brings(update(25, event(25, "fielded")), update(26, event(26, "fielded")));
    expect(seqs(connection)).toEqual([25]);
    await vi.waitFor(() => expect(connection.log.length).toBeGreaterThan(20));
    expect(seqs(connection)).toEqual(past.slice(0, connection.log.length).map(({ seq }) => seq));
    expect(connection.log[25]?.kind).toBe("fielded");
    connection.hurry();
    expect(seqs(connection)).toHaveLength(27);
    expect(asked.mock.calls).toEqual([["/api/rooms/room/log", expect.anything()]]);
  });
  it("is not asked for where nothing is missing", () => {
    Line.newest.brings(update(0, event(0, "bought")), update(1, event(1, "bought")));
    connection.hurry();
    expect(asked).not.toHaveBeenCalled();
  });
  it("stays as it is if something was taken back meanwhile, and is asked for again if it does not come", async () => {
    Line.newest.brings(update(25, event(25, "fielded")));
    Line.newest.brings({ ...update(24, event(24, "other")), epoch: 1 });
    connection.hurry();
    await new Promise((done) => setTimeout(done));
    expect(seqs(connection)).toEqual([24]);
    asked.mockImplementationOnce(() => Promise.reject(new Error("no line")));
    Line.newest.brings({ ...update(25, event(25, "other")), epoch: 1 });
    connection.hurry();
    await new Promise((done) => setTimeout(done));
    expect(seqs(connection)).toEqual([24, 25]);
    Line.newest.brings({ ...update(26, event(26, "other")), epoch: 1 });
    connection.hurry();
    await vi.waitFor(() => expect(seqs(connection)).toHaveLength(27));
    expect(connection.log[24]?.kind).toBe("other");
  });
});

describe("the time until the next update", () => {
  it("is longer after a roll, an attack and damage, and nothing where nothing is seen or moves", () => {
    const bought = gapAfter(update(0, event(0, "bought")), "normal");
    for (const kind of ["rolled", "attacks", "life damage"])
      expect(gapAfter(update(0, event(0, "bought"), event(1, kind)), "normal")).toBeGreaterThan(bought);
    expect(gapAfter(update(0, event(0, "rolled", true)), "normal")).toBe(0);
    expect(gapAfter(update(0, event(0, "rolled")), "off")).toBe(0);
  });
});
