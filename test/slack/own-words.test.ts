/** "Send this as your answer?": for its writer alone, whatever happens before the click. */
import { expect, it } from "vitest";
import type { QuestionInput } from "../../src/core/ask/question.ts";
import { until } from "../support/patience.ts";
import { unclear } from "../support/permissions.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { isConnected, startSlackHub } from "../support/slack-hub.ts";
import { elementsOf, type Shown, wordsIn } from "../support/slack-stand-in.ts";

type Here = Awaited<ReturnType<typeof startSlackHere>>;

const options = [{ label: "Postgres" }, { label: "SQLite" }];
const WHICH = [{ prompt: "Which database?", options }];
const TWO = [
  ...WHICH,
  { prompt: "Which queue?", options: [{ label: "Redis" }, { label: "NATS" }] },
];

it("sends nothing after No, and says how to answer", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, WHICH);
  const sure = await saidBy(here, "U1", "use MySQL", card);
  expect(sure).toMatchObject({ channel: "C1", threadTs: card.ts, only: "U1" });
  expect(wordsIn(sure)).toMatch(
    /Send this as your answer\?\*\n> use MySQL\nThe question: Which database\?/,
  );
  await here.stand.click("U1", sure, "No");
  await until("its end", async () => elementsOf(sure).length === 0);
  expect(sure.text).toMatch(/Nothing was sent.*mention me/);
  expect((await here.desk.load(id)).outcome).toBeNull();
  await here.stand.click("U1", card, "2. SQLite");
  expect((await here.desk.wait(id)).outcome.status).toBe("completed");
});

it("asks a Korean person in Korean, and a permission's writer with a warning", async () => {
  await using here = await startSlackHere();
  here.stand.locales.set("U1", "ko-KR");
  await here.desk.ask({ ...unclear(), source: { kind: "program" } });
  const card = await here.shown("C1", /npm install/);
  const sure = await saidBy(here, "U1", "이거 <안전>한가요?", card);
  expect(wordsIn(sure)).toMatch(
    /이 말을 답으로 보낼까요\?\*\n> 이거 &lt;안전&gt;한가요\?\n질문: `Bash: npm install/,
  );
  expect(wordsIn(sure)).toMatch(/아무것도 허용되지 않습니다/);
  expect(elementsOf(sure).map(({ text }) => text.text)).toEqual(["보내기", "아니요"]);
  expect(here.stand.faults).toEqual([]);
});

it("a question that is over, though its card does not show it yet, is not open any more", async () => {
  await using here = await startSlackHere({ config: { people: ["U1"], send: [{ to: "U1" }] } });
  const { desk, stand } = here;
  const source = { kind: "program" as const };
  const over = await desk.ask({ questions: WHICH, source });
  await here.shown("DU1", /Which database\?/);
  const open = await desk.ask({ questions: TWO.slice(1), source });
  await here.shown("DU1", /Which queue\?/);
  stand.fail("chat.update", "service_unavailable", { times: 1_000 });
  await desk.reject(over.id, { kind: "cancel" }, { surface: "cli", who: "Ada" });
  const failed = () => stand.calls.some(({ method }) => method === "chat.update");
  await until("a change that fails", async () => failed());
  await stand.say("U1", "DU1", "2");
  expect((await desk.wait(open.id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: [open.questions[0]?.options[1]?.id] }] },
  });
});

it("two people at once: one answer counts, the other's words are given back", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, WHICH);
  const [one, two] = await Promise.all([
    saidBy(here, "U1", "use MySQL", card),
    saidBy(here, "U2", "use Oracle", card),
  ]);
  await Promise.all([here.stand.click("U1", one, "Send"), here.stand.click("U2", two, "Send")]);
  const { outcome } = await here.desk.wait(id);
  const winner = outcome.provenance.who;
  const [loser, words] = winner === "Name of U1" ? ["U2", "use Oracle"] : ["U1", "use MySQL"];
  await whispered(here, loser, new RegExp(`Answered by ${winner}[\\s\\S]*Your text was: ${words}`));
  await until(
    "the end of both",
    async () => !here.stand.messages.some((m) => [one, two].includes(m)),
  );
  expect(outcome).toMatchObject({
    reply: { answers: [{ customText: winner === "Name of U1" ? "use MySQL" : "use Oracle" }] },
  });
});

it("words for a question that was settled meanwhile are given back", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, WHICH);
  const sure = await saidBy(here, "U1", "use <MySQL>", card);
  const by = { surface: "terminal", who: "Grace" };
  await here.desk.answer(id, { answers: [{ optionIds: ["1"] }] }, by);
  await here.stand.click("U1", sure, "Send");
  await whispered(here, "U1", /Answered by Grace[\s\S]*Your text was: use &lt;MySQL&gt;/);
});

it("words are not sent for another question than the one they were asked about", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, TWO);
  const pick = async (name: string) =>
    here.stand.clickRaw(
      "U2",
      card,
      elementsOf(card).find(({ action_id }) => action_id === name),
    );
  await pick(`multi_choice_${id}_q1_1`);
  await here.shown("C1", /●○ 1\/2/);
  const sure = await saidBy(here, "U1", "Kafka", card);
  expect(wordsIn(sure)).toMatch(/The question: Which queue\?/);
  await pick(`multi_choice_${id}_q2_1`);
  await here.shown("C1", /●● 2\/2/);
  await pick(`edit_choice_${id}_q1`);
  await here.shown("C1", /●○ 1\/2/);
  await here.stand.click("U1", sure, "Send");
  await whispered(here, "U1", /form has changed[\s\S]*Your text was: Kafka/);
  expect((await here.desk.load(id)).outcome).toBeNull();
});

it("nobody else can send them, and they are too old after a day", async () => {
  await using here = await startSlackHere();
  const { id, card } = await asked(here, WHICH);
  const sure = await saidBy(here, "U1", "use MySQL", card);
  const send = elementsOf(sure)[0];
  await here.stand.clickRaw("U2", sure, send);
  await whispered(here, "U2", /can no longer be sent/);
  here.advance(24 * 60 * 60 * 1000);
  await here.stand.clickRaw("U1", sure, send);
  await whispered(here, "U1", /can no longer be sent/);
  expect((await here.desk.load(id)).outcome).toBeNull();
});

it("a hub that is killed between the words and the click has not forgotten them", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub, shown, whispered: heard } = slackHub;
  const source = { kind: "program", project: "C1" };
  const { id } = await hub.desk.ask({ questions: WHICH, source, mode: "detached" });
  const card = await shown("C1", /Which database\?/);
  await slack.say("UADA", "C1", "use MySQL", { threadTs: card.ts });
  const sure = await heard("UADA", /Send this as your answer/);
  await hub.kill();
  await hub.revive();
  await isConnected(hub, slack, "socket");
  await slack.click("UADA", sure, "Send");
  expect((await hub.desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: [], customText: "use MySQL" }] },
  });
});

async function asked(here: Here, questions: QuestionInput[]) {
  const { id } = await here.desk.ask({ questions, source: { kind: "program" } });
  const card = await here.shown("C1", /✖️ Decline|✖️ 답하지 않기/);
  return { id, card };
}

async function saidBy(here: Here, user: string, words: string, card: Shown): Promise<Shown> {
  await here.stand.say(user, "C1", words, { threadTs: card.ts });
  return until(`the question to ${user}`, async () =>
    here.stand.whispers(user).find((one) => elementsOf(one).length > 0),
  );
}

async function whispered({ stand }: Here, user: string, words: RegExp) {
  return until(`${words} for ${user}`, async () =>
    stand.whispers(user).find(({ text }) => words.test(text)),
  );
}
