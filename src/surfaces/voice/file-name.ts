/** A name for a file that somebody sent: of theirs only what no shell, folder or reader can stumble over. Pure. */
import { safeLine } from "../../core/safe-text.ts";

const MOST_GRAPHEMES = 80;
const MOST_BYTES = 160;
// What Windows takes for a device, whatever comes after the dot.
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

export function cleanFileName(given: string): string {
  const last = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  // Agents put paths into commands; letters, digits, dots and dashes mean nothing to any shell.
  const plain = safeLine(last).replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-");
  const trimmed = plain.replace(/-*\.-*/g, ".").replace(/^[.\-_]+|[.-]+$/g, "");
  const [, stem = "", extension = ""] = /^(.*?)((?:\.[A-Za-z0-9]{1,10})?)$/su.exec(trimmed) ?? [];
  const short = shortenedTo(stem.replace(/\.{2,}/g, "."), extension.length) + extension;
  const named = short === "" || short === extension ? `file${extension}` : short;
  return RESERVED.test(named) ? `_${named}` : named;
}

function shortenedTo(stem: string, taken: number): string {
  let short = "";
  let graphemes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    graphemes += 1;
    if (graphemes > MOST_GRAPHEMES || Buffer.byteLength(short + segment) + taken > MOST_BYTES) break;
    short += segment;
  }
  return short;
}
