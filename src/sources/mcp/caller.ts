/**
 * Who calls us: the client's name, the agent's own ids, and how long the client lets a call take.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Source } from "../../core/ask/ask.ts";
import { PROGRESS_MS } from "./waiting.ts";

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
const CEILINGS: { client: RegExp; seconds: (known: Known) => number }[] = [
  // An interactive session moves a call to the background after 120 s and then distrusts its
  // result, unless it is told not to. Even then it gives a call up after the day that
  // `askline init` writes down, or some hours later.
  {
    client: /^claude-code/,
    seconds: ({ environment, configured }) =>
      Math.min(
        environment["CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS"] === "0" ? 24 * 60 * 60 - 60 : 110,
        within(configured) ?? Number.POSITIVE_INFINITY,
      ),
  },
  { client: /^codex/, seconds: ({ configured }) => within(configured) ?? 285 },
  // OpenCode renews its limit with every progress message, unless it is too short for the first.
  {
    client: /^opencode/,
    seconds: ({ configured = Number.POSITIVE_INFINITY }) =>
      configured * 1000 > 2 * PROGRESS_MS
        ? Number.POSITIVE_INFINITY
        : (within(configured) ?? configured),
  },
  { client: /^gemini/, seconds: ({ configured }) => within(configured) ?? 580 },
];
const UNKNOWN_CLIENT_SECONDS = 50;

interface Known {
  environment: NodeJS.ProcessEnv;
  /** The limit in the client's own configuration, if it was found. */
  configured?: number | undefined;
}

/** A little less than the client's limit: the result has to arrive before it. */
function within(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : limit - Math.min(15, limit * 0.15);
}

/** `override` is the person's own setting; 0 leaves the choice to the table. */
export function ceilingSeconds(client: Client, override: number, facts: Known): number {
  if (override > 0) return override;
  const known = CEILINGS.find((entry) => entry.client.test(client.name.toLowerCase()));
  return known?.seconds(facts) ?? UNKNOWN_CLIENT_SECONDS;
}

function text(meta: Meta, name: string): string | undefined {
  const value = meta?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
