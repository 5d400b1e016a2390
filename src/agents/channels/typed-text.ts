/** What may be typed into an agent's prompt: text alone, never a key or a terminal sequence. Pure. */
import { UnfitText } from "./channel.ts";

const MOST_BYTES = 512 * 1024;

/**
 * Control characters other than line breaks and tabs are taken out, so nothing inside a text can end a paste, interrupt
 * the agent or press a key. Throws `UnfitText` when nothing is left, or too much.
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
 * Agents know their own commands (`/clear`) only when they are typed; everything else is pasted, which keeps its lines
 * together. Of a long or many-lined command only its name is typed.
 */
export function typedAndPasted(given: string): { typed: string; pasted: string } {
  const text = asWords(given);
  const [name] = /^\/[a-z][\w:-]*(?=\s|$)/i.exec(text) ?? [];
  if (name === undefined) return { typed: "", pasted: text };
  if (text.length <= LONGEST_TYPED && !text.includes("\n")) return { typed: text, pasted: "" };
  return { typed: name, pasted: text.slice(name.length) };
}

/**
 * A text that begins with an exclamation mark would be run by a shell, past every permission; one that ends with a
 * backslash would turn its Enter into a line break, and wait for the next text. A space makes words of both.
 */
function asWords(text: string): string {
  return `${text.startsWith("!") ? " " : ""}${text}${text.endsWith("\\") ? " " : ""}`;
}

const LONGEST_TYPED = 1_000;
