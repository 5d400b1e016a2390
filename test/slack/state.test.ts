/**
 * What Slack's forms remember, and for how long; and that the clicked answer is the one that
 * arrives.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Reply } from "../../src/core/ask/answer.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import type { Option } from "../../src/core/ask/question.ts";
import { takesText } from "../../src/core/ask/selection.ts";
import { isSingle, namesOf } from "../../src/surfaces/slack/render/names.ts";
import { anyAsk } from "../support/any-ask.ts";
import { patient, until } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, type Shown, type Stand } from "../support/slack-stand-in.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const options = [{ label: "Yes" }, { label: "No" }];

it("[K-17] what was filled in is kept for 24 hours, checked when it is used", async () => {
  await using here = await startSlackHere();
  const { stand, desk, files } = here;
  const source = { kind: "program" };
  const { id } = await desk.ask({
    questions: [
      { prompt: "One?", options },
      { prompt: "Two?", options },
    ],
    source,
  });
  const form = await here.shown("C1", /○○/);
  const pick = (name: string) =>
    stand.clickRaw(
      "U1",
      form,
      elementsOf(form).find(({ action_id }) => action_id === name),
    );
  await pick(`multi_choice_${id}_q1_1`);
  await here.shown("C1", /●○/);
  expect(files.readJson("slack", "forms", `${id}.json`).selections).toEqual({
    q1: { choiceId: "1", label: "Yes" },
  });

  here.advance(DAY_MS - 60_000);
  const second = elementsOf(form).find(({ action_id }) => action_id === `multi_choice_${id}_q2_2`);
  await stand.clickRaw("U1", form, second);
  await here.shown("C1", /●●/);
  here.advance(120_000);
  await stand.click("U1", form, "🚀 Submit");

  await until("a word about it", async () =>
    stand.whispers("U1").some(({ text }) => /older than 24 hours/.test(text)),
  );
  await here.shown("C1", /○○/);
  expect((await desk.load(id)).outcome).toBeNull();
  await pick(`multi_choice_${id}_q1_2`);
  await here.shown("C1", /●○/);
  expect(files.readJson("slack", "forms", `${id}.json`).selections).toEqual({
    q1: { choiceId: "2", label: "No" },
  });
});

it("a typed reply where several questions wait answers none of them", async () => {
  await using here = await startSlackHere({ config: { send: [{ to: "C3:1700000000.000100" }] } });
  const { stand, desk } = here;
  const ask = (prompt: string) =>
    desk.ask({ questions: [{ prompt, options }], source: { kind: "program" } });
  const [one, other] = [await ask("Delete it?"), await ask("Keep it?")];
  const card = await here.shown("C3", /Delete it\?/);
  await here.shown("C3", /Keep it\?/);
  await stand.say("U1", "C3", "1", { threadTs: "1700000000.000100" });
  await until("a word about it", async () =>
    stand.whispers("U1").some(({ text }) => /Several questions/.test(text)),
  );
  expect((await desk.load(one.id)).outcome).toBeNull();
  expect((await desk.load(other.id)).outcome).toBeNull();

  await stand.click("U1", card, "2. No");
  await here.shown("C3", /Answered by/);
  await stand.say("U1", "C3", "1", { threadTs: "1700000000.000100" });
  expect((await desk.wait(other.id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["1"] }] },
  });
});

it("quiet hours hold everything but what is urgent; rules say who is asked for what", async () => {
  const hour = (offset: number) =>
    `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, "0")}:00`;
  await using here = await startSlackHere({
    config: {
      send: [
        { project: "web", urgency: ["normal", "high"], to: ["C2", "U7"] },
        { project: "web", to: [] },
        { to: "C3:1700000000.000100" },
      ],
      quietHours: { from: hour(-1), to: hour(2), timeZone: "UTC" },
    },
  });
  const { stand, desk } = here;
  const ask = (prompt: string, project: string, urgency: "low" | "normal" | "high") =>
    desk.ask({ questions: [{ prompt, options }], source: { kind: "program", project }, urgency });
  await ask("Quiet?", "web", "normal");
  await ask("Nowhere?", "web", "low");
  await ask("Loud?", "web", "high");
  await ask("Elsewhere?", "api", "high");
  await Promise.all([
    here.shown("C2", /Loud\?/),
    here.shown("DU7", /Loud\?/),
    here.shown("C3", /Elsewhere\?/),
  ]);
  expect(stand.in("C3")[0]?.threadTs).toBe("1700000000.000100");
  expect(stand.messages.filter(({ text }) => /Quiet|Nowhere/.test(text))).toEqual([]);
});

it("people who may answer are notified under the card, if one was sent", async () => {
  await using here = await startSlackHere({
    config: { people: ["U1"], send: [{ project: "web", to: "C1" }] },
  });
  const { desk, stand, surface } = here;
  const put = (project: string) =>
    desk.ask({ questions: [{ prompt: "Go?", options }], source: { kind: "program", project } });
  const asked = await put("web");
  const card = await here.shown("C1", /Go\?/);
  const { signal } = new AbortController();
  expect(await surface.notify(asked, { kind: "notice", number: 0 }, signal)).toBe(true);
  expect(await surface.notify(asked, { kind: "reminder", number: 1 }, signal)).toBe(true);
  expect(await surface.notify(await put("api"), { kind: "notice", number: 0 }, signal)).toBe(false);
  expect(stand.in("C1").slice(1)).toMatchObject([
    { threadTs: card.ts, text: "<@U1> 👋 This waits for an answer." },
    { threadTs: card.ts, text: "<@U1> ⏳ Still waiting for an answer." },
  ]);
});

it("whatever can be chosen by what is shown is exactly what the asker gets", async () => {
  await using here = await startSlackHere();
  const { stand, desk } = here;
  await fc.assert(
    fc.asyncProperty(anyAsk, fc.infiniteStream(fc.nat(1_000)), async (drawn, chance) => {
      const questions = drawn.questions.slice(0, 8);
      const { context, source } = drawn;
      const put = await desk.ask({
        questions,
        source,
        mode: "detached",
        ...(context === undefined ? {} : { context }),
      });
      const cards = await messagesOf(stand, put);
      const reply = anyReply(put, chance);
      await answerByWhatIsShown(stand, put, cards, reply);
      const { outcome } = await desk.wait(put.id, { signal: AbortSignal.timeout(patient(20_000)) });
      expect(outcome).toMatchObject({ status: "completed", provenance: { surface: "slack" } });
      expect(outcome.status === "completed" && outcome.reply).toEqual(reply);
      expect(stand.faults).toEqual([]);
    }),
    { numRuns: rounds(6, 200), endOnFailure: true },
  );
});

async function messagesOf(stand: Stand, ask: Ask): Promise<Shown[]> {
  const mine = () =>
    stand.in("C1").filter((one) => JSON.stringify(one.blocks ?? "").includes(ask.id));
  const { cancel } = namesOf(ask);
  // The Cancel button is in the last message of a card.
  await until("the card", async () =>
    mine().some((one) => elementsOf(one).some(({ action_id }) => action_id === cancel)),
  );
  return mine();
}

/** A random answer to each question, from what its card offers. */
function anyReply(ask: Ask, chance: fc.Stream<number>): Reply {
  const draw = () => chance.next().value ?? 0;
  return {
    answers: ask.questions.map((question) => {
      const { options: all, minSelections, maxSelections } = question;
      if (takesText(question) && (all.length === 0 || draw() % 3 === 0)) {
        return { optionIds: [], customText: `own words ${draw()}` };
      }
      const count = Math.max(1, minSelections, Math.min(maxSelections, 1 + (draw() % 4)));
      const start = draw() % all.length;
      const places = new Set(
        Array.from({ length: Math.min(count, all.length) }, (_, at) => (start + at) % all.length),
      );
      return { optionIds: all.filter((_, at) => places.has(at)).map(({ id }) => id) };
    }),
  };
}

