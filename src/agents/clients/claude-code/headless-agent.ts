/**
 * An agent without a terminal: one process for each thing it is told, which resumes the conversation where it was left.
 * Speaks the stream-JSON of `claude -p`. Whoever tells it something hears it answer, so this is a conversation and no
 * `Channel`: there is no pane to look at, no hook to wait for, and an end that is known.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { createReplyReader } from "./headless-reply.ts";

export interface HeadlessAgent {
  /** Resolves when the agent has said all; never rejects: what went wrong is part of the answer. */
  tell(text: string, options: TellOptions): Promise<HeadlessReply>;
  /** Ends what is still running. */
  close(): Promise<void>;
}

export interface TellOptions {
  /** The conversation to resume; null begins one. */
  sessionId: string | null;
  /** Hears the text piece by piece. */
  onText(piece: string): void;
  signal?: AbortSignal;
}

export interface HeadlessReply {
  /** The client's name for the conversation, to resume it by; null when there is none, or none any more. */
  sessionId: string | null;
  /** A sentence about what went wrong; null when nothing did. */
  failure: string | null;
}

export interface HeadlessOptions {
  /** The client and its own flags; those of the protocol are added. */
  command: readonly string[];
  workingDirectory?: string | undefined;
  environment?: Record<string, string> | undefined;
  /** What is added to the agent's instructions, and a folder with skills for it. */
  instructions?: string;
  pluginDirectory?: string;
}

const PROTOCOL = ["-p", "--output-format", "stream-json", "--input-format", "stream-json"];
const SHOWN = ["--verbose", "--include-partial-messages"];
const KILL_AFTER_MS = 3_000;
const LONGEST_COMPLAINT = 500;

export function createHeadlessAgent(options: HeadlessOptions): HeadlessAgent {
  const running = new Set<{ child: ChildProcessWithoutNullStreams; ended: Promise<unknown> }>();
  return { tell, close };

  function tell(text: string, { sessionId, onText, signal }: TellOptions): Promise<HeadlessReply> {
    const { command, workingDirectory, environment } = options;
    const [program = "", ...flags] = command;
    const child = spawn(program, [...flags, ...argumentsFor(sessionId)], {
      cwd: workingDirectory,
      env: { ...environmentFor(process.env), ...environment },
      ...(signal && { signal, killSignal: "SIGTERM" as const }),
    });
    const ended = heard(child, sessionId, onText);
    const entry = { child, ended };
    running.add(entry);
    void ended.finally(() => running.delete(entry));
    // A client that ends before it has read everything is a failure that its exit tells of.
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
    for (const { child } of running) {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
    }
    await Promise.all([...running].map(({ ended }) => ended));
  }
}

function heard(
  child: ChildProcessWithoutNullStreams,
  sessionId: string | null,
  onText: (piece: string) => void,
) {
  const reader = createReplyReader(onText);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint = (complaint + chunk).slice(-LONGEST_COMPLAINT);
  });
  const read = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", reader.line).on("close", resolve);
  });
  return new Promise<HeadlessReply>((resolve) => {
    child.once("error", (error) => {
      // One that was ended by us has been started, and its end tells the rest.
      if (error.name !== "AbortError")
        resolve({ sessionId, failure: `It could not be started: ${error.message}.` });
    });
    child.once("close", async (code, signal) => {
      await read;
      const result = reader.end();
      const died =
        code === 0
          ? null
          : `it ended with ${signal ?? `exit code ${code}`}. ${complaint.trim()}`.trim();
      const resumable = result.isLost ? null : (result.sessionId ?? sessionId);
      resolve({ sessionId: resumable, failure: result.failure ?? (result.isOver ? null : died) });
    });
  });
}

/** Without our secrets, and without the terminal we were started in: the agent's hooks would take it for their own. */
function environmentFor(ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(ours).filter(
    ([name]) => !/^(ASKLINE_SLACK_|TMUX$|TMUX_PANE$)/.test(name),
  );
  return Object.fromEntries(kept);
}
