/**
 * Commands to one tmux server. They go through a control-mode connection that is opened by the first command, kept while
 * there is work and closed after some idle minutes; where that cannot be had, each command is a process of its own.
 */
import { setMaxListeners } from "node:events";
import { type ControlClient, connectControl } from "./control-client.ts";
import { spawnTmux } from "./spawned-tmux.ts";
import { TmuxFailed } from "./tmux-failed.ts";

export interface TmuxClient {
  /** What the command printed. Rejects with `TmuxFailed`; it is never repeated, for it may have been carried out. */
  run(words: readonly string[], signal?: AbortSignal): Promise<string>;
  /** The same for commands that change nothing: asked again when the connection turns out to have ended. */
  query(words: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Named buffers stay out of the way: the person's own paste key takes the newest unnamed one. */
  loadBuffer(name: string, text: string, signal?: AbortSignal): Promise<void>;
  /** For good: a client attached after that would stay, and keep this process with it. */
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

// tmux reads a quoted word letter by letter: beyond this length starting a process is quicker.
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
  // One for each command that is a process of its own.
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
    const ending = connection?.catch(() => null); // whoever asked for it is told
    connection = null;
    await (await ending)?.close();
  }

  async function connected(): Promise<ControlClient | null> {
    if (closed.signal.aborted) throw new TmuxFailed("the connection to tmux was closed");
    clearTimeout(idle);
    connection ??= connect();
    const control = await connection.catch(forget);
    if (control === null) return forget();
    if (!control.isOpen) return forget() ?? connected(); // the server ended, or somebody detached us: start afresh
    idle = setTimeout(() => void rest(), idleMs).unref();
    return control;
  }

  function forget(): null {
    connection = null;
    return null;
  }

  /** Rejects without a server, where spawning will say so; null where there is one that we do not join. */
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
   * A session somebody is attached to already, if there is one: joining it changes nothing they could notice. Null when
   * programs are told whether they are looked at (`focus-events`), since they would take our client for a person.
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
