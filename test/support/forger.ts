/**
 * An agent that would like to decide in its person's place: a real process that the state folder
 * knows by its hook. What it runs are its real descendants.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { CLI, type Finished } from "./askline.ts";
import type { TestHub } from "./hub.ts";

const AGENT = fileURLToPath(new URL("forging-agent.mjs", import.meta.url));

export interface Forger extends AsyncDisposable {
  /** An environment in which nothing says that an agent runs. */
  readonly cleaned: Record<string, string>;
  runs(command: string, args: string[], env?: NodeJS.ProcessEnv, input?: string): Promise<Finished>;
}

export async function startForger(hub: TestHub): Promise<Forger> {
  const cleaned = { PATH: process.env["PATH"] ?? "", HOME: hub.files.path, LANG: "C.UTF-8" };
  // In a session of its own, as in a terminal of its own.
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  const agent = spawn(process.execPath, [AGENT], { stdio: [...stdio], detached: true });
  const hook = `"${process.execPath}" "${CLI}" hook SessionStart --state-dir "${hub.state}"`;
  const started = { session_id: "forger", cwd: hub.files.path, source: "startup" };
  const input = JSON.stringify({ ...started, hook_event_name: "SessionStart" });
  expect(await runs("sh", ["-c", hook], cleaned, input)).toMatchObject({ code: 0 });
  return { cleaned, runs, [Symbol.asyncDispose]: end };

  async function runs(
    command: string,
    args: string[],
    env = cleaned as NodeJS.ProcessEnv,
    input?: string,
  ) {
    agent.send({ command, args, env, input });
    const [said] = await once(agent, "message");
    return said as Finished;
  }

  async function end() {
    agent.disconnect();
    await once(agent, "exit");
  }
}
