/** What can go wrong between this machine and its hub, in words. */
import { AsklineError, AskNotFound } from "../../core/ask/errors.ts";
import { SpokenError } from "../../core/ask/spoken-error.ts";
import type { Locale } from "../../core/locale.ts";

/** Nobody answered. What was sent may have arrived all the same, where `wasSent` says so. */
export class HubUnreachable extends SpokenError {
  readonly code = "hub_unreachable";
  readonly #url: string;
  readonly #why: Words;
  readonly wasSent: boolean;
  /** How long the hub would have us wait before the next try. */
  readonly retryAfterMs: number | null;
  constructor(url: string, wasSent: boolean, why: Words, retryAfterMs: number | null = null) {
    super({
      en: {
        message: `The hub at ${url} cannot be reached: ${why.en}.`,
        suggestion: "Look at the network, or see `askline remote status`.",
      },
      ko: {
        message: `허브에 연결할 수 없습니다(${url}): ${why.ko}`,
        suggestion: "네트워크를 확인하거나 `askline remote status`를 실행해 보세요.",
      },
    });
    this.#why = why;
    this.#url = url;
    this.wasSent = wasSent;
    this.retryAfterMs = retryAfterMs;
  }

  /** The same trouble of a request, for what depends on it, or on an earlier try. */
  withSent(wasSent: boolean): HubUnreachable {
    return new HubUnreachable(this.#url, wasSent, this.#why, this.retryAfterMs);
  }
}

/** The token was revoked, has expired, or is not for this. What waits to be sent is kept. */
export class TokenRefused extends SpokenError {
  readonly code = "token_refused";
  constructor(url: string, said: string) {
    super({
      en: {
        message: `The hub at ${url} does not take this token. ${said}`.trim(),
        suggestion:
          "Ask its admin for a new one, then run `askline remote add`. What was not sent is kept.",
      },
      ko: {
        message: `허브가 이 토큰을 받지 않습니다(${url}). ${said}`.trim(),
        suggestion:
          "관리자에게 새 토큰을 받아 `askline remote add`를 실행하세요. 보내지 못한 것은 남아 있습니다.",
      },
    });
  }
}

/** The person's decision is on this disk and goes out by itself; somebody may be first meanwhile. */
export class NotSentYet extends SpokenError {
  readonly code = "not_sent_yet";
  constructor(url: string) {
    super({
      en: {
        message: `Not sent yet: the hub at ${url} cannot be reached. Your answer is kept.`,
        suggestion:
          "It is sent as soon as the hub is back, unless somebody answers first: `askline remote status`",
      },
      ko: {
        message: `아직 보내지 못했습니다. 허브에 연결할 수 없습니다(${url}). 답은 남아 있습니다.`,
        suggestion:
          "허브가 돌아오면 바로 보냅니다. 그 사이 다른 사람이 먼저 답할 수 있습니다: `askline remote status`",
      },
    });
  }
}

/** The hub says that it was removed; an ask that it does not know may be one that it has lost. */
export class AskRemoved extends AskNotFound {}

/** What the hub refused in its own words. */
export class HubRefused extends AsklineError {
  readonly code: string;
  readonly suggestion: string;
  readonly status: number;
  constructor(status: number, code: string, message: string, suggestion: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.suggestion = suggestion;
  }
}

type Words = Readonly<Record<Locale, string>>;

const UNKNOWN_AUTHORITY = {
  en: "its certificate is signed by an authority that this machine does not know",
  ko: "이 컴퓨터가 모르는 기관이 인증서에 서명했습니다",
};
const NO_HTTPS = { en: "it does not speak https", ko: "https로 말하지 않습니다" };

const IN_WORDS: Readonly<Record<string, Words>> = {
  ECONNREFUSED: { en: "nothing listens there", ko: "그 주소에서 듣는 프로그램이 없습니다" },
  ENOTFOUND: { en: "there is no machine of that name", ko: "그런 이름의 컴퓨터가 없습니다" },
  EAI_AGAIN: { en: "its name cannot be looked up now", ko: "지금은 이름을 찾을 수 없습니다" },
  ETIMEDOUT: { en: "it does not answer", ko: "응답이 없습니다" },
  EHOSTUNREACH: { en: "no way leads there", ko: "그곳으로 가는 길이 없습니다" },
  ENETUNREACH: { en: "this machine has no network", ko: "이 컴퓨터가 네트워크에 없습니다" },
  ECONNRESET: { en: "the connection broke", ko: "연결이 끊어졌습니다" },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    en: "its certificate is signed by nobody but itself",
    ko: "인증서가 스스로 서명한 것입니다",
  },
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    en: "it does not send the certificate between its own and an authority that is known",
    ko: "알려진 기관까지 이어지는 중간 인증서를 보내지 않습니다",
  },
  CERT_HAS_EXPIRED: { en: "its certificate has expired", ko: "인증서가 만료되었습니다" },
  CERT_NOT_YET_VALID: {
    en: "its certificate does not count yet; look at the clock of this machine",
    ko: "인증서가 아직 유효하지 않습니다. 이 컴퓨터의 시계를 확인하세요",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    en: "its certificate is for another name",
    ko: "다른 이름의 인증서입니다",
  },
  EPROTO: NO_HTTPS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
};

export function whyInWords(error: unknown): Words {
  const { code } = error as { code?: string };
  const said = error instanceof Error ? error.message : "";
  return IN_WORDS[code ?? ""] ?? { en: said, ko: said };
}
