/**
 * How the inbox feels: its start, its reaction to keys and to new questions,
 * and its cost while idle.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDesk } from "../dist/askline.js";
import { answerTwentyInInbox } from "./answer-twenty.mjs";
import { median, percentile, stamp } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { fillWithSessions, QUESTIONS } from "./support/sessions.mjs";
import { row } from "./support/table.mjs";
import { openProgram, usageOf } from "./support/terminal.mjs";

const STARTS = 15;
const SESSIONS_AT_START = 1_000;
const SESSIONS_IDLE = 100;
const IDLE_SECONDS = 30;
const ARRIVALS = 40;
const KEYS = 120;
const COMMAND = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const MINIMAL = fileURLToPath(new URL("./minimal/one-screen.mjs", import.meta.url));

export async function inbox() {
  return onScene(async ({ folder }) => [
    ...(await measureStarts(join(folder, "many"))),
    ...(await measureUse(join(folder, "some"))),
    ...(await measureTwenty(join(folder, "twenty"))),
  ]);
}

async function measureStarts(state) {
  const env = await folderWith(state, SESSIONS_AT_START);
  const least = [];
  const ours = [];
  for (let round = 0; round < STARTS; round++) {
    least.push(await timeToShow([MINIMAL], /one screen is here/, env));
    ours.push(await timeToShow([COMMAND, "inbox"], /Database/, env));
  }
  // The first round fills caches.
  for (const times of [least, ours]) times.shift();
  return [
    row("baseline: bare Node that fills one screen, median", median(least), "ms"),
    row(
      `askline inbox with ${SESSIONS_AT_START} open sessions to its first question, median`,
      median(ours),
      "ms",
    ),
    // A program of one line on Ink, which this was once compared with, takes five times as long as
    // the baseline.
    row("  to the baseline, medians", median(ours) / median(least), "x", { goal: 6 }),
  ];
}

async function measureTwenty(state) {
  const rows = [];
  for (const isBefore of [true, false]) {
    const env = await folderWith(state, 0);
    const desk = openDesk({ sessionsDirectory: join(state, "sessions") });
    const program = openProgram([COMMAND, "inbox"], { env });
    const { count, seconds } = await answerTwentyInInbox({ program, desk, isBefore });
    const way = isBefore ? "each opened" : "in the list";
    rows.push(row(`20 questions, ${way}, keys`, count, "", isBefore ? {} : { goal: 20 }));
    rows.push(row("  with the inbox's own time", seconds, "s"));
    await program.close();
    await desk.close();
  }
  return rows;
}

async function timeToShow(args, pattern, env) {
  const program = openProgram(args, { env });
  const time = (await program.until(pattern, { from: 0 })) - program.startedAt;
  await program.close();
  return time;
}

async function measureUse(state) {
  const env = await folderWith(state, SESSIONS_IDLE);
  const program = openProgram([COMMAND, "inbox"], { env });
  await program.until(/Database/, { from: 0 });
  await sleep(2_000);
  const before = usageOf(program.pid());
  const writtenBefore = program.written();
  await sleep(IDLE_SECONDS * 1_000);
  const idle = usageOf(program.pid());
  const written = program.written() - writtenBefore;
  const keys = await timeKeys(program);
  const arrivals = await timeArrivals(program, env);
  const { residentMb } = usageOf(program.pid());
  await program.close();
  return [
    row(
      `idle with ${SESSIONS_IDLE} open questions`,
      (idle.cpuMs - before.cpuMs) / (IDLE_SECONDS * 10),
      "% of a core",
      {
        goal: 1,
      },
    ),
    row("bytes written while idle", written, "bytes", { note: `${IDLE_SECONDS} s` }),
    row("memory, idle", idle.residentMb, "MB", { goal: 100 }),
    row("memory, after keys and arrivals", residentMb, "MB", { goal: 100 }),
    row("key press to screen, p50", median(keys), "ms"),
    row("key press to screen, p95", percentile(keys, 95), "ms", { goal: 30 }),
    row("new question on disk to screen, p50", median(arrivals), "ms", { goal: 50 }),
    row("new question on disk to screen, p95", percentile(arrivals, 95), "ms"),
  ];
}

async function timeKeys(program) {
  const times = [];
  for (let key = 0; key < KEYS; key++) {
    const start = stamp();
    const shown = program.until(/./s);
    program.type(key % 40 < 20 ? "j" : "k");
    times.push((await shown) - start);
    await sleep(40);
  }
  return times;
}

async function timeArrivals(program, env) {
  program.type("g");
  const desk = openDesk({ sessionsDirectory: join(env.ASKLINE_STATE_DIR, "sessions") });
  const times = [];
  for (let arrival = 0; arrival < ARRIVALS; arrival++) {
    const title = `New ${arrival}!`;
    const shown = program.until(new RegExp(title));
    const { id } = await desk.ask({
      questions: [{ ...QUESTIONS[0], title }],
      source: { kind: "program" },
    });
    const start = stamp();
    times.push(Math.max(0, (await shown) - start));
    // Withdrawn again, so that the next one finds the same list.
    await desk.withdraw(id, { surface: "bench" });
    await sleep(100);
  }
  await desk.close();
  return times;
}

async function folderWith(state, count) {
  mkdirSync(join(state, "sessions"), { recursive: true, mode: 0o700 });
  await fillWithSessions(join(state, "sessions"), count);
  return { ASKLINE_STATE_DIR: state, ASKLINE_CONFIG_DIR: state };
}
