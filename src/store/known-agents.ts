/**
 * The command-line agents that a state folder has heard of through their hooks or their MCP server:
 * a small file each, with the process's number and start. A name, an editor or a terminal makes
 * no process an agent. Loads nothing but Node: `askline hook` starts all day long.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, processTable, startOf } from "./process-identity.ts";

const FOLDER = "known-agents";

/** `isFresh` looks at the process again even where that costs a start of `ps`. */
export function rememberAgent(
  stateDirectory: string,
  { pid, client, isFresh = true }: { pid: number; client: string; isFresh?: boolean },
): void {
  const folder = join(stateDirectory, FOLDER);
  const path = join(folder, nameOf(pid));
  const known = textAt(path);
  if (known !== null && !isFresh && process.platform !== "linux") return;
  const startedAt = startOf(pid);
  if (startedAt === null || startedAt === "ended") return;
  const text = JSON.stringify({ client, startedAt });
  if (known === text) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  forgetEnded(folder);
  const aside = `${path}.${process.pid}.tmp`;
  writeFileSync(aside, text, { mode: 0o600 });
  renameSync(aside, path);
}

/** The client of the agent that this very process is; null if it is none that is known here. */
export function knownAgent(
  stateDirectory: string,
  { pid, startedAt }: { pid: number; startedAt: string },
): string | null {
  const text = textAt(join(stateDirectory, FOLDER, nameOf(pid)));
  if (text === null) return null;
  try {
    const known = JSON.parse(text) as { client?: unknown; startedAt?: unknown };
    return known.startedAt === startedAt ? String(known.client) : null;
  } catch {
    return null;
  }
}

/** Every agent that is known here and still the process that it was. */
export function knownAgents(
  stateDirectory: string,
): { pid: number; startedAt: string; client: string }[] {
  return namesIn(join(stateDirectory, FOLDER)).flatMap((name) => {
    const pid = Number(/^\d+/.exec(name)?.[0]);
    const startedAt = name === nameOf(pid) ? startOf(pid) : null;
    const client = startedAt === null ? null : knownAgent(stateDirectory, { pid, startedAt });
    return startedAt === null || client === null ? [] : [{ pid, startedAt, client }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The number of the table keeps containers apart that share the folder. */
function nameOf(pid: number): string {
  const [table = ""] = /\d+/.exec(processTable()) ?? [];
  return [String(pid), ...(table === "" ? [] : [table])].join("-");
}

function forgetEnded(folder: string) {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^\d+/.exec(name)?.[0]);
    if (name.startsWith(nameOf(pid)) && !isRunning(pid))
      rmSync(join(folder, name), { force: true });
  }
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
