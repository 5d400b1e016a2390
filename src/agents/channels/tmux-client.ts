/**
 * Commands to one tmux server. The first command opens a control-mode connection, which is closed
 * after some idle minutes. If there can be no such connection, each command is its own process.
 */
import { setMaxListeners } from "node:events";
import { type ControlClient, connectControl } from "./control-client.ts";
import { spawnTmux } from "./spawned-tmux.ts";
import { TmuxFailed } from "./tmux-failed.ts";

export interface TmuxClient {
  /**
   * The command's output. Rejects with `TmuxFailed`. Never retried: it may have been carried out.
   */
  run(words: readonly string[], signal?: AbortSignal): Promise<string>;
  /** The same for commands that change nothing: retried once if the connection has ended. */
  query(words: readonly string[], signal?: AbortSignal): Promise<string>;
  /** A named buffer does not disturb the person, whose paste key takes the newest unnamed one. */
  loadBuffer(name: string, text: string, signal?: AbortSignal): Promise<void>;
  /** Final: a client that attached later would never leave, and would keep this process alive. */
  close(): Promise<void>;
}

export interface TmuxClientOptions {
  readonly socketPath: string;
  readonly program?: string;
  /** No command takes longer than this. */
  readonly patienceMs?: number;
  readonly idleMs?: number;
  /** How long to go on without control mode before trying again. */
  readonly retryMs?: number;
}

// tmux reads a quoted word letter by letter: above this length, starting a process is quicker.
const LONGEST_QUOTED = 4_000;

export function openTmuxClient({
  socketPath,
  program = "tmux",
  patienceMs = 5_000,
  idleMs = 3 * 60_000,
  retryMs = 60_000,
}: TmuxClientOptions): TmuxClient {
  let connection: Promise<ControlClient | null> | null = null;
  let notBefore = 0;
  let idle: NodeJS.Timeout | undefined;
  const closed = new AbortController();
  // Each command that is its own process adds a listener.
  setMaxListeners(0, closed.signal);
  return { run, query, loadBuffer, close };

  async function run(words: readonly string[], signal?: AbortSignal): Promise<string> {
    const control = await connected();
    signal?.throwIfAborted();
    return control === null ? spawn(words, signal) : control.run(words, signal);
  }

  async function query(words: readonly string[], signal?: AbortSignal): Promise<string> {
    const control = await connected();
    try {
      return await run(words, signal);
    } catch (error) {
      if (control === null || control.isOpen || signal?.aborted) throw error;
      return run(words, signal);
    }
  }

  async function loadBuffer(name: string, text: string, signal?: AbortSignal): Promise<void> {
    const control = await connected();
    if (text.length <= LONGEST_QUOTED && control !== null) {
      await run(["set-buffer", "-b", name, "--", text], signal);
      return;
    }
    await spawn(["load-buffer", "-b", name, "-"], signal, text);
  }

  async function close(): Promise<void> {
    closed.abort();
    await rest();
  }

  async function rest(): Promise<void> {
    clearTimeout(idle);
    const ending = connection?.catch(() => null); // the command that opened it reports the error
    connection = null;
    await (await ending)?.close();
  }

  async function connected(): Promise<ControlClient | null> {
    if (closed.signal.aborted) throw new TmuxFailed("the connection to tmux was closed");
    clearTimeout(idle);
    connection ??= connect();
    const control = await connection.catch(forget);
    if (control === null) return forget();
    // The server ended, or somebody detached us: connect again.
    if (!control.isOpen) return forget() ?? connected();
    idle = setTimeout(() => void rest(), idleMs).unref();
    return control;
  }

  function forget(): null {
    connection = null;
    return null;
  }

  /**
   * Rejects if no server runs, which spawning then reports. Null for a server that we do not join.
   */
  async function connect(): Promise<ControlClient | null> {
    if (Date.now() < notBefore) return null;
    const sessionId = await sessionToJoin();
    const options = { program, socketPath, patienceMs };
    const control =
      sessionId === null ? null : await connectControl({ ...options, sessionId }).catch(() => null);
    if (control === null) notBefore = Date.now() + retryMs;
    return control;
  }

  /**
   * Prefers a session that somebody is attached to: joining it changes nothing visible. Null if
   * `focus-events` are on, since programs would take our client for a person who looks at them.
   */
  async function sessionToJoin(): Promise<string | null> {
    const format = "#{session_attached} #{session_id} #{focus-events}";
    const lines = (await spawn(["list-sessions", "-F", format])).trim().split("\n");
    const sessions = lines
      .map((line) => line.split(" "))
      .sort(([one], [other]) => Number(other) - Number(one));
    const [, id = null, focusEvents] = sessions[0] ?? [];
    return focusEvents === "0" ? id : null;
  }

  function spawn(words: readonly string[], signal?: AbortSignal, input?: string): Promise<string> {
    const more = input === undefined ? {} : { input };
    const ending = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
    return spawnTmux(words, { program, socketPath, patienceMs, signal: ending, ...more });
  }
}
