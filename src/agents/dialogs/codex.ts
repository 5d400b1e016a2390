/**
 * Codex's permission prompt, which it shows only once its hook has replied. Its own question tool has no hook that could
 * answer.
 */
import type { Dialog } from "./dialog.ts";
import type { DialogEvent, DialogTools } from "./open-dialog.ts";
import { permissionDialog } from "./permission.ts";
import type { ReplyShape } from "./reply-shape.ts";
import { shownAfter } from "./shown-after.ts";

// Its hook gives up after two minutes.
const AWAY_SECONDS = 110;

export async function codexDialog(event: DialogEvent, tools: DialogTools): Promise<Dialog> {
  const dialog = await permissionDialog(event, { ...tools, agentName: "Codex", shape });
  return shownAfter(dialog, tools, AWAY_SECONDS);
}

const shape: ReplyShape = {
  allow: () => decision({ behavior: "allow" }),
  deny: (message) => decision({ behavior: "deny", message }),
  takesPermissions: false,
};

function decision(decision: Record<string, unknown>) {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}
