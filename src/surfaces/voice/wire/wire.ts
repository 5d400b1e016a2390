/**
 * What the voice page and the hub say to each other. Types only: the browser loads nothing of this file.
 *
 * `POST /api/voice/command` takes CommandBody and gives CommandReply. `GET /api/voice/sessions?verbosity=` gives
 * SessionsReply. Under `/api/voice/agents/{id}`: `GET /output?limit=` gives OutputReply, `GET /question` QuestionReply,
 * `GET /transcript?before=&limit=` TranscriptReply, `POST /upload` (multipart/form-data with `file` and `caption`, or the
 * bare bytes with their type and an `x-file-name` header, percent-encoded) UploadReply. `GET /api/voice/uploads/{id}`
 * downloads. Every GET takes `verbosity` and `lang`. Whatever is not 2xx is a VoiceError.
 */
export type {
  CommandBody,
  CommandReply,
  OutputReply,
  QuestionReply,
  SessionsReply,
  Speakable,
  TranscriptReply,
  UploadReply,
  Verbosity,
  VoiceAgent,
  VoiceDelivery,
  VoiceError,
  VoiceOption,
  VoiceQuestion,
  VoiceTurn,
} from "./schemas.ts";

import type { AgentState } from "../../../core/agent/agent.ts";
import type { VoiceDelivery, VoiceTurn } from "./schemas.ts";

/** `turn_created`, `turn_updated` (its time or its meaning was corrected) and `turn_removed` at `GET /api/events`. */
export type TurnEvent = Omit<VoiceTurn, "task_instruction" | "task_state" | "delivery"> & {
  agent_id: number;
  project_id: number;
  at: string;
};

/** `delivery_updated` at `GET /api/events`: how far a text got that was typed to an agent; `id` is its `delivery_id`. */
export interface DeliveryEvent {
  agent_id: number;
  at: string;
  id: number;
  turn_id: number | null;
  state: VoiceDelivery["state"];
  detail: string | null;
}

/** `agent_updated` at `GET /api/events`. */
export interface AgentEvent {
  agent_id: number;
  project_id: number;
  at: string;
  state: AgentState;
  state_since: string;
  current_task_id: number | null;
  ended_at: string | null;
}

/** `answer_not_used` at `GET /api/events`: somebody decided, but the agent had gone on without it. */
export interface UnusedAnswerEvent {
  agent_id: number;
  at: string;
  ask_id: string;
  surface: string;
  who: string | null;
}
