/** Calls Slack's Web API for the set-up, and says in words what went wrong. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";

export type TokenKind = "bot" | "app" | "configuration";

const KOREAN: Record<TokenKind, string> = { bot: "봇", app: "앱", configuration: "설정" };

export class SlackRefused extends SpokenError {
  readonly code = "slack_refused";
  constructor(token: TokenKind, reason: string) {
    super({
      en: {
        message: `Slack refused the ${token} token: ${reason}.`,
        suggestion:
          "Copy it once more from your app's pages at api.slack.com/apps; " +
          "docs/slack.md says where it is.",
      },
      ko: {
        message: `Slack이 ${KOREAN[token]} 토큰을 받아들이지 않았습니다: ${reason}`,
        suggestion:
          "api.slack.com/apps의 앱 페이지에서 다시 복사하세요. 어디에 있는지는 docs/slack.md에 있습니다.",
      },
    });
  }
}

export class SlackUnreachable extends SpokenError {
  readonly code = "slack_unreachable";
  constructor(reason: string) {
    super({
      en: {
        message: `Slack cannot be reached: ${reason}.`,
        suggestion:
          "Look at the network, or at the proxy of this machine, and try again; nothing was kept.",
      },
      ko: {
        message: `Slack에 연결할 수 없습니다: ${reason}`,
        suggestion:
          "이 컴퓨터의 네트워크나 프록시를 확인하고 다시 시도하세요. 저장된 것은 없습니다.",
      },
    });
  }
}

/** Slack took the token, and did not do what it was asked. */
export class SlackDidNot extends SpokenError {
  readonly code = "slack_refused";
  readonly reason: string;
  constructor(method: string, reason: string, detail = "") {
    const more = detail === "" ? "" : ` ${detail}`;
    const ended = /[.!?]$/.test(more) ? more : `.${more}`;
    super({
      en: {
        message: `Slack did not do ${method}: ${reason}${ended}`,
        suggestion: "docs/slack.md says what each error means and what helps.",
      },
      ko: {
        message: `Slack이 ${method}을(를) 하지 않았습니다: ${reason}${ended}`,
        suggestion: "오류마다 무엇이 도움이 되는지는 docs/slack.md에 있습니다.",
      },
    });
    this.reason = reason;
  }
}

export interface Called {
  body: Record<string, unknown>;
  scopes: string[];
}

export interface WebApi {
  /** Throws SlackUnreachable, SlackRefused for the token, SlackDidNot for the rest. */
  call(method: string, fields?: Record<string, string>): Promise<Called>;
}

const WITHIN_MS = 15_000;
const MOST_WAITS = 5;

// Slack's error codes for a token that is not valid, or not of the kind that the call needs.
const TOKEN_ERRORS = new Set([
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
  "no_permission",
  "user_is_restricted",
]);

export function webApi(apiUrl: string, token: string, kind: TokenKind): WebApi {
  return { call: (method, fields = {}) => callAgain(method, fields, MOST_WAITS) };

  /** Waits as long as Slack says where it was called too often. */
  async function callAgain(
    method: string,
    fields: Record<string, string>,
    waits: number,
  ): Promise<Called> {
    const response = await send(method, fields);
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status === 429 && waits > 0) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(60, seconds || 1) * 1_000));
      return callAgain(method, fields, waits - 1);
    }
    // Slack answers every call with an object that says whether it went well.
    const body = (await response
      .json()
      .catch(() => ({ ok: false, error: `HTTP ${response.status}` }))) as Record<string, unknown>;
    if (body["ok"] !== true) throw refusal(method, body);
    return { body, scopes: (response.headers.get("x-oauth-scopes") ?? "").split(/,\s*/) };
  }

  async function send(method: string, fields: Record<string, string>) {
    const init = {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields).toString(),
      signal: AbortSignal.timeout(WITHIN_MS),
    };
    return fetch(apiUrl + method, init).catch((cause: Error) => {
      throw new SlackUnreachable(cause.message);
    });
  }

  function refusal(method: string, body: Record<string, unknown>): SpokenError {
    const reason = String(body["error"]);
    const isAboutToken = TOKEN_ERRORS.has(reason) || method === "auth.test";
    if (isAboutToken || kind === "app") return new SlackRefused(kind, reason);
    return new SlackDidNot(method, reason, detailIn(body));
  }
}

/** What Slack says of each fault of a manifest, and which scope it misses. */
function detailIn({ errors, needed }: Record<string, unknown>): string {
  if (typeof needed === "string") return `It needs ${needed}.`;
  if (!Array.isArray(errors)) return "";
  const told = errors.map((one: { message?: unknown; pointer?: unknown }) =>
    [one.pointer, one.message].filter((part) => typeof part === "string").join(": "),
  );
  return told.slice(0, 3).join("; ");
}
