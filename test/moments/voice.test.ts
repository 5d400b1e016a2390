/** Decided, taken and effect, as they are said aloud and shown on the phone. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectPage, openChromium } from "../support/browser.ts";
import { HOSTILE, openDialogs } from "../support/decided.ts";
import { startVoice, type TestVoice } from "../support/voice.ts";
import { PHONE, startVoice as startPage, talkingAgent, voiceWords } from "../support/voice-page.ts";

const WORDS = {
  en: {
    untaken: "Recorded; the agent has not taken it yet.",
    gone: "The agent no longer waits for this answer.",
    where: "Answer it in the agent's terminal, if it still asks there.",
    overruled: "Not used: answered in the agent's terminal: MySQL <b>bold</b> <!channel> evil.",
  },
  ko: {
    untaken: "기록했지만 에이전트가 아직 받지 않았습니다.",
    gone: "에이전트가 더는 이 답을 기다리지 않습니다.",
    where: "아직 묻고 있다면 에이전트의 터미널에서 답하세요.",
    overruled:
      "쓰이지 않음: 에이전트의 터미널에서 먼저 답했습니다: MySQL <b>bold</b> <!channel> evil.",
  },
} as const;
const BASH = { command: "make", description: "Build" };

const chromium = openChromium();
let voice: TestVoice;
beforeAll(async () => {
  voice = await startVoice();
});
afterAll(() => voice[Symbol.asyncDispose]());

it.each(["en", "ko"] as const)("a spoken answer that nobody takes says so (%s)", async (locale) => {
  const session = `untaken-${locale}`;
  await voice.hub.agent(session).post("UserPromptSubmit", { prompt: "Build it" });
  const ask = await voice.hub.desk.ask({
    questions: [{ prompt: "Which one?", options: [{ label: "Postgres" }, { label: "MySQL" }] }],
    source: { kind: "mcp", agentId: session },
  });
  const agent_id = await voice.idOf(session);
  await expect.poll(async () => (await isAsked(agent_id))?.ask_id).toBe(ask.id);
  const { body } = await voice.say(
    { agent_id, text: "1", ask_id: ask.id },
    { "accept-language": locale },
  );
  expect(body).toMatchObject({ outcome: "answered", results: [WORDS[locale].untaken] });
});

it.each(["en", "ko"] as const)(
  "a spoken answer for a hook that is gone says where to answer (%s)",
  async (locale) => {
    const session = `gone-${locale}`;
    await voice.hub.agent(session).openDialog("Bash", BASH);
    const ask = await voice.hub.openAsk(session);
    const agent_id = await voice.idOf(session);
    await using dialogs = openDialogs(voice.hub.files.at("sessions"));
    dialogs.killHook(ask.id);
    const { status, body } = await voice.say(
      { agent_id, text: "1", ask_id: ask.id },
      { "accept-language": locale },
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({
      status_line: WORDS[locale].gone,
      suggestion: WORDS[locale].where,
    });
  },
);

it.each(["en", "ko"] as const)(
  "the phone tells once what the agent did instead (%s)",
  async (locale) => {
    await using hub = await startPage();
    const shop = talkingAgent(hub, "overruled");
    const dialog = await shop.agent.openDialog("Bash", BASH);
    const ask = await hub.hub.openAsk("overruled");
    await using profile = await chromium.profile(PHONE);
    await speaking(profile, locale);
    const page = await hub.open(profile, await shop.path());
    await page.locator(".option-button").first().click();
    await dialog.ended;
    const effect = { kind: "overruled", did: "answered", answer: HOSTILE } as const;
    await hub.hub.desk.noteEffect(ask.id, effect);
    const told = page.getByRole("alert").filter({ hasText: WORDS[locale].overruled });
    await expectPage(told).toBeVisible();
    expect(await told.locator("b").count()).toBe(0);
    // A later observation is no second report.
    await hub.hub.desk.noteEffect(ask.id, { kind: "overruled", did: "declined" });
    const marker = await hub.hub.desk.noteEffect(ask.id, { kind: "not_taken" });
    expect(marker.effect?.kind).toBe("not_taken");
    await page.reload();
    await expectPage(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  },
);

it.each(["en", "ko"] as const)(
  "a card on the phone has no live buttons once its ask ended while the hub was away (%s)",
  async (locale) => {
    await using hub = await startPage();
    const say = voiceWords(locale);
    const shop = talkingAgent(hub, "restarted");
    await shop.agent.openDialog("Bash", BASH);
    const ask = await hub.hub.openAsk("restarted");
    await using profile = await chromium.profile(PHONE);
    await speaking(profile, locale);
    const page = await hub.open(profile, await shop.path());
    const button = page.locator(".option-button").first();
    await expectPage(button).toBeEnabled();
    await hub.hub.kill();
    await hub.hub.desk.withdraw(ask.id, { surface: "agent" }).catch(() => undefined);
    await expectPage(page.getByText(say.reconnecting)).toBeVisible();
    await hub.hub.revive();
    await expectPage(page.getByText(say.reconnecting)).toHaveCount(0);
    await expectPage(page.locator(".option-button:enabled")).toHaveCount(0);
  },
);

async function isAsked(agentId: number) {
  const { body } = await voice.get(`agents/${agentId}/question`);
  return body;
}

/** As the person chose it in the settings of an earlier visit. */
async function speaking(
  profile: Awaited<ReturnType<typeof chromium.profile>>,
  language: "en" | "ko",
) {
  await profile.addInitScript(
    (chosen) => localStorage.setItem("askline:voice", JSON.stringify({ language: chosen })),
    language,
  );
}
