/**
 * All that is known of each client. A new client is a folder here and a line in each table below.
 */

import type { Client } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { claudeCodeDialogs } from "./claude-code/dialogs.ts";
import { fromClaudeCode } from "./claude-code/hooks.ts";
import { claudeCodeEntries } from "./claude-code/transcript-entries.ts";
import { codexDialogs } from "./codex/dialogs.ts";
import { fromCodex } from "./codex/hooks.ts";
import { withReviewer } from "./codex/reviewer.ts";
import type { ClientDialogs } from "./common/client-dialogs.ts";
import type { HookContext } from "./common/hook-payload.ts";
import type { Entry } from "./common/transcript-entry.ts";
import { fromGemini } from "./gemini-cli/hooks.ts";
import { geminiEntries } from "./gemini-cli/transcript-entries.ts";
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
    // Gemini CLI asks without a hook that could answer, and what others do is not known.
    default:
      return null;
  }
}

/** Whether the client's transcript holds everything that was said, so that the log follows it. */
export function hasTranscript(client: Client): boolean {
  return client === "claude-code" || client === "opencode";
}

/**
 * Reads a line of the client's transcript; null if we read none. Gemini CLI's is read only for what
 * it has no hook for.
 */
export function entryReaderOf(client: Client): ((line: Buffer) => Entry[]) | null {
  if (client === "claude-code") return claudeCodeEntries;
  if (client === "opencode") return opencodeEntries;
  return client === "gemini" ? geminiEntries : null;
}
