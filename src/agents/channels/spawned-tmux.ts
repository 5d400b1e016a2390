/** tmux, one process a command: some milliseconds each, but nothing stays attached to the server. */
import { execFile } from "node:child_process";
import { TmuxFailed } from "./tmux-failed.ts";
import { processArguments } from "./tmux-words.ts";

export interface SpawnOptions {
  readonly program: string;
  readonly socketPath: string;
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  /** What the command reads from its standard input. */
  readonly input?: string;
}

export function spawnTmux(words: readonly string[], options: SpawnOptions): Promise<string> {
  const { program, socketPath, patienceMs, signal, input = "" } = options;
  const limits = { timeout: patienceMs, killSignal: "SIGKILL" as const, maxBuffer: 16 * 2 ** 20 };
  return new Promise((resolve, reject) => {
    if (signal?.aborted)
      return reject(new TmuxFailed(`tmux ${words[0]} was not begun`, { cause: signal.reason }));
    const args = ["-u", "-S", socketPath, ...processArguments(words)];
    // A client of a server that hangs takes note of milder signals, such as an abort's own, and goes on waiting.
    const stop = () => {
      child.kill("SIGKILL");
      // The server holds the other ends of its pipes, too.
      for (const pipe of child.stdio) pipe?.destroy();
    };
    signal?.addEventListener("abort", stop, { once: true });
    const child = execFile(
      program,
      args,
      { ...limits, env: outsideOfTmux() },
      (error, stdout, stderr) => {
        signal?.removeEventListener("abort", stop);
        if (error === null) return resolve(stdout.replace(/\n$/, "")); // as control mode has it
        reject(
          new TmuxFailed(stderr.trim() || `tmux ${words[0]} did not finish`, { cause: error }),
        );
      },
    );
    child.stdin?.on("error", () => undefined); // said by the exit already
    child.stdin?.end(input);
  });
}

/** Whoever runs Askline may sit in a tmux of their own, which has nothing to do with the agent's. */
export function outsideOfTmux(): NodeJS.ProcessEnv {
  const { TMUX: _server, TMUX_PANE: _pane, ...environment } = process.env;
  return environment;
}
