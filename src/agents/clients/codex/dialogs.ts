/**
 * Codex's permission prompt, which appears only after its hook has replied. No hook can answer
 * Codex's own question tool. Its daemon tells of both while they are on the screen.
 */
import type { ClientDialogs } from "../common/client-dialogs.ts";
import { isAskingTool } from "../common/tool-questions.ts";

export const codexDialogs: ClientDialogs = {
  name: "Codex",
  takesPermissions: ({ isOnScreen = false }) => isOnScreen,
  suggestsAlternatives: true,
  kindOf: ({ toolName }) => (isAskingTool(toolName) ? "ask_user_question" : "permission"),
  isShownAfterHook: ({ isOnScreen = false }) => !isOnScreen,
  // Codex ends its hook after two minutes.
  awaySeconds: 110,
  reply(decision) {
    // No hook of Codex tells of another server's form.
    if (decision.behavior === "form") return {};
    const { behavior } = decision;
    const sent = behavior === "deny" ? { behavior, message: decision.message } : { behavior };
    return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: sent } };
  },
};
