// The line to a room: says hello, keeps the newest update and the whole log, comes back by itself when it breaks.

import { call } from "./api";
import { gapAfter, isBehind } from "./pace";
import { prefs } from "./prefs.svelte";
import type { Happened, Refusal, Reply, Request, Said, Update } from "./protocol";
import { keepEqual } from "./same";

export type Line = "connecting" | "open" | "lost" | "gone" | "bad";

const WAITS = [500, 1000, 2000, 4000, 8000];
const PATIENCE = 10_000; // milliseconds for an answer

interface Waiting {
  resolve: (reply: Exclude<Reply, Update | Said>) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class Connection {
  update = $state.raw<Update | null>(null);
  log = $state.raw<Happened[]>([]);
  line = $state<Line>("connecting");
  lostSince = $state(0);
  trouble = $state(""); // why nobody is let in, in the server's words
  refused = $state(""); // and its code
  heard = $state.raw<(Said & { at: number })[]>([]); // what people have said
  at = $state(0); // when the newest update came

  #room: string;
  #token: string;
  #socket: WebSocket | null = null;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #queue: Update[] = []; // updates that are not shown yet
  #next: ReturnType<typeof setTimeout> | undefined;
  #filling = false; // what happened long ago is on its way

  constructor(room: string, token: string) {
    this.#room = room;
    this.#token = token;
  }

  open(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.#room)}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.hurry();
      const since = this.log.at(-1)?.seq ?? -1;
      socket.send(JSON.stringify({ type: "hello", token: this.#token, since, epoch: this.update?.epoch ?? -1 }));
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#take(JSON.parse(String(event.data)) as Reply);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      this.#fail("the line was lost before the answer came; look whether it was done");
      if (event.code === 4404 || event.code === 4400) {
        this.line = event.code === 4404 ? "gone" : "bad";
        this.trouble ||= event.reason;
        return;
      }
      if (this.line !== "lost") this.lostSince = Date.now();
      this.line = "lost";
      this.#retry = setTimeout(() => this.open(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#next);
    this.#fail("the page was left");
    this.#socket?.close();
  }

  /** Goes on as another: who has watched sits down now. What was seen as a guest is forgotten. */
  sit(token: string): void {
    const guest = this.#socket;
    this.#token = token;
    this.#fail("you have sat down meanwhile");
    this.#queue = [];
    this.log = [];
    this.update = null;
    this.line = "connecting";
    this.open();
    guest?.close();
  }

  /** Asks for something; the answer says what became of it. It is never sent twice. */
  send(request: Request): Promise<Exclude<Reply, Update | Said>> {
    const id = ++this.#number;
    if (request.type === "play") this.hurry(); // who answers has seen enough
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN || this.line !== "open") {
        resolve(refusal(id, "there is no line to the server now; nothing was sent"));
        return;
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        resolve(refusal(id, "the server did not answer in time; look whether it was done"));
      }, PATIENCE);
      this.#waiting.set(id, { resolve, timer });
      this.#socket.send(JSON.stringify({ ...request, id }));
    });
  }

  #take(reply: Reply): void {
    if (reply.type === "update") {
      this.line = "open";
      this.#tries = 0;
      this.#queue.push(reply);
      if (isBehind(this.#queue)) this.hurry();
      else if (this.#next === undefined) this.#show();
      return;
    }
    if (reply.type === "said") {
      this.heard = [...this.heard.slice(-9), { ...reply, at: Date.now() }];
      return;
    }
    if (reply.type === "refused" && reply.id === 0) {
      this.trouble = reply.reasons.map((r) => r.text).join("; ");
      this.refused = reply.code;
    }
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(reply.id);
    waiting.resolve(reply);
  }

  /** Shows at once whatever has come: somebody does not want to wait. Whether there was something. */
  hurry(): boolean {
    const waited = this.#queue.length > 0;
    while (this.#queue.length > 0) this.#show();
    clearTimeout(this.#next); // nor for what comes next
    this.#next = undefined;
    return waited;
  }

  #show(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    const fresh = this.#queue.shift();
    if (fresh === undefined) return;
    const update = { ...fresh, view: keepEqual(this.update?.view, fresh.view) };
    const kept = this.log.filter((event) => event.seq < update.first);
    this.log = [...kept, ...update.events];
    this.update = update;
    this.at = Date.now();
    if (kept.length < update.first) void this.#fill(update.epoch);
    this.#next = setTimeout(
      () => {
        this.#next = undefined;
        this.#show();
      },
      gapAfter(update, prefs.speed),
    );
  }

  /** Who comes late gets the newest events alone; the page asks for those before them. If they do not come, the next
      update is the next occasion. */
  async #fill(epoch: number): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      const { events } = await call<{ events: Happened[] }>(`/api/rooms/${encodeURIComponent(this.#room)}/log`);
      if (this.update?.epoch !== epoch) return; // something was taken back meanwhile
      const newest = this.log.at(-1)?.seq ?? -1;
      const known = new Map([...events, ...this.log].map((event) => [event.seq, event]));
      this.log = [...known.values()].filter(({ seq }) => seq <= newest).sort((a, b) => a.seq - b.seq);
    } catch {
      // the end of the log is there, and the table does not need more
    } finally {
      this.#filling = false;
    }
  }

  #fail(why: string): void {
    for (const [id, waiting] of this.#waiting) {
      clearTimeout(waiting.timer);
      waiting.resolve(refusal(id, why));
    }
    this.#waiting.clear();
  }
}

function refusal(id: number, text: string): Refusal {
  return { type: "refused", id, code: "line", reasons: [{ text, rule: "" }], version: 0 };
}
