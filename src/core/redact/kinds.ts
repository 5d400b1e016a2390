/** What a hidden part is, in words for people: "a GitHub token". */
import type { Locale } from "../locale.ts";

export interface SecretKind {
  /** Whose it is, as its maker writes the name; absent where that cannot be told. */
  readonly service?: string;
  readonly noun: keyof typeof NOUNS;
}

const NOUNS = {
  key: "키",
  token: "토큰",
  password: "비밀번호",
  secret: "비밀 값",
  "private key": "개인 키",
  "secret address": "비밀 주소",
  "signed token": "서명된 토큰",
} as const;

export function kindWords({ service, noun }: SecretKind, locale: Locale): string {
  const parts = service === undefined ? [] : [service];
  if (locale === "ko") return [...parts, NOUNS[noun]].join(" ");
  const words = [...parts, noun].join(" ");
  return `${/^(?:[aeiou]|npm\b|xai\b)/i.test(words) ? "an" : "a"} ${words}`;
}
