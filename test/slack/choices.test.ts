/** Questions in Slack, answered with what is shown there, over both transports. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AskInput } from "../../src/desk/desk.ts";
import { patient, until } from "../support/patience.ts";
import { type SlackHub, startSlackHub, type Transport } from "../support/slack-hub.ts";
import { elementsOf, type Shown, wordsIn } from "../support/slack-stand-in.ts";

const DATABASES = [{ label: "Postgres", description: "boring, fast" }, { label: "SQLite" }];
const SIGN_IN = [{ label: "Password" }, { label: "OAuth" }, { label: "Passkeys" }];

describe.each<Transport>(["socket", "http"])("over %s", (transport) => {
  let slackHub: SlackHub;
  beforeAll(async () => {
    slackHub = await startSlackHub({ transport });
  });
  afterAll(() => slackHub[Symbol.asyncDispose]());

  async function ask(
    channel: string,
    questions: AskInput["questions"],
    more: Partial<AskInput> = {},
  ) {
    const source = { kind: "program", project: channel };
    return slackHub.hub.desk.ask({ questions, source, mode: "detached", ...more });
  }

  async function settled(id: string) {
    return slackHub.hub.desk.wait(id, { signal: AbortSignal.timeout(patient(20_000)) });
  }

  it("[K-11] a single question has four buttons, own words, and a list for the rest", async () => {
    const options = ["A", "B", "C", "D", "E", "F"].map((label) => ({ label }));
    const { id } = await ask("C1", [{ prompt: "Which letter?", options }]);

    const card = await slackHub.shown("C1", /Which letter\?/);
    const [row, list] = (card.blocks ?? []).filter(({ type }) => type === "actions");

    expect(row.elements.map(({ action_id }: { action_id: string }) => action_id)).toEqual([
      ...[
        "user_choice_1",
        "user_choice_2",
        "user_choice_3",
        "user_choice_4",
        "custom_input_single",
      ],
    ]);
    expect(JSON.parse(row.elements[1].value)).toEqual({
      ...{ sessionKey: id, choiceId: "2", label: "B", question: "Which letter?" },
    });
    expect(
      list.elements[0].options.map(({ text }: { text: { text: string } }) => text.text),
    ).toEqual(["5. E", "6. F"]);
    await slackHub.slack.choose("UADA", card, "6. F");
    expect((await settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["6"] }] },
    });
  });

  it("[K-16] a click settles the ask, and the card shows choice, person and place", async () => {
    const { id } = await ask("C2", [{ prompt: "Which database?", options: DATABASES }]);
    const card = await slackHub.shown("C2", /Which database\?/);
    expect(wordsIn(card)).toContain("1. Postgres – boring, fast");

    await slackHub.slack.click("UADA", card, "2. SQLite");

    const { outcome } = await settled(id);
    expect(outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["2"] }] },
      provenance: { by: "person", surface: "slack", who: "Name of UADA" },
    });
    const after = await slackHub.shown("C2", /Answered by Name of UADA, in Slack/);
    expect(after.ts).toBe(card.ts);
    expect(elementsOf(after)).toEqual([]);
    expect(wordsIn(after)).toContain("2. SQLite");
  });

  it("[K-12] a form shows progress, changes and resets answers, and is submitted", async () => {
    const { id } = await ask("C3", [
      { prompt: "Database?", options: DATABASES },
      { prompt: "Sign-in?", options: SIGN_IN },
    ]);
    const { slack } = slackHub;
    const form = await slackHub.shown("C3", /○○ 0\/2 done/);
    expect(elementsOf(form).map(({ action_id }) => action_id)).toEqual([
      ...[`multi_choice_${id}_q1_1`, `multi_choice_${id}_q1_2`, `custom_input_multi_${id}_q1`],
      ...[`multi_choice_${id}_q2_1`, `multi_choice_${id}_q2_2`, `multi_choice_${id}_q2_3`],
      ...[`custom_input_multi_${id}_q2`, `cancel_form_${id}`],
    ]);

    await slack.click("UADA", form, "1. Postgres");
    await slackHub.shown("C3", /●○ 1\/2 done/);
    expect(labels(form)).toContain("🔄 Change");
    expect(labels(form)).not.toContain("🚀 Submit");
    await slack.click("UADA", form, "2. OAuth");
    await slackHub.shown("C3", /●● 2\/2 done/);
    expect(labels(form)).toEqual([
      "🔄 Change",
      "🔄 Change",
      "🚀 Submit",
      "🗑️ Reset all",
      "✖️ Decline",
    ]);
    await slack.clickRaw("UADA", form, elementOf(form, `edit_choice_${id}_q1`));
    await slackHub.shown("C3", /●○ 1\/2 done/);
    await slack.click("UADA", form, "2. SQLite");
    await slackHub.shown("C3", /●● 2\/2 done/);
    await slack.click("UADA", form, "🗑️ Reset all");
    await slackHub.shown("C3", /○○ 0\/2 done/);
    await slack.click("UADA", form, "2. SQLite");
    await slack.click("UADA", form, "3. Passkeys");
    await slackHub.shown("C3", /●● 2\/2 done/);
    await slack.click("UADA", form, "🚀 Submit");

    const answers = [{ optionIds: ["2"] }, { optionIds: ["3"] }];
    expect((await settled(id)).outcome).toMatchObject({ status: "completed", reply: { answers } });
    expect(wordsIn(await slackHub.shown("C3", /Answered by/))).toMatch(/SQLite[\s\S]*Passkeys/);
  });

  it("[K-13] a long form is in messages of at most six questions, with one submit", async () => {
    const questions = Array.from({ length: 14 }, (_, at) => ({
      prompt: `Question number ${at + 1}?`,
      options: SIGN_IN,
    }));
    const { id } = await ask("C4", questions);
    const { slack } = slackHub;
    await slackHub.shown("C4", /Question number 14\?/);

    const messages = slack.in("C4");
    const asked = messages.map((one) =>
      (one.blocks ?? []).filter(({ text }) => /^\**\d+\. Question/.test(text?.text ?? text)),
    );
    expect(asked.map((blocks) => blocks.length)).toEqual([6, 6, 2]);
    for (const message of messages) {
      for (const element of elementsOf(message).filter(({ action_id }) =>
        /^multi_choice_.*_2$/.test(action_id),
      )) {
        await slack.clickRaw("UADA", message, element);
      }
    }
    const last = await slackHub.shown("C4", /🚀 Submit/);
    expect(messages.filter((one) => /🚀 Submit/.test(wordsIn(one)))).toEqual([last]);
    await slack.click("UADA", last, "🚀 Submit");

    const { outcome } = await settled(id);
    expect(outcome).toMatchObject({
      reply: { answers: questions.map(() => ({ optionIds: ["2"] })) },
    });
    await until("every message settled", async () =>
      slack.in("C4").every((one) => elementsOf(one).length === 0),
    );
  });

  it("[K-14] if Slack refuses the blocks, it is asked in words, answered by number", async () => {
    slackHub.slack.fail("chat.postMessage", "invalid_blocks");
    const { id } = await ask("C5", [
      { prompt: "Database?", options: DATABASES },
      { prompt: "Sign-in?", options: SIGN_IN },
    ]);

    const words = await slackHub.shown("C5", /Answer in this thread with number and choice/);
    expect(words.blocks).toBeUndefined();
    expect(words.text).toMatch(/1\) Database\?\n {4}1\. Postgres – boring, fast\n {4}2\. SQLite/);
    await slackHub.slack.say("UADA", "C5", "1: 2, 2: passkeys", { threadTs: words.ts });

    const answers = [{ optionIds: ["2"] }, { optionIds: ["3"] }];
    expect((await settled(id)).outcome).toMatchObject({ reply: { answers } });
    await slackHub.shown("C5", /Answered by Name of UADA/);
  });

  it("[K-15] clicks are looked up among known names; forged ids do no harm", async () => {
    const { slack } = slackHub;
    const odd = [
      { id: "q1_2", label: "Odd" },
      { id: "#more0", label: "Odder" },
      { id: "2", label: "Even" },
    ];
    const { id } = await ask("C6", [
      { prompt: "First?", options: odd },
      { prompt: "Second?", options: odd },
    ]);
    const form = await slackHub.shown("C6", /First\?/);
    const button = elementOf(form, `multi_choice_${id}_q2_q1_2`);

    await slack.clickRaw("UADA", form, { ...button, action_id: `multi_choice_${id}_q9_1` });
    await slackHub.whispered("UADA", /out of date/);
    await slack.clickRaw("UADA", form, {
      ...button,
      action_id: "somebody_elses_button",
      value: "{}",
    });
    const lie = JSON.stringify({
      sessionKey: id,
      choiceId: "2",
      label: "<!channel>",
      question: "Another?",
    });
    await slack.clickRaw("UADA", form, { ...button, value: lie });
    await slackHub.shown("C6", /●○ 1\/2 done/);
    await slack.click("UADA", form, "2. Odder");
    await slack.click("UADA", await slackHub.shown("C6", /●● 2\/2/), "🚀 Submit");

    const answers = [{ optionIds: ["#more0"] }, { optionIds: ["q1_2"] }];
    expect((await settled(id)).outcome).toMatchObject({ reply: { answers } });
  });

  it("[K-19] own words are typed in a window, not empty; the last answer submits", async () => {
    const { slack } = slackHub;
    const single = await ask("C7", [{ prompt: "Which name?", options: DATABASES }]);
    await slack.click("UADA", await slackHub.shown("C7", /Which name\?/), "✏️ Type your own");
    await until(
      "the window",
      async () => slack.views.at(-1)?.blocks[0].label.text === "Which name?",
    );
    expect(slack.views.at(-1)).toMatchObject({ callback_id: "custom_input_submit" });
    expect(await slack.submit("UADA", "   ")).toMatchObject({ response_action: "errors" });
    await slack.submit("UADA", "Something <else> & more");
    expect((await settled(single.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: [], customText: "Something <else> & more" }] },
    });

    const form = await ask("C8", [
      { prompt: "One?", options: DATABASES },
      { prompt: "Two?", options: DATABASES },
    ]);
    const shown = await slackHub.shown("C8", /One\?/);
    await slack.clickRaw("UADA", shown, elementOf(shown, `multi_choice_${form.id}_q1_1`));
    await slack.clickRaw("UADA", shown, elementOf(shown, `custom_input_multi_${form.id}_q2`));
    await until("the window", async () => slack.views.at(-1)?.blocks[0].label.text === "Two?");
    await slack.submit("UADA", "my own");
    expect((await settled(form.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["1"] }, { optionIds: [], customText: "my own" }] },
    });
  });

  it("[K-18] an early submit is refused, and says which questions are missing", async () => {
    const { slack } = slackHub;
    const { id } = await ask("C9", [
      { prompt: "One?", options: DATABASES },
      { prompt: "Two?", options: DATABASES },
    ]);
    const form = await slackHub.shown("C9", /One\?/);
    const submit = {
      type: "button",
      action_id: `submit_form_${id}`,
      value: JSON.stringify({ sessionKey: id }),
    };

    await slack.clickRaw("UADA", form, elementOf(form, `multi_choice_${id}_q1_1`));
    await slack.clickRaw("UADA", form, submit);

    await slackHub.whispered("UADA", /Not answered yet: 2/);
    expect((await slackHub.hub.desk.load(id)).outcome).toBeNull();
    await slack.clickRaw("UADA", form, elementOf(form, `multi_choice_${id}_q2_2`));
    await Promise.all([slack.clickRaw("UADA", form, submit), slack.clickRaw("UADA", form, submit)]);
    expect((await settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["1"] }, { optionIds: ["2"] }] },
    });
  });

  it("asks a person in their own language, with the specified Korean words", async () => {
    const { slack } = slackHub;
    const { id } = await ask("UMIN", [
      { prompt: "하나?", options: DATABASES },
      { prompt: "둘?", options: DATABASES },
    ]);
    const form = await slackHub.shown("DUMIN", /○○ 0\/2 완료/);
    expect(labels(form).filter((label) => label.startsWith("✏️"))).toEqual([
      "✏️ 직접 입력",
      "✏️ 직접 입력",
    ]);
    await slack.clickRaw("UMIN", form, elementOf(form, `custom_input_multi_${id}_q1`));
    await until("the window", async () => slack.views.at(-1)?.title.text === "직접 입력");
    await slack.submit("UMIN", "내 답");
    await slack.clickRaw("UMIN", form, elementOf(form, `multi_choice_${id}_q2_1`));
    await slackHub.shown("DUMIN", /●● 2\/2 완료/);
    expect(labels(form)).toEqual([
      "🔄 변경",
      "🔄 변경",
      "🚀 제출하기",
      "🗑️ 모두 초기화",
      "✖️ 답하지 않기",
    ]);
    const stored = slackHub.hub.files.readJson("slack", "forms", `${id}.json`);
    expect(stored.selections).toEqual({
      q1: { choiceId: "직접입력", label: "내 답" },
      q2: { choiceId: "1", label: "Postgres" },
    });
    await slack.click("UMIN", form, "🚀 제출하기");
    expect((await settled(id)).outcome).toMatchObject({
      reply: { answers: [{ customText: "내 답" }, { optionIds: ["1"] }] },
    });
    await slackHub.shown("DUMIN", /Name of UMIN 님이 Slack에서 답했습니다/);
  });

  it("shows within a second who answered where, and when nobody did in time", async () => {
    const elsewhere = await ask("C10", [{ prompt: "Elsewhere?", options: DATABASES }]);
    const card = await slackHub.shown("C10", /Elsewhere\?/);
    const by = { surface: "terminal", who: "Grace" };
    await slackHub.hub.desk.answer(elsewhere.id, { answers: [{ optionIds: ["1"] }] }, by);
    await slackHub.shown("C10", /Answered by Grace, in the terminal/);
    await slackHub.slack.clickRaw("UADA", card, {
      type: "button",
      action_id: "user_choice_2",
      value: JSON.stringify({ sessionKey: elsewhere.id, choiceId: "2" }),
    });
    await slackHub.whispered("UADA", /Answered by Grace, in the terminal/);

    await ask("C11", [{ prompt: "In time?", options: DATABASES }], { timeoutSeconds: 1 });
    await slackHub.shown("C11", /Expired: nobody answered in time/);
  });

  it("lets only allowed people answer, and tells others privately why", async () => {
    const { id } = await ask("C12", [{ prompt: "Who?", options: DATABASES }]);
    const card = await slackHub.shown("C12", /Who\?/);
    await slackHub.slack.click("UEVE", card, "1. Postgres");
    const whisper = await slackHub.whispered("UEVE", /UEVE.*slack\.json/);
    expect(whisper.channel).toBe("C12");
    await slackHub.slack.say("UEVE", "C12", "1", { threadTs: card.ts });
    expect((await slackHub.hub.desk.load(id)).outcome).toBeNull();
    await slackHub.slack.click("UADA", card, "✖️ Decline");
    expect((await settled(id)).outcome).toMatchObject({ status: "rejected", kind: "cancel" });
    await slackHub.shown("C12", /Declined by Name of UADA/);
  });

  it("takes typed replies by number and label, asks before own words and if unsure", async () => {
    const { slack } = slackHub;
    const options = [{ label: "Deploy now" }, { label: "Deploy later" }];
    const { id } = await ask("C13", [{ prompt: "When?", options, selectionMode: "single" }]);
    const card = await slackHub.shown("C13", /When\?/);
    await slack.say("UADA", "C13", "deploy", { threadTs: card.ts });
    await slackHub.whispered("UADA", /could mean several of them: Deploy now, Deploy later/);
    await slack.say("UADA", "C13", "7", { threadTs: card.ts });
    await slackHub.whispered("UADA", /did not understand/);
    const { body } = await slack.say("UADA", "C13", "deploy later", { threadTs: card.ts });
    expect((await settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["2"] }] },
    });

    await slack.send("events_api", body, 1);
    const own = await ask("C14", [{ prompt: "Name?", options }]);
    await slack.say("UADA", "C14", "Not &lt;now&gt; &amp; not later", {
      threadTs: (await slackHub.shown("C14", /Name\?/)).ts,
    });
    const sure = await slackHub.whispered("UADA", /Send this as your answer/);
    expect(wordsIn(sure)).toContain("> Not &lt;now&gt; &amp; not later");
    expect((await slackHub.hub.desk.load(own.id)).outcome).toBeNull();
    await slack.click("UADA", sure, "Send");
    expect((await settled(own.id)).outcome).toMatchObject({
      reply: { answers: [{ customText: "Not <now> & not later" }] },
    });
    await until("the buttons to go", () => !slack.whispers("UADA").includes(sure));
    expect(slack.whispers("UADA").at(-1)?.text).toMatch(/did not understand/);
  });

  it("lets several options be chosen and dropped, and no more than allowed", async () => {
    const { slack } = slackHub;
    const options = ["A", "B", "C", "D", "E"].map((label) => ({ label }));
    const { id } = await ask("C15", [
      { prompt: "Letters?", options, selectionMode: "multi", minSelections: 1, maxSelections: 2 },
    ]);
    const form = await slackHub.shown("C15", /Letters\?/);
    const pick = elementOf(form, `multi_choice_${id}_q1_1`);
    await slack.clickRaw("UADA", form, pick);
    await slack.clickRaw("UADA", form, pick);
    await slack.choose("UADA", form, "5. E");
    await slackHub.shown("C15", /✅ 1\. A, 5\. E/);
    await slack.click("UADA", form, "2. B");
    await slackHub.whispered("UADA", /Choose at most 2/);
    await slack.click("UADA", form, "✅ 1. A");
    await slackHub.shown("C15", /✅ 5\. E$/m);
    await slack.click("UADA", form, "🚀 Submit");
    expect((await settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["5"] }] },
    });
  });

  it("never sent anything that Slack would refuse", () => {
    expect(slackHub.slack.faults).toEqual([]);
  });
});

function labels(shown: Shown): string[] {
  return elementsOf(shown).map(({ text }) => text.text);
}

function elementOf(shown: Shown, actionId: string) {
  const found = elementsOf(shown).find(({ action_id }) => action_id === actionId);
  if (found === undefined) throw new Error(`Nothing with ${actionId} is shown.`);
  return found;
}
