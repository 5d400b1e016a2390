/**
 * Codex's permission prompt. Unlike Claude Code it shows its own dialog only once its hook has replied, so a person at its
 * terminal waits for us: they wait a little, then the dialog is theirs. Its own question tool has no hook that could answer.
 */
import type { Dialog } from "./dialog.ts";
import type { DialogEvent, DialogTools } from "./open-dialog.ts";
import { permissionDialog } from "./permission.ts";
import type { ReplyShape } from "./reply-shape.ts";

export const CODEX_HOLD_SECONDS = 45;

export async function codexDialog(event: DialogEvent, tools: DialogTools): Promise<Dialog> {
  const dialog = await permissionDialog(event, { ...tools, agentName: "Codex", shape });
  return { ...dialog, asks: { ...dialog.asks, timeoutSeconds: tools.codexHoldSeconds ?? CODEX_HOLD_SECONDS } };
}

const shape: ReplyShape = {
  allow: () => decision({ behavior: "allow" }),
  deny: (message) => decision({ behavior: "deny", message }),
  takesPermissions: false,
};

function decision(decision: Record<string, unknown>) {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}
