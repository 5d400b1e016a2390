/**
 * The name under which a person's file is stored: only characters that are safe in shells, folders
 * and displays. Pure.
 */
import { safeLine } from "../../core/safety/safe-text.ts";

const MOST_GRAPHEMES = 80;
const MOST_BYTES = 160;
// Windows takes these for devices, whatever follows the dot.
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

export function cleanFileName(given: string): string {
  const last = safeLine(given.normalize("NFC").split(/[/\\]/).at(-1) ?? "");
  const [, beginning = last, extension = ""] =
    /^(.*[^.].*)(\.[A-Za-z0-9]{1,10})$/u.exec(last) ?? [];
  const stem = shortenedTo(plain(beginning), extension.length) || "file";
  return RESERVED.test(stem) ? `_${stem}${extension}` : stem + extension;
}

/**
 * Agents put paths into commands; letters, digits, dots and dashes have no special meaning in a
 * shell.
 */
function plain(text: string): string {
  const dashed = text.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-").replace(/-{2,}/g, "-");
  return dashed.replace(/[.-]*\.[.-]*/g, ".").replace(/^[._-]+|[._-]+$/g, "");
}

function shortenedTo(stem: string, taken: number): string {
  let short = "";
  let graphemes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    graphemes += 1;
    if (graphemes > MOST_GRAPHEMES || Buffer.byteLength(short + segment) + taken > MOST_BYTES)
      break;
    short += segment;
  }
  return short;
}
