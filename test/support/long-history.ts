/**
 * A long history of one agent, made up by chance from a number: the lines of its transcript with
 * queued prompts, lost lines, repetitions, rotations and a clock that is set back; its hooks, some
 * late, doubled or lost; and the turns that a perfect log would have.
 */
import { fromClaudeCode } from "../../src/agents/clients/claude-code/hooks.ts";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";

export interface ExpectedTurn {
  actor: "USER" | "AGENT";
  text: string;
  /** The line's time; null where only a hook told it. */
  at: string | null;
  intent?: "QUESTION" | "COMPLETION";
}

export type Happening =
  | { type: "line"; line: string }
  | { type: "hook"; hook: (transcriptPath: string) => AgentEvent }
  /** The file is replaced: by a copy of itself, or by one that begins with these last lines. */
  | { type: "rotated"; keeps: number | "all" };

export interface LongHistory {
  happenings: Happening[];
  turns: ExpectedTurn[];
  lines: number;
  endState: "COMPLETE" | "AWAITING_INPUT";
}

const SESSION = "10000000-0000-4000-8000-000000000001";
const HOUR = 3_600_000;

export function longHistory(seed: number, leastLines: number): LongHistory {
  const chance = chances(seed);
  const oneIn = (count: number) => chance() * count < 1;
  const happenings: Happening[] = [];
  const turns: ExpectedTurn[] = [];
  const written: string[] = [];
  let clock = Date.parse("2026-03-01T10:00:00Z");
  let ids = 0;
  let promptId = "";
  let endState: LongHistory["endState"] = "COMPLETE";
  let queued: string | null = null;

  while (written.length < leastLines) {
    playRun();
    if (oneIn(12)) repeat(1 + Math.floor(chance() * 20));
    if (oneIn(40)) clock -= Math.floor(chance() * 2 * HOUR);
    if (oneIn(60))
      happenings.push({
        type: "rotated",
        keeps: oneIn(2) ? "all" : 1 + Math.floor(chance() * 30),
      });
  }
  playRun(true);
  return { happenings, turns, lines: written.length, endState };

  function playRun(isLast = false): void {
    clock += 30_000;
    const isLost = !isLast && oneIn(15);
    promptId = newId("prompt");
    const text = queued ?? (oneIn(4) ? "Go on." : `Do number ${ids}, please.`);
    if (queued === null) hook("UserPromptSubmit", { prompt: text }, isLost);
    const isPromptLost = isLost && queued === null && oneIn(2);
    queued = null;
    if (isPromptLost) turns.push({ actor: "USER", text, at: null });
    else said("USER", text, write({ type: "user", promptId, message: { content: text } }));
    for (let steps = Math.floor(chance() * 5); steps > 0 && !isLast; steps--) step();
    if (!isLost && !isLast && oneIn(12)) interrupt();
    else finish(isLost && !isPromptLost, isLost);
  }

  function step(): void {
    const kind = Math.floor(chance() * 6);
    if (kind === 0) {
      const text = `Looking at ${newId("place")}.`;
      said("AGENT", text, reply([{ type: "text", text }], "tool_use"));
    } else if (kind === 1) steer();
    else if (kind === 2) ask();
    else if (kind === 3) permission();
    else work();
  }

  function work(): void {
    const { id, input } = call("Bash", { command: `ls ${ids}` });
    hook("PostToolUse", {
      ...{ tool_name: "Bash", tool_input: input, tool_use_id: id, tool_response: { stdout: "" } },
    });
    result(id, "done", { permissionDecision: { decision: "accept", source: "config" } });
  }

  function permission(): void {
    const command = `make ${newId("target")}`;
    const { id, input, at } = call("Bash", { command });
    said("AGENT", `Allow Bash: ${command}?`, at);
    hook("PermissionRequest", { tool_name: "Bash", tool_input: input });
    const decision = { decision: "accept", source: "user_temporary" };
    said("USER", "Allowed", result(id, "ran", { permissionDecision: decision }));
  }

  function ask(): void {
    const question = `Is ${newId("colour")} right?`;
    const options = [{ label: "Yes" }, { label: "No" }];
    const { id, input, at } = call("AskUserQuestion", {
      questions: [{ question, header: "Q", options, multiSelect: false }],
    });
    said("AGENT", question, at);
    hook("PermissionRequest", { tool_name: "AskUserQuestion", tool_input: input });
    const answered = { ...input, answers: { [question]: "Yes" }, annotations: {} };
    hook("PostToolUse", {
      ...{ tool_name: "AskUserQuestion", tool_input: answered, tool_response: answered },
      tool_use_id: id,
    });
    const decision = { decision: "accept", source: "user_temporary" };
    const more = { toolUseResult: answered, permissionDecision: decision };
    said("USER", "Yes", result(id, "Your questions have been answered", more));
  }

  function steer(): void {
    const text = `And ${newId("detail")}, please.`;
    hook("UserPromptSubmit", { prompt: text });
    // Still waiting at the run's end, it becomes the next prompt. Its hook has this run's id.
    if (oneIn(3) && queued === null) {
      queued = text;
      return;
    }
    const attachment = { type: "queued_command", prompt: text, commandMode: "prompt" };
    said("USER", text, write({ type: "attachment", attachment }));
  }

  function finish(isReplyLost: boolean, isTold: boolean): void {
    const asks = oneIn(5);
    const text = asks ? `Made ${newId("thing")}. Should I push it?` : `Made ${newId("thing")}.`;
    const intent = asks ? "QUESTION" : "COMPLETION";
    endState = asks ? "AWAITING_INPUT" : "COMPLETE";
    const stop = () => hook("Stop", { last_assistant_message: text }, isTold);
    const isEarly = oneIn(2);
    if (isEarly) stop();
    if (isReplyLost) turns.push({ actor: "AGENT", text, at: null, intent });
    else said("AGENT", text, reply([{ type: "text", text }], "end_turn"), intent);
    if (!isEarly) stop();
    write({ type: "system", subtype: "stop_hook_summary", hookCount: 1 });
    if (oneIn(2)) write({ type: "system", subtype: "turn_duration", durationMs: 1 });
  }

  function interrupt(): void {
    queued = null;
    const content = [{ type: "text", text: "[Request interrupted by user]" }];
    write({ type: "user", promptId, message: { content } });
  }

  function call(name: string, input: Record<string, unknown>) {
    const id = newId("toolu");
    const at = reply([{ type: "tool_use", id, name, input }], "tool_use");
    hook("PreToolUse", { tool_name: name, tool_input: input, tool_use_id: id });
    return { id, input, at };
  }

  function result(id: string, content: string, more: Record<string, unknown>): string {
    const block = { type: "tool_result", tool_use_id: id, content };
    return write({ type: "user", promptId, message: { content: [block] }, ...more });
  }

  function reply(content: unknown[], stopReason: string): string {
    return write({ type: "assistant", message: { content, stop_reason: stopReason } });
  }

  function write(line: Record<string, unknown>): string {
    clock += oneIn(3) ? 0 : Math.floor(chance() * 500);
    const timestamp = new Date(clock).toISOString();
    const whole = { isSidechain: false, ...line, uuid: newId("line"), timestamp };
    put(JSON.stringify({ ...whole, sessionId: SESSION }));
    return timestamp;
  }

  function put(line: string): void {
    written.push(line);
    happenings.push({ type: "line", line });
  }

  function repeat(count: number): void {
    for (const line of written.slice(-count)) put(line);
  }

  function said(
    actor: ExpectedTurn["actor"],
    text: string,
    at: string,
    intent?: ExpectedTurn["intent"],
  ): void {
    turns.push({ actor, text, at, ...(intent && { intent }) });
  }

  /** `isTold`: exactly once and in time, because the transcript lacks the line. */
  function hook(event: string, fields: Record<string, unknown>, isTold = false): void {
    clock += 3;
    const at = new Date(clock);
    const payload = { session_id: SESSION, cwd: "/project", prompt_id: promptId, ...fields };
    const times = isTold ? 1 : [1, 1, 1, 1, 1, 1, 1, 0, 2, 2][Math.floor(chance() * 10)];
    for (let time = 0; time < (times ?? 1); time++)
      happenings.push({
        type: "hook",
        hook: (transcriptPath) => heard(event, { ...payload, transcript_path: transcriptPath }, at),
      });
  }

  function newId(kind: string): string {
    ids += 1;
    return `${kind}-${ids}`;
  }
}

function heard(event: string, payload: unknown, at: Date): AgentEvent {
  const told = fromClaudeCode(event, payload, { at, pane: null });
  if (told === null) throw new Error(`${event} is no hook payload.`);
  return told;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
