/** `GET /api/voice/agents/<id>/output`: an agent's last tasks and their results. */
import type { Agent, Task } from "../../../core/agent/agent.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import type { Call } from "../calls/call.ts";
import { cutAtWord, ended, firstSentence, spokenUpTo } from "../speech/speech.ts";
import { stateAloud } from "../speech/state-words.ts";
import { taskInWords } from "../speech/task-words.ts";
import type { OutputReply, VoiceTask } from "../wire/wire.ts";
import { aboutAgent } from "./about-agent.ts";
import type { Roster } from "./roster.ts";

const USUAL_TASKS = 3;
const MOST_TASKS = 20;
/** How many tasks are read aloud; the reply's data holds all of them. */
const SPOKEN_TASKS = { concise: 1, normal: 2, detailed: 3 };

export async function output(
  { log, roster }: { log: LogReads; roster: Roster },
  agent: Agent,
  limit: number | undefined,
  call: Call,
): Promise<OutputReply> {
  const { say, verbosity } = call;
  const about = await aboutAgent(roster, agent, call);
  const tasks = await log.tasks(agent.id, { limit: Math.min(limit ?? USUAL_TASKS, MOST_TASKS) });
  const [latest] = tasks;
  if (latest === undefined) {
    return {
      status_line: say.output.nothing(about.project_name),
      results: [say.output.nothingResult(stateAloud(agent, say, new Date()))],
      next_action: agent.endedAt === null ? [say.output.giveWork(about.project_name)] : "none",
      ...about,
      tasks: [],
    };
  }
  const read = tasks.slice(0, SPOKEN_TASKS[verbosity]);
  return {
    status_line: ended(statusOf(latest, about.project_name, agent, call)),
    results: read.map((task) => spokenTask(task, read.length > 1, call)),
    next_action: about.awaiting_input ? [say.output.hearQuestion] : "none",
    ...about,
    tasks: tasks.map(taskOnWire),
  };
}

function statusOf(latest: Task, project: string, agent: Agent, { say }: Call): string {
  const { state } = latest;
  const task = firstSentence(taskInWords(latest, say), 120);
  if (agent.failure !== null)
    return say.agents.lineWithTask(project, stateAloud(agent, say, new Date()), task);
  if (state === "COMPLETE") return say.output.finished(project, task);
  return state === "AWAITING_INPUT"
    ? say.output.waits(project, task)
    : say.output.underWay(project, task);
}

function spokenTask(task: Task, isNamed: boolean, { say, verbosity }: Call): string {
  const { fullOutput } = task;
  const words = fullOutput === null ? "" : spokenUpTo(verbosity, fullOutput);
  const heard = ended(words === "" ? say.output.noOutput : words);
  return isNamed ? say.output.task(ended(cutAtWord(taskInWords(task, say), 80)), heard) : heard;
}

function taskOnWire(task: Task): VoiceTask {
  return {
    task_id: task.id,
    task_instruction: task.instruction,
    task_state: task.state,
    full_command: task.fullCommand,
    full_output: task.fullOutput,
    started_at: task.startedAt,
    completed_at: task.completedAt,
  };
}
