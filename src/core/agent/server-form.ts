/** A form or a link that another MCP server shows the person through the agent's client. Pure. */
import { isRecord } from "../json.ts";
import { safeLine } from "../safety/safe-text.ts";
import { shortened } from "../shortened.ts";
import type { TurnOption, TurnQuestion } from "./agent.ts";

export interface ServerForm {
  /** The server's name in the client's settings. */
  readonly server: string;
  readonly message: string;
  /** Set for a link: the address that the person is asked to open. */
  readonly url: string | null;
  /** The form's fields, as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What a form is called where tools have their names. */
export const FORM_TOOL = "elicitation";

/** The form as the input of that tool, and back; null if it is none. */
export function formInput({ server, message, url, schema }: ServerForm): Record<string, unknown> {
  return { server, message, url, schema };
}

export function formIn(input: Readonly<Record<string, unknown>>): ServerForm | null {
  const { server, message, url = null, schema } = input;
  if (typeof server !== "string" || typeof message !== "string") return null;
  if (url !== null && typeof url !== "string") return null;
  return { server, message, url, schema: isRecord(schema) ? schema : {} };
}

const LONGEST_NAME = 80;
const LONGEST_MESSAGE = 2_000;
const LONGEST_URL = 1_000;

/** The name may not stand for anything but itself in the question's words. */
export function formQuestion(form: ServerForm): TurnQuestion {
  const name = shortened(safeLine(form.server), LONGEST_NAME).replaceAll('"', "'");
  const message = shortened(form.message.trim(), LONGEST_MESSAGE);
  const text =
    form.url === null
      ? `The MCP server "${name}" asks: ${message}`
      : `The MCP server "${name}" asks to open ${addressOf(form.url)}: ${message}`;
  return { text, options: optionsOf(form), source: "elicitation" };
}

/** The whole address, and its host once more by itself: a long address may hide it. */
function addressOf(url: string): string {
  const shown = shortened(safeLine(url), LONGEST_URL);
  return `${shown} (${hostOf(url) ?? "no host"})`;
}

/** As the browser would resolve it, so without a name or a password before it. */
export function hostOf(url: string): string | null {
  try {
    return new URL(url).host || null;
  } catch {
    return null;
  }
}

/** Of a form with one choice, what there is to choose from. */
function optionsOf({ schema }: ServerForm): TurnOption[] | null {
  const fields = isRecord(schema["properties"]) ? Object.values(schema["properties"]) : [];
  const [field] = fields;
  if (fields.length !== 1 || !isRecord(field)) return null;
  const choices = Array.isArray(field["oneOf"]) ? field["oneOf"].filter(isRecord) : [];
  const labels = choices.map((choice) => String(choice["title"] ?? choice["const"] ?? ""));
  const values = Array.isArray(field["enum"]) ? field["enum"].map(String) : [];
  const all = [...labels, ...values].filter((label) => label !== "");
  return all.length === 0 ? null : all.map((label) => ({ label }));
}

/** What was filled in, as one reads it. */
export function contentInWords(content: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(content);
  const words = given.map(([name, value]) => {
    const shown = Array.isArray(value) ? value.join(", ") : String(value);
    return given.length === 1 ? shown : `${name}: ${shown}`;
  });
  return words.join("\n");
}
