/** What dialog, if any, an agent's permission request stands for. Clients without one that a hook can answer have none. */
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { claudeCodeDialog } from "./claude-code.ts";
import { codexDialog } from "./codex.ts";
import type { Dialog } from "./dialog.ts";
import type { DialogMessages } from "./messages.ts";
import type { ReplyShape } from "./reply-shape.ts";

export type DialogEvent = Extract<AgentEvent, { type: "permission_asked" }>;

export interface DialogTools {
  text: DialogMessages;
  /** A file's text, empty where there is no file; null when what is there cannot be shown. */
  readText(path: string): Promise<string | null>;
  /** The plan that an agent wrote down elsewhere than in its request. */
  planOf(event: DialogEvent): Promise<string | null>;
  /** Whether the person said that they are away. */
  isAway?: (() => boolean) | undefined;
  /** How long to hold a dialog that comes up only after its hook. */
  holdSeconds?: number | undefined;
}

export type NamedTools = DialogTools & { agentName: string; shape: ReplyShape };

export async function openDialog(event: DialogEvent, tools: DialogTools): Promise<Dialog | null> {
  switch (event.client) {
    case "claude-code":
      return claudeCodeDialog(event, tools);
    case "codex":
      return codexDialog(event, tools);
    // Gemini CLI asks without a hook that could answer, and what others do is not known.
    case "gemini":
    case "other":
      return null;
  }
}
