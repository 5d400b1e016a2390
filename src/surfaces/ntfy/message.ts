/** An ask as a message: how much of it depends on who can read the topic. Pure but for its digest. */

import { failureInWords } from "../../core/agent/failure-words.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { noticeBody, noticeLine, noticeOption, noticeTitle } from "../../core/ask/notice-words.ts";
import { quickOptions } from "../../core/ask/quick-options.ts";
import type { Locale } from "../../core/locale.ts";
import type { FailureNotice } from "../../desk/attention/failure-notices.ts";
import { digest } from "../../http/secrets.ts";
import { ntfyMessages } from "./messages.ts";
import type { NtfyMessage } from "./server.ts";

export interface Showing {
  /** False for a topic that others can read. */
  text: boolean;
  buttons: boolean;
  /** The hub's https address; empty if it has none. */
  site: string;
  /** The link that settles the ask with this option, once. */
  linkOf(askId: string, option: number): string;
}

// As many as ntfy shows.
const MOST_ACTIONS = 3;
const USUAL = 3;
const LOUD = 5;
const MOST_TITLES = 5;

export function messageFor(
  asks: readonly Ask[],
  step: "notice" | "reminder",
  { text: showsText, buttons, site, linkOf }: Showing,
  locale: Locale,
): Omit<NtfyMessage, "sequence_id"> {
  const text = ntfyMessages(locale);
  const isUrgent = asks.some(({ urgency }) => urgency === "high");
  const common = { priority: isUrgent ? LOUD : USUAL };
  const [ask, ...others] = asks;
  if (ask === undefined || others.length > 0 || !showsText) {
    const count = asks.length;
    const title = isUrgent ? text.urgentWaits(count) : text.waits(count);
    const titles = showsText ? asks.map(noticeTitle).filter(Boolean).slice(0, MOST_TITLES) : [];
    const message = titles.join("\n") || text.open;
    return { ...common, title, message, ...(site && { click: `${site}/voice` }) };
  }
  const named = noticeTitle(ask) || text.waits(1);
  const count = ask.questions.length;
  const whole = count === 1 ? named : `${named} (${text.more(count)})`;
  const title = step === "reminder" ? text.still(whole) : isUrgent ? text.urgent(whole) : whole;
  const actions = buttons && site !== "" ? actionsFor(ask, linkOf) : [];
  return {
    ...{ ...common, title, message: noticeBody(ask) || text.open },
    ...(site && { click: `${site}/choice/${ask.id}` }),
    ...(actions.length > 0 && { actions }),
  };
}

/** The client's own words are text of the agent's, so they are shown where its questions are. */
export function failureMessage(
  { agentId, project, failure }: FailureNotice,
  { text: showsText, site }: Showing,
  locale: Locale,
): NtfyMessage {
  const text = ntfyMessages(locale);
  const words = failureInWords(failure, locale, new Date());
  return {
    sequence_id: sequenceOf(`agent ${agentId}`),
    priority: USUAL,
    title: showsText ? text.stoppedIn(noticeLine(project)) : text.stopped,
    message: showsText ? words : text.openIt,
    ...(site && { click: `${site}/voice/agents/${agentId}` }),
  };
}

/** It says nothing of the ask. */
export function sequenceOf(askId: string): string {
  return `askline-${digest(askId).toString("hex").slice(0, 16)}`;
}

/** All options or none: some of them would favour those. */
function actionsFor(ask: Ask, linkOf: Showing["linkOf"]): object[] {
  const options = quickOptions(ask);
  if (options.length > MOST_ACTIONS) return [];
  const all = ask.questions[0]?.options ?? [];
  return options.map((option) => ({
    ...{ action: "http", label: noticeOption(option), method: "POST", clear: true },
    url: linkOf(ask.id, all.indexOf(option)),
  }));
}
