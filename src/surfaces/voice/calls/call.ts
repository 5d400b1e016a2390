/** One call to the voice API: who calls, in which language, and how much detail they want. */
import type { z } from "zod";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import type { Caller } from "../../../http/routes.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import type { Verbosity } from "../wire/wire.ts";

export interface Call {
  readonly say: VoiceMessages;
  readonly verbosity: Verbosity;
  /** The device's name; for this machine's own token, the person it belongs to. */
  readonly who: string;
  /** Identifies the device: confirmations are bound to it. */
  readonly device: string;
  /** Whether the caller may answer in the portal too. */
  readonly opensPortal: boolean;
  isAbout(agentId: number): void;
}

export interface CallFacts {
  caller: Caller;
  person: string;
  say: VoiceMessages;
  verbosity: Verbosity | undefined;
}

export function callOf({
  caller: { auth, device, isAbout },
  person,
  say,
  verbosity = "concise",
}: CallFacts): Call {
  return {
    say,
    verbosity,
    who: device?.who ?? person,
    device: device?.id ?? "this machine",
    opensPortal: auth === "local" || (auth === "device" && device?.only === undefined),
    isAbout: (agentId) => isAbout(String(agentId)),
  };
}

/** The language given in the call comes first, then the browser's list, then this machine's own. */
export function localeOf(
  wished: string | null | undefined,
  accepted: string | null | undefined,
  own: Locale,
): Locale {
  const spoken = (accepted ?? "").split(",").map((name) => name.trim());
  return localeFrom(wished ?? undefined, spoken.find(isKnown), own);
}

/**
 * The problem for a request that does not fit its schema. Too much and nothing at all have texts of
 * their own, because a person can correct them.
 */
export function problemWith({ issues }: Pick<z.ZodError, "issues">, target: string) {
  if (target === "param") return "unknown_agent";
  if (target === "query") return "not_understood";
  if (issues.some(({ code }) => code === "too_big")) return "too_large";
  const isEmpty = issues.every((issue) => issue.code === "too_small" && issue.origin !== "number");
  return isEmpty ? "nothing_said" : "not_understood";
}

/** An unsupported language is skipped: this machine's own is better than English by default. */
function isKnown(name: string): boolean {
  return /^(?:en|ko)\b/i.test(name);
}
