/**
 * The voice page's calls to the hub. A refusal is thrown with the hub's own words,
 * which may be read aloud.
 */
import { jsonIn } from "../../src/core/json.ts";
import type {
  AskQuestionReply,
  CommandBody,
  CommandReply,
  OutputReply,
  QuestionReply,
  SessionsReply,
  SnoozeReply,
  TranscriptReply,
  UploadReply,
  VoiceError,
} from "../../src/surfaces/voice/wire/wire.ts";
import { keyHeader } from "../shared/page-key.ts";
import { requestSettings } from "./settings.ts";

/** The hub refused, with its reason. */
export class Refused extends Error {
  readonly status: number;
  readonly words: VoiceError | null;
  constructor(status: number, words: VoiceError | null) {
    super(words?.error ?? `Refused with ${status}.`);
    this.status = status;
    this.words = words;
  }
}

/** No answer came at all: the hub or the network is down. */
export class Unreachable extends Error {}

export const api = {
  sessions: ({ limit, words = "" }: { limit?: number; words?: string } = {}) =>
    get<SessionsReply>("/sessions", {
      ...(limit === undefined ? {} : { asks_limit: String(limit) }),
      ...(words === "" ? {} : { q: words }),
    }),
  question: (agentId: number) => get<QuestionReply>(`/agents/${agentId}/question`),
  askQuestion: (askId: string) => get<AskQuestionReply>(`/asks/${askId}/question`),
  snooze: (askId: string, until: string | null) =>
    call<SnoozeReply>(`/api/voice/asks/${askId}/snooze`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ until, lang: requestSettings().lang }),
    }),
  output: (agentId: number) => get<OutputReply>(`/agents/${agentId}/output`, { limit: "1" }),
  transcript: (agentId: number, before?: number) =>
    get<TranscriptReply>(
      `/agents/${agentId}/transcript`,
      before === undefined ? {} : { before: String(before) },
    ),
  command: (body: CommandBody) =>
    call<CommandReply>("/api/voice/command", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...requestSettings(), ...body }),
    }),
  upload,
};

function get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  return call<T>(
    `/api/voice${path}?${new URLSearchParams({ ...requestSettings(), ...query })}`,
    {},
  );
}

async function call<T>(
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> },
): Promise<T> {
  const response = await fetch(path, {
    credentials: "same-origin",
    headers: { ...keyHeader(), ...headers },
    ...init,
  }).catch((cause: unknown) => {
    throw new Unreachable("No answer came.", { cause });
  });
  return understood<T>(response.status, await response.text().catch(() => ""));
}

/** Uses XMLHttpRequest, because nothing else reports the progress of an upload. */
function upload(
  agentId: number,
  file: File,
  caption: string,
  messageId: string,
  onProgress: (share: number) => void,
) {
  return new Promise<UploadReply>((resolve, reject) => {
    const form = new FormData();
    form.append("file", file, file.name);
    form.append("caption", caption);
    const request = new XMLHttpRequest();
    request.open(
      "POST",
      `/api/voice/agents/${agentId}/upload?${new URLSearchParams({ ...requestSettings(), message_id: messageId })}`,
    );
    for (const [name, value] of Object.entries(keyHeader())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new Unreachable("No answer came."));
    request.onload = () => {
      try {
        resolve(understood<UploadReply>(request.status, request.responseText));
      } catch (error) {
        reject(error as Error);
      }
    };
    request.send(form);
  });
}

function understood<T>(status: number, text: string): T {
  const given = jsonIn(text) ?? null;
  // The contract in wire.ts is our own hub's.
  if (status >= 200 && status < 300 && given !== null) return given as T;
  throw new Refused(status, isVoiceError(given) ? given : null);
}

function isVoiceError(given: unknown): given is VoiceError {
  const { error, suggestion } = (given ?? {}) as Partial<VoiceError>;
  return typeof error === "string" && typeof suggestion === "string";
}
