/**
 * Runs each tmux command as its own process: some milliseconds each, but nothing stays attached.
 */
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
    // If the server hangs, its client ignores milder signals, such as that of an abort.
    const stop = () => {
      child.kill("SIGKILL");
      // The server also holds these pipes, so the kill alone does not close them.
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
    child.stdin?.on("error", () => undefined); // reported by the exit
    child.stdin?.end(input);
  });
}

/** Askline itself may run in a tmux that is not the agent's, so that one is hidden from tmux. */
export function outsideOfTmux(): NodeJS.ProcessEnv {
  const { TMUX: _server, TMUX_PANE: _pane, ...environment } = process.env;
  return environment;
}
