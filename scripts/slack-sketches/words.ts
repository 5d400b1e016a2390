/** What is said beside the cards: how an agent ended, that a place is closed, and a window. */
import type { HeadlessFailure } from "../../src/agents/clients/claude-code/headless-agent.ts";
import type { AgentLine } from "../../src/agents/roster.ts";
import type { Locale } from "../../src/core/locale.ts";
import { failureLine } from "../../src/surfaces/slack/cards/tell-failure.ts";
import { askAgentWindow } from "../../src/surfaces/slack/home/ask-agent-window.ts";
import { blockedText } from "../../src/surfaces/slack/places/tell-blocked.ts";
import { type ReplyEnd, withLastWords } from "../../src/surfaces/slack/threads/last-words.ts";
import { threadWords } from "../../src/surfaces/slack/threads/messages.ts";
import { statusMessages } from "../../src/surfaces/slack/threads/status-line.ts";
import { FAILURES } from "./failures.ts";
import { AGENT, REPLY, type Sketch } from "./samples.ts";

export function wordsIn(locale: Locale): Sketch[] {
  return [...endsIn(locale), ...failuresIn(locale), ...placesIn(locale), ...windowsIn(locale)];
}

/** The end of a reply by an agent that we started, and of one that runs by itself. */
function endsIn(locale: Locale): Sketch[] {
  const say = threadWords(locale);
  const who = locale === "ko" ? "김하나" : "Ada";
  const cut = { said: beginning(locale), held: "", hasChoice: false };
  const whole: Omit<ReplyEnd, "said"> = { held: "", hasChoice: false, failure: null, ended: null };
  const ends: Record<string, ReplyEnd> = {
    "stopped by a person": { ...whole, ...cut, ended: { kind: "stopped", who } },
    "stopped by the clock": { ...whole, ...cut, ended: { kind: "late", minutes: 30 } },
    "stopped amid a question": {
      ...{ ...whole, ...cut, ended: { kind: "stopped", who } },
      held: '```json\n{ "askline"',
    },
    "not started": { ...whole, said: "", failure: HEADLESS.notStarted },
    "ended with a code": { ...whole, ...cut, failure: HEADLESS.ended },
    "failed by its own report": { ...whole, ...cut, failure: HEADLESS.reported },
    "without a word": { ...whole, said: "" },
  };
  return [
    ...Object.entries(ends).map(([name, end]) => ({
      name: `an agent, ${name}`,
      messages: statusMessages(withLastWords(end, locale), null, { locale }),
    })),
    said("an agent that runs by itself, stopped by a person", say.interruptedBy(who)),
    said("an agent that cannot be stopped", say.notWorking),
  ];
}

const HEADLESS = {
  notStarted: { kind: "not_started", how: "", words: "spawn claude ENOENT" },
  ended: { kind: "ended", how: "1", words: "Error: no such model: <opus> *x*" },
  reported: { kind: "reported", how: "", words: "Credit balance is too low" },
} satisfies Record<string, HeadlessFailure>;

function failuresIn(locale: Locale): Sketch[] {
  return Object.entries(FAILURES).flatMap(([name, failure]) => [
    said(`an agent that failed ${name}`, `<@U123> ${failureLine("shop", failure, locale)}`),
    {
      name: `an agent of a thread that failed ${name}`,
      messages: statusMessages(beginning(locale), failure, { locale }),
    },
  ]);
}

function placesIn(locale: Locale): Sketch[] {
  const reasons = ["not_in_channel", "is_archived", "missing_scope", "token_revoked"];
  return reasons.map((reason) =>
    said(`a closed place, ${reason}`, blockedText("#releases", reason, "askline", locale)),
  );
}

function windowsIn(locale: Locale): Sketch[] {
  const about = {
    ...{ channel: "C1", channelName: "general", ts: "1.2", author: "Min <!here> *Kim*" },
    text:
      locale === "ko"
        ? "결제가 또 실패합니다.\n어제 배포한 뒤부터 *가끔* 그렇습니다."
        : "The checkout fails again.\nSince yesterday's release, *now and then*.",
    files: [{ id: "F1", name: "trace.log" }],
  };
  const codex: AgentLine = { ...AGENT, id: 4, client: "codex", project: "docs" };
  return [
    {
      name: "Ask an agent about this",
      messages: [],
      window: askAgentWindow(about, [AGENT, codex], locale),
    },
    {
      name: "Ask an agent about this, where none runs",
      messages: [],
      window: askAgentWindow({ ...about, files: [] }, [], locale),
    },
  ];
}

function beginning(locale: Locale): string {
  return REPLY[locale].split(":\n")[0] ?? "";
}

function said(name: string, text: string): Sketch {
  return { name, messages: [{ text, blocks: [] }] };
}
