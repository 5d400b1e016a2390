/** The built `askline` command as a real child process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { standInPid } from "./stand-in-process.ts";

export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcessWithoutNullStreams;
  finished: Promise<Finished>;
  /** Resolves once standard error or output has matched. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
}

export function start(
  stateDirectory: string,
  args: string[],
  options: { input?: string; env?: NodeJS.ProcessEnv; keepsInputOpen?: boolean } = {},
): Running {
  const env = {
    ...process.env,
    LANG: "C.UTF-8",
    LC_ALL: "",
    ASKLINE_STATE_DIR: stateDirectory,
    // The tests start an agent's hooks and MCP server, and answer like its person: they are not the
    // agent.
    ...((args[0] === "hook" || args[0] === "mcp") && { ASKLINE_AGENT_PID: String(standInPid()) }),
    ...options.env,
  };
  const child = spawn(process.execPath, [CLI, ...args], { env });
  let stdout = "";
  let stderr = "";
  const lookers = new Set<() => void>();
  child.stdout.on("data", (chunk) => hear(() => (stdout += chunk)));
  child.stderr.on("data", (chunk) => hear(() => (stderr += chunk)));
  // A command that needs no input may have ended before it was given any.
  child.stdin.on("error", () => undefined);
  if (options.keepsInputOpen !== true) child.stdin.end(options.input ?? "");
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, finished, said };

  function hear(take: () => void) {
    take();
    for (const look of lookers) look();
  }

  function said(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(stderr) ?? pattern.exec(stdout);
        if (match === null) return;
        lookers.delete(look);
        resolve(match);
      };
      lookers.add(look);
      look();
      void finished.then(() =>
        reject(new Error(`It ended without saying ${pattern}: ${stdout}${stderr}`)),
      );
    });
  }
}

export function run(
  stateDirectory: string,
  args: string[],
  options?: Parameters<typeof start>[2],
): Promise<Finished> {
  return start(stateDirectory, args, options).finished;
}

/** Runs a command with `--json` and returns what it printed. */
export async function runJson(
  stateDirectory: string,
  args: string[],
  options?: Parameters<typeof start>[2],
  // biome-ignore lint/suspicious/noExplicitAny: tests look into output of every shape
): Promise<any> {
  const { stdout, stderr } = await run(stateDirectory, [...args, "--json"], options);
  if (stdout === "") throw new Error(`askline ${args.join(" ")} printed nothing: ${stderr}`);
  return JSON.parse(stdout);
}
