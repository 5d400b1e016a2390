/** The texts of `askline stats` for people. Every language has the same keys. */
import { type Sentences, SpokenError } from "../../core/ask/spoken-error.ts";
import type { Locale } from "../../core/locale.ts";
import type { Figures } from "../../core/records/figures.ts";
import { lengthInWords, shareInWords } from "../../core/records/record-words.ts";

type Summary = Figures & { since: string | null };

const en = {
  project: "PROJECT",
  agent: "AGENT",
  kind: "KIND",
  surface: "DECIDED IN",
  day: "DAY",
  columns: ["ASKED", "BY RULE", "OUT OF TIME", "HALF WITHIN", "9 IN 10 WITHIN", "WAITED"],
  noName: "(none)",
  nothing: "Nothing was settled in that time. --since all looks at everything.",
  more: (count: number) => `And ${count} more; --json and --csv have all.`,
  askedMost: "Asked most, always decided alike. Each could be a rule (askline rules).",
  askedColumns: ["WHAT", "PROJECT", "TIMES", "ALWAYS"],
  severalProjects: "several",
  allowed: "allowed",
  denied: "denied",
  summary: ({ all, beforeMs, differed, since }: Summary): string =>
    [
      since === null
        ? `${count(all.asked)} settled in all.`
        : `${count(all.asked)} settled since ${since}.`,
      `Agents waited ${lengthInWords(all.waitedMs, "en")}${beforeInEnglish(all.waitedMs, beforeMs)}.`,
      ...(all.medianMs === null || all.ninetiethMs === null
        ? []
        : [
            `People decided ${all.byPerson}: half within ${lengthInWords(all.medianMs, "en")}, nine in ten within ${lengthInWords(all.ninetiethMs, "en")}.`,
          ]),
      `Rules decided ${all.byRule} (${shareInWords(all.byRule, all.asked)}), the deadline ${all.timedOut}.`,
      ...(differed === 0
        ? []
        : [
            `${differed === 1 ? "Once" : `${differed} times`} the agent did something else than was decided.`,
          ]),
    ].join("\n"),
};

function count(asks: number): string {
  return asks === 1 ? "1 ask" : `${asks} asks`;
}

function beforeInEnglish(now: number, before: number | null): string {
  if (before === null || before === 0) return "";
  const than = `${lengthInWords(Math.abs(now - before), "en")} ${now > before ? "more" : "less"}`;
  return `, ${than} than in the same time before`;
}

const ko: typeof en = {
  project: "프로젝트",
  agent: "에이전트",
  kind: "종류",
  surface: "결정한 곳",
  day: "날짜",
  columns: ["질문", "규칙", "시간 초과", "절반이 걸린 시간", "열에 아홉", "기다린 시간"],
  noName: "(없음)",
  nothing: "그동안 끝난 질문이 없습니다. --since all로 모두 볼 수 있습니다.",
  more: (count) => `${count}개가 더 있습니다. --json과 --csv에는 모두 나옵니다.`,
  askedMost: "자주 물었고 늘 같은 결정을 받은 것. 하나하나 규칙이 될 수 있습니다(askline rules).",
  askedColumns: ["내용", "프로젝트", "횟수", "늘"],
  severalProjects: "여러 곳",
  allowed: "허용",
  denied: "거절",
  summary: ({ all, beforeMs, differed, since }) =>
    [
      since === null
        ? `끝난 질문은 모두 ${all.asked}개입니다.`
        : `${since}부터 끝난 질문은 ${all.asked}개입니다.`,
      `에이전트가 기다린 시간: ${lengthInWords(all.waitedMs, "ko")}${beforeInKorean(all.waitedMs, beforeMs)}`,
      ...(all.medianMs === null || all.ninetiethMs === null
        ? []
        : [
            `사람이 결정한 ${all.byPerson}개 중 절반은 ${lengthInWords(all.medianMs, "ko")}, 열에 아홉은 ${lengthInWords(all.ninetiethMs, "ko")} 안에 결정했습니다.`,
          ]),
      `규칙이 결정한 것 ${all.byRule}개(${shareInWords(all.byRule, all.asked)}), 시간이 지난 것 ${all.timedOut}개.`,
      ...(differed === 0 ? [] : [`에이전트가 결정과 다르게 행동한 것 ${differed}개.`]),
    ].join("\n"),
};

function beforeInKorean(now: number, before: number | null): string {
  if (before === null || before === 0) return "";
  const than = lengthInWords(Math.abs(now - before), "ko");
  return ` (그 전 같은 기간보다 ${than} ${now > before ? "늘었습니다" : "줄었습니다"})`;
}

export function statsMessages(locale: Locale): typeof en {
  return { en, ko }[locale];
}

/** What was given as `--since` is no time. */
export class NotASpan extends SpokenError {
  readonly code = "usage";
  constructor(text: string) {
    super(notASpan(text));
  }
}

function notASpan(text: string): Record<Locale, Sentences> {
  return {
    en: {
      message: `"${text}" is no time that lies behind us.`,
      suggestion: "Write --since 14d, 12h, 2026-03-01 or all.",
    },
    ko: {
      message: `지나간 때가 아닙니다: ${text}`,
      suggestion: "--since 14d, 12h, 2026-03-01, all처럼 쓰세요.",
    },
  };
}
