/** A choice in an agent's reply becomes a card or a form in its thread, over both transports. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type SlackHub, startSlackHub, type Transport } from "../support/slack-hub.ts";
import { elementsOf, type Shown, wordsIn } from "../support/slack-stand-in.ts";

const TWO = [
  { id: "1", label: "Red" },
  { id: "2", label: "Blue" },
];
const one = (question: string, key = "options") => ({ type: "user_choice", question, [key]: TWO });
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

// The agent's replies, by the text that triggers them. Every question is asked once, so it
// identifies its card.
const REPLIES = {
  "group of one": fenced({
    type: "user_choice_group",
    question: "G",
    choices: [one("Alone in a group?")],
  }),
  "group of two": fenced({
    type: "user_choice_group",
    question: "G",
    choices: [one("First of two?"), one("Second?")],
  }),
  "by options": fenced(one("By options?")),
  "by choices": fenced(one("By choices?", "choices")),
  "questions with choices": fenced({
    type: "user_choices",
    title: "T",
    questions: [
      { id: "a", question: "Read a?", choices: TWO },
      { id: "b", question: "Read b?", choices: TWO },
    ],
  }),
  "questions with options": `Kept 3. ${fenced({ type: "user_choices", questions: [{ id: "a", question: "Unread?", options: TWO }] })}`,
  "group without type": fenced({
    question: "G",
    choices: [one("Untyped, first?"), one("Untyped, second?", "choices")],
  }),
  "raw and fenced": `${JSON.stringify(one("Raw before a fence?"))}\n\n${fenced(one("Fenced wins?"))}`,
  raw: `Before it. ${JSON.stringify(one("Raw with a } in {it}?"))} After it.`,
  "another kind": `Kept 8. ${fenced({ type: "quiz", question: "Not ours?", options: TWO })}`,
  "in the middle": `What was said before.\n\n${fenced(one("In the middle?"))}\n\nWhat was said after.`,
  "two of them": `${fenced(one("The first one?"))}\n\n${fenced(one("The other one?"))}`,
};

describe.each<Transport>(["socket", "http"])("over %s", (transport) => {
  let slackHub: SlackHub;
  beforeAll(async () => {
    slackHub = await startSlackHub({ transport });
    slackHub.script(REPLIES);
  });
  afterAll(async () => slackHub[Symbol.asyncDispose]());

  const say = (words: keyof typeof REPLIES) => slackHub.slack.mention("UADA", "C1", words);
  const card = async (words: keyof typeof REPLIES, question: RegExp) => {
    await say(words);
    return slackHub.shown("C1", question);
  };
  const actions = (shown: Shown) => elementsOf(shown).map(({ action_id: id }) => String(id));
  const singleButtons = ["user_choice_1", "user_choice_2", "custom_input_single"];
  const formButton = /^multi_choice_[\w-]+_\w+_1$/;

  it("[K-01] a group of one question is a single card, of several a form", async () => {
    expect(actions(await card("group of one", /Alone in a group\?/))).toEqual(
      expect.arrayContaining(singleButtons),
    );
    const form = await card("group of two", /First of two\?[\s\S]*Second\?/);
    expect(actions(form).filter((id) => formButton.test(id))).toHaveLength(2);
  });

  it.each([["by options"], ["by choices"]] as const)(
    "[K-02] a choice may hold its options either way: %s",
    async (words) => {
      const question = new RegExp(`${words}\\?`, "i");
      expect(actions(await card(words, question))).toEqual(expect.arrayContaining(singleButtons));
    },
  );

  it("[K-03] of several questions only those with choices are recognised", async () => {
    const form = await card("questions with choices", /Read a\?[\s\S]*Read b\?/);
    expect(actions(form).filter((id) => formButton.test(id))).toHaveLength(2);
    await isLeftAlone("questions with options", /Kept 3\./, "Unread?");
  });

  it("[K-04] a group needs no type, and takes options or choices inside", async () => {
    const form = await card("group without type", /Untyped, first\?[\s\S]*Untyped, second\?/);
    expect(actions(form).filter((id) => formButton.test(id))).toHaveLength(2);
  });

  it("[K-06] a fenced choice comes before a raw one", async () => {
    await card("raw and fenced", /Fenced wins\?/);
    expect(await asked()).not.toContain("Raw before a fence?");
  });

  it("[K-07] [K-10] a raw choice is found by its braces; only text before it stays", async () => {
    await card("raw", /Raw with a } in \{it\}\?/);
    expect(wordsIn(await slackHub.shown("C1", /Before it\./))).not.toMatch(/After it|user_choice/);
  });

  it("[K-08] JSON of another kind is no question, and stays in sight", async () => {
    await isLeftAlone("another kind", /Kept 8\.[\s\S]*quiz/, "Not ours?");
  });

  it("[K-09] the choice with its fence is taken out of what is shown", async () => {
    await card("in the middle", /In the middle\?/);
    const reply = await slackHub.shown("C1", /What was said before\.[\s\S]*What was said after\./);
    expect(wordsIn(reply)).not.toMatch(/```|user_choice|In the middle/);
  });

  it("[K-23] only the first choice of a reply is asked", async () => {
    await card("two of them", /The first one\?/);
    expect(await asked()).not.toContain("The other one?");
  });

  async function isLeftAlone(words: keyof typeof REPLIES, text: RegExp, question: string) {
    await say(words);
    await until("the whole reply", async () =>
      slackHub.slack
        .in("C1")
        .some((shown) => text.test(wordsIn(shown)) && !/working/.test(wordsIn(shown))),
    );
    expect(await asked()).not.toContain(question);
  }

  async function asked(): Promise<string[]> {
    const asks = await slackHub.hub.desk.list({ status: "pending" });
    return asks.flatMap(({ questions }) => questions.map(({ prompt }) => prompt));
  }
});
