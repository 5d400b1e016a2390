/**
 * Sessions made up step by step: the hooks that a client would send, and the transcript
 * it would write, in order.
 */
import { fromClaudeCode } from "../../src/agents/clients/claude-code/hooks.ts";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";

export type Step =
  | { do: "say"; text: string }
  | { do: "work" }
  | { do: "permission"; command: string; outcome: "allowed" | "denied" | "rule" }
  | { do: "ask"; question: string; answer: string | null }
  | { do: "plan"; isApproved: boolean }
  | { do: "steer"; text: string }
  | { do: "subagent"; text: string };

/** What comes after a usage limit. */
export type Limit = "stays" | "resumes" | "cancelled";

export interface Run {
  /** Null if the agent wakes by itself. */
  prompt: string | null;
  steps: Step[];
  end:
    | { text: string; isInTwoBlocks?: boolean }
    | "interrupted"
    | { failure: string; limit?: Limit | null };
  /** How many of the last lines are written again after it, as after a compaction. */
  repeated?: number;
}

export interface ScriptedSession {
  transcript: string;
  /** Each with the moment it would be sent. */
  hooks: ((transcriptPath: string, delayMs?: number) => AgentEvent)[];
}

const SESSION_ID = "5e551011-0000-4000-8000-000000000001";

