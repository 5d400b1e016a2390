/** What our side finds dangerous in a tool call that a person is asked to allow. */
import type { Risk } from "../../core/ask.ts";
import type { DialogEvent } from "./open-dialog.ts";

export function riskOf(_event: DialogEvent): Risk | null {
  return null;
}
