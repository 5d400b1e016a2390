/** What an agent's state is called on the page, with why it stopped. */
import { failureInWords } from "../../src/core/agent/failure-words.ts";
import type { VoiceAgent } from "../../src/surfaces/voice/wire/wire.ts";
import type { Messages } from "./messages.ts";

export function stateOf(
  { state, failure }: Pick<VoiceAgent, "state" | "failure">,
  { states, locale }: Pick<Messages, "states" | "locale">,
): string {
  if (!failure) return states[state];
  const { kind, text, resumes_at: resumesAt, resumes_by_itself: resumesByItself } = failure;
  return failureInWords({ kind, text, resumesAt, resumesByItself }, locale, new Date());
}
