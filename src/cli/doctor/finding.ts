/** One result of the doctor: what was checked, and how it is. */
import type { DoctorWords } from "./messages.ts";

/** A `warning` may be intended; a `problem` keeps something from working. */
export type Level = "ok" | "warning" | "problem";

export interface Finding {
  /** A stable name of the check, for programs. */
  readonly check: string;
  readonly level: Level;
  readonly say: (words: DoctorWords) => Sentence;
}

export interface Sentence {
  readonly what: string;
  readonly todo?: string;
}

export function well(check: string, say: Finding["say"]): Finding {
  return { check, level: "ok", say };
}

export function warning(check: string, say: Finding["say"]): Finding {
  return { check, level: "warning", say };
}

export function problem(check: string, say: Finding["say"]): Finding {
  return { check, level: "problem", say };
}
