/** The notice about new asks: titles and projects, and no other text of an agent. */
import type { Ask } from "../../../core/ask/ask.ts";
import type { Locale } from "../../../core/locale.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { cutToWidth } from "../../../terminal/text/width.ts";
import { noticeMessages } from "./messages.ts";

export interface Notice {
  /** Made from an ask's id, so that a later notice does not replace this one. */
  id: string;
  summary: string;
  /** May be empty. */
  detail: string;
  isUrgent: boolean;
}

const TITLE_WIDTH = 80;
const PROJECT_WIDTH = 40;
const TITLES_TOLD = 3;

export function noticeOf(asks: readonly [Ask, ...Ask[]], locale: Locale): Notice {
  const text = noticeMessages(locale);
  const [{ id }] = asks;
  const urgent = asks.filter(({ urgency }) => urgency === "high");
  const isUrgent = urgent.length > 0;
  if (asks.length === 1) {
    const [ask] = asks;
    const title = titleOf(ask) || text.untitled;
    return { id, summary: isUrgent ? text.urgent(title) : title, detail: projectOf(ask), isUrgent };
  }
  const told = [...urgent, ...asks.filter((ask) => !urgent.includes(ask))]
    .slice(0, TITLES_TOLD)
    .map(nameOf);
  const more = asks.length > told.length ? ["…"] : [];
  return {
    id,
    summary: text.waiting(asks.length, urgent.length),
    detail: [...told, ...more].join(", "),
    isUrgent,
  };
}

function nameOf(ask: Ask): string {
  const project = projectOf(ask);
  return project === "" ? titleOf(ask) : `${titleOf(ask)} (${project})`;
}

function titleOf({ questions }: Ask): string {
  return cutToWidth(safeLine(questions[0]?.title ?? ""), TITLE_WIDTH);
}

function projectOf({ source }: Ask): string {
  return cutToWidth(safeLine(source.project ?? ""), PROJECT_WIDTH);
}
