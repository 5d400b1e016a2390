/**
 * Several people at one card: clicks and windows at the same time, and decisions made elsewhere
 * meanwhile.
 */
import { expect, it } from "vitest";
import type { QuestionInput } from "../../src/core/ask/question.ts";
import { until } from "../support/patience.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, type Shown, wordsIn } from "../support/slack-stand-in.ts";

const options = [{ label: "Yes" }, { label: "No" }];
const TWO = [
  { prompt: "One?", options },
  { prompt: "Two?", options },
];

it("two clicks at once settle the ask once, and the other person is told", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, [{ prompt: "Go?", options }]);
  await Promise.all([
    here.stand.clickRaw("U1", card, elementOf(card, "user_choice_1")),
    here.stand.clickRaw("U2", card, elementOf(card, "user_choice_2")),
  ]);

  const { outcome } = await here.desk.wait(id);
  const winner = outcome.provenance.by === "person" ? outcome.provenance.who : "";
  const loser = winner === "Name of U1" ? "U2" : "U1";
  await whispered(here, loser, new RegExp(`Answered by ${winner}`));
  expect(here.stand.whispers(loser === "U1" ? "U2" : "U1")).toEqual([]);
});

it("[K-19] own words replace another person's answer, and submit nothing", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, TWO);
  const { stand, desk } = here;
  await stand.clickRaw("U1", card, elementOf(card, `multi_choice_${id}_q1_1`));
  await stand.clickRaw("U1", card, elementOf(card, `custom_input_multi_${id}_q2`));
  await until("the window", async () => stand.views.length === 1);
  await stand.clickRaw("U2", card, elementOf(card, `multi_choice_${id}_q2_2`));
  await here.shown("C1", /●● 2\/2 done/);
  await stand.submit("U1", "neither");

  await here.shown("C1", /✏️ neither/);
  expect((await desk.load(id)).outcome).toBeNull();
  await stand.click("U2", card, "🚀 Submit");
  expect((await desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["1"] }, { optionIds: [], customText: "neither" }] },
  });
});

it("[K-19] two windows sent at once fill in both, and the last submits", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, TWO);
  const { stand } = here;
  await stand.clickRaw("U1", card, elementOf(card, `custom_input_multi_${id}_q1`));
  await until("the window", async () => stand.views.length === 1);
  const first = stand.submit("U1", "first");
  await stand.clickRaw("U2", card, elementOf(card, `custom_input_multi_${id}_q2`));
  await until("the window", async () => stand.views.length === 2);
  await Promise.all([first, stand.submit("U2", "second")]);

  expect((await here.desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ customText: "first" }, { customText: "second" }] },
  });
});

it("words sent after an answer elsewhere are given back to their writer", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, [{ prompt: "Go?", options }]);
  await here.stand.click("U1", card, "✏️ Type your own");
  await until("the window", async () => here.stand.views.length === 1);
  await here.desk.answer(
    id,
    { answers: [{ optionIds: ["1"] }] },
    { surface: "terminal", who: "Grace" },
  );
  await here.shown("C1", /Answered by Grace, in the terminal/);
  await here.stand.submit("U1", "Not <yet>");
  await whispered(here, "U1", /Answered by Grace[\s\S]*Your text was: Not &lt;yet&gt;/);
});

it("[K-12] submit and reset are shown only when every question is answered", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, TWO);
  const ends = () =>
    elementsOf(card).filter(({ action_id }) => /^(submit|reset)_form_/.test(action_id));
  await here.stand.clickRaw("U1", card, elementOf(card, `multi_choice_${id}_q1_1`));
  await here.shown("C1", /●○ 1\/2 done/);
  expect(ends()).toEqual([]);
  await here.stand.clickRaw("U1", card, elementOf(card, `multi_choice_${id}_q2_1`));
  await here.shown("C1", /●● 2\/2 done/);
  expect(ends().map(({ action_id }) => action_id)).toEqual([
    `submit_form_${id}`,
    `reset_form_${id}`,
  ]);
});

it("[K-16] a button carries question and label as far as Slack's limit allows", async () => {
  await using here = await startSlackHere();
  const question =
    "Which of the two databases that we talked about yesterday should hold the sessions from now on?";
  const label =
    "The one that everybody knows already, with its replicas, its backups and its habits";
  const { id, card } = await asked(here, [
    { prompt: question, options: [{ label }, { label: '"\\'.repeat(250) }] },
  ]);
  expect(JSON.parse(elementOf(card, "user_choice_1").value)).toEqual({
    sessionKey: id,
    choiceId: "1",
    label,
    question,
  });
  expect(here.stand.faults).toEqual([]);
});

it("[K-17] a form older than 24 hours tells its writer that the rest is gone", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, TWO);
  const { stand } = here;
  await stand.clickRaw("U1", card, elementOf(card, `multi_choice_${id}_q1_1`));
  await here.shown("C1", /●○ 1\/2 done/);
  await stand.clickRaw("U1", card, elementOf(card, `custom_input_multi_${id}_q2`));
  await until("the window", async () => stand.views.length === 1);
  here.advance(24 * 60 * 60 * 1000);
  await stand.submit("U1", "my own");

  await whispered(here, "U1", /older than 24 hours/);
  await here.shown("C1", /✏️ my own/);
  expect(here.files.readJson("slack", "forms", `${id}.json`).selections).toEqual({
    q2: { choiceId: "직접입력", label: "my own" },
  });
});

it("[K-14] what was posted before Slack refused the rest is settled with it", async () => {
  await using here = await startSlackHere();
  const { stand, desk } = here;
  const questions = Array.from({ length: 7 }, (_, at) => ({ prompt: `Part ${at + 1}?`, options }));
  stand.fail("chat.postMessage", "invalid_blocks", { after: 1 });
  const { id } = await desk.ask({ questions, source: { kind: "program" } });
  const words = await here.shown("C1", /with number and choice/);
  const [first] = stand.in("C1");
  expect(elementsOf(first as Shown)).not.toEqual([]);
  await stand.say("U1", "C1", "1: 2", { threadTs: first?.ts ?? "" });
  await here.shown("C1", /●○○○○○○ 1\/7 done/);

  await desk.answer(
    id,
    { answers: questions.map(() => ({ optionIds: ["1"] })) },
    { surface: "terminal", who: "Grace" },
  );
  await until("both to say so", async () =>
    [first, words].every((one) => one !== undefined && /Answered by Grace/.test(wordsIn(one))),
  );
  expect(elementsOf(first as Shown)).toEqual([]);
});

type Here = Awaited<ReturnType<typeof startSlackHere>>;

async function asked(here: Here, questions: QuestionInput[]) {
  const { id } = await here.desk.ask({ questions, source: { kind: "program" } });
  const card = await here.shown("C1", /✖️ Decline/);
  return { id, card };
}

async function whispered({ stand }: Here, user: string, words: RegExp) {
  return until(`${words} for ${user}`, async () =>
    stand.whispers(user).find(({ text }) => words.test(text)),
  );
}

function elementOf(card: Shown, actionId: string) {
  const found = elementsOf(card).find(({ action_id }) => action_id === actionId);
  if (found === undefined) throw new Error(`Nothing with ${actionId} is shown.`);
  return found;
}
