/**
 * All that is known of each client. A new client is a folder here and a line in each table below.
 */

import type { Client } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { claudeCodeDialogs } from "./claude-code/dialogs.ts";
import { fromClaudeCode } from "./claude-code/hooks.ts";
import { claudeCodeEntries } from "./claude-code/transcript-entries.ts";
import { codexDialogs } from "./codex/dialogs.ts";
import { type GivenAnswers, givenAnswers } from "./codex/given-answers.ts";
import { fromCodex } from "./codex/hooks.ts";
import { withReviewer } from "./codex/reviewer.ts";
import { codexEntries, isCodexHead } from "./codex/transcript-entries.ts";
import type { ClientDialogs } from "./common/client-dialogs.ts";
import type { HookContext } from "./common/hook-payload.ts";
import type { Entry } from "./common/transcript-entry.ts";
import { firstLineOf } from "./common/transcript-reader.ts";
import { geminiDialogs } from "./gemini-cli/dialogs.ts";
import { fromGemini } from "./gemini-cli/hooks.ts";
import { geminiEntries, isGeminiHead } from "./gemini-cli/transcript-entries.ts";
import { opencodeDialogs } from "./opencode/dialogs.ts";
import { fromOpencode } from "./opencode/hooks.ts";
import { opencodeEntries } from "./opencode/transcript-entries.ts";

/** Null if the payload is not a hook's. */
export type HookTranslator = (
  eventName: string,
  payload: unknown,
  context: HookContext,
) => AgentEvent | null;

export const HOOK_TRANSLATORS: ReadonlyMap<string, HookTranslator> = new Map<
  Client,
  HookTranslator
>([
  ["claude-code", fromClaudeCode],
  ["codex", (...call) => withReviewer(fromCodex(...call))],
  ["gemini", fromGemini],
  ["opencode", fromOpencode],
]);

/** Null where no hook of the client could answer its dialogs. */
export function dialogsOf(client: string): ClientDialogs | null {
  switch (client) {
    case "claude-code":
      return claudeCodeDialogs;
    case "codex":
      return codexDialogs;
    case "opencode":
      return opencodeDialogs;
    case "gemini":
      return geminiDialogs;
    // What others do is not known.
    default:
      return null;
  }
}

/**
 * Whether the agent's transcript tells all that is said, so that the log follows it and hooks are
 * only ahead of it. Codex's and Gemini CLI's files come with the first prompt, and other versions
 * write them otherwise: what we do not know, we leave to hooks. Null while nobody can tell.
 */
export function isWholeTranscript(client: Client, path: string | null): boolean | null {
  if (client === "claude-code" || client === "opencode") return true;
  const isHead = HEADS.get(client);
  if (isHead === undefined || path === null) return false;
  const line = firstLineOf(path);
  return line === null ? null : isHead(line);
}

const HEADS: ReadonlyMap<string, (line: string) => boolean> = new Map<
  Client,
  (line: string) => boolean
>([
  ["codex", isCodexHead],
  ["gemini", isGeminiHead],
]);

/** Whether hooks may tell of a session whose transcript is not there yet. */
export function isFileLate(client: Client): boolean {
  return HEADS.has(client);
}

/** Whether a line of the transcript says that a run is over. Elsewhere only a hook does. */
export function writesEnds(client: Client): boolean {
  return client !== "gemini";
}

/** Whether the client's hooks name the calls that they are about, as its transcript does. */
export function namesCallsInHooks(client: Client): boolean {
  return client !== "gemini";
}

/** Reads a line of the client's transcript; null if we read none. */
export function entryReaderOf(client: Client): ((line: Buffer) => Entry[]) | null {
  switch (client) {
    case "claude-code":
      return claudeCodeEntries;
    case "opencode":
      return opencodeEntries;
    case "codex":
      return codexEntries;
    case "gemini":
      return geminiEntries;
    default:
      return null;
  }
}

/** The answers in the result of an asking tool, where they are told by their questions' ids. */
export function answersInResult(
  client: Client,
  asked: Readonly<Record<string, unknown>>,
  text: string,
): GivenAnswers | null {
  return client === "codex" ? givenAnswers(asked, text) : null;
}
