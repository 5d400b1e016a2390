/** Decided, taken and effect, as Slack says them: on the card, and to the person who decided. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOSTILE, openDialogs } from "../support/decided.ts";
import { until } from "../support/patience.ts";
import { type SlackHub, startSlackHub } from "../support/slack-hub.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";

const WORDS = {
  en: {
    person: "UADA",
    overruled: /Not used: declined in the agent's terminal/,
    told: /<@UADA> Your answer to “Run en\?”: Not used: declined in the agent's terminal\./,
    inTerminal: /Answered in the agent's terminal: MySQL/,
    untaken: /Recorded; the agent has not taken it yet/,
    gone: /The agent no longer waits for it; answer it in the agent's terminal/,
  },
  ko: {
    person: "UMIN",
    overruled: /쓰이지 않음: 에이전트의 터미널에서 먼저 거절했습니다/,
    told: /<@UMIN> “Run ko\?”에 한 답: 쓰이지 않음: 에이전트의 터미널에서 먼저 거절했습니다\./,
    inTerminal: /에이전트의 터미널에서 답했습니다: MySQL/,
    untaken: /기록했지만 에이전트가 아직 받지 않았습니다/,
    gone: /에이전트가 더는 기다리지 않습니다\. 에이전트의 터미널에서 답하세요/,
  },
} as const;
const DECLINED = { kind: "overruled", did: "declined" } as const;

let slackHub: SlackHub;
beforeAll(async () => {
  slackHub = await startSlackHub();
});
afterAll(() => slackHub[Symbol.asyncDispose]());

it.each(["en", "ko"] as const)(
  "the card says that nobody took it, then what the agent did, and tells the person once (%s)",
  async (locale) => {
    await using dialogs = openDialogs(slackHub.hub.files.at("sessions"));
    const { slack, shown } = slackHub;
    const { person, untaken, overruled, told } = WORDS[locale];
    const id = await dialogs.put(`Run ${locale}?`, person);
    const card = await shown(channelOf(person), new RegExp(`Run ${locale}`));
    await slack.click(person, card, "1. Allow once");
    await shown(channelOf(person), untaken);
    await dialogs.desk.markTaken(id, "hook");
    await until("the remark to go", () => !untaken.test(wordsIn(card)));
    await dialogs.desk.noteEffect(id, DECLINED);
    const reply = await shown(channelOf(person), told);
    expect(reply.threadTs).toBe(card.ts);
    await until("the card", () => overruled.test(wordsIn(card)));
    expect(wordsIn(card)).toContain("Allow once");
    // A later observation changes the card and says nothing more.
    await dialogs.desk.noteEffect(id, { kind: "overruled", did: "allowed" });
    await until("the card", () => !overruled.test(wordsIn(card)));
    expect(slack.in(channelOf(person)).filter(({ text }) => told.test(text))).toHaveLength(1);
  },
);

it.each(["en", "ko"] as const)(
  "the card says what the terminal decided, as plain text (%s)",
  async (locale) => {
    await using dialogs = openDialogs(slackHub.hub.files.at("sessions"));
    const { person, inTerminal } = WORDS[locale];
    const id = await dialogs.put(`Which ${locale}?`, person);
    const card = await slackHub.shown(channelOf(person), new RegExp(`Which ${locale}`));
    await dialogs.desk.withdraw(id, { surface: "agent" });
    await dialogs.desk.noteEffect(id, { kind: "in_terminal", did: "answered", answer: HOSTILE });
    await until("the card", () => inTerminal.test(wordsIn(card)));
    expect(wordsIn(card)).toContain("&lt;!channel&gt;");
    expect(elementsOf(card)).toEqual([]);
  },
);

it.each(["en", "ko"] as const)(
  "a click for a hook that is gone says where to answer (%s)",
  async (locale) => {
    await using dialogs = openDialogs(slackHub.hub.files.at("sessions"));
    const { person, gone } = WORDS[locale];
    const id = await dialogs.put(`Gone ${locale}?`, person);
    const card = await slackHub.shown(channelOf(person), new RegExp(`Gone ${locale}`));
    dialogs.killHook(id);
    await slackHub.slack.click(person, card, "1. Allow once");
    await slackHub.whispered(person, gone);
    await until("the card", () => gone.test(wordsIn(card)));
  },
);

function channelOf(person: string): string {
  return `D${person}`;
}
