/** What an agent's state is called, with the reason and the time where a failure stopped it. Pure. */
import type { Locale } from "../locale.ts";
import { AGENT_STATE_NAMES } from "../names.ts";
import { safeLine } from "../safety/safe-text.ts";
import { shortened } from "../shortened.ts";
import type { Agent, AgentFailure } from "./agent.ts";

const LONGEST_REASON = 120;

export function stateInWords(
  { state, failure }: Pick<Agent, "state" | "failure">,
  locale: Locale,
  now: Date,
): string {
  return failure ? failureInWords(failure, locale, now) : AGENT_STATE_NAMES[locale][state];
}

/** "stopped: usage limit until 22:00; will go on by itself", in the machine's own time zone. */
export function failureInWords(failure: AgentFailure, locale: Locale, now: Date): string {
  const { kind, resumesAt, resumesByItself } = failure;
  const say = WORDS[locale];
  const reason = kind === "limit" ? limitInWords(resumesAt, locale, now) : errorInWords(failure);
  if (reason === "") return AGENT_STATE_NAMES[locale].FAILED;
  return `${say.stopped(reason)}${resumesByItself ? say.byItself : ""}`;
}

function errorInWords({ text }: AgentFailure): string {
  return shortened(safeLine(text), LONGEST_REASON);
}

function limitInWords(resumesAt: string | null, locale: Locale, now: Date): string {
  const say = WORDS[locale];
  const end = new Date(resumesAt ?? "");
  if (Number.isNaN(end.getTime())) return say.limit;
  const time = timeInWords(end, locale, now);
  return end > now ? say.limitUntil(time) : say.limitOver(time);
}

/** The time alone on the same day, else the day as well. */
function timeInWords(moment: Date, locale: Locale, now: Date): string {
  const isToday = moment.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(locale === "ko" ? "ko" : "en-GB", {
    ...(isToday ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(moment);
}

const english = {
  stopped: (reason: string) => `stopped: ${reason}`,
  limit: "usage limit",
  limitUntil: (time: string) => `usage limit until ${time}`,
  limitOver: (time: string) => `usage limit, over since ${time}`,
  byItself: "; will go on by itself",
};
const WORDS: Record<Locale, typeof english> = {
  en: english,
  ko: {
    stopped: (reason) => `멈춤: ${reason}`,
    limit: "사용 한도",
    limitUntil: (time) => `${time}까지 사용 한도`,
    limitOver: (time) => `사용 한도, ${time}에 풀림`,
    byItself: "; 스스로 이어서 함",
  },
};
