/**
 * Who calls us: the client's name, the agent's own ids, and how long the client lets a call take.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Source } from "../../core/ask/ask.ts";

export interface Client {
  name: string;
  version: string;
}

type Meta = Record<string, unknown> | undefined;

interface Surroundings {
  workingDirectory?: string | undefined;
  environment: NodeJS.ProcessEnv;
}

/**
 * The same caller asks from the same client, in the same folder and, if it names
 * one, in the same session.
 */
export function sourceOf(
  client: Client,
  meta: Meta,
  { workingDirectory, environment }: Surroundings,
): Source {
  const session = sessionOf(meta, environment);
  const callId = text(meta, "claudecode/toolUseId") ?? text(meta, "callId");
  const key = createHash("sha256")
    .update(JSON.stringify([client.name, workingDirectory, session]))
    .digest("hex");
  return {
    kind: "mcp",
    agentId: `${client.name} ${key.slice(0, 12)}`,
    ...(workingDirectory === undefined
      ? {}
      : { project: basename(workingDirectory), workingDirectory }),
    ...(callId === undefined ? {} : { callId }),
  };
}

/**
 * Whether the name stands for one caller; false if it may stand for several
 * that cannot be told apart.
 */
export function isOneCaller(meta: Meta, { workingDirectory, environment }: Surroundings): boolean {
  return workingDirectory !== undefined || sessionOf(meta, environment) !== "";
}

/** Claude Code passes its session id to the servers that it starts, not with each call. */
function sessionOf(meta: Meta, environment: NodeJS.ProcessEnv): string {
  return (
    text(meta, "threadId") ?? text(meta, "sessionId") ?? environment["CLAUDE_CODE_SESSION_ID"] ?? ""
  );
}

/**
 * Seconds a call may stay open before the client gives it up: a little less than the client's own
 * limit, which was found by running it. An untested client gets a value that works everywhere.
 */
const CEILINGS: { client: RegExp; seconds: (environment: NodeJS.ProcessEnv) => number }[] = [
  // An interactive session moves a call to the background after 120 s and then distrusts its
  // result, unless it is told not to. Even then it gives a call up after the day that
  // `askline init` writes down, or some hours later.
  {
    client: /^claude-code/,
    seconds: ({ CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: limit }) =>
      limit === "0" ? 24 * 60 * 60 - 60 : 110,
  },
  { client: /^codex/, seconds: () => 285 },
  // OpenCode renews its limit with every progress message.
  { client: /^opencode/, seconds: () => Number.POSITIVE_INFINITY },
  { client: /^gemini/, seconds: () => 580 },
];
const UNKNOWN_CLIENT_SECONDS = 50;

/** `override` is the person's own setting; 0 leaves the choice to the table. */
export function ceilingSeconds(
  client: Client,
  override: number,
  environment: NodeJS.ProcessEnv,
): number {
  if (override > 0) return override;
  const known = CEILINGS.find((entry) => entry.client.test(client.name.toLowerCase()));
  return known?.seconds(environment) ?? UNKNOWN_CLIENT_SECONDS;
}

function text(meta: Meta, name: string): string | undefined {
  const value = meta?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
