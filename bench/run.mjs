/**
 * `npm run bench`: runs every benchmark one after the other, or those named
 * (`npm run bench -- wait-cpu`). Prints a table for each and saves its figures in
 * results/<name>.json. A missed goal is reported, but is no failure, because the
 * machine may be the cause.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { agentLog } from "./agent-log.mjs";
import { answerLatency } from "./answer-latency.mjs";
import { channels } from "./channels.mjs";
import { coldStart } from "./cold-start.mjs";
import { dialogs } from "./dialogs.mjs";
import { extract } from "./extract.mjs";
import { firstMinute } from "./first-minute.mjs";
import { hooks } from "./hooks.mjs";
import { house } from "./house.mjs";
import { inbox } from "./inbox.mjs";
import { judge } from "./judge.mjs";
import { listing } from "./listing.mjs";
import { many } from "./many.mjs";
import { mcp } from "./mcp.mjs";
import { portal } from "./portal.mjs";
import { sqlStore } from "./sql-store.mjs";
import { printTable } from "./support/table.mjs";
import { throughput } from "./throughput.mjs";
import { transcripts } from "./transcripts.mjs";
import { voice } from "./voice.mjs";
import { waitCpu } from "./wait-cpu.mjs";
import { walks } from "./walks.mjs";

const BENCHMARKS = {
  "answer-latency": answerLatency,
  "wait-cpu": waitCpu,
  throughput,
  listing,
  many,
  "cold-start": coldStart,
  mcp,
  portal,
  inbox,
  judge,
  hooks,
  dialogs,
  channels,
  "agent-log": agentLog,
  "sql-store": sqlStore,
  transcripts,
  voice,
  "first-minute": firstMinute,
  house,
  extract,
  walks,
};
const RESULTS = new URL("./results/", import.meta.url);

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length === 0) await runAll(names);
else refuse(unknown);

async function runAll(names) {
  console.log(
    `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown processor"}`,
  );
  for (const name of names) {
    const rows = await BENCHMARKS[name]();
    printTable(name, rows);
    keep(name, rows);
  }
}

function keep(name, rows) {
  const machine = {
    node: process.version,
    platform: process.platform,
    cpus: availableParallelism(),
  };
  const result = { name, date: new Date().toISOString(), ...machine, rows };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(result, null, 2)}\n`);
}

function refuse(unknown) {
  console.error(
    `There is no benchmark called ${unknown.join(", ")}. ` +
      `There are: ${Object.keys(BENCHMARKS).join(", ")}.`,
  );
  process.exitCode = 2;
}
