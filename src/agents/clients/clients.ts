/** What is known of each client, by its name in the log. A new client is a folder beside this file and a line in each table. */

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

/** Null when it is no hook payload at all. */
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
]);

/** Null where no hook of the client could answer its dialogs. */
export function dialogsOf(client: Client): ClientDialogs | null {
  switch (client) {
    case "claude-code":
      return claudeCodeDialogs;
    case "codex":
      return codexDialogs;
    // Gemini CLI asks without a hook that could answer, and what others do is not known.
    case "gemini":
    case "other":
      return null;
  }
}

/** Whether its transcript tells all that was said, and so is what counts. */
export function hasTranscript(client: Client): boolean {
  return client === "claude-code";
}

/** Reads a line of the client's transcript; null where none is read. Gemini CLI's tells only of what it has no hook for. */
export function entryReaderOf(client: Client): ((line: Buffer) => Entry[]) | null {
  if (client === "claude-code") return claudeCodeEntries;
  return client === "gemini" ? geminiEntries : null;
}
