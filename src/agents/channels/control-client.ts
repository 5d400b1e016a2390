/**
 * One control-mode connection to a tmux server: commands go in a line each, answers come back in order, each between
 * `%begin` and `%end` (or `%error`) with the same number. Whatever comes outside of these is a notification, not for us.
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
  /** tmux's own id such as `$0`: a pane's would make that pane the current one for everybody attached. */
  readonly sessionId: string;
  readonly patienceMs: number;
}

// The person's session stays as it is: never started (-N), its environment not replaced by ours (-E), the client has no
// say in its size and is not sent what the panes print. Read-only would be politer still, but forbids typing.
const ATTACH = ["attach-session", "-E", "-f", "no-output,ignore-size", "-t"];

const LEAVES_WITHIN_MS = 1_000;

/** Rejects when tmux cannot or will not be controlled that way. */
export async function connectControl(options: ControlOptions): Promise<ControlClient> {
  const { program, socketPath, sessionId, patienceMs } = options;
  const args = ["-N", "-u", "-C", "-S", socketPath, ...ATTACH, sessionId];
  const child = spawn(program, args, { env: outsideOfTmux() });
  // tmux marks the answers to what it read from us; attaching came before that, and so may the person's own hooks.
  const waiting: Record<Origin, Waiting[]> = { line: [], elsewhere: [] };
  let isOpen = true;
  // Not "close": the server holds the same pipes, and one that hangs would keep them open.
  const gone = new Promise<void>((resolve) => {
    for (const end of ["exit", "error"]) child.on(end, () => leave(resolve));
  });
  child.stdin.on("error", () => undefined); // the closing tells
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
      child.stdin.end(); // tmux detaches a client that has nothing more to say
      const impatience = setTimeout(
        () => child.kill("SIGKILL"),
        Math.min(patienceMs, LEAVES_WITHIN_MS),
      );
      await gone;
      clearTimeout(impatience);
    },
  };

  /** One that never comes takes the connection with it, since answers are told apart by their order alone. */
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

function readBlocks(stream: Readable, tell: (block: Block) => void) {
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
    tell({ origin, isError, output: lines.join("\n") });
  }
}

function ended() {
  return new TmuxFailed("the connection to tmux has ended");
}
