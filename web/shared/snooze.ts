/** Putting a question off in the pages: until when it would be, in words, and the texts. */
import { snoozeTimes, wakesAt } from "../../src/core/ask/snooze.ts";
import type { Locale } from "../../src/core/locale.ts";

const en = {
  name: "Snooze",
  for: "Snooze until",
  times: { hour: "1 h", threeHours: "3 h", evening: "This evening", tomorrow: "Tomorrow" },
  until: (time: string) => `Snoozed until ${time}.`,
  by: (person: string) => `Snoozed by ${person}`,
  badge: "Snoozed",
  capped: (time: string) => `Its deadline is earlier, so it comes back at ${time}.`,
  tooSoon: "It is due too soon to be put off.",
  several: (count: number) => `${count} snoozed.`,
  wake: "Bring back",
  awake: "It is back in the list.",
  show: (count: number) => `Show ${count} snoozed`,
  shown: "Show what is not snoozed",
  none: "Nothing is snoozed.",
};

export type SnoozeWords = typeof en;

const ko: SnoozeWords = {
  name: "미루기",
  for: "언제까지 미룰까요",
  times: { hour: "1시간", threeHours: "3시간", evening: "오늘 저녁", tomorrow: "내일" },
  until: (time) => `${time}까지 미뤘습니다.`,
  by: (person) => `${person}님이 미룸`,
  badge: "미룸",
  capped: (time) => `마감이 더 빨라 ${time}에 돌아옵니다.`,
  tooSoon: "마감이 가까워 미룰 수 없습니다.",
  several: (count) => `${count}개를 미뤘습니다.`,
  wake: "되살리기",
  awake: "다시 목록에 있습니다.",
  show: (count) => `미룬 질문 ${count}개 보기`,
  shown: "미루지 않은 질문 보기",
  none: "미룬 질문이 없습니다.",
};

export function snoozeWords(locale: Locale): SnoozeWords {
  return { en, ko }[locale];
}

export interface SnoozeChoice {
  label: string;
  /** "14:00", with the day where it is another one. */
  time: string;
  /** ISO 8601 in UTC. */
  until: string;
  /** The deadline is earlier than what was chosen, so it comes back before that. */
  isCapped: boolean;
}

/** Empty where it is due too soon. `endsAt` in milliseconds; null without a deadline. */
export function snoozeChoices(endsAt: number | null, locale: Locale, now = new Date()) {
  const expiresAt = endsAt === null ? null : new Date(endsAt).toISOString();
  const choices = snoozeTimes(now).map(({ name, at }): SnoozeChoice => {
    const wakes = wakesAt({ expiresAt }, at.getTime());
    return {
      label: snoozeWords(locale).times[name],
      time: whenInWords(new Date(wakes), locale, now),
      until: new Date(wakes).toISOString(),
      isCapped: wakes < at.getTime(),
    };
  });
  const open = choices.filter(({ until }) => Date.parse(until) > now.getTime());
  // What a deadline caps is the same for all: once is enough.
  const firstCapped = open.findIndex(({ isCapped }) => isCapped);
  return firstCapped === -1 ? open : open.slice(0, firstCapped + 1);
}

export function whenInWords(at: Date, locale: Locale, now = new Date()): string {
  const isToday = at.toDateString() === now.toDateString();
  const day = isToday ? {} : { weekday: "short" as const };
  return at.toLocaleString(locale, {
    ...{ ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
}
