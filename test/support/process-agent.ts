/**
 * An agent whose hooks are real `askline hook` processes, with the contract of three clients. A
 * Claude Code has its dialog on the screen beside the hook: the first answer wins, a late reply is
 * ignored, and a status file says whether it waits. After Escape, or the dialog's own No, it tells
 * the hook to end and writes the refusal into its transcript; no hook reports it. A Codex shows its
 * dialog only after its hook had no opinion. A headless run never shows one: no opinion is a no.
 */
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Running, start } from "./askline.ts";
import { until } from "./patience.ts";
import type { Sandbox } from "./sandbox.ts";
import { standInPid } from "./stand-in-process.ts";

export type AgentKind = "claude" | "codex" | "headless";

/** What the agent did, and who made it do so. `nobody`: a headless run that heard no opinion. */
export interface Did {
  what: "allowed" | "denied" | "interrupted";
  by: "hook" | "terminal" | "nobody";
}

export interface ProcessDialog {
  readonly toolUseId: string;
  readonly hooks: readonly Running[];
  /** Resolves once the dialog is over for the agent. */
  readonly did: Promise<Did>;
  /** Resolves once a person at the terminal could answer. Never for a headless run. */
  readonly shown: Promise<void>;
  /** What each hook printed, once all have ended. */
  readonly printed: Promise<string[]>;
  /** Heard only if the dialog is on the screen and nobody was first. */
  answerInTerminal(): void;
  pressEscape(): void;
  /** What the transcript says once the call was refused or interrupted in the terminal. */
  writeRefusal(at?: string): void;
  /** The tool runs, if it may, and the turn ends: each reported by a hook of its own. */
  finish(): Promise<void>;
}

export interface ProcessAgentOptions {
  readonly files: Sandbox;
  readonly state: string;
  readonly sessionId: string;
  readonly kind: AgentKind;
  readonly env?: NodeJS.ProcessEnv;
  /** Older clients do not write down whether they wait. */
  readonly isOlder?: boolean;
}

export interface DialogToOpen {
  command?: string;
  toolUseId?: string;
  /** How many hooks the client has for one event: two with a plugin beside the settings. */
  hooks?: number;
  /** What happens after the call was reported and before its dialog is. */
  between?: () => Promise<void>;
}

let calls = 0;

/** Resolves once every hook of the dialog waits for the ask, which each has found by itself. */
export async function untilAllWait(files: Sandbox, askId: string, { hooks }: ProcessDialog) {
  const folder = files.at("sessions", askId);
  await until("every hook of the dialog", () => {
    const marks = readdirSync(folder).filter((name) => name.startsWith(".waiting-"));
    const waiting = marks.map((name) => files.readJson("sessions", askId, name).pid);
    return hooks.every(({ child }) => waiting.includes(child.pid));
  });
}

