/**
 * Remembers the begun calls of a client whose notice of a dialog does not say what the call is, so
 * that a person sees the command or change and not its name alone.
 */
import type { Turn } from "../../core/agent/agent.ts";
import type { AgentEvent, DialogEvent, EventHead } from "../../core/agent/agent-event.ts";
import { permissionQuestion } from "../clients/common/tool-questions.ts";

export interface ConfirmedCalls {
  /** The dialog that this notice tells of, whose question it opened; null if it tells of none. */
  shownBy(event: AgentEvent, question: Turn | null): AnnouncedDialog | null;
}

type AnnouncedDialog = DialogEvent & { readonly toolUseId: string };
type Begun = Extract<AgentEvent, { type: "tool_starting" }> & { readonly toolUseId: string };

// More than any client has open at a time.
const MOST_REMEMBERED = 200;

export function rememberConfirmedCalls(): ConfirmedCalls {
  const begun: Begun[] = [];
  return {
    shownBy(event, question) {
      if (event.client !== "gemini") return null;
      if (event.type === "tool_starting") remember(event);
      if (event.type !== "notified" || question === null) return null;
      const call = begun.findLast(
        (one) => isOfSession(one, event) && permissionQuestion(one).text === question.text,
      );
      if (call === undefined) return null;
      return { ...call, type: "permission_asked", suggestions: [], at: event.at };
    },
  };

  function remember(event: Extract<AgentEvent, { type: "tool_starting" }>) {
    const { toolUseId } = event;
    if (toolUseId === null) return;
    begun.push({ ...event, toolUseId });
    if (begun.length > MOST_REMEMBERED) begun.shift();
  }
}

function isOfSession({ sessionId }: EventHead, other: EventHead): boolean {
  return sessionId === other.sessionId;
}
