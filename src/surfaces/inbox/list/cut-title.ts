/** Makes a title fit its row: words are cut at their end, a path at the end of it in its middle. */
import { cellWidth, cutToWidth } from "../../../terminal/text/width.ts";

export function cutTitle(title: string, room: number): string {
  if (cellWidth(title) <= room) return title;
  const [, words = "", path = ""] = /^(.*?)(\S*\/\S*)$/.exec(title) ?? [];
  return (
    (path === "" ? null : words + cutPath(path, room - cellWidth(words))) ?? cutToWidth(title, room)
  );
}

/** scripts/…/clean-cache.ts: the beginning says where, the end says what. */
function cutPath(path: string, room: number): string {
  const parts = path.split("/");
  for (let dropped = 1; dropped < parts.length - 1; dropped += 1) {
    const kept = [parts[0] ?? "", "…", ...parts.slice(1 + dropped)].join("/");
    if (cellWidth(kept) <= room) return kept;
  }
  const last = `…/${parts.at(-1) ?? ""}`;
  return cellWidth(last) <= room ? last : cutToWidth(path, Math.max(1, room));
}
