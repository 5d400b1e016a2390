/** One call to the voice API: who calls, in which language, and how much they want to hear. */
import type { z } from "zod";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import type { Verbosity } from "../wire/schemas.ts";
import { VoiceProblem } from "./voice-error.ts";

/** Who is there, as far as the guard knows; `isAbout` tells the access log which agent a call turned out to be about. */
export interface Visitor {
  readonly device: { readonly id: string; readonly name: string } | null;
  isAbout(agentId: string): void;
}

export interface Call {
  readonly request: Request;
  readonly say: VoiceMessages;
  readonly verbosity: Verbosity;
  /** The device's name, or the person whose machine this is. */
  readonly who: string;
  /** One per device: confirmations are bound to it. */
  readonly device: string;
  isAbout(agentId: number): void;
}

/** What the call says of a language comes first, then the browser's list, then this machine's own. */
export function localeOf(wished: string | null | undefined, accepted: string | null, own: Locale): Locale {
  const spoken = (accepted ?? "").split(",").map((name) => name.trim());
  return localeFrom(wished ?? undefined, spoken.find(isKnown), own);
}

/** A query by its schema; anything that does not fit is not understood. */
export function queryOf<T extends z.ZodType>(schema: T, { searchParams }: URL): z.infer<T> {
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  if (!parsed.success) throw new VoiceProblem("not_understood");
  return parsed.data;
}

/** A JSON body by its schema, no larger than that many bytes. */
export async function bodyOf<T extends z.ZodType>(schema: T, request: Request, mostBytes: number): Promise<z.infer<T>> {
  const bytes = await bytesOf(request, mostBytes);
  const parsed = schema.safeParse(jsonIn(bytes));
  if (!parsed.success) throw new VoiceProblem(troubleWith(parsed.error));
  return parsed.data;
}

/** Too much and nothing at all have words of their own: somebody can do something about them. */
function troubleWith({ issues }: z.ZodError): "too_large" | "nothing_said" | "not_understood" {
  if (issues.some(({ code }) => code === "too_big")) return "too_large";
  const isEmpty = issues.every((issue) => issue.code === "too_small" && issue.origin !== "number");
  return isEmpty ? "nothing_said" : "not_understood";
}

/** Reads no more than allowed, whatever the request says of its length. */
export async function bytesOf(request: Request, mostBytes: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw new VoiceProblem("too_large");
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new VoiceProblem("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new VoiceProblem("not_understood");
  }
}

/** A language that we do not speak is no reason to change to English from the machine's own. */
function isKnown(name: string): boolean {
  return /^(?:en|ko)\b/i.test(name);
}
