/**
 * What 10,000 open asks cost beside 100, in the same run: pages, counts and searches of a process
 * that has just started and of one that watches, and the watch itself.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, percentile } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { answersTo, fillWithSessions, writeAnswers } from "./support/sessions.mjs";
import { row } from "./support/table.mjs";

const SIZES = [100, 10_000];
const COLD_ROUNDS = 5;
const WARM_ROUNDS = 50;
const CHANGE_ROUNDS = 20;
const FOREIGN_ROUNDS = 5;
const IDLE_SECONDS = 10;
const COLD = ["list", "page", "secondPage", "count", "findById", "findByAsker", "watch"];
const WARM = ["list", "page", "count", "findById", "findByAsker"];

export async function many() {
  return onScene(async ({ folder, start }) => {
    const scenes = [];
    for (const size of SIZES) scenes.push(await fill(join(folder, String(size)), size));
    await coldly(scenes, start);
    for (const scene of scenes) await warmly(scene, start);
    return rowsOf(scenes);
  });
}

async function fill(folder, size) {
  mkdirSync(folder, { mode: 0o700 });
  const ids = await fillWithSessions(folder, size);
  return { folder, size, ids, cold: {}, warm: {}, again: [] };
}

/** Each in a process of its own, small and large in turn. */
async function coldly(scenes, start) {
  for (let round = 0; round < COLD_ROUNDS; round++) {
    for (const what of COLD) {
      for (const scene of scenes) {
        const worker = await start("desk");
        await worker.call("open", scene.folder);
        const first = await worker.call("times", what, 1, scene.ids[round]);
        scene.cold[what] = [...(scene.cold[what] ?? []), ...first];
        if (what === "findByAsker") scene.again.push(...(await worker.call("times", what, 1)));
        await worker.stop();
      }
    }
  }
}

async function warmly(scene, start) {
  const watcher = await start("desk");
  const writer = await start("desk");
  await watcher.call("watch", scene.folder);
  await writer.call("open", scene.folder);
  for (const what of WARM)
    scene.warm[what] = await watcher.call("times", what, WARM_ROUNDS, scene.ids[0]);
  scene.changes = await changeByDesk(watcher, writer);
  scene.idle = (await watcher.call("cpuOver", IDLE_SECONDS)) / (IDLE_SECONDS * 10);
  scene.foreign = await changeByForeigner(watcher, scene);
  await watcher.stop();
  await writer.stop();
}

async function changeByDesk(watcher, writer) {
  const times = [];
  for (let round = 0; round < CHANGE_ROUNDS; round++) {
    await sleep(Math.random() * 300);
    const { id, at } = await writer.call("ask");
    times.push(Math.max(0, (await watcher.call("seen", id, "pending")) - at));
    await writer.call("answer", id);
  }
  return times;
}

/** A program that knows only the documented fields, and announces nothing. */
async function changeByForeigner(watcher, { folder, ids }) {
  const times = [];
  for (const id of ids.slice(-FOREIGN_ROUNDS)) {
    await sleep(Math.random() * 1_000);
    const writtenAt = writeAnswers(folder, answersTo(id));
    times.push((await watcher.call("seen", id, "completed")) - writtenAt);
  }
  return times;
}

function rowsOf([few, all]) {
  const beside = (what, one, other, goal) =>
    row(what, other, "ms", {
      ...(goal === undefined ? {} : { goal }),
      note: `${one.toFixed(2)} ms with ${few.size}`,
    });
  const of = (scene, mode, what) => median(scene[mode][what]);
  const both = (mode, what) => [of(few, mode, what), of(all, mode, what)];
  return [
    ...COLD.map((what) => beside(`new process: ${WORDS[what]}`, ...both("cold", what))),
    beside(`new process: ${WORDS.findByAsker}, again`, median(few.again), median(all.again)),
    ...WARM.map((what) => beside(`watching: ${WORDS[what]}`, ...both("warm", what), GOALS[what])),
    beside("announced change to the callback, p50", median(few.changes), median(all.changes)),
    beside(
      "announced change to the callback, p95",
      percentile(few.changes, 95),
      percentile(all.changes, 95),
      50,
    ),
    beside(
      "change of a program that announces nothing, max",
      Math.max(...few.foreign),
      Math.max(...all.foreign),
      10_000,
    ),
    row("processor use of the idle watch", all.idle, "% of a core", {
      note: `${few.idle.toFixed(2)} % with ${few.size}`,
    }),
  ];
}

const GOALS = { page: 2, count: 2 };

const WORDS = {
  list: "list of all that is open",
  page: "the first page of 50",
  secondPage: "the page of 50 after that",
  count: "count, capped at 1,000",
  findById: "find by the beginning of the id",
  findByAsker: "find by who asked",
  watch: "watch from now on",
};
