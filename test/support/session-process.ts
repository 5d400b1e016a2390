/** A SessionManager in another process, called over its standard input and output. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("./session-worker.mjs", import.meta.url));

export interface SessionProcess extends AsyncDisposable {
  pid: number;
  /** Rejects with the other process's error, or if that process died before it answered. */
  // biome-ignore lint/suspicious/noExplicitAny: every method has another result
  call(method: string, ...args: unknown[]): Promise<any>;
  /** Ends it with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

export class OtherProcessError extends Error {
  readonly code: string | undefined;
  constructor({ code, message }: { code?: string; message: string }) {
    super(message);
    this.code = code;
  }
}

export function startSessionProcess(baseDir: string): SessionProcess {
  const child = spawn(process.execPath, [WORKER, baseDir], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { result, error } = JSON.parse(line);
    const call = waiting.shift();
    if (error === undefined) call?.resolve(result);
    else call?.reject(new OtherProcessError(error));
  });
  void gone.then(() => {
    for (const call of waiting.splice(0)) call.reject(new Error("the process is gone"));
  });
  return {
    pid: child.pid ?? 0,
    call(method, ...args) {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${JSON.stringify({ method, args })}\n`);
      });
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
