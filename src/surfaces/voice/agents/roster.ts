/**
 * Describes agents for the voice API. An agent's task and question are cached until its next event,
 * so that listing hundreds of agents takes one query.
 */
import { type Agent, hasWayIn, type Task, type Turn } from "../../../core/agent/agent.ts";
import type { LogEvent } from "../../../core/agent/log-event.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import type { Call } from "../calls/call.ts";
import { shortQuestion } from "../speech/question-words.ts";
import { cutAtWord, spoken } from "../speech/speech.ts";
import { failureOnWire, stateAloud } from "../speech/state-words.ts";
import { taskInWords } from "../speech/task-words.ts";
import type { VoiceAgent } from "../wire/wire.ts";
import type { VoiceTurns } from "./turns.ts";

export interface Roster {
  /**
   * Agents that wait come first, then those that failed, then the most recently active. Ended
   * agents are left out.
   */
  running(call: Call): Promise<VoiceAgent[]>;
  describe(agent: Agent, call: Call): Promise<VoiceAgent>;
  projectName(agent: Agent, call: Call): Promise<string>;
  close(): void;
}

export interface RosterParts {
  log: LogReads;
  onEvent(listener: (event: LogEvent) => void): () => void;
  turns: VoiceTurns;
  now: () => Date;
}

interface Known {
  task: Task | null;
  question: Turn | null;
}

const RECENT_TURNS = 3;
// Activity without an event changes only the last-seen time, which may be this old in the list.
const SEEN_AGAIN_MS = 1_000;
const LONGEST_LINE = 140;

export function createRoster({ log, onEvent, turns, now }: RosterParts): Roster {
  const projects = new Map<number, string>();
  const remembered = new Map<number, Known>();
  let listed: { agents: Agent[]; at: number; happened: number } | null = null;
  // Counts events, so that data read before an event is not cached after it.
  let happened = 0;
  const stop = onEvent(({ agentId }) => {
    happened += 1;
    remembered.delete(agentId);
  });
  return { running, describe, projectName, close: stop };

  async function running(call: Call): Promise<VoiceAgent[]> {
    return Promise.all((await list()).map((agent) => describe(agent, call)));
  }

  async function list(): Promise<Agent[]> {
    const at = now().getTime();
    if (listed?.happened === happened && at - listed.at < SEEN_AGAIN_MS) return listed.agents;
    const before = happened;
    const found = await log.agents({ isEnded: false });
    const agents = found.toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
    listed = { agents, at, happened: before };
    return agents;
  }

  async function describe(agent: Agent, call: Call): Promise<VoiceAgent> {
    const { task, question } = remembered.get(agent.id) ?? (await look(agent));
    const seconds = Math.max(
      0,
      Math.floor((now().getTime() - Date.parse(agent.lastSeenAt)) / 1000),
    );
    const isDetailed = call.verbosity === "detailed";
    return {
      agent_id: agent.id,
      project_id: agent.projectId,
      project_name: projects.get(agent.projectId) ?? (await projectName(agent, call)),
      client: agent.client,
      state: agent.state,
      state_words: stateAloud(agent, call.say, now()),
      failure: failureOnWire(agent),
      awaiting_input: isWaiting(agent),
      current_task_summary:
        task === null ? null : cutAtWord(taskInWords(task, call.say), LONGEST_LINE),
      last_activity_at: agent.lastSeenAt,
      seconds_since_last_activity: seconds,
      time_since_last_activity: call.say.ago(seconds),
      question_text:
        question === null
          ? null
          : cutAtWord(spoken(shortQuestion(question, call.say)), LONGEST_LINE),
      ask_id: question?.askId ?? null,
      can_be_typed_to: hasWayIn(agent),
      ...(isDetailed && {
        task_instruction: task?.fullCommand ?? null,
        recent_turns: (await turns.page(agent.id, { limit: RECENT_TURNS }, call.say)).turns,
      }),
    };
  }

  async function look(agent: Agent): Promise<Known> {
    const before = happened;
    const known = {
      task: agent.currentTaskId === null ? null : await log.task(agent.currentTaskId),
      question: isWaiting(agent) ? await log.openQuestion(agent.id) : null,
    };
    if (before === happened) remembered.set(agent.id, known);
    return known;
  }

  async function projectName({ projectId }: Agent, call: Call): Promise<string> {
    const known = projects.get(projectId) ?? (await log.project(projectId))?.name ?? "";
    const name = spoken(known);
    if (name !== "") projects.set(projectId, name);
    return name === "" ? call.say.unnamed : name;
  }
}

function urgencyOf(agent: Agent): number {
  return isWaiting(agent) ? 2 : agent.failure === null ? 0 : 1;
}

export function isWaiting({ state }: Agent): boolean {
  return state === "AWAITING_INPUT";
}
