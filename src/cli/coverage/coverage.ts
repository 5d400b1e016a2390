/**
 * What of each client's prompts can be seen and answered from outside: data that a test derives by
 * replaying recordings of the real clients.
 */
import type { ClientId } from "../setup/clients.ts";
import data from "./coverage.json" with { type: "json" };

export const PROMPTS = ["permission", "question", "plan", "form", "failure"] as const;
export type Prompt = (typeof PROMPTS)[number];

/**
 * `beside`: answered from anywhere while the client's own dialog is open. `first`: from anywhere,
 * before that dialog comes up. `away`: so, while the person is away, and else in the client's
 * terminal. `denied`: so, but only a no. `terminal`: it is seen, and only the client's terminal
 * answers it.
 * `seen`: there is nothing to answer. `not_seen`: no recording shows it.
 */
export const REACHES = [
  "not_seen",
  "seen",
  "terminal",
  "denied",
  "away",
  "first",
  "beside",
] as const;
export type Reach = (typeof REACHES)[number];

export interface Cell {
  readonly reach: Reach;
  /** The recording that shows it, below `test/fixtures`. */
  readonly recording: string | null;
}

export interface ClientCoverage {
  readonly client: CoveredClient;
  /** The version that was recorded. */
  readonly version: string;
  /** By what the client documents, or by an interface that is its own affair. */
  readonly through: Through;
  readonly prompts: Readonly<Record<Prompt, Cell>>;
}

export type CoveredClient = Extract<ClientId, "claude-code" | "codex" | "gemini" | "opencode">;
export type Through = "hooks" | "socket" | "plugin";

// The test that writes the file compares every field of it.
export const COVERAGE = data as readonly ClientCoverage[];

/** The versions that Askline was tried with. */
export const TRIED: ReadonlyMap<string, string> = new Map(
  COVERAGE.map(({ client, version }) => [client, version]),
);
