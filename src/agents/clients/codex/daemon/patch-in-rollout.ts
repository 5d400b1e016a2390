/**
 * The patch of a call, from the thread's rollout file. The daemon tells of a change once, when it
 * begins; whoever joins later is asked about it without being shown it.
 */
import { statSync } from "node:fs";
import { z } from "zod";
import { jsonIn } from "../../../../core/json.ts";
import { pathsOf } from "../../../../core/safety/destroys/destructive.ts";
import { linesBefore } from "../../common/transcript-reader.ts";
import type { Patch } from "./patch.ts";

// The call is among the last lines: its thread waits for the decision.
const TAIL_BYTES = 4 * 1024 * 1024;

const Call = z.object({
  payload: z.object({
    call_id: z.string(),
    /** Of a free-form tool. */
    input: z.string().catch(""),
    /** JSON, of any other tool. */
    arguments: z.string().catch(""),
  }),
});
const Arguments = z.object({ cmd: z.string().catch(""), command: z.unknown().optional() });

/** Null if it is not there. */
export function patchInRollout(path: string | null, callId: string): Patch | null {
  const { size = 0 } = statSync(path ?? "", { throwIfNoEntry: false }) ?? {};
  let text: string | null = null;
  linesBefore(path ?? "", size, TAIL_BYTES, (line) => {
    if (line.includes(callId)) text = patchOfCall(line.toString(), callId) ?? text;
  });
  return text === null ? null : { text, files: [...new Set(pathsOf({ command: text }))] };
}

function patchOfCall(line: string, callId: string): string | null {
  const { payload } = Call.safeParse(jsonIn(line)).data ?? {};
  if (payload?.call_id !== callId) return null;
  const { cmd, command } = Arguments.safeParse(jsonIn(payload.arguments)).data ?? {};
  const script = payload.input || cmd || [command].flat().join("\n");
  return /^\*\*\* Begin Patch$[\s\S]*?^\*\*\* End Patch$/m.exec(script)?.[0] ?? null;
}
