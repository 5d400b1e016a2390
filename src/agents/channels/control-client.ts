/**
 * One control-mode connection to a tmux server. Each command is one line. Answers come back in
 * order, each between `%begin` and `%end` (or `%error`) with the same number. Lines outside these
 * are notifications, which we ignore.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { outsideOfTmux } from "./spawned-tmux.ts";
import { TmuxFailed } from "./tmux-failed.ts";
import { commandLine } from "./tmux-words.ts";

export interface ControlClient {
  readonly isOpen: boolean;
  run(words: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Detaches; resolves when the client has left the server. */
  close(): Promise<void>;
}

export interface ControlOptions {
  readonly program: string;
  readonly socketPath: string;
  /** tmux's own id such as `$0`. A pane's id would select that pane for everybody attached. */
  readonly sessionId: string;
  readonly patienceMs: number;
}

// Attaching must not change the person's session: never start a server (-N), keep the session's
// environment (-E), do not affect its size, and receive no pane output. Read-only mode would be
// safer still, but it forbids typing.
const ATTACH = ["attach-session", "-E", "-f", "no-output,ignore-size", "-t"];

const LEAVES_WITHIN_MS = 1_000;

/** Rejects if tmux does not support or does not allow control mode. */
export async function connectControl(options: ControlOptions): Promise<ControlClient> {
  const { program, socketPath, sessionId, patienceMs } = options;
  const args = ["-N", "-u", "-C", "-S", socketPath, ...ATTACH, sessionId];
  const child = spawn(program, args, { env: outsideOfTmux() });
  // tmux marks the answers to lines it read from us. The answer to attaching has no mark, and
  // neither has the output of the person's own tmux hooks.
  const waiting: Record<Origin, Waiting[]> = { line: [], elsewhere: [] };
  let isOpen = true;
  // Not "close": the server shares these pipes, and a server that hangs would keep them open.
  const gone = new Promise<void>((resolve) => {
    for (const end of ["exit", "error"]) child.on(end, () => leave(resolve));
  });
  child.stdin.on("error", () => undefined); // reported by the exit
  child.stderr.resume();
  readBlocks(child.stdout, ({ origin, isError, output }) => {
    const command = waiting[origin].shift();
    if (isError) command?.reject(new TmuxFailed(output));
    else command?.resolve(output);
  });
  await answer("elsewhere");
  return {
    get isOpen() {
      return isOpen;
    },
    async run(words, signal) {
      signal?.throwIfAborted();
      if (!isOpen) throw ended();
      child.stdin.write(`${commandLine(words)}\n`);
      return answer("line", signal);
    },
    async close() {
      isOpen = false;
      child.stdin.end(); // tmux detaches a client whose input ends
      const impatience = setTimeout(
        () => child.kill("SIGKILL"),
        Math.min(patienceMs, LEAVES_WITHIN_MS),
      );
      await gone;
      clearTimeout(impatience);
    },
  };

  /** A missing answer ends the connection, since answers are matched by their order alone. */
  function answer(origin: Origin, signal?: AbortSignal): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const impatience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      const stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      waiting[origin].push({
        resolve: (output) => resolve(done(output)),
        reject: (error) => reject(done(error)),
      });

      function done<T>(result: T): T {
        clearTimeout(impatience);
        signal?.removeEventListener("abort", stop);
        return result;
      }
    });
  }

  function leave(resolve: () => void) {
    isOpen = false;
    for (const pipe of child.stdio) pipe?.destroy();
    for (const command of [...waiting.elsewhere.splice(0), ...waiting.line.splice(0)])
      command.reject(ended());
    resolve();
  }
}

interface Waiting {
  resolve(output: string): void;
  reject(error: Error): void;
}

type Origin = "line" | "elsewhere";

interface Block {
  origin: Origin;
  isError: boolean;
  output: string;
}

const BLOCK_START = /^%begin (\d+ \d+ (\d+))$/;

function readBlocks(stream: Readable, onBlock: (block: Block) => void) {
  const decoder = new StringDecoder("utf8");
  let unfinished = "";
  let block: { number: string; origin: Origin; lines: string[] } | null = null;
  stream.on("data", (chunk: Buffer) => {
    const lines = (unfinished + decoder.write(chunk)).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) read(line);
  });

  function read(line: string) {
    if (block === null) {
      const [, number, flags] = BLOCK_START.exec(line) ?? [];
      if (number !== undefined)
        block = { number, origin: flags === "1" ? "line" : "elsewhere", lines: [] };
      return;
    }
    const { number, origin, lines } = block;
    const isError = line === `%error ${number}`;
    if (!isError && line !== `%end ${number}`) {
      lines.push(line);
      return;
    }
    block = null;
    onBlock({ origin, isError, output: lines.join("\n") });
  }
}

function ended() {
  return new TmuxFailed("the connection to tmux has ended");
}
