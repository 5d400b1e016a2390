/** An agent's state as one would say it, with why it stopped. */
import type { Agent } from "../../../core/agent/agent.ts";
import { failureInWords } from "../../../core/agent/failure-words.ts";
import type { VoiceFailure } from "../wire/wire.ts";
import type { VoiceMessages } from "./messages.ts";
import { spoken } from "./speech.ts";

export function stateAloud(
  { state, failure }: Pick<Agent, "state" | "failure">,
  say: VoiceMessages,
  now: Date,
): string {
  return failure === null ? say.state[state] : spoken(failureInWords(failure, say.locale, now));
}

export function failureOnWire({ failure }: Pick<Agent, "failure">): VoiceFailure | null {
  if (failure === null) return null;
  const { kind, text, resumesAt, resumesByItself } = failure;
  return { kind, text, resumes_at: resumesAt, resumes_by_itself: resumesByItself };
}
