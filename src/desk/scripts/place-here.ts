/** Where an agent's call would run, if that is a folder of this machine. */
import type { Ask } from "../../core/ask/ask.ts";

/** What came with a token comes from another machine: its folders are not the ones of that name here. */
export function placeHere({ askedBy, source }: Ask): string | undefined {
  return askedBy === undefined ? source.workingDirectory : undefined;
}
