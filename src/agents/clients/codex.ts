/** Codex's hooks, translated: Claude Code's shapes under the same names, with a `turn_id` for each prompt. Pure. */
import type { AgentEvent } from "../events.ts";
import { commonBody } from "./common-hooks.ts";
import { type HookContext, HookPayload, headOf } from "./hook-payload.ts";

export function fromCodex(eventName: string, payload: unknown, context: HookContext): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  const body = commonBody(eventName === "Interrupt" ? "Stop" : eventName, data, context);
  return { ...headOf("codex", data, data.turn_id ?? data.prompt_id, context.at), ...body };
}
