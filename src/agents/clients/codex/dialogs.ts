/**
 * Codex's permission prompt, which appears only after its hook has replied. No hook can answer
 * Codex's own question tool.
 */
import type { ClientDialogs } from "../common/client-dialogs.ts";

export const codexDialogs: ClientDialogs = {
  name: "Codex",
  takesPermissions: false,
  kindOf: () => "permission",
  isShownAfterHook: () => true,
  // Codex ends its hook after two minutes.
  awaySeconds: 110,
  reply(decision) {
    const { behavior } = decision;
    const sent = behavior === "deny" ? { behavior, message: decision.message } : { behavior };
    return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: sent } };
  },
};
