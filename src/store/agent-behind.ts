/**
 * Whether a process works for a command-line agent: it descends from one that a state folder knows,
 * or carries the mark that an agent's own shells carry. A hurdle, not a wall: a process that leaves
 * its parents behind (setsid, tmux) and cleans its environment is not recognised.
 */
import { readFileSync } from "node:fs";
import { knownAgent, knownAgents } from "./known-agents.ts";
import { askPs, statOf } from "./process-identity.ts";

/** The agent, and how it is known: by the process above, or by the variable that it set. */
export interface AgentBehind {
  readonly client: string;
  readonly pid?: number | undefined;
  readonly mark?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What agents set for the commands they run, and nobody sets for a person. */
export const AGENT_MARKS: Readonly<Record<string, string>> = {
  CLAUDECODE: "claude-code",
  GEMINI_CLI: "gemini",
  CODEX_THREAD_ID: "codex",
  CODEX_CI: "codex",
  CODEX_SANDBOX: "codex",
  CODEX_SANDBOX_NETWORK_DISABLED: "codex",
  OPENCODE: "opencode",
};

/** For words that this process itself was given. */
export function agentBehindThisProcess(
  stateDirectories: readonly string[],
  environment: Environment = process.env,
): AgentBehind | null {
  return (
    agentAbove(process.pid, stateDirectories) ??
    agentBeside(process.pid, stateDirectories) ??
    markIn(environment)
  );
}

/** The nearest known agent among the process and its ancestors; null if there is none. */
export function agentAbove(pid: number, stateDirectories: readonly string[]): AgentBehind | null {
  for (const ancestor of lineOf(pid) ?? []) {
    for (const folder of new Set(stateDirectories)) {
      const client = knownAgent(folder, ancestor);
      if (client !== null) return { client, pid: ancestor.pid };
    }
  }
  return null;
}

/**
 * The agent whose process left this one behind: it has lost its parents, but is still in the
 * agent's session, and younger. Null for a process whose line goes up to its session's first one.
 */
export function agentBeside(pid: number, stateDirectories: readonly string[]): AgentBehind | null {
  const [self, ...above] = process.platform === "linux" ? (lineOf(pid) ?? []) : [];
  const session = statOf(pid)?.session;
  if (self === undefined || session === undefined || isWithin(session, [self, ...above]))
    return null;
  for (const folder of new Set(stateDirectories)) {
    for (const known of knownAgents(folder)) {
      if (statOf(known.pid)?.session !== session || !isOlder(known, self)) continue;
      // Without its own way up to the session's first process, the agent is no measure.
      if (isWithin(session, lineOf(known.pid) ?? []))
        return { client: known.client, pid: known.pid };
    }
  }
  return null;
}

function isWithin(session: number, line: readonly Process[]): boolean {
  return line.some(({ pid }) => pid === session);
}

/** Starts are counted in ticks since the system came up, behind the name of that time. */
function isOlder(one: Process, other: Process): boolean {
  const ticks = ({ startedAt }: Process) => Number(startedAt.split("+").at(-1));
  return ticks(one) <= ticks(other);
}

export function markIn(environment: Environment): AgentBehind | null {
  const mark = Object.keys(AGENT_MARKS).find((name) => environment[name]);
  return mark === undefined ? null : { client: AGENT_MARKS[mark] ?? "", mark };
}

/** What a process of this account was started with; null where that cannot be read. */
export function environmentOf(pid: number): Environment | null {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return Object.fromEntries(
      lines.flatMap((line) => {
        const at = line.indexOf("=");
        return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
      }),
    );
  } catch {
    return null;
  }
}

/** Whether this system tells who started a process. */
export function knowsAncestry(): boolean {
  return lineOf(process.pid) !== null;
}

interface Process {
  readonly pid: number;
  readonly startedAt: string;
}

// Longer than any line of processes, should two of them name each other while they change.
const LONGEST_LINE = 256;

/** The process and its ancestors, nearest first; null where this system does not tell. */
export function lineOf(pid: number): Process[] | null {
  if (process.platform === "win32") return null;
  const lookUp = process.platform === "linux" ? statOf : parentsByPs();
  const line: Process[] = [];
  for (let next = pid; next > 0 && line.length < LONGEST_LINE; ) {
    const found = lookUp(next);
    if (found === null) break;
    line.push({ pid: next, startedAt: found.startedAt });
    next = found.parent;
  }
  return line.length === 0 ? null : line;
}

/** One `ps` for the whole line. */
function parentsByPs(): (pid: number) => { parent: number; startedAt: string } | null {
  const table = new Map<number, { parent: number; startedAt: string }>();
  try {
    for (const row of askPs(["-axo", "pid=,ppid=,lstart="]).split("\n")) {
      const [, pid, parent, startedAt = ""] = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(row) ?? [];
      if (pid !== undefined) table.set(Number(pid), { parent: Number(parent), startedAt });
    }
  } catch {
    // Without `ps` nobody is known to descend from anybody.
  }
  return (pid) => table.get(pid) ?? null;
}
