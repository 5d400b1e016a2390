/** A process with a desk: lists, watches, asks, answers. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDesk } from "../../dist/askline.js";
import { serve } from "../support/commands.mjs";
import { cpuMilliseconds, stamp, timed } from "../support/figures.mjs";
import { QUESTIONS } from "../support/sessions.mjs";

const PAUSE_MS = 90;

const OPEN = { status: "pending" };
const PAGE = { ...OPEN, limit: 50 };
const CAP = 1_000;
const READS = {
  list: () => desk.list(OPEN),
  page: () => desk.page(PAGE),
  secondPage: (after) => desk.page({ ...PAGE, after }),
  count: () => desk.count(OPEN, CAP),
  findById: (id) => desk.find({ idPrefix: id.slice(0, 8) }),
  findByAsker: () => desk.find({ ...OPEN, asker: { kind: "mcp", agentId: "nobody" } }),
  watch: () => desk.watch(() => undefined, { after: "now" }),
};

let desk;
// When each session was first seen in each state, and the calls that wait for that.
const seenAt = new Map();
const listeners = new Map();

serve({
  open,
  async watch(sessionsDirectory) {
    open(sessionsDirectory);
    await desk.watch(({ id, ask }) => note(`${id} ${ask?.outcome?.status ?? "pending"}`, stamp()));
  },
  /** The moment when the watch reported this session in this state. */
  seen(id, status) {
    const key = `${id} ${status}`;
    return seenAt.get(key) ?? new Promise((resolve) => listeners.set(key, resolve));
  },
  async ask() {
    const { id } = await desk.ask({
      questions: QUESTIONS,
      source: { kind: "program", project: "bench" },
    });
    return { id, at: stamp() };
  },
  async answer(id) {
    await desk.answer(id, { answers: [{ optionIds: ["2"] }] }, { surface: "bench" });
    return { at: stamp() };
  },
  async coldList(sessionsDirectory) {
    let count = 0;
    const milliseconds = await timed(async () => {
      open(sessionsDirectory);
      count = (await desk.list({ status: "pending" })).length;
    });
    return { milliseconds, count };
  },
  async bareRead(sessionsDirectory) {
    let count = 0;
    const milliseconds = await timed(() => {
      count = readPlainly(sessionsDirectory);
    });
    return { milliseconds, count };
  },
  async listTimes(rounds) {
    const times = [];
    for (let round = 0; round < rounds; round++) {
      times.push(await timed(() => desk.list({ status: "pending" })));
      await sleep(PAUSE_MS);
    }
    return times;
  },
  /** How long each of so many calls took. */
  async times(what, rounds, id) {
    const given = what === "secondPage" ? (await READS.page()).next : id;
    const times = [];
    for (let round = 0; round < rounds; round++) {
      times.push(await timed(() => READS[what](given)));
      if (rounds > 1) await sleep(10);
    }
    return times;
  },
  async cpuOver(seconds) {
    const before = cpuMilliseconds();
    await sleep(seconds * 1000);
    return cpuMilliseconds() - before;
  },
});

function open(sessionsDirectory) {
  desk = openDesk({ sessionsDirectory });
}

function note(key, at) {
  if (seenAt.has(key)) return;
  seenAt.set(key, at);
  listeners.get(key)?.(at);
}

function readPlainly(sessionsDirectory) {
  let count = 0;
  for (const id of readdirSync(sessionsDirectory)) {
    if (id.startsWith(".")) continue;
    for (const name of ["request.json", "status.json"]) {
      if (JSON.parse(readFileSync(join(sessionsDirectory, id, name), "utf8")).sessionId === id)
        count += 1;
    }
  }
  return count;
}
