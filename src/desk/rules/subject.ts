/** What rules look at: who asks, where, and what an agent wants to do. */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { commandsOf, type Danger, isDestructive, pathsOf } from "../../core/safety/destructive.ts";
import { isShell } from "../../core/safety/shell-wrappers.ts";
import { thisMachine } from "../../store/machine.ts";

export interface Subject {
  /** The kind of source: hook, mcp, command, agent. */
  source: string;
  /** The client and, where it is known, the agent's id. */
  agents: string[];
  project?: string | undefined;
  workingDirectory?: string | undefined;
  tool?: string | undefined;
  /** A shell command, whole. */
  command?: string | undefined;
  /** Files, each as it may be written in a pattern: absolute, and within the working directory if it is there. */
  paths: string[][];
  /** An address, or everything there is. The latter is only good for finding something in it. */
  address?: string | undefined;
  rest?: string | undefined;
  dangers: Danger[];
  /** Whether a rule may decide it at all: only what is allowed or denied. */
  isPermission: boolean;
}

export interface ToolUse {
  client?: string | undefined;
  agentId?: string | undefined;
  project?: string | undefined;
  workingDirectory?: string | undefined;
  toolName: string;
  input: Readonly<Record<string, unknown>>;
}

export function subjectOfTool({
  client,
  agentId,
  project,
  workingDirectory,
  toolName,
  input,
}: ToolUse): Subject {
  const command = commandIn(input);
  const address = typeof input["url"] === "string" ? input["url"] : undefined;
  const named = pathsOf(input);
  const paths = named.flatMap((path) => placesOf(path, workingDirectory));
  return {
    source: "hook",
    agents: [client, agentId].filter((name) => name !== undefined),
    project,
    workingDirectory: workingDirectory && resolve(workingDirectory),
    tool: toolName,
    command,
    paths,
    address,
    rest: JSON.stringify(input),
    dangers: dangersIn(toolName, input, named, workingDirectory),
    isPermission: true,
  };
}

/** Of what is written, and of the files that links in it lead to. */
function dangersIn(
  toolName: string,
  input: ToolUse["input"],
  named: string[],
  workingDirectory: string | undefined,
) {
  const written = isDestructive(toolName, input, { workingDirectory }).dangers;
  if (workingDirectory === undefined || named.length === 0) return written;
  const path = named.map((one) => realPath(unresolved(one, workingDirectory)));
  const real = isDestructive(
    toolName,
    { path },
    { workingDirectory: realPath(workingDirectory) },
  ).dangers;
  return [...new Set([...written, ...real])];
}

/** An ask that no rule may decide; rules only say where it is told, and how long it waits. */
export function subjectOfAsk({ source }: Pick<Ask, "source">): Subject {
  return {
    source: source.kind,
    agents: source.agentId === undefined ? [] : [source.agentId],
    project: source.project,
    workingDirectory: source.workingDirectory,
    paths: [],
    dangers: [],
    isPermission: false,
  };
}

/** Some clients give the words one by one, often a shell and its script. Of several commands all count. */
function commandIn(input: ToolUse["input"]): string | undefined {
  const { command, args } = input;
  const [shell = "", flag = "", script] =
    Array.isArray(command) && args === undefined ? command.map(String) : [];
  const isScript = script !== undefined && Array.isArray(command) && command.length === 3;
  const commands = commandsOf(input);
  if (isScript && isShell(shell.split("/").at(-1) ?? "") && /^-l?c$/.test(flag))
    commands[0] = script;
  return commands.length === 0 ? undefined : commands.join("\n");
}

/** Where it is by its name and, should links lead elsewhere, where it really is: a pattern that allows has to name both. */
function placesOf(path: string, workingDirectory: string | undefined): string[][] {
  const written = waysToWrite(path, workingDirectory);
  const [whole] = written;
  if (whole === undefined) return [written];
  const real = realPath(unresolved(path, workingDirectory));
  if (real === whole) return [written];
  if (workingDirectory === undefined) return [written, [real]];
  const [, within] = waysToWrite(real, realPath(workingDirectory));
  return [
    written,
    within === undefined ? [real] : [real, within, resolve(workingDirectory, within)],
  ];
}

/** As it is written: behind a link, a step upwards leads elsewhere than its letters say. */
function unresolved(path: string, workingDirectory: string = sep): string {
  return isAbsolute(path) ? path : `${workingDirectory}${sep}${path}`;
}

// As many as Linux follows.
const MOST_LINKS = 40;

/** Behind all links, as far as there is anything yet; also behind those that lead to nothing yet. */
function realPath(path: string, links = 0): string {
  try {
    // The other one takes steps upwards before it looks at links.
    return thisMachine.disk.realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    if (folder === path || links > MOST_LINKS) return path;
    const target = linkAt(path);
    if (target !== null)
      return realPath(unresolved(target, realPath(folder, links + 1)), links + 1);
    return join(realPath(folder, links), basename(path));
  }
}

function linkAt(path: string): string | null {
  try {
    return thisMachine.disk.readlinkSync(path);
  } catch {
    return null;
  }
}

/** Steps upwards are taken first, so that no path leaves the folder that a pattern names. */
function waysToWrite(path: string, workingDirectory: string | undefined): string[] {
  if (workingDirectory === undefined) return isAbsolute(path) ? [resolve(path)] : [];
  const whole = resolve(workingDirectory, path);
  const within = relative(workingDirectory, whole);
  const isInside =
    within !== "" && within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
  return isInside ? [whole, within] : [whole];
}
