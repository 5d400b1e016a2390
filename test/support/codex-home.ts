/** Codex's folder with one open session, and a `codex` in it that writes down its arguments. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./patience.ts";

export interface CodexHome extends Disposable {
  readonly path: string;
  readonly transcriptPath: string;
  /** The arguments of the last call of `codex`, once there was one. */
  told(): Promise<{ home: string; words: string[] }>;
  /** Makes `codex` fail from now on. */
  break(): void;
  /** Makes `codex` write down its arguments and then hang, from now on. */
  hang(): void;
  /** Ends the process that has the session open. */
  letGo(): void;
}

export async function openCodexHome(path: string, sessionId: string): Promise<CodexHome> {
  const program = join(path, "packages/app-server-daemon/current/bin/codex");
  const locks = join(path, "thread-writer-locks");
  for (const folder of [join(program, ".."), locks]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(path, "queue_1.sqlite"), "");
  const note =
    'fs.writeFileSync(home + "/told.json", JSON.stringify({ home, words: process.argv.slice(2) }));';
  write(note);
  const lock = join(locks, `${sessionId}.lock`);
  writeFileSync(lock, "");
  const holder = process.platform === "linux" ? await held(lock) : null;
  return {
    path,
    transcriptPath: join(path, `sessions/2026/11/15/rollout-${sessionId}.jsonl`),
    async told() {
      const file = join(path, "told.json");
      await until(
        "a call of codex",
        async () => existsSync(file) && readFileSync(file, "utf8") !== "",
      );
      return JSON.parse(readFileSync(file, "utf8"));
    },
    break: () => write("process.exit(1);"),
    hang: () => write(`process.on("SIGTERM", () => {});\nsetInterval(() => {}, 1_000);\n${note}`),
    letGo,
    [Symbol.dispose]: letGo,
  };

  function write(body: string) {
    const head = `const fs = process.getBuiltinModule("node:fs");\nconst home = process.env.CODEX_HOME;\n`;
    writeFileSync(program, `#!${process.execPath}\n${head}${body}`, { mode: 0o755 });
  }

  function letGo() {
    if (holder?.pid !== undefined && holder.exitCode === null && holder.signalCode === null)
      process.kill(-holder.pid);
  }
}

/** Askline checks only on Linux whether a file is locked. */
async function held(lock: string): Promise<ChildProcess> {
  const holder = spawn("flock", [lock, "sleep", "1000"], { detached: true, stdio: "ignore" });
  await until("the lock", async () =>
    readFileSync("/proc/locks", "utf8").includes(`:${statSync(lock).ino} `),
  );
  return holder;
}
