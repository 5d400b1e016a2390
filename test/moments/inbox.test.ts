/** Decided, taken and effect, as the inbox says them in a real terminal. */
import { expect, it } from "vitest";
import { HOSTILE, openDialogs } from "../support/decided.ts";
import { type InboxTest, openInboxTest } from "../support/inbox.ts";
import { until } from "../support/patience.ts";

const WORDS = {
  en: {
    history: /Not used: declined in the agent's terminal/,
    inTerminal: /Answered in the agent's terminal: MySQL/,
    untaken: /Run make\?: Recorded; the agent has not taken it yet/,
    unused: /✘ Run make\?: Not used: declined in the agent's terminal/,
    gone: /“Run make\?”: The agent no longer waits for it; answer it in the\s+agent's\s+terminal/,
    open: /1 open/,
  },
  ko: {
    history: /쓰이지 않음: 에이전트의 터미널에서 먼저 거절했습니다/,
    inTerminal: /에이전트의 터미널에서 답했습니다: MySQL/,
    untaken: /Run make\?: 기록했지만 에이전트가 아직 받지 않았습니다/,
    unused: /✘ Run make\?: 쓰이지 않음: 에이전트의 터미널에서 먼저 거절했습니다/,
    gone: /“Run make\?”: 에이전트가 더는 기다리지 않습니다\. 에이전트의 터미널에서 답하세요/,
    open: /열린 질문 1/,
  },
} as const;
const DECLINED = { kind: "overruled", did: "declined" } as const;

it.each(["en", "ko"] as const)("shows in the history what the agent did (%s)", async (locale) => {
  await using test = openTest(locale, "100x24");
  const { dialogs } = test;
  await dialogs.decided("Run make?", "slack", DECLINED);
  await dialogs.inTerminal("Which one?", { did: "answered", answer: HOSTILE });
  await test.start(/askline/);
  test.press("h");
  const list = await test.until(WORDS[locale].history);
  expect(list).toMatch(WORDS[locale].inTerminal);
  test.press("Enter");
  // Its details alone: the list, which has these words too, is gone.
  await until("the details", () => !WORDS[locale].history.test(test.terminal.screen()));
  expect(test.terminal.screen()).toMatch(WORDS[locale].inTerminal);
  test.press("Escape");
  await test.until(WORDS[locale].history);
  test.press("Down", "Enter");
  await test.until(/→ Allow once/);
  expect(await test.until(WORDS[locale].history)).toMatch(/→ Allow once/);
});

it.each(["en", "ko"] as const)(
  "tells the person that nobody took it, and later that it was not used (%s)",
  async (locale) => {
    await using test = openTest(locale);
    const id = await test.dialogs.put("Run make?");
    await test.start(/Run make\?/);
    test.press("Enter");
    await test.until(/Allow once/);
    test.press("Space", "Enter");
    await test.until(WORDS[locale].untaken);
    await test.dialogs.desk.markTaken(id, "hook");
    await until("the notice to go", () => !WORDS[locale].untaken.test(test.terminal.screen()));
    await test.dialogs.desk.noteEffect(id, DECLINED);
    await test.until(WORDS[locale].unused);
  },
);

it.each(["en", "ko"] as const)(
  "says that the agent no longer waits when its hook is gone (%s)",
  async (locale) => {
    await using test = openTest(locale);
    const id = await test.dialogs.put("Run make?");
    await test.start(/Run make\?/);
    test.press("Enter");
    await test.until(/Allow once/);
    test.dialogs.killHook(id);
    test.press("Space", "Enter");
    expect(await test.until(WORDS[locale].gone)).not.toMatch(/already|이미/);
  },
);

function openTest(locale: "en" | "ko", size = "80x24") {
  const test: InboxTest = openInboxTest({ size, env: { ASKLINE_LANGUAGE: locale } });
  const dialogs = openDialogs(test.files.at("sessions"));
  return {
    ...test,
    dialogs,
    async [Symbol.asyncDispose]() {
      await dialogs[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}
