/** A file that is ours alone, known by its first line. */
import { UnusualJson } from "./json-parts.ts";

export interface WholeFile {
  readonly kind: "whole";
  readonly path: readonly string[];
  readonly text: string;
}

/** Throws for a file of that name that is not ours. */
export function withFile(
  text: string,
  part: WholeFile,
): { text: string; done: (WholeFile & { path: string[] })[] } {
  if (text.trim() !== "" && !isOurs(text, part)) throw new UnusualJson([]);
  if (text === part.text) return { text, done: [] };
  return { text: part.text, done: [{ ...part, path: [] }] };
}

export function withoutFile(text: string, part: WholeFile): string {
  return isOurs(text, part) ? "" : text;
}

/** Another version of it begins with the same words. */
function isOurs(text: string, { text: own }: WholeFile): boolean {
  return headline(text) === headline(own);
}

function headline(text: string): string {
  return text.split("\n").slice(0, 2).join("\n");
}