export function scriptSession(runs: readonly Run[]): ScriptedSession {
  const lines: string[] = [];
  const hooks: ScriptedSession["hooks"] = [];
  let clock = Date.parse("2026-11-15T10:00:00Z");
  let ids = 0;
  let promptId = "";

  write({ type: "mode", mode: "normal", sessionId: SESSION_ID });
  for (const run of runs) play(run);
  return { transcript: lines.map((line) => `${line}\n`).join(""), hooks };

  function play({ prompt, steps, end, repeated = 0 }: Run): void {
    clock += 60_000;
    promptId = newId("prompt");
    if (prompt === null) wake();
    else {
      hook("UserPromptSubmit", { prompt });
      write({
        type: "user",
        promptId,
        message: { role: "user", content: prompt },
        origin: { kind: "human" },
      });
    }
    for (const step of steps) take(step);
    if (end === "interrupted") interrupt();
    else if ("failure" in end) fail(end.failure, end.limit ?? null);
    else finish(end.text, end.isInTwoBlocks === true);
    if (repeated > 0) compact(repeated);
  }

  function take(step: Step): void {
    switch (step.do) {
      case "say":
        reply([{ type: "text", text: step.text }], "tool_use");
        break;
      case "work": {
        const { id, input } = call("Bash", { command: "ls", n: ids });
        hook("PostToolUse", {
          tool_name: "Bash",
          tool_input: input,
          tool_use_id: id,
          tool_response: { stdout: "made" },
        });
        result(id, "made", { permissionDecision: BY_RULE });
        break;
      }
      case "permission":
        permission(step.command, step.outcome);
        break;
      case "ask":
        ask(step.question, step.answer);
        break;
      case "plan":
        plan(step.isApproved);
        break;
      case "steer": {
        hook("UserPromptSubmit", { prompt: step.text, prompt_id: newId("prompt") });
        write({ type: "queue-operation", operation: "enqueue", content: step.text });
        const origin = { kind: "human" };
        const attachment = {
          type: "queued_command",
          prompt: step.text,
          commandMode: "prompt",
          origin,
        };
        write({ parentUuid: null, isSidechain: false, attachment, type: "attachment" });
        break;
      }
      case "subagent": {
        const input = { command: step.text };
        hook("PreToolUse", {
          agent_id: "a1",
          tool_name: "Bash",
          tool_input: input,
          tool_use_id: newId("toolu"),
        });
        const message = { content: [{ type: "text", text: step.text }] };
        write({ isSidechain: true, agentId: "a1", type: "assistant", message });
        break;
      }
    }
  }

  function plan(isApproved: boolean): void {
    const { id, input } = call("ExitPlanMode", { plan: "1. Do it", allowedPrompts: [] });
    hook("PermissionRequest", { tool_name: "ExitPlanMode", tool_input: { allowedPrompts: [] } });
    if (!isApproved) {
      result(
        id,
        `${REFUSAL} the user said:\nnot yet`,
        { permissionDecision: BY_PERSON(false) },
        true,
      );
      return;
    }
    hook("PostToolUse", {
      tool_name: "ExitPlanMode",
      tool_input: input,
      tool_use_id: id,
      tool_response: { plan: null },
    });
    result(id, "User has approved", {
      permissionDecision: BY_PERSON(true),
      toolUseResult: { plan: null },
    });
  }

  function permission(command: string, outcome: "allowed" | "denied" | "rule"): void {
    const { id, input } = call("Bash", { command });
    hook("PermissionRequest", { tool_name: "Bash", tool_input: input });
    hook("Notification", { notification_type: "permission_prompt", message: "Permission?" });
    if (outcome === "allowed") {
      hook("PostToolUse", {
        tool_name: "Bash",
        tool_input: input,
        tool_use_id: id,
        tool_response: { stdout: "" },
      });
      result(id, "ran", { permissionDecision: BY_PERSON(true) });
      return;
    }
    const decision =
      outcome === "denied" ? BY_PERSON(false) : { decision: "reject", source: "config" };
    result(
      id,
      outcome === "denied" ? `${REFUSAL} the user said:\nno` : "needs approval",
      { permissionDecision: decision },
      true,
    );
  }

  function ask(question: string, answer: string | null): void {
    const options = [{ label: "Yes", description: "do" }, { label: "No" }];
    const { id, input } = call("AskUserQuestion", {
      questions: [{ question, header: "Q", options, multiSelect: false }],
    });
    hook("PermissionRequest", { tool_name: "AskUserQuestion", tool_input: input });
    if (answer === null) {
      result(id, REFUSAL, { permissionDecision: BY_PERSON(false) }, true);
      return;
    }
    const answered = { ...input, answers: { [question]: answer }, annotations: {} };
    hook("PostToolUse", {
      tool_name: "AskUserQuestion",
      tool_input: answered,
      tool_response: answered,
      tool_use_id: id,
    });
    result(id, "Your questions have been answered", {
      toolUseResult: answered,
      permissionDecision: BY_PERSON(true),
    });
  }

  function call(
    name: string,
    input: Record<string, unknown>,
  ): { id: string; input: Record<string, unknown> } {
    const id = newId("toolu");
    reply([{ type: "tool_use", id, name, input }], "tool_use");
    // The client reorders the fields before hooks get them, and leaves the plan out.
    const { plan: _plan, ...shown } = Object.fromEntries(Object.entries(input).reverse());
    hook("PreToolUse", { tool_name: name, tool_input: shown, tool_use_id: id });
    return { id, input: shown };
  }

  function result(
    id: string,
    content: string,
    more: Record<string, unknown>,
    isError = false,
  ): void {
    const block = { type: "tool_result", tool_use_id: id, content, is_error: isError };
    write({ type: "user", promptId, message: { role: "user", content: [block] }, ...more });
  }

  function finish(text: string, isInTwoBlocks: boolean): void {
    hook("Stop", {
      stop_hook_active: false,
      last_assistant_message: isInTwoBlocks ? `Well.\n\n${text}` : text,
    });
    if (isInTwoBlocks) reply([{ type: "text", text: "Well." }], "end_turn");
    reply([{ type: "text", text }], "end_turn");
    write({ type: "system", subtype: "stop_hook_summary", hookCount: 1 });
    write({ type: "system", subtype: "turn_duration", durationMs: 1 });
  }

  function fail(text: string, limit: Limit | null): void {
    const error = limit === null ? "server_error" : "rate_limit";
    hook("StopFailure", { error, last_assistant_message: text });
    write({
      type: "assistant",
      message: {
        role: "assistant",
        model: "<synthetic>",
        content: [{ type: "text", text }],
        stop_reason: "stop_sequence",
      },
      isApiErrorMessage: true,
      error,
      ...(limit !== null && {
        apiError: "usage_limit_reached",
        apiErrorParams: { rate_limit_info: { status: "rejected", resetsAt: RESETS_AT } },
      }),
    });
    const note = (content: string) => write({ type: "system", subtype: "informational", content });
    if (limit === "resumes" || limit === "cancelled")
      note("Usage limit reached · continuing automatically at 9:12pm · esc to cancel");
    write({ type: "system", subtype: "turn_duration", durationMs: 1 });
    if (limit === "cancelled") note("Automatic continue cancelled · /rate-limit-options to re-arm");
    if (limit !== "resumes") return;
    clock += 60_000;
    reply([{ type: "text", text: "Going on." }], "tool_use");
    finish("Done after the limit.", false);
  }

  function interrupt(): void {
    write({
      type: "user",
      promptId,
      message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
    });
  }

  function wake(): void {
    const prompt = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>";
    hook("UserPromptSubmit", { prompt });
    write({
      type: "user",
      promptId,
      message: { role: "user", content: prompt },
      origin: { kind: "task-notification" },
      promptSource: "system",
    });
  }

  function compact(count: number): void {
    clock += 60_000;
    const again = lines.slice(-count);
    write({
      type: "user",
      isCompactSummary: true,
      message: { role: "user", content: "This session is being continued." },
    });
    lines.push(...again);
  }

  function reply(content: unknown[], stopReason: string): void {
    write({ type: "assistant", message: { role: "assistant", content, stop_reason: stopReason } });
  }

  function write(line: Record<string, unknown>): void {
    clock += line["type"] === "assistant" ? 0 : 7;
    const timestamp = new Date(clock).toISOString();
    lines.push(
      JSON.stringify({
        isSidechain: false,
        ...line,
        uuid: newId("line"),
        timestamp,
        sessionId: SESSION_ID,
      }),
    );
  }

  function hook(event: string, fields: Record<string, unknown>): void {
    clock += 3;
    const at = clock;
    const payload = { session_id: SESSION_ID, cwd: "/project", prompt_id: promptId, ...fields };
    hooks.push((transcriptPath, delayMs = 0) => {
      const told = fromClaudeCode(
        event,
        { ...payload, transcript_path: transcriptPath },
        { at: new Date(at + delayMs), pane: null },
      );
      if (told === null) throw new Error(`${event} is no hook payload.`);
      return told;
    });
  }

  function newId(kind: string): string {
    ids++;
    return `${kind}-${ids}`;
  }
}

const RESETS_AT = 1_794_777_163;
const REFUSAL = "The user doesn't want to proceed with this tool use.";
const BY_RULE = { decision: "accept", source: "config" };
const BY_PERSON = (isAllowed: boolean) => ({
  decision: isAllowed ? "accept" : "reject",
  source: isAllowed ? "user_temporary" : "user_reject",
});
