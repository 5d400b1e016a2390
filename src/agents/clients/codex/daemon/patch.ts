/** A change of files, as Codex's daemon tells of it, in the form of Codex's own patches. Pure. */
import { z } from "zod";
import type { Item } from "./messages.ts";

export interface Patch {
  readonly text: string;
  readonly files: readonly string[];
}

const Change = z.object({
  path: z.string().min(1),
  diff: z.string(),
  kind: z.object({ type: z.enum(["add", "delete", "update"]), move_path: z.string().nullish() }),
});
const FileChange = z.object({ type: z.literal("fileChange"), changes: z.array(Change).min(1) });

/** Null if it cannot be read whole. */
export function patchOf(item: Item): Patch | null {
  const { changes } = FileChange.safeParse(item).data ?? {};
  if (changes === undefined) return null;
  const files = changes.flatMap(({ path, kind }) => [
    path,
    ...(kind.move_path ? [kind.move_path] : []),
  ]);
  const parts = changes.flatMap(linesOf);
  return { text: ["*** Begin Patch", ...parts, "*** End Patch"].join("\n"), files };
}

function linesOf({ path, diff, kind }: z.infer<typeof Change>): string[] {
  const body = diff.replace(/\n$/, "");
  switch (kind.type) {
    case "add":
      return [`*** Add File: ${path}`, ...marked("+", body)];
    case "delete":
      return [`*** Delete File: ${path}`, ...marked("-", body)];
    case "update":
      return [
        `*** Update File: ${path}`,
        ...(kind.move_path ? [`*** Move to: ${kind.move_path}`] : []),
        body,
      ];
  }
}

/** The daemon gives the text of a whole file without marks. */
function marked(mark: string, text: string): string[] {
  return text === "" ? [] : text.split("\n").map((line) => `${mark}${line}`);
}
