/**
 * How long a person or a script waits for a command, from spawn to exit, next to
 * a Node that does nothing.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./support/environment.mjs";
import { median, stamp } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { fillWithSessions } from "./support/sessions.mjs";
import { row } from "./support/table.mjs";

const ROUNDS = 25;
const SESSIONS = 10;
const COMMAND = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

export async function coldStart() {
  return onScene(async ({ folder }) => {
    const sessions = join(folder, "sessions");
    mkdirSync(sessions, { mode: 0o700 });
    await fillWithSessions(sessions, SESSIONS);
    const env = plainEnvironment({ ASKLINE_STATE_DIR: folder, ASKLINE_CONFIG_DIR: folder });
    const nothing = { args: ["-e", "0"], times: [], lines: 0 };
    const version = { args: [COMMAND, "--version"], times: [], lines: 1 };
    const list = { args: [COMMAND, "list"], times: [], lines: SESSIONS + 1 };
    // Without a hub it saves the call in a file; with one it would also wait for the hub.
    const hook = {
      args: [COMMAND, "hook", "Stop"],
      times: [],
      lines: 0,
      input: '{"session_id":"bench","cwd":"/"}',
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const command of [nothing, version, list, hook])
        command.times.push(timeCommand(command, env));
    }
    // The first round fills caches.
    for (const command of [nothing, version, list, hook]) command.times.shift();
    return rowsOf(nothing.times, version.times, list.times, hook.times);
  });
}

function timeCommand({ args, lines, input = "" }, env) {
  const start = stamp();
  const { status, stdout } = spawnSync(process.execPath, args, {
    env,
    encoding: "utf8",
    input,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const time = stamp() - start;
  const printed = stdout.split("\n").length - 1;
  if (status !== 0 || printed !== lines)
    throw new Error(`"${args.join(" ")}" printed ${printed} lines, exit code ${status}.`);
  return time;
}

function rowsOf(nothing, version, list, hook) {
  const note = (times) => `min ${Math.min(...times).toFixed(1)} ms`;
  return [
    row("baseline: node -e 0, median", median(nothing), "ms", { note: note(nothing) }),
    row("askline --version, median", median(version), "ms", { note: note(version) }),
    row(`askline list with ${SESSIONS} sessions, median`, median(list), "ms", { note: note(list) }),
    row("--version to node -e 0, medians", median(version) / median(nothing), "x", { goal: 2 }),
    row("  minima", Math.min(...version) / Math.min(...nothing), "x"),
    row("list to node -e 0, medians", median(list) / median(nothing), "x", { goal: 3 }),
    row("  minima", Math.min(...list) / Math.min(...nothing), "x"),
    row("askline hook to node -e 0, medians", median(hook) / median(nothing), "x", { goal: 2 }),
    row("  minima", Math.min(...hook) / Math.min(...nothing), "x"),
  ];
}
