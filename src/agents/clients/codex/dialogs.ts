/**
 * Codex's permission prompt, which it shows only once its hook has replied. Its own question tool has no hook that could
 * answer.
 */
import type { ClientDialogs } from "../common/client-dialogs.ts";

export const codexDialogs: ClientDialogs = {
  name: "Codex",
  takesPermissions: false,
  kindOf: () => "permission",
  isShownAfterHook: () => true,
  // Its hook gives up after two minutes.
  awaySeconds: 110,
  reply(decision) {
    const { behavior } = decision;
    const told = behavior === "deny" ? { behavior, message: decision.message } : { behavior };
    return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: told } };
  },
};
