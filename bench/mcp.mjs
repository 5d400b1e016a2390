/**
 * What an agent waits for: the start of `askline mcp`, its memory while it waits, and an
 * answer's way to the agent.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { plainEnvironment } from "./support/environment.mjs";
import { median, percentile, stamp } from "./support/figures.mjs";
import { startMcp } from "./support/mcp-process.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const STARTS = 21;
const ANSWERS = 100;
const COMMAND = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const MINIMAL = fileURLToPath(new URL("./minimal/one-tool-server.ts", import.meta.url));

export async function mcp() {
  return onScene(async ({ folder, start }) => {
    const env = { ASKLINE_STATE_DIR: folder, ASKLINE_CONFIG_DIR: folder };
    const starts = await measureStarts(await buildMinimal(folder), env);
    const answerer = await start("session");
    await answerer.call("open", join(folder, "sessions"));
    return [...starts, ...(await measureWaiting(env, answerer))];
  });
}

/** Bundled in the same way as ours, into the same kind of file. */
async function buildMinimal(folder) {
  const file = join(folder, "minimal.mjs");
  const bundle = await rolldown({ input: MINIMAL, platform: "node" });
  const minify = { mangle: { keepNames: { class: true, function: false } }, compress: true };
  await bundle.write({ file, format: "esm", minify, codeSplitting: false });
  return file;
}

async function measureStarts(minimal, env) {
  const bare = [];
  const least = [];
  const ours = [];
  for (let round = 0; round < STARTS; round++) {
    const start = stamp();
    spawnSync(process.execPath, ["-e", "0"], { env: plainEnvironment() });
    bare.push(stamp() - start);
    least.push(await toolsListed([minimal], env));
    ours.push(await toolsListed([COMMAND, "mcp"], env));
  }
  // The first round fills caches.
  for (const times of [bare, least, ours]) times.shift();
  return [
    row("baseline: node -e 0, median", median(bare), "ms"),
    row("baseline: one-tool server on the same SDK to tools/list, median", median(least), "ms"),
    row("askline mcp to tools/list, median", median(ours), "ms"),
    row("  to the one-tool server, medians", median(ours) / median(least), "x", { goal: 1.2 }),
    row("  to node -e 0, medians", median(ours) / median(bare), "x"),
  ];
}

async function toolsListed(args, env) {
  const start = stamp();
  const server = startMcp(args, env);
  await server.initialize();
  const { tools } = await server.request("tools/list");
  const time = stamp() - start;
  if (tools.length === 0) throw new Error("no tools");
  await server.stop();
  return time;
}

async function measureWaiting(env, answerer) {
  const server = startMcp([COMMAND, "mcp"], env);
  await server.initialize();
  const latencies = [];
  let memory = 0;
  for (let round = 0; round < ANSWERS; round++) {
    const known = new Set(await answerer.call("pending"));
    const returned = server
      .request("tools/call", { name: "provide_choice", arguments: choice(round) })
      .then(() => stamp());
    const id = await newSession(answerer, known);
    await sleep(Math.random() * 50);
    memory = Math.max(memory, residentMegabytes(server.pid));
    const { acknowledgedAt } = await answerer.call("answer", id);
    latencies.push(Math.max(0, (await returned) - acknowledgedAt));
  }
  await server.stop();
  return [
    row("answer acknowledged to tool result, p50", percentile(latencies, 50), "ms", { goal: 8 }),
    row("  p95", percentile(latencies, 95), "ms"),
    row("memory of a waiting server, most", memory, "MB", { goal: 70 }),
  ];
}

async function newSession(answerer, known) {
  for (;;) {
    const id = (await answerer.call("pending")).find((candidate) => !known.has(candidate));
    if (id !== undefined) return id;
  }
}

function choice(round) {
  const options = [
    { id: "lite", label: "SQLite", recommended: true },
    { id: "pg", label: "Postgres" },
  ];
  return {
    title: `Round ${round}`,
    prompt: "Which database?",
    selection_mode: "hybrid",
    options,
    transport: "terminal",
    hand_off: false,
  };
}

function residentMegabytes(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
