/** A worker process as seen from the benchmark: one JSON line for a command, one for its result. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./environment.mjs";

const LONGEST_COMMAND_MS = 180_000;
const FAREWELL_MS = 5_000;

/**
 * `extra` adds a stream as the worker's file descriptor 3: "pipe", or another worker's end of one.
 */
export function startWorker(file, { extra = "ignore" } = {}) {
  const child = spawn(process.execPath, [fileURLToPath(file)], {
    stdio: ["pipe", "pipe", "inherit", extra],
    env: plainEnvironment(),
  });
  const waiting = new Map();
  let calls = 0;
  createInterface({ input: child.stdout }).on("line", (line) => settle(JSON.parse(line)));
  child.stdin.on("error", () => undefined);
  child.once("exit", (code, signal) =>
    failAll(new Error(`A worker ended early (${signal ?? code}): ${file}`)),
  );
  return { call, stop, kill: () => child.kill("SIGKILL"), extra: child.stdio[3] };

  function call(command, ...args) {
    calls += 1;
    const number = calls;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`"${command}" took longer than ${LONGEST_COMMAND_MS} ms in ${file}`));
      }, LONGEST_COMMAND_MS);
      waiting.set(number, { resolve, reject, timer });
      child.stdin.write(`${JSON.stringify({ number, command, args })}\n`);
    });
  }

  /** A worker ends when its input does; otherwise it is killed. */
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), FAREWELL_MS);
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
    clearTimeout(timer);
  }

  function settle({ number, result, error }) {
    const { resolve, reject, timer } = waiting.get(number);
    waiting.delete(number);
    clearTimeout(timer);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  }

  function failAll(error) {
    for (const number of [...waiting.keys()]) settle({ number, error: error.message });
  }
}
