/**
 * Cleans text for an agent's prompt: it can never press a key or hold a terminal sequence. Pure.
 */
import { UnfitText } from "./channel.ts";

const MOST_BYTES = 512 * 1024;

/**
 * Removes control characters other than line breaks and tabs, so no text can end a paste, interrupt
 * the agent or press a key. Throws `UnfitText` if nothing is left, or if the rest is too long.
 */
export function typedText(text: string): string {
  const typed = text
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/^\n+/, "")
    .trimEnd();
  if (typed === "") throw new UnfitText("There is no text to send.");
  const bytes = Buffer.byteLength(typed);
  if (bytes > MOST_BYTES) {
    const size = `${Math.ceil(bytes / 1024)} KB`;
    throw new UnfitText(
      `The text is too long to be typed: ${size}, and ${MOST_BYTES / 1024} KB is the most.`,
    );
  }
  return typed;
}

/**
 * Agents recognise their own commands (`/clear`) only if they are typed. Everything else is pasted,
 * which keeps its lines together. Of a long command, or one with several lines, only the name is
 * typed.
 */
export function typedAndPasted(given: string): { typed: string; pasted: string } {
  const text = asWords(given);
  const [name] = /^\/[a-z][\w:-]*(?=\s|$)/i.exec(text) ?? [];
  if (name === undefined) return { typed: "", pasted: text };
  if (text.length <= LONGEST_TYPED && !text.includes("\n")) return { typed: text, pasted: "" };
  return { typed: name, pasted: text.slice(name.length) };
}

/**
 * The agent would run a text that begins with `!` in a shell, without any permission. A backslash
 * at the end would turn the Enter into a line break. A space before or after prevents both.
 */
function asWords(text: string): string {
  return `${text.startsWith("!") ? " " : ""}${text}${text.endsWith("\\") ? " " : ""}`;
}

const LONGEST_TYPED = 1_000;
