/** `--scope`, `--project`, `--person` and `--expires` of `askline token create`. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { Scope } from "../../../http/access.ts";
import type { GivenRights } from "../../../http/device-tokens.ts";

const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, y: 365 };
const DAY_MS = 86_400_000;

/** A token for projects or with a person's scope is no plain device any more. Throws NotARight. */
export function rightsIn(
  options: Readonly<Record<string, unknown>>,
  now = Date.now(),
): GivenRights {
  const projects = wordsIn(options["project"]);
  const named = wordsIn(options["scope"]).map(scopeFrom);
  const scopes = named.length === 0 && projects.length > 0 ? (["answer"] as const) : named;
  const person = textIn(options["person"]);
  const expires = textIn(options["expires"]);
  const rights: GivenRights = {
    ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
    ...(projects.length > 0 && { projects: [...new Set(projects)] }),
    ...(person !== "" && { person: nameFrom(person) }),
    ...(expires !== "" && { expiresAt: momentFrom(expires, now) }),
    ...(options["voiceOnly"] === true && { only: "voice" as const }),
  };
  if (rights.only !== undefined && rights.scopes !== undefined)
    throw new NotARight(WRONG.voiceOnly);
  return rights;
}

function scopeFrom(word: string): Scope {
  const scope = Scope.safeParse(word);
  if (!scope.success) throw new NotARight(WRONG.scope(safeLine(word)));
  return scope.data;
}

function nameFrom(person: string): string {
  if (safeLine(person) !== person || person.length > 60)
    throw new NotARight(WRONG.person(safeLine(person)));
  return person;
}

/** `30d`, or a date. */
function momentFrom(text: string, now: number): string {
  const [, count = "", unit = ""] = /^(\d{1,4})([hdwy])$/.exec(text) ?? [];
  const moment = count === "" ? Date.parse(text) : now + Number(count) * (DAYS[unit] ?? 0) * DAY_MS;
  if (!(moment > now)) throw new NotARight(WRONG.expires(safeLine(text)));
  return new Date(moment).toISOString();
}

function wordsIn(given: unknown): string[] {
  return textIn(given)
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function textIn(given: unknown): string {
  return typeof given === "string" ? given.trim().normalize("NFC") : "";
}

type Told = ConstructorParameters<typeof SpokenError>[0];

export class NotARight extends SpokenError {
  readonly code = "usage";
  constructor(words: Told) {
    super(words);
  }
}

const WRONG = {
  scope: (given: string): Told => ({
    en: {
      message: `There is no scope called ${given}.`,
      suggestion: "Give one or more of ask, read, answer and admin, such as --scope ask,read",
    },
    ko: {
      message: `그런 권한이 없습니다: ${given}`,
      suggestion: "ask, read, answer, admin 가운데 고르세요. 예: --scope ask,read",
    },
  }),
  person: (given: string): Told => ({
    en: {
      message: `"${given}" cannot be the name of a person.`,
      suggestion: "Use up to sixty characters that can be seen.",
    },
    ko: {
      message: `사람 이름으로 쓸 수 없습니다: "${given}"`,
      suggestion: "보이는 글자로 60자까지 쓰세요.",
    },
  }),
  expires: (given: string): Told => ({
    en: {
      message: `"${given}" is no time to come.`,
      suggestion: "Give how long it lasts, such as 12h, 30d or 1y, or a date such as 2027-01-31.",
    },
    ko: {
      message: `앞으로 올 때가 아닙니다: "${given}"`,
      suggestion: "12h, 30d, 1y처럼 기간을 쓰거나 2027-01-31처럼 날짜를 쓰세요.",
    },
  }),
  voiceOnly: {
    en: {
      message: "A token for voice alone has no scopes and no projects.",
      suggestion: "Leave out --voice-only, or --scope and --project.",
    },
    ko: {
      message: "음성 전용 토큰에는 권한이나 프로젝트를 정할 수 없습니다.",
      suggestion: "--voice-only를 빼거나, --scope와 --project를 빼세요.",
    },
  } satisfies Told,
};
