/**
 * Claude Code's dialogs. Its PermissionRequest hook runs while the dialog is on the screen: the
 * first answer wins, a late reply is ignored, and Escape ends the hook. Only the dialogs of
 * sub-agents, which work in the background, and other servers' forms appear after their hook has
 * replied.
 */
import { FORM_TOOL } from "../../../core/agent/server-form.ts";
import type { ClientDialogs } from "../common/client-dialogs.ts";

export const claudeCodeDialogs: ClientDialogs = {
  name: "Claude Code",
  takesPermissions: () => true,
  takesEdits: true,
  kindOf({ toolName }) {
    if (toolName === "AskUserQuestion") return "ask_user_question";
    return toolName === "ExitPlanMode" ? "plan_approval" : "permission";
  },
  isShownAfterHook: ({ subagentId, isHeadless, toolName }) =>
    subagentId !== null || isHeadless === true || toolName === FORM_TOOL,
  isOnlyWhileAway: ({ toolName }) => toolName === FORM_TOOL,
  reply(decision) {
    if (decision.behavior === "form") {
      const { action, content } = decision;
      const said = { action, ...(content !== null && { content }) };
      return { hookSpecificOutput: { hookEventName: "Elicitation", ...said } };
    }
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
