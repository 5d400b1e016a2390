/** What sort of decision an ask calls for: the few kinds that people tell apart. */
import type { Ask } from "../ask/ask.ts";

export const ASK_KINDS = ["question", "command", "edit", "tool", "plan", "form"] as const;
export type AskKind = (typeof ASK_KINDS)[number];

const RUNS_COMMANDS = /^(?:bash|shell|powershell|local_shell|exec_command|run_shell_command)$/i;
const EDITS_FILES =
  /^(?:write|write_file|edit|multi_?edit|notebook_?edit|replace|apply_patch|patch)$/i;

/** `tool` is a permission for any other tool, `form` a form of another server. */
export function askKind({ dialog }: Pick<Ask, "dialog">): AskKind {
  switch (dialog?.kind) {
    case "permission":
      if (RUNS_COMMANDS.test(dialog.toolName)) return "command";
      return EDITS_FILES.test(dialog.toolName) ? "edit" : "tool";
    case "plan_approval":
      return "plan";
    case "server_form":
      return "form";
    default:
      return "question";
  }
}
