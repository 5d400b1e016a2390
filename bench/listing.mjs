/** A folder of 10,000 open sessions: listing it, watching it, and the cost of watching. */
import { setTimeout as sleep } from "node:timers/promises";
import { median, percentile } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { answersTo, fillWithSessions, writeAnswers } from "./support/sessions.mjs";
import { row } from "./support/table.mjs";

const SESSIONS = 10_000;
const COLD_ROUNDS = 5;
const WARM_ROUNDS = 20;
const CHANGE_ROUNDS = 50;
const FOREIGN_ROUNDS = 10;
const IDLE_SECONDS = 10;
// Longer than any interval of the watcher, so that changes fall at random moments of it.
const LONGEST_PAUSE_MS = 1_000;

export async function listing() {
  return onScene(async ({ folder, start }) => {
    const ids = await fillWithSessions(folder, SESSIONS);
    const { cold, bare } = await listCold(folder, start);
    const watcher = await start("desk");
    await watcher.call("watch", folder);
    const warm = await watcher.call("listTimes", WARM_ROUNDS);
    const idle = await watcher.call("cpuOver", IDLE_SECONDS);
    const { creations, answers } = await changeByDesk(watcher, await start("desk"), folder);
    const foreign = await changeByForeigner(watcher, folder, ids.slice(-FOREIGN_ROUNDS));
    return rowsOf({ cold, bare, warm, idle, creations, answers, foreign });
  });
}

/** A new process each time, next to one that only reads the same files. */
async function listCold(folder, start) {
  const cold = [];
  const bare = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    cold.push(await inNewProcess("coldList", SESSIONS));
    bare.push(await inNewProcess("bareRead", 2 * SESSIONS));
  }
  return { cold, bare };

  async function inNewProcess(command, expected) {
    const worker = await start("desk");
    const { milliseconds, count } = await worker.call(command, folder);
    await worker.stop();
    if (count !== expected) throw new Error(`${command} found ${count} instead of ${expected}.`);
    return milliseconds;
  }
}

/**
 * From the acknowledgement in one process to the callback in the other. An earlier
 * callback counts as zero.
 */
async function changeByDesk(watcher, writer, folder) {
  const creations = [];
  const answers = [];
  await writer.call("open", folder);
  for (let round = 0; round < CHANGE_ROUNDS; round++) {
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    const created = await writer.call("ask");
    creations.push(Math.max(0, (await watcher.call("seen", created.id, "pending")) - created.at));
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    const answered = await writer.call("answer", created.id);
    answers.push(Math.max(0, (await watcher.call("seen", created.id, "completed")) - answered.at));
  }
  return { creations, answers };
}

/**
 * A program that follows the file format and knows nothing of ours: it writes
 * answers.json and leaves.
 */
async function changeByForeigner(watcher, folder, ids) {
  const times = [];
  for (const id of ids) {
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    const writtenAt = writeAnswers(folder, answersTo(id));
    times.push((await watcher.call("seen", id, "completed")) - writtenAt);
  }
  return times;
}

function rowsOf({ cold, bare, warm, idle, creations, answers, foreign }) {
  const [coldMedian, bareMedian] = [median(cold), median(bare)];
  const all = [...creations, ...answers];
  const pair = (values) =>
    `p50 ${percentile(values, 50).toFixed(2)}, p95 ${percentile(values, 95).toFixed(2)} ms`;
  return [
    row("cold: new process, open a desk, list", coldMedian, "ms", { goal: 600 }),
    row("  slowest", Math.max(...cold), "ms"),
    row("baseline: readdir, read and parse the same files", bareMedian, "ms"),
    row("  ratio of cold to it", coldMedian / bareMedian, "x"),
    row("warm: list while a watch is open", median(warm), "ms", { goal: 30 }),
    row("  slowest", Math.max(...warm), "ms"),
    row("acknowledged change to the watch's callback, p50", percentile(all, 50), "ms"),
    row("acknowledged change to the watch's callback, p95", percentile(all, 95), "ms", {
      goal: 50,
      note: `created: ${pair(creations)}; answered: ${pair(answers)}`,
    }),
    row("  max", Math.max(...all), "ms"),
    row("foreign change to the watch's callback, p50", percentile(foreign, 50), "ms"),
    // Beyond 1,000 open sessions the sweep may take its time.
    row("foreign change to the watch's callback, max", Math.max(...foreign), "ms", {
      goal: 10_000,
    }),
    row("processor use of the idle watch", (idle / (IDLE_SECONDS * 1000)) * 100, "% of a core"),
  ];
}
