/** The texts of `askline verify`. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";
import type { Verification } from "./verify.ts";

type Words = Record<Verification["result"], (found: Verification) => string>;

const en: Words = {
  verified: ({ person, passkey, fingerprint, origin, at }) =>
    `Verified: ${person} signed exactly this answer to exactly this question with a passkey` +
    `${passkey === undefined ? "" : ` (${passkey})`}, at ${origin}, ${at}.\nKey: ${fingerprint}`,
  open: () => "Nothing was decided yet, so there is nothing to verify.",
  unsigned: () =>
    "Not verified: no passkey signed this. Without one, any program of the same account could " +
    "have written it.",
  broken: ({ problem }) =>
    `Not verified: the signature does not belong to what is recorded. Do not rely on it. ${problem}`,
  unknown_key: ({ fingerprint, person }) =>
    `Not verified: the signature holds, but this is not a key that is known to be ${person}'s.\n` +
    `Key: ${fingerprint}`,
};

const ko: Words = {
  verified: ({ person, passkey, fingerprint, origin, at }) =>
    `확인됨: ${person} 님이 바로 이 질문에 바로 이 답을 패스키` +
    `${passkey === undefined ? "" : `(${passkey})`}로 서명했습니다. ${origin}, ${at}.\n` +
    `키: ${fingerprint}`,
  open: () => "아직 결정되지 않아 확인할 것이 없습니다.",
  unsigned: () =>
    "확인되지 않음: 패스키로 서명한 답이 아닙니다. 같은 계정의 어떤 프로그램이든 쓸 수 있었습니다.",
  broken: ({ problem }) =>
    `확인되지 않음: 서명이 기록된 내용과 맞지 않습니다. 믿지 마세요. ${problem}`,
  unknown_key: ({ fingerprint, person }) =>
    `확인되지 않음: 서명은 맞지만 ${person} 님의 것으로 알려진 키가 아닙니다.\n키: ${fingerprint}`,
};

export function verifyMessages(locale: Locale): Words {
  return locale === "ko" ? ko : en;
}
