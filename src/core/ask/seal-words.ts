/**
 * The small print of a decision, in words for people: that the person changed the call, that
 * another program wrote it, that it was made in a terminal that the agent opened, or that a passkey
 * signed it. Most decisions have none.
 */
import type { Locale } from "../locale.ts";
import type { Ask } from "./ask.ts";
import { needsPasskey } from "./consent.ts";
import { editedIn } from "./edited-call.ts";

const UNSEALED: Record<Locale, string> = {
  en: "Written by another program",
  ko: "다른 프로그램이 쓴 결정",
};

const OPENED_BY_AGENT: Record<Locale, string> = {
  en: "In a terminal that the agent opened",
  ko: "에이전트가 연 터미널에서",
};

const SIGNED: Record<Locale, string> = {
  en: "Signed with a passkey",
  ko: "패스키로 서명함",
};

const UNSIGNED: Record<Locale, string> = {
  en: "Not signed, though it needed a passkey",
  ko: "패스키 서명이 필요하지만 없음",
};

const EDITED: Record<Locale, string> = {
  en: "Allowed with changes",
  ko: "고쳐서 허용함",
};

/** Null where there is nothing to add. */
export function smallPrint(
  { outcome, sealed, presentation }: Pick<Ask, "outcome" | "sealed" | "presentation">,
  locale: Locale,
): string | null {
  const words = [
    ...(outcome?.status === "completed" && editedIn(outcome.reply) !== null
      ? [EDITED[locale]]
      : []),
    ...(outcome?.provenance.proof === undefined ? [] : [SIGNED[locale]]),
    ...(isUnsigned({ outcome, presentation }) ? [UNSIGNED[locale]] : []),
    ...(outcome?.provenance.openedBy === "agent" ? [OPENED_BY_AGENT[locale]] : []),
    ...(sealed === false ? [UNSEALED[locale]] : []),
  ];
  return words.length === 0 ? null : words.join(" · ");
}

/** A person's yes without the signature that it needed: no surface of ours takes such a one. */
function isUnsigned({ outcome, presentation }: Pick<Ask, "outcome" | "presentation">): boolean {
  return (
    outcome?.status === "completed" &&
    outcome.provenance.by === "person" &&
    outcome.provenance.proof === undefined &&
    needsPasskey({ presentation }, outcome.reply)
  );
}
