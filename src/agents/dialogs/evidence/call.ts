/** A call whose evidence is shown, and its files by the names that people know. */
import { relative, resolve, sep } from "node:path";
import type { AskedDialog } from "../../../core/ask/ask.ts";
import type { CallInput } from "../../../core/ask/edited-call.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";

export interface Call extends Pick<AskedDialog, "toolName"> {
  input: CallInput;
  workingDirectory: string;
}

/** Relative to the project where it lies in it. */
export function pathInProject(file: string, workingDirectory: string): string {
  const inside = relative(workingDirectory, resolve(workingDirectory, file));
  const isInside = inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`);
  return safeLine(isInside && workingDirectory !== "" ? inside : file);
}
