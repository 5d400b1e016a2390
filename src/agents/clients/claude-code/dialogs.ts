/**
 * Claude Code's dialogs. Its PermissionRequest hook runs while the dialog is on the screen: the
 * first answer wins, a late reply is ignored, and Escape ends the hook. Only the dialogs of
 * sub-agents, which work in the background, appear after their hook has replied.
 */
import type { ClientDialogs } from "../common/client-dialogs.ts";

export const claudeCodeDialogs: ClientDialogs = {
  name: "Claude Code",
  takesPermissions: () => true,
  kindOf({ toolName }) {
    if (toolName === "AskUserQuestion") return "ask_user_question";
    return toolName === "ExitPlanMode" ? "plan_approval" : "permission";
  },
  isShownAfterHook: ({ subagentId, isHeadless }) => subagentId !== null || isHeadless === true,
  reply(decision) {
    if (decision.behavior === "deny")
      return bodyOf({ behavior: "deny", message: decision.message });
    const { input, permissions } = decision;
    return bodyOf({
      behavior: "allow",
      ...(input && { updatedInput: input }),
      ...(permissions && { updatedPermissions: permissions }),
    });
  },
};

function bodyOf(decision: Record<string, unknown>) {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}