export function startProcessAgent(options: ProcessAgentOptions) {
  const { files, state, sessionId, kind } = options;
  const client = kind === "codex" ? "codex" : "claude-code";
  const cwd = files.at("projects", sessionId);
  const transcriptPath = files.at("claude", "projects", "p", `${sessionId}.jsonl`);
  const statusPath = files.at("claude", "sessions", `${sessionId}.json`);
  const env = {
    // A busy machine makes no difference to what is claimed.
    ASKLINE_HOOK_PATIENCE: "20",
    ...{ CLAUDE_PID: "", CLAUDE_CODE_SESSION_ATTENDED: "", TMUX: "", TMUX_PANE: "" },
    ...(kind !== "codex" && { CLAUDE_PID: String(standInPid()) }),
    ...(kind !== "codex" && { CLAUDE_CODE_SESSION_ATTENDED: kind === "claude" ? "1" : "0" }),
    ...options.env,
  };
  const common = { session_id: sessionId, transcript_path: transcriptPath, cwd };
  let waiting = 0;
  return { sessionId, kind, openDialog, report, writeCall, writeRefusal };

  /** What Claude Code's transcript says of a call as soon as it is made. */
  function writeCall(toolUseId: string, command: string) {
    const call = { type: "tool_use", id: toolUseId, name: "Bash", input: { command } };
    write({ type: "assistant", uuid: toolUseId, message: { role: "assistant", content: [call] } });
  }

  /** What it says once the call was refused or interrupted in the terminal. */
  function writeRefusal(toolUseId: string, command: string, timestamp = new Date().toISOString()) {
    const content = "The user doesn't want to proceed with this tool use.";
    writeFailure(toolUseId, command, content, { timestamp });
  }

  function writeFailure(
    toolUseId: string,
    command: string,
    content: string,
    line: Record<string, unknown>,
  ) {
    const result = { type: "tool_result", tool_use_id: toolUseId, content, is_error: true };
    const message = { role: "user", content: [result] };
    writeCall(toolUseId, command);
    write({ type: "user", uuid: `refused ${toolUseId}`, message, ...line });
  }

  function write(line: Record<string, unknown>) {
    mkdirSync(dirname(transcriptPath), { recursive: true });
    const head = { sessionId, cwd, timestamp: new Date().toISOString(), isSidechain: false };
    appendFileSync(transcriptPath, `${JSON.stringify({ ...head, ...line })}\n`);
  }

  function begin(event: string, payload: Record<string, unknown>): Running {
    const input = JSON.stringify({ ...common, hook_event_name: event, ...payload });
    return start(state, ["hook", event, "--client", client], { input, env });
  }

  /** One hook of the agent, from its start to its end. */
  async function report(event: string, payload: Record<string, unknown> = {}): Promise<void> {
    await begin(event, payload).finished;
  }

  function writeStatus(status: "busy" | "waiting" | "idle") {
    if (kind !== "claude" || options.isOlder) return;
    mkdirSync(dirname(statusPath), { recursive: true });
    const said = { pid: process.pid, sessionId, status, updatedAt: Date.now() };
    writeFileSync(statusPath, JSON.stringify(said));
  }

  async function openDialog(wanted: DialogToOpen = {}): Promise<ProcessDialog> {
    calls += 1;
    const { command = `make ${calls}`, toolUseId = `toolu_${process.pid}_${calls}` } = wanted;
    const tool = { tool_name: "Bash", tool_input: { command } };
    await report("PreToolUse", { ...tool, tool_use_id: toolUseId });
    await wanted.between?.();
    const over = once<Did>();
    const shown = once<void>();
    waiting += 1;
    writeStatus("waiting");
    const hooks = Array.from({ length: wanted.hooks ?? 1 }, () =>
      begin("PermissionRequest", { ...tool, permission_suggestions: [] }),
    );
    if (kind === "claude") shown.settle();
    const printed = Promise.all(hooks.map(({ finished }) => finished.then(heard)));
    void printed.then(noOpinion);
    return {
      ...{ toolUseId, hooks, printed, did: over.promise, shown: shown.promise },
      answerInTerminal() {
        if (shown.isSettled()) end({ what: "allowed", by: "terminal" }, "busy");
      },
      pressEscape() {
        end({ what: "interrupted", by: "terminal" }, "idle");
        for (const { child } of hooks) child.kill(kind === "claude" ? "SIGTERM" : "SIGKILL");
        if (kind === "claude") writeRefusal(toolUseId, command);
      },
      writeRefusal: (at) => writeRefusal(toolUseId, command, at),
      finish,
    };

    /** What the transcript says of a call that the client itself refused: nobody was asked. */
    function writeNobody() {
      const permissionDecision = { decision: "reject", source: "config", reasonCode: "unknown" };
      writeFailure(toolUseId, command, "It needs approval.", {
        ...{ toolDenialKind: "user-rejected", permissionDecision },
      });
    }

    function heard({ stdout, signal }: { stdout: string; signal: string | null }): string {
      const said = signal === null && stdout.trim() !== "" ? JSON.parse(stdout) : {};
      const behavior = said.hookSpecificOutput?.decision?.behavior;
      if (behavior !== undefined)
        end({ what: behavior === "allow" ? "allowed" : "denied", by: "hook" }, "busy");
      return stdout;
    }

    function noOpinion() {
      if (kind !== "headless") return shown.settle();
      if (!over.isSettled()) writeNobody();
      end({ what: "denied", by: "nobody" }, "busy");
    }

    function end(did: Did, status: "busy" | "idle") {
      if (over.isSettled()) return;
      waiting -= 1;
      writeStatus(waiting > 0 ? "waiting" : status);
      over.settle(did);
    }

    async function finish() {
      const { what } = await over.promise;
      const done = { ...tool, tool_use_id: toolUseId, tool_response: { stdout: "" } };
      if (what === "allowed") await report("PostToolUse", done);
      if (what !== "interrupted") await report("Stop", { last_assistant_message: "Done." });
      writeStatus("idle");
    }
  }
}

interface Once<T> {
  readonly promise: Promise<T>;
  settle(value: T): void;
  isSettled(): boolean;
}

function once<T>(): Once<T> {
  let isSettled = false;
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return {
    promise,
    isSettled: () => isSettled,
    settle(value) {
      isSettled = true;
      resolve(value);
    },
  };
}
