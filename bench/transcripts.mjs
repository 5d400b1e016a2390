/**
 * Transcripts: how fast they are read, how much memory that needs, and the cost of a hook
 * that captures from them.
 */
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildAgents, loadAgents } from "./support/built-agents.mjs";
import { median, percentile, timed } from "./support/figures.mjs";
import { besideDisk } from "./support/fsync.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";
import { writeTranscript } from "./support/transcript.mjs";

const MEGABYTE = 1024 * 1024;
const SCANNED_BYTES = 100 * MEGABYTE;
const SCAN_ROUNDS = 5;
const LARGE_BYTES = 1024 * MEGABYTE;
const AGENTS = 20;
const AGENT_BYTES = 50 * MEGABYTE;
const HOOKS_PER_AGENT = 60;
const STEP_BYTES = 256 * 1024;

export async function transcripts() {
  await buildAgents();
  return onScene(async ({ folder, start }) => [
    ...(await scan(folder)),
    ...(await readLarge(folder, start)),
    ...(await hearHooks(folder, start)),
  ]);
}

/**
 * The same file in the same run: whole lines to entries by the reader, and
 * plain split and JSON.parse.
 */
async function scan(folder) {
  const { openTranscript, isWorthReading, entriesIn } = await loadAgents();
  const path = join(folder, "scanned.jsonl");
  writeTranscript(path, SCANNED_BYTES);
  const ours = [];
  const plain = [];
  for (let round = 0; round < SCAN_ROUNDS; round++) {
    plain.push(await timed(() => parsePlainly(path)));
    ours.push(await timed(() => readEntries(path)));
  }
  rmSync(path);
  return [
    row("read and parse a transcript", rate(median(ours)), "MB/s"),
    row("baseline: plain split and JSON.parse", rate(median(plain)), "MB/s"),
    row("  our time to the baseline's", median(ours) / median(plain), "x", { goal: 1 / 0.7 }),
  ];

  function readEntries() {
    const transcript = openTranscript(path);
    let count = 0;
    for (let isAtEnd = false; !isAtEnd; ) {
      const progress = transcript.read(STEP_BYTES, (line) => {
        if (isWorthReading(line)) count += entriesIn(line.toString()).length;
      });
      isAtEnd = progress.isAtEnd;
    }
    return count;
  }
}

function parsePlainly(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line).type).length;
}

function rate(milliseconds) {
  return SCANNED_BYTES / MEGABYTE / (milliseconds / 1000);
}

async function readLarge(folder, start) {
  const path = join(folder, "large.jsonl");
  const turns = writeTranscript(path, LARGE_BYTES);
  const worker = await start("ingest");
  await worker.call("open", join(folder, "large.sqlite"));
  const { milliseconds, before, peak } = await worker.call("read", [path]);
  await worker.call("close");
  await worker.stop();
  rmSync(path);
  return [
    row("turns written in batches while reading 1 GB", turns / (milliseconds / 1000), "turns/s"),
    row("  bytes read meanwhile", LARGE_BYTES / MEGABYTE / (milliseconds / 1000), "MB/s"),
    row("memory before reading 1 GB", before, "MB"),
    row("  at its peak", peak, "MB", { goal: before + 150 }),
  ];
}

async function hearHooks(folder, start) {
  const paths = Array.from({ length: AGENTS }, (_, number) =>
    join(folder, `agent-${number}.jsonl`),
  );
  writeTranscript(paths[0], AGENT_BYTES);
  for (const path of paths.slice(1)) copyFileSync(paths[0], path);
  const worker = await start("ingest");
  await worker.call("open", join(folder, "hooks.sqlite"));
  await worker.call("read", paths);
  const disk = await start("disk");
  await disk.call("begin", join(folder, "small"));
  const times = await worker.call("work", paths, HOOKS_PER_AGENT, 1_000_000);
  const fsyncs = await disk.call("end");
  await worker.call("close");
  return [
    row(`hook with capture, ${AGENTS} agents with 50 MB each, p50`, median(times), "ms", {
      goal: 5,
    }),
    row("  p99", percentile(times, 99), "ms", { goal: 25 }),
    row("  slowest", Math.max(...times), "ms"),
    ...besideDisk(times, fsyncs),
  ];
}