/** Chooses by number, as a person would; first drops preselected options that are not wanted. */
async function answerByWhatIsShown(stand: Stand, ask: Ask, cards: Shown[], reply: Reply) {
  const names = namesOf(ask);
  const find = (name: string) => {
    for (const card of cards) {
      const element = elementsOf(card).find(({ action_id }) => action_id === name);
      if (element !== undefined) return { card, element };
    }
    return null;
  };
  for (const [index, { optionIds, customText }] of reply.answers.entries()) {
    const question = ask.questions[index];
    if (question === undefined) continue;
    for (const option of question.options) {
      const chosen = find(names.drop(index, option));
      if (chosen !== null && !optionIds.includes(option.id))
        await stand.clickRaw("U1", chosen.card, chosen.element);
    }
    if (customText !== undefined) {
      const change = find(names.change(index));
      if (change !== null) await stand.clickRaw("U1", change.card, change.element);
      const own = find(names.custom(index));
      const before = stand.views.length;
      await stand.clickRaw("U1", own?.card as Shown, own?.element);
      await until("the window", async () => stand.views.length > before);
      await stand.submit("U1", customText);
      continue;
    }
    for (const optionId of optionIds) {
      const place = question.options.findIndex(({ id }) => id === optionId) + 1;
      if (find(names.drop(index, question.options[place - 1] as Option)) !== null) continue;
      const shown = new RegExp(`^(?:✅ )?${place}[.…]`);
      const inButtons = cards.flatMap((card) =>
        elementsOf(card)
          .filter(
            ({ action_id, text }) =>
              action_id === names.option(index, question.options[place - 1] as Option) &&
              shown.test(text.text),
          )
          .map((element) => ({ card, element })),
      );
      const listed = find(names.list(index, 0));
      const entry = listed?.element.options.find(({ text }: { text: { text: string } }) =>
        shown.test(text.text),
      );
      if (inButtons[0] !== undefined)
        await stand.clickRaw("U1", inButtons[0].card, inButtons[0].element);
      else if (listed != null && entry !== undefined) {
        await stand.clickRaw("U1", listed.card, { ...listed.element, selected_option: entry });
      }
    }
  }
  if (isSingle(ask)) return;
  const last = cards.at(-1) as Shown;
  const isOver = () =>
    stand
      .in("C1")
      .find(({ ts }) => ts === last.ts && elementsOf({ blocks: last.blocks }).length === 0);
  await until(
    "the way to submit",
    async () => isOver() ?? elementsOf(last).some(({ action_id }) => action_id === names.submit),
  );
  const submit = elementsOf(last).find(({ action_id }) => action_id === names.submit);
  if (submit !== undefined) await stand.clickRaw("U1", last, submit);
}
