/** What our side finds dangerous in a tool call that a person is asked to allow. */
import type { Risk } from "../../core/ask/ask.ts";
import { isDestructive } from "../../core/safety/destructive.ts";
import type { DialogEvent } from "./open-dialog.ts";

export function riskOf({ toolName, input, workingDirectory }: DialogEvent): Risk | null {
  const { is, dangers } = isDestructive(toolName, input, { workingDirectory });
  return is ? { level: "destructive", reasons: dangers } : null;
}
