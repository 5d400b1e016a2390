/** Compares texts by their content: line wrapping and Unicode composition make no difference. */
import { createHash } from "node:crypto";
import { shortened } from "../../../core/shortened.ts";

export function normalised(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** A hash of the full normalised text. */
export function contentHash(text: string): string {
  return hashOf(normalised(text));
}

/**
 * Recognises a tool call by name and input. Clients may reorder fields, so their order does not
 * count. Very long values are reduced to their beginning and length.
 */
export function callHash(toolName: string, input: unknown): string {
  return hashOf(`${toolName}\n${sketch(input)}`);
}

/** The first line that is not blank, shortened for a list. */
export function oneLine(text: string, length = 120): string {
  const line = text.split("\n").find((candidate) => !isBlank(candidate)) ?? "";
  return shortened(normalised(line), length);
}

/** The text after `beginning`, ignoring white space; null if the text does not begin with it. */
export function withoutBeginning(text: string, beginning: string): string | null {
  const whole = text.normalize("NFC").trimStart();
  let at = 0;
  for (const character of normalised(beginning)) {
    if (character === " ") {
      const start = at;
      while (isSpace(whole[at])) at++;
      if (at === start) return null;
    } else if (whole.startsWith(character, at)) at += character.length;
    else return null;
  }
  return at === whole.length || isSpace(whole[at]) ? whole.slice(at).trim() : null;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}

const LONG_VALUE = 400;

function sketch(value: unknown): string {
  if (typeof value === "string")
    return value.length > LONG_VALUE ? `${value.slice(0, LONG_VALUE)}#${value.length}` : value;
  if (Array.isArray(value)) return `[${value.map(sketch).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${sketch(field)}`).join(",")}}`;
}
