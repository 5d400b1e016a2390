/** `provide_choice` as pure functions, for programs that speak its contract (`askline/choice`). */
import type { Presentation } from "../core/ask/ask.ts";
import type { Question } from "../core/ask/question.ts";
import type { ParsedRequest } from "./validation.ts";

export type { ProvideChoiceRequest } from "./request.ts";
export {
  ChoiceAbandoned,
  type Launch,
  type ProvideChoiceResponse,
  responseFromAsk,
} from "./response.ts";
export { InvalidRequest, type ParsedRequest, parseRequest } from "./validation.ts";

/** Five minutes, unless the request or the person's settings say otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 300;

/** A valid request as an ask, ready for the desk. */
export interface ChoiceAsk {
  questions: [Question];
  timeoutSeconds: number;
  onTimeout: "default" | "none";
  presentation: Presentation;
}

export function askFromRequest(
  { request, question }: Extract<ParsedRequest, { kind: "ask" }>,
  { savedTimeoutSeconds }: { savedTimeoutSeconds?: number | undefined } = {},
): ChoiceAsk {
  const {
    option_annotations: notes,
    global_annotation: globalNote,
    single_submit_mode: autoSubmit,
  } = request;
  const presentation: Presentation = {
    transport: request.transport,
    autoSubmit,
    showPlaceholder: request.show_placeholder,
    offerOptionNotes: typeof notes === "boolean" ? notes : undefined,
    offerGlobalNote: typeof globalNote === "boolean" ? globalNote : undefined,
    startingNotes: typeof notes === "object" ? notes : undefined,
    startingGlobalNote: typeof globalNote === "string" ? globalNote : undefined,
  };
  return {
    questions: [question],
    timeoutSeconds: request.timeout_seconds ?? savedTimeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    onTimeout:
      request.timeout_action ?? (question.defaultOptionIds.length > 0 ? "default" : "none"),
    presentation: JSON.parse(JSON.stringify(presentation)) as Presentation,
  };
}
