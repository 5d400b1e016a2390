/** What kinds and lengths of time are called, in each language. */
import type { Locale } from "../locale.ts";
import type { AskKind } from "./ask-kind.ts";

export const KIND_NAMES: Record<Locale, Record<AskKind, string>> = {
  en: {
    question: "Questions",
    command: "Commands",
    edit: "Edits",
    tool: "Other tools",
    plan: "Plans",
    form: "Forms",
  },
  ko: {
    question: "질문",
    command: "명령",
    edit: "파일 수정",
    tool: "다른 도구",
    plan: "계획",
    form: "양식",
  },
};

interface Part {
  amount: number;
  unit: "d" | "h" | "min" | "s";
}

/** The two largest units at most: 5 h and 30 min, 1 min and 20 s, 48 s. */
export function lengthInParts(milliseconds: number): Part[] {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit));
  const whole: Part[] = [
    { amount: days ?? 0, unit: "d" },
    { amount: (hours ?? 0) % 24, unit: "h" },
    { amount: (minutes ?? 0) % 60, unit: "min" },
    { amount: seconds % 60, unit: "s" },
  ];
  const first = whole.findIndex(({ amount }) => amount > 0);
  if (first === -1) return [{ amount: 0, unit: "s" }];
  // Seconds say nothing beside ten minutes or more.
  const most = whole[first]?.unit === "min" && (minutes ?? 0) >= 10 ? 1 : 2;
  return whole.slice(first, first + most).filter(({ amount }) => amount > 0);
}

export const UNIT_NAMES: Record<Locale, Record<Part["unit"], string>> = {
  en: { d: "d", h: "h", min: "min", s: "s" },
  ko: { d: "일", h: "시간", min: "분", s: "초" },
};

export function lengthInWords(milliseconds: number, locale: Locale): string {
  return lengthInParts(milliseconds)
    .map(({ amount, unit }) =>
      locale === "ko" ? `${amount}${UNIT_NAMES.ko[unit]}` : `${amount} ${UNIT_NAMES.en[unit]}`,
    )
    .join(" ");
}

export function shareInWords(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
}
