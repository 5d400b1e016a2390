/** The pages' calls to the server. A refusal is thrown with the server's own sentence. */

import type { Locale } from "../../../src/core/locale.ts";
import type { Interaction } from "../../../src/desk/interaction.ts";
import type {
  BeginBody,
  Begun,
  EndorseBody,
  Kept,
  NewBody,
  PasskeyPage,
  SignBody,
  Signing,
} from "../../../src/surfaces/portal/passkey-wire.ts";
import type { RowPage } from "../../../src/surfaces/portal/rows/row-wire.ts";
import type {
  AnswerBody,
  Attached,
  ChoicePage,
  DraftBody,
  EvidenceBody,
  EvidenceReply,
  ExtendBody,
  LiveAsk,
  Refused,
  RejectBody,
  SettingsBody,
  SnoozeBody,
  Snoozed,
  Welcome,
} from "../../../src/surfaces/portal/wire.ts";
import { keyHeader } from "../../shared/page-key.ts";

export class RefusedError extends Error {
  readonly status: number;
  readonly refused: Refused;
  constructor(status: number, refused: Refused) {
    super(refused.error.message);
    this.status = status;
    this.refused = refused;
  }
}

/** No answer came at all: the server or the network is down. */
export class Unreachable extends Error {}

export const api = {
  rows: (query: Record<string, string>, signal?: AbortSignal) =>
    call<RowPage>(
      "GET",
      `/api/rows?${new URLSearchParams(query)}`,
      undefined,
      signal && { signal },
    ),
  choice: (id: string) => call<ChoicePage>("GET", askPath(id)),
  evidence: (id: string, locale: Locale) =>
    call<EvidenceReply>("GET", askPath(id, `/evidence?locale=${locale}`)),
  /** The same for the call as the person changed it. */
  judge: (id: string, locale: Locale, body: EvidenceBody) =>
    call<EvidenceReply>("POST", askPath(id, `/evidence?locale=${locale}`), body),
  /** Stores a file for this answer, as the phone does. */
  attach: (id: string, file: File) =>
    call<Attached>("POST", askPath(id, `/files?name=${encodeURIComponent(file.name)}`), file),
  answer: (id: string, body: AnswerBody, isLast = false) =>
    call<LiveAsk>("POST", askPath(id, "/answer"), body, { keepalive: isLast }),
  /** `isLast` lets the request finish while the page goes away. */
  reject: (id: string, body: RejectBody, isLast = false) =>
    call<LiveAsk>("POST", askPath(id, "/reject"), body, { keepalive: isLast }),
  extend: (id: string, body: ExtendBody) => call<LiveAsk>("POST", askPath(id, "/extend"), body),
  snooze: (id: string, body: SnoozeBody) => call<Snoozed>("POST", askPath(id, "/snooze"), body),
  /** What the browser needs to have this reply signed. */
  sign: (id: string, body: SignBody) => call<Signing>("POST", askPath(id, "/sign"), body),
  welcome: () => call<Welcome>("GET", "/api/welcome"),
  /** Asks a question of our own, to try the keys with. */
  tryOne: (locale: Locale) => call<{ id: string }>("POST", `/api/welcome/try?locale=${locale}`, {}),
  passkeys: () => call<PasskeyPage>("GET", "/api/passkeys"),
  beginPasskey: (body: BeginBody) => call<Begun>("POST", "/api/passkeys/begin", body),
  newPasskey: (body: NewBody) => call<Kept>("POST", "/api/passkeys/new", body),
  endorsePasskey: (body: EndorseBody) => call<Kept>("POST", "/api/passkeys/endorse", body),
  saveSettings: (body: SettingsBody) => call<Interaction>("POST", "/api/settings", body),
  /** Reports that the person is here. */
  present: () => call<void>("POST", "/api/presence", {}),
  saveDraft: (id: string, body: DraftBody, isLast = false) =>
    call<void>("PUT", askPath(id, "/draft"), body, { keepalive: isLast }),
};

function askPath(id: string, rest = ""): string {
  return `/api/asks/${encodeURIComponent(id)}${rest}`;
}

export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  more: RequestInit = {},
): Promise<T> {
  const isFile = body instanceof Blob;
  const type = isFile ? BYTES_TYPE : JSON_TYPE;
  const headers = { ...keyHeader(), ...(body !== undefined && type) };
  const init: RequestInit = { method, headers, credentials: "same-origin", ...more };
  if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw new Unreachable("No answer came.", { cause });
  });
  const given: unknown =
    response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return given as T; // The contract in wire.ts is our own server's.
  throw new RefusedError(response.status, isRefused(given) ? given : unexplained(response.status));
}

const JSON_TYPE = { "content-type": "application/json" };
const BYTES_TYPE = { "content-type": "application/octet-stream" };

function isRefused(given: unknown): given is Refused {
  const error = (given as Partial<Refused> | undefined)?.error;
  return typeof error === "object" && error !== null && typeof error.message === "string";
}

function unexplained(status: number): Refused {
  return { error: { code: `http_${status}`, message: "", suggestion: "" } };
}
