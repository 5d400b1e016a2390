/** What rules look at: who asks, where, and what the agent wants to do. */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { commandsOf, type Danger, pathsOf } from "../../core/safety/destroys/destructive.ts";
import { judge, type Verdict } from "../../core/safety/judge.ts";
import { isShell } from "../../core/safety/shell/shell-wrappers.ts";
import { thisMachine } from "../../store/machine.ts";
import { judgedPlace } from "../scripts/judged-place.ts";
import { type ProjectScript, scriptsRun } from "../scripts/scripts-run.ts";

export interface Subject {
  /** The kind of source: hook, mcp, command, agent. */
  source: string;
  /** The client and, where it is known, the agent's id. */
  agents: string[];
  project?: string | undefined;
  workingDirectory?: string | undefined;
  tool?: string | undefined;
  /** The whole shell command. */
  command?: string | undefined;
  /**
   * Files, each in every spelling a pattern may use: absolute,
   * and relative if it is inside the working directory.
   */
  paths: string[][];
  /** The address that the tool opens. */
  address?: string | undefined;
  /** The whole input as JSON, only good for finding something in it. */
  rest?: string | undefined;
  verdict: Verdict;
  dangers: Danger[];
  /** The part that nobody can tell, if there is one. */
  part: string | null;
  /** Whether a rule may decide it: rules decide permissions and nothing else. */
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
    ...judgedCall(toolName, input, named, workingDirectory),
    isPermission: true,
  };
}

/** The project's own scripts that the call runs. */
export function scriptsIn({ command, workingDirectory }: Subject): ProjectScript[] {
  const { scriptText } = judgedPlace(workingDirectory);
  return command === undefined || scriptText === undefined ? [] : scriptsRun(command, scriptText);
}

/** The call as written, and the files that links in it lead to: the graver judgement holds. */
function judgedCall(
  toolName: string,
  input: ToolUse["input"],
  named: string[],
  workingDirectory: string | undefined,
) {
  const written = judge(toolName, input, judgedPlace(workingDirectory));
  if (workingDirectory === undefined || named.length === 0) return written;
  const path = named.map((one) => realPath(unresolved(one, workingDirectory)));
  const real = judge(toolName, { path }, judgedPlace(realPath(workingDirectory)));
  return real.verdict === "destroys" && written.verdict !== "destroys"
    ? real
    : { ...written, dangers: [...new Set([...written.dangers, ...real.dangers])] };
}

/**
 * An ask that no rule may decide; rules only say where
 * a person is notified first and how long it waits.
 */
export function subjectOfAsk({ source }: Pick<Ask, "source">): Subject {
  return {
    source: source.kind,
    agents: source.agentId === undefined ? [] : [source.agentId],
    project: source.project,
    workingDirectory: source.workingDirectory,
    paths: [],
    verdict: "harmless",
    dangers: [],
    part: null,
    isPermission: false,
  };
}

/**
 * Some clients send the words of a command one by one, often
 * a shell and its script. Several commands are joined.
 */
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

/**
 * The path as named and, if links lead elsewhere, the
 * real one: a pattern that allows has to match both.
 */
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

/** The path as written, with its `..`: behind a link, `..` does not lead where it seems to. */
function unresolved(path: string, workingDirectory: string = sep): string {
  return isAbsolute(path) ? path : `${workingDirectory}${sep}${path}`;
}

// Linux follows as many.
const MOST_LINKS = 40;

/** The path with all links followed, even links whose target does not exist yet. */
function realPath(path: string, links = 0): string {
  try {
    // The other variant resolves `..` before it follows links.
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

/** `..` is resolved first, so that no path leaves the folder that a pattern names. */
function waysToWrite(path: string, workingDirectory: string | undefined): string[] {
  if (workingDirectory === undefined) return isAbsolute(path) ? [resolve(path)] : [];
  const whole = resolve(workingDirectory, path);
  const within = relative(workingDirectory, whole);
  const isInside =
    within !== "" && within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
  return isInside ? [whole, within] : [whole];
}
