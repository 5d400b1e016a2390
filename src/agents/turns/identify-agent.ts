/** Finds or adds the agent that an event comes from, and updates what the event says about it. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Agent } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { microsecondsOf } from "../../core/agent/stamp.ts";
import type { LogWrites } from "../../store/agent-log.ts";
import { entryReaderOf } from "../clients/clients.ts";
import { isAskingTool } from "../clients/common/tool-questions.ts";
import { openTranscript } from "../clients/common/transcript-reader.ts";
import type { Transaction } from "./write/apply-fold.ts";
import type { Conversation } from "./write/conversation.ts";
import { addEvent } from "./write/event-payloads.ts";

export async function findOrAddAgent(log: LogWrites, event: AgentEvent): Promise<Agent> {
  const known = await log.agentBySession(event.client, event.sessionId);
  if (known !== null) return known;
  const root = projectRoot(event.workingDirectory);
  const project = await log.projectAt(root, basename(root) || root);
  const agent = await log.addAgent({
    client: event.client,
    sessionId: event.sessionId,
    projectId: project.id,
    workingDirectory: event.workingDirectory,
    transcriptPath: transcriptOf(event),
    pane: event.type === "session_started" ? event.pane : null,
    state: "IDLE",
    stateSince: event.at,
    currentTaskId: null,
    failure: null,
    startedAt: event.at,
    lastSeenAt: event.at,
    endedAt: null,
  });
  await addEvent(log, { type: "agent_updated", agentId: agent.id, at: event.at, agent });
  return agent;
}

/** Writes what changed about the agent itself. */
export async function updateAgent(
  { conversation, writer }: Transaction,
  event: AgentEvent,
): Promise<void> {
  const change = changeBy(conversation, event);
  if (Object.keys(change).length === 0) return;
  conversation.agent = await writer.changeAgent({
    ...change,
    lastSeenAt: later(conversation.agent.lastSeenAt, event.at),
  });
  const { transcriptPath, client } = conversation.agent;
  if (change.transcriptPath && entryReaderOf(client) !== null)
    conversation.transcript = openTranscript(transcriptPath ?? "");
}

/** Called before the event is applied, so that an older start that arrives late is recognised. */
export function noteStart(conversation: Conversation, event: AgentEvent): void {
  if (event.type === "session_started")
    conversation.startedAt = later(conversation.startedAt ?? "", event.at);
}

/**
 * Most hooks bring nothing new: the agent was seen working a moment ago. Those need no transaction.
 */
export function changesLog(conversation: Conversation, event: AgentEvent): boolean {
  if (Object.keys(changeBy(conversation, event)).length > 0) return true;
  if (event.subagentId !== null) return false;
  switch (event.type) {
    case "notified":
      return TELLING_NOTICES.has(event.kind);
    case "seen":
    case "session_ended":
      return false;
    case "session_started":
      return event.source === "resume";
    case "tool_starting":
    case "tool_finished":
      return (
        conversation.pending.length > 0 ||
        conversation.state.phase !== "PROCESSING" ||
        isAskingTool(event.toolName)
      );
    default:
      return true;
  }
}

const TELLING_NOTICES = new Set([
  "ToolPermission",
  "permission_prompt",
  "elicitation_dialog",
  "elicitation_url_dialog",
  "elicitation_response",
]);
const SEEN_EVERY = 5_000_000;

type AgentChange = { -readonly [Name in keyof Omit<Agent, "id">]?: Agent[Name] };

function changeBy(conversation: Conversation, event: AgentEvent): AgentChange {
  const { agent, runs } = conversation;
  const change: AgentChange = {};
  if (microseconds(event.at) - microseconds(agent.lastSeenAt) > SEEN_EVERY)
    change.lastSeenAt = event.at;
  const transcriptPath = transcriptOf(event);
  if (transcriptPath !== null && transcriptPath !== agent.transcriptPath)
    change.transcriptPath = transcriptPath;
  if (event.subagentId !== null) return change;
  if (event.type === "session_started" && event.at >= (conversation.startedAt ?? "")) {
    if (event.pane !== null && JSON.stringify(event.pane) !== JSON.stringify(agent.pane))
      change.pane = event.pane;
    if (agent.endedAt !== null && event.at > agent.endedAt && RETURNING.has(event.source))
      change.endedAt = null;
  }
  // An agent that was seen well after this end, which arrives late, has come back since.
  const isPast = microseconds(agent.lastSeenAt) - microseconds(event.at) > SEEN_EVERY;
  if (event.type === "session_ended" && agent.endedAt === null && !isPast)
    change.endedAt = event.at;
  // A new prompt after the end: the session was resumed without a start event.
  const isNewPrompt =
    event.type === "prompt_submitted" && event.promptId !== null && !runs.includes(event.promptId);
  if (isNewPrompt && agent.endedAt !== null && event.at > agent.endedAt) change.endedAt = null;
  return change;
}

/** A sub-agent's hook may name the sub-agent's own transcript, which is not the agent's. */
function transcriptOf({ transcriptPath, client, subagentId }: AgentEvent): string | null {
  const isOwn =
    client === "codex" ? subagentId !== null : /[\\/]subagents[\\/]/.test(transcriptPath ?? "");
  return isOwn ? null : transcriptPath;
}

const RETURNING = new Set(["resume", "fork"]);

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function microseconds(timestamp: string): number {
  return microsecondsOf(timestamp) ?? 0;
}

// The longest path that systems allow.
const LONGEST_PATH = 4096;

/** The folder that holds `.git`, or else the working directory itself. */
function projectRoot(workingDirectory: string): string {
  if (workingDirectory.length > LONGEST_PATH) return workingDirectory.slice(0, LONGEST_PATH);
  for (let folder = workingDirectory; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
  }
  return workingDirectory === "" ? "/" : workingDirectory;
}
