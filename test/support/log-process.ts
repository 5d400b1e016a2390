/** Other processes that write to a turn log in a file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

// Inside the project, so that the one package that is not bundled is found.
const RESULTS = fileURLToPath(new URL("../../.test-results", import.meta.url));
const WORKER = fileURLToPath(new URL("./log-worker.ts", import.meta.url));

export interface LogProcess {
  /** The keys of the turns acknowledged as durable so far. */
  readonly acknowledged: readonly string[];
  go(): void;
  /** Resolves once it has acknowledged that many, or is gone. */
  until(count: number): Promise<void>;
  kill(): void;
  /** Its exit code; null if it was killed. */
  readonly ended: Promise<number | null>;
}

export interface LogWork {
  agentId: number;
  prefix: string;
  count: number;
}

export interface LogProcesses extends Disposable {
  /**
   * Resolves when it is ready to go, with the log not opened yet. `under` is a command that
   * runs it, such as strace.
   */
  start(path: string, work: LogWork, under?: readonly string[]): Promise<LogProcess>;
}

export async function buildLogProcesses(): Promise<LogProcesses> {
  mkdirSync(RESULTS, { recursive: true });
  const folder = mkdtempSync(join(RESULTS, "log-worker-"));
  const file = join(folder, "log-worker.mjs");
  const bundle = await rolldown({
    input: WORKER,
    platform: "node",
    external: ["@photostructure/sqlite"],
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  return { start, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };

  async function start(
    path: string,
    { agentId, prefix, count }: LogWork,
    under: readonly string[] = [],
  ) {
    const [command, ...args] = [
      ...under,
      process.execPath,
      file,
      path,
      String(agentId),
      prefix,
      String(count),
    ];
    const child = spawn(command ?? "", args, { stdio: ["pipe", "pipe", "inherit"] });
    const ended = once(child, "close").then(([code]) => code as number | null);
    const acknowledged: string[] = [];
    const lines = createInterface({ input: child.stdout });
    await once(lines, "line");
    lines.on("line", (key) => acknowledged.push(key));
    return {
      acknowledged,
      ended,
      go: () => void child.stdin.write("go\n"),
      kill: () => void child.kill("SIGKILL"),
      async until(wanted: number) {
        while (
          acknowledged.length < wanted &&
          child.exitCode === null &&
          child.signalCode === null
        ) {
          await Promise.race([once(lines, "line"), ended]);
        }
      },
    };
  }
}
