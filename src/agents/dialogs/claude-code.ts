/**
 * Claude Code's dialogs. Its PermissionRequest hook runs while the dialog is on the screen: the first to answer wins, a late
 * reply is ignored, and Escape ends the hook. Only those of sub-agents, which work in the background, come up after it.
 */
import type { Dialog } from "./dialog.ts";
import type { DialogEvent, DialogTools } from "./open-dialog.ts";
import { permissionDialog } from "./permission.ts";
import { planDialog } from "./plan.ts";
import { questionDialog } from "./question.ts";
import type { ReplyShape } from "./reply-shape.ts";
import { shownAfter } from "./shown-after.ts";

export async function claudeCodeDialog(event: DialogEvent, tools: DialogTools): Promise<Dialog | null> {
  const dialog = await dialogOf(event, tools);
  return dialog === null || event.subagentId === null ? dialog : shownAfter(dialog, tools);
}

async function dialogOf(event: DialogEvent, tools: DialogTools): Promise<Dialog | null> {
  const named = { ...tools, agentName: "Claude Code", shape };
  switch (event.toolName) {
    case "AskUserQuestion":
      return questionDialog(event, named);
    case "ExitPlanMode":
      return planDialog(event, named);
    default:
      return permissionDialog(event, named);
  }
}

const shape: ReplyShape = {
  allow: ({ input, permissions } = {}) =>
    decision({
      behavior: "allow",
      ...(input && { updatedInput: input }),
      ...(permissions && { updatedPermissions: permissions }),
    }),
  deny: (message) => decision({ behavior: "deny", message }),
  takesPermissions: true,
};

function decision(decision: Record<string, unknown>) {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}
