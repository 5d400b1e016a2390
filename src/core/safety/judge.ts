/**
 * Judges a tool call: known to be harmless, destroys something, or nobody can tell. Only the
 * first may pass without its name.
 */
import { type Danger, isDestructive, type ToolCallPlace } from "./destructive.ts";

export type Verdict = "harmless" | "destroys" | "cannot_tell";

export interface Judgement {
  verdict: Verdict;
  /** What it destroys, the gravest first; only where the verdict is `destroys`. */
  dangers: Danger[];
  /** The part that nobody can tell, as it is written; only where the verdict is `cannot_tell`. */
  part: string | null;
}

export interface JudgedPlace extends ToolCallPlace {
  /** Whether a path is there already: a redirect to a new file overwrites nothing. */
  exists?: ((path: string) => boolean) | undefined;
  /** The text of a project's script, such as `test` of its package.json; null if there is none. */
  scriptText?: ((runner: string, name: string) => string | null) | undefined;
}

export function judge(toolName: string, input: unknown, place: JudgedPlace = {}): Judgement {
  const { dangers } = isDestructive(toolName, input, place);
  const grave = dangers.filter((danger) => danger !== "unclear");
  if (grave.length > 0) return { verdict: "destroys", dangers: grave, part: null };
  if (dangers.length > 0) return { verdict: "cannot_tell", dangers: [], part: null };
  return { verdict: "harmless", dangers: [], part: null };
}
