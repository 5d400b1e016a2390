/** What a browser should show now, in words. Pure. */

import { failureInWords } from "../../core/agent/failure-words.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { noticeBody, noticeLine, noticeOption, noticeTitle } from "../../core/ask/notice-words.ts";
import { quickOptions } from "../../core/ask/quick-options.ts";
import type { Notice, PushState } from "../../core/push/wire.ts";
import type { FailureNotice } from "../../desk/attention/failure-notices.ts";
import { pushMessages } from "./messages.ts";
import type { Subscription } from "./subscriptions.ts";

export interface Situation {
  /** How many of the asks that this browser was told of are open. */
  count: number;
  /** The only one, or the one that is told of just now. */
  ask: Ask | null;
  /** Null for a mere change of what is shown. */
  step: "notice" | "reminder" | "test" | null;
  at: number;
}

const MOST_ACTIONS = 4;

type Told = Pick<Subscription, "id" | "lang" | "page" | "showsText" | "endpoint">;

export function stateFor(told: Told, now: Situation): PushState {
  const { count, ask, step, at } = now;
  const { lang } = told;
  const text = pushMessages(lang);
  const only = count === 1 ? ask : null;
  const options = only !== null && told.showsText ? quickOptions(only) : [];
  return {
    ...wordsOf(told, now),
    ...{ subscription: told.id, count, lang, at },
    path: pathOf(told, only),
    alerts: step !== null,
    urgent: ask?.urgency === "high" && step !== null,
    ask: options.length === 0 ? null : (only?.id ?? null),
    actions:
      options.length > MOST_ACTIONS
        ? []
        : options.map((one) => ({ action: one.id, title: noticeOption(one) })),
    closes: step !== "test" && !wantsEveryPushShown(told.endpoint),
    unsent: { title: text.unsent, body: text.unsentBody },
  };
}

/** An agent's run that failed, in the client's own words where the browser may show text. */
export function stateOfFailure(
  told: Told,
  { agentId, project, failure }: FailureNotice,
  now: Date,
): PushState {
  const { id, lang, page, showsText } = told;
  const text = pushMessages(lang);
  const named = noticeLine(project);
  return {
    ...(showsText
      ? { title: text.stoppedIn(named), body: failureInWords(failure, lang, now) }
      : { title: text.stopped, body: text.openAgent }),
    ...{ subscription: id, count: 1, lang, at: now.getTime(), agent: agentId },
    path: page === "portal" ? `/agents/${agentId}` : `/voice/agents/${agentId}`,
    ...{ alerts: true, urgent: false, ask: null, actions: [], closes: false },
    unsent: { title: text.unsent, body: text.unsentBody },
  };
}

function wordsOf({ lang, showsText }: Told, { count, ask, step }: Situation): Notice {
  const text = pushMessages(lang);
  if (step === "test") return { title: text.test, body: text.testBody };
  if (count === 0) return { title: text.ended, body: text.nothingWaits };
  const isUrgent = ask?.urgency === "high";
  const plain = isUrgent ? text.urgentWaits(count) : text.waits(count);
  const still = (title: string) => (step === "reminder" ? text.still(title) : title);
  if (count > 1) {
    const newest = ask !== null && showsText ? titleOf(ask, lang) : "";
    return { title: plain, body: newest || text.openAll };
  }
  if (ask === null || !showsText) return { title: plain, body: text.open };
  const title = titleOf(ask, lang) || text.waits(1);
  return { title: still(isUrgent ? text.urgent(title) : title), body: noticeBody(ask) };
}

function titleOf(ask: Ask, lang: Subscription["lang"]): string {
  const more = ask.questions.length - 1;
  const title = noticeTitle(ask);
  return more === 0 ? title : `${title} (${pushMessages(lang).several(more + 1)})`;
}

function pathOf({ page }: Told, ask: Ask | null): string {
  if (ask === null) return page === "portal" ? "/" : "/voice";
  if (page === "portal") return `/choice/${ask.id}`;
  const { agentId = "" } = ask.source;
  return /^\d+$/.test(agentId) ? `/voice/agents/${agentId}/question` : `/voice/asks/${ask.id}`;
}

/** Safari takes a subscription away after a few pushes that showed nothing. */
function wantsEveryPushShown(endpoint: string): boolean {
  return new URL(endpoint).hostname.endsWith(".push.apple.com");
}
