/** What only the hook process knows of its call: which agent, which terminal, whether a person is there. */
import { readFileSync } from "node:fs";
import type { CallFacts } from "../../sources/hooks/spool-file.ts";
import { isRunning, processTable, statOf } from "../../store/process-identity.ts";

export function factsOf(event: string, client: string, waits: boolean): CallFacts {
  const { TMUX, TMUX_PANE, CLAUDE_CODE_SESSION_ATTENDED: attended } = process.env;
  const [tmux] = (TMUX ?? "").split(",");
  const at = new Date().toISOString();
  const pid = agentPid(client);
  // Codex runs hooks from a background server, whose environment is that of the window
  // which happened to start it.
  const isElsewhere = client === "codex" && isWithoutTerminal(pid);
  const pane = TMUX_PANE && tmux && !isElsewhere ? { pane: TMUX_PANE, tmux } : {};
  const isClaude = client === "claude-code" && (attended === "0" || attended === "1");
  return {
    ...{ at, event, client, ...pane, pid },
    ...(isClaude && { isAttended: attended === "1" }),
    ...((waits || event === "PermissionRequest") && { hook: hookHere() }),
  };
}

/** A dialog's hook waits for a person, and one that was set up so; every other hook ends at once. */
export function isHeld({ hook }: CallFacts): boolean {
  return hook !== undefined;
}

function hookHere(): NonNullable<CallFacts["hook"]> {
  return { call: crypto.randomUUID(), pid: process.pid, table: processTable() };
}

const SHELLS = /^(ba|da|z|k|fi|a)?sh$/;

/**
 * The agent's process: as the agent reports it, or the wrapper that runs its hooks; else our
 * parent, past the shells that clients put between.
 */
function agentPid(client: string): number {
  const said = saidPid(client);
  if (said > 0) return said;
  let pid = process.ppid;
  for (let steps = 0; steps < 3; steps++) {
    // Only Linux shows process parents in files; elsewhere our direct parent has to do.
    const stat = statOf(pid);
    if (stat === null || !SHELLS.test(stat.name)) break;
    pid = stat.parent;
  }
  return pid;
}

function saidPid(client: string): number {
  const { CLAUDE_PID, ASKLINE_AGENT_PID } = process.env;
  return Number((client === "claude-code" && CLAUDE_PID) || ASKLINE_AGENT_PID);
}

/**
 * The agent's process, if it is certain that we descend from it; null where a person's own shell
 * started us, whose terminal must not be taken for an agent.
 */
export function agentAboveUs(client: string): number | null {
  const said = saidPid(client);
  // Elsewhere a person's own shell cannot be told from the client's without a start of `ps`.
  if (process.platform !== "linux") return said > 0 ? said : null;
  let pid = process.ppid;
  for (let steps = 0; steps < MOST_STEPS && pid > 0; steps++) {
    if (pid === said) return pid;
    const stat = statOf(pid);
    if (stat === null || (SHELLS.test(stat.name) && !isRunningCommand(pid))) return null;
    if (!(said > 0) && !SHELLS.test(stat.name)) return pid;
    pid = stat.parent;
  }
  return null;
}

const MOST_STEPS = 16;

/** A shell with a command or a script in its arguments; a person's own has options at most. */
function isRunningCommand(pid: number): boolean {
  try {
    const [, first = "", ...rest] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return (first !== "" && !first.startsWith("-")) || [first, ...rest].some(isCommandFlag);
  } catch {
    return false;
  }
}

function isCommandFlag(word: string): boolean {
  return /^-[a-z]*c$/i.test(word);
}

function isWithoutTerminal(pid: number): boolean {
  return statOf(pid)?.terminal === 0;
}

/**
 * Another program's server may have taken the port of a hub that is gone, and
 * must not see the token.
 */
export function isAlive(pid: unknown): boolean {
  return typeof pid === "number" && isRunning(pid);
}
