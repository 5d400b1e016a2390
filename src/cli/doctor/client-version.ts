/** The version that a client on this machine says it is. */
import { execFile } from "node:child_process";
import { onPath } from "../launch.ts";
import type { ClientId } from "../setup/clients.ts";

const PROGRAMS: Record<ClientId, readonly string[]> = {
  "claude-code": ["claude"],
  codex: ["codex"],
  gemini: ["gemini"],
  opencode: ["opencode"],
  cursor: ["cursor-agent", "cursor"],
  vscode: ["code"],
};

// A busy machine, or a client that first looks for an update, takes half a minute.
const ANSWERS_WITHIN_MS = 60_000;

/** The client's program, if the path leads to one. */
export function programOf(id: ClientId): string | undefined {
  return PROGRAMS[id].find((one) => onPath(one) !== undefined);
}

/** Undefined if there is no such program; null if it does not say its version. */
export async function installedVersion(id: ClientId): Promise<string | null | undefined> {
  const program = programOf(id);
  return program === undefined ? undefined : versionOf(program);
}

function versionOf(program: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(program, ["--version"], { timeout: ANSWERS_WITHIN_MS }, (_, stdout) => {
      const [version = null] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
      resolve(version);
    });
    child.stdin?.on("error", () => undefined); // the process may have ended by now
    child.stdin?.end();
  });
}
