/** Our own judgement of a call where it would run; null if it is known to be harmless. */
import type { Risk } from "../../core/ask/ask.ts";
import { judge } from "../../core/safety/judge.ts";
import { judgedPlace } from "./judged-place.ts";

export function riskOfCall(
  toolName: string,
  input: unknown,
  workingDirectory: string | undefined,
): Risk | null {
  const { verdict, dangers, part } = judge(toolName, input, judgedPlace(workingDirectory));
  if (verdict === "harmless") return null;
  return verdict === "destroys"
    ? { level: "destructive", reasons: dangers }
    : { level: "unclear", reasons: ["unclear"], ...(part !== null && { part }) };
}
