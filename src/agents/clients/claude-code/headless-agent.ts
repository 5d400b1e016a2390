/**
 * An agent without a terminal: one `claude -p` process for each text, which resumes the
 * conversation and speaks stream-JSON. It is not a `Channel`: the caller receives the answer
 * directly, so there is no pane to check and no hook to wait for, and its end is known.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { createReplyReader, type ReplyListener } from "./headless-reply.ts";

export interface HeadlessAgent {
  /** Resolves when the agent has finished. Never rejects: a failure is part of the reply. */
  tell(text: string, options: TellOptions): Promise<HeadlessReply>;
  /** Ends the processes that still run. */
  close(): Promise<void>;
}

export interface TellOptions extends ReplyListener {
  /** The conversation to resume; null begins one. */
  sessionId: string | null;
  /** Ends the agent. */
  signal?: AbortSignal;
}

export interface HeadlessReply {
  /** The id by which to resume the conversation; null if there is none, or it no longer exists. */
  sessionId: string | null;
  /** What went wrong; null if nothing did. */
  failure: HeadlessFailure | null;
}

export interface HeadlessFailure {
  /** `reported`: the client said so itself. `ended`: by a signal, or with an exit code. */
  kind: "not_started" | "ended" | "reported";
  /** The signal or exit code of one that ended. */
  how: string;
  /** The words of the client or the system; empty if it left none. */
  words: string;
}

export interface HeadlessOptions {
  /** The client's command and flags, without those of the protocol. */
  command: readonly string[];
  workingDirectory?: string | undefined;
  environment?: Record<string, string> | undefined;
  /** Appended to the agent's own instructions. */
  instructions?: string;
  /** A folder with skills for the agent. */
  pluginDirectory?: string;
}

const PROTOCOL = ["-p", "--output-format", "stream-json", "--input-format", "stream-json"];
const SHOWN = ["--verbose", "--include-partial-messages"];
const KILL_AFTER_MS = 3_000;
const LAST_WORDS_MS = 500;
const LONGEST_COMPLAINT = 500;

export function createHeadlessAgent(options: HeadlessOptions): HeadlessAgent {
  const running = new Set<{ child: ChildProcessWithoutNullStreams; ended: Promise<unknown> }>();
  return { tell, close };

  function tell(
    text: string,
    { sessionId, signal, ...listener }: TellOptions,
  ): Promise<HeadlessReply> {
    const { command, workingDirectory, environment } = options;
    const [program = "", ...flags] = command;
    const child = spawn(program, [...flags, ...argumentsFor(sessionId)], {
      cwd: workingDirectory,
      env: { ...environmentFor(process.env), ...environment },
    });
    const ended = replyOf(child, sessionId, listener);
    signal?.addEventListener("abort", () => end(child), { once: true });
    if (signal?.aborted) end(child);
    const entry = { child, ended };
    running.add(entry);
    void ended.finally(() => running.delete(entry));
    // If the client ends before it has read everything, its exit reports the failure.
    child.stdin.on("error", () => undefined);
    const message = { role: "user", content: [{ type: "text", text }] };
    child.stdin.end(`${JSON.stringify({ type: "user", message })}\n`);
    return ended;
  }

  function argumentsFor(sessionId: string | null): string[] {
    const { instructions, pluginDirectory } = options;
    return [
      ...PROTOCOL,
      ...SHOWN,
      ...(instructions === undefined ? [] : ["--append-system-prompt", instructions]),
      ...(pluginDirectory === undefined ? [] : ["--plugin-dir", pluginDirectory]),
      ...(sessionId === null ? [] : ["--resume", sessionId]),
    ];
  }

  async function close() {
    for (const { child } of running) end(child);
    await Promise.all([...running].map(({ ended }) => ended));
  }
}

function end(child: ChildProcessWithoutNullStreams) {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
  // A tool that outlives the client would keep its output open.
  const letGo = () => setTimeout(() => child.stdout.destroy(), LAST_WORDS_MS).unref();
  if (child.exitCode === null && child.signalCode === null) child.once("exit", letGo);
  else letGo();
}

function replyOf(
  child: ChildProcessWithoutNullStreams,
  sessionId: string | null,
  listener: ReplyListener,
) {
  const reader = createReplyReader(listener);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint = (complaint + chunk).slice(-LONGEST_COMPLAINT);
  });
  const read = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", reader.line).on("close", resolve);
  });
  return new Promise<HeadlessReply>((resolve) => {
    child.once("error", (error) => {
      const failure = { kind: "not_started" as const, how: "", words: error.message };
      resolve({ sessionId, failure });
    });
    child.once("close", async (code, signal) => {
      await read;
      const result = reader.end();
      const how = signal ?? String(code);
      const died: HeadlessFailure | null =
        code === 0 || result.isOver ? null : { kind: "ended", how, words: complaint.trim() };
      const resumable = result.isLost ? null : (result.sessionId ?? sessionId);
      resolve({ sessionId: resumable, failure: reported(result.failure) ?? died });
    });
  });
}

function reported(words: string | null): HeadlessFailure | null {
  return words === null ? null : { kind: "reported", how: "", words };
}

/**
 * Without our secrets, and without our own tmux pane, which the agent's hooks would report as its.
 */
function environmentFor(ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(ours).filter(
    ([name]) => !/^(ASKLINE_SLACK_|TMUX$|TMUX_PANE$)/.test(name),
  );
  return Object.fromEntries(kept);
}
