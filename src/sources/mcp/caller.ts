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

// OpenCode renews its limit with every progress message, unless it is too short for the first.
const RENEWING = /^opencode/;

/**
 * Seconds a call may stay open before a client that was told nothing gives it up: a little less than
 * the client's own limit, which was found by running it. An untested client gets a value that works
 * everywhere.
 */
const CEILINGS: { client: RegExp; seconds: (environment: NodeJS.ProcessEnv) => number }[] = [
  // An interactive session moves a call to the background after 120 s and then distrusts its
  // result, unless it is told not to. Even then it gives a call up after the day that
  // `askline init` writes down, or some hours later.
  {
    client: /^claude-code/,
    seconds: (environment) =>
      environment["CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS"] === "0" ? 24 * 60 * 60 - 60 : 110,
  },
  { client: /^codex/, seconds: () => 285 },
  { client: RENEWING, seconds: () => Number.POSITIVE_INFINITY },
  { client: /^gemini/, seconds: () => 580 },
];
const UNKNOWN_CLIENT_SECONDS = 50;

interface Known {
  environment: NodeJS.ProcessEnv;
  /** The limit in the client's own configuration, if it was found. */
  configured?: number | undefined;
}

/**
 * `override` is the person's own setting; 0 leaves the choice to the client. Neither helps against a
 * limit in the client's own configuration: it would give the call up.
 */
export function ceilingSeconds(
  { name }: Client,
  override: number,
  { environment, configured }: Known,
): number {
  const lower = name.toLowerCase();
  const limit = limitLeftBy(lower, configured);
  if (override > 0) return Math.min(override, limit);
  const known = CEILINGS.find(({ client }) => client.test(lower));
  // Only Claude Code has a limit beside the one that can be configured.
  if (configured !== undefined && !lower.startsWith("claude-code")) return limit;
  return Math.min(known?.seconds(environment) ?? UNKNOWN_CLIENT_SECONDS, limit);
}

/** A little less than the limit that is configured: the result has to arrive before it. */
function limitLeftBy(name: string, configured: number | undefined): number {
  if (configured === undefined) return Number.POSITIVE_INFINITY;
  const isRenewed = RENEWING.test(name) && configured * 1000 > 2 * PROGRESS_MS;
  return isRenewed ? Number.POSITIVE_INFINITY : configured - Math.min(15, configured * 0.15);
}

function text(meta: Meta, name: string): string | undefined {
  const value = meta?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
