/**
 * The set of one benchmark: a temporary folder and worker processes, all
 * removed when it ends or fails.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorker } from "./worker-process.mjs";

export async function onScene(play) {
  const folder = mkdtempSync(join(tmpdir(), "askline-bench-"));
  const workers = new Set();
  const clear = () => {
    for (const worker of workers) worker.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once("exit", clear);
  const stopListening = onInterruption(() => process.exit(130));
  try {
    return await play({ folder, start });
  } finally {
    await Promise.all([...workers].map((worker) => worker.stop()));
    stopListening();
    process.off("exit", clear);
    clear();
  }

  /** Starts workers/<name>.mjs; its commands are called with `worker.call(command, ...args)`. */
  async function start(name, options) {
    const worker = startWorker(new URL(`../workers/${name}.mjs`, import.meta.url), options);
    workers.add(worker);
    await worker.call("ready");
    return worker;
  }
}

function onInterruption(stop) {
  const signals = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
