/**
 * Hard cases of conversations with agents: several things at once, very long texts, and an agent
 * that dies.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";

const AGENT = fileURLToPath(new URL("../support/scripted-agent.mjs", import.meta.url));
const fenced = (choice: unknown) => `\`\`\`json\n${JSON.stringify(choice)}\n\`\`\``;
const DATABASES = [
  { id: "1", label: "Postgres" },
  { id: "2", label: "SQLite" },
];
const CHOICE = { type: "user_choice", question: "Which database?", options: DATABASES };

it("what is said while the agent works waits for its choice and the answer", async () => {
  await using here = await startWithAgent();
  here.script({ go: `Looking.\n${fenced(CHOICE)}`, holdAt: "go" });
  here.hold();
  const { ts } = await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /Looking\./);
  await here.stand.say("U1", "C1", "and be quick", { threadTs: ts });
  here.release();

  const card = await here.shown("C1", /Which database\?/);
  await here.stand.click("U1", card, "2. SQLite");
  await here.shown("C1", /You said: and be quick/);

  expect(here.told()).toEqual(["go", "2", "and be quick"]);
});

it("what is said before the choice is visible is no answer, and is not lost", async () => {
  await using here = await startWithAgent();
  const words = "Some words that take a while to be written down. ".repeat(8);
  here.script({ go: `${words}\n${fenced(CHOICE)}`, slowly: true });
  const { ts } = await here.stand.mention("U1", "C1", "go");
  const record = `C1-${ts}.json`;
  await until("the choice", async () => here.thread(record)?.askId);
  await here.stand.say("U1", "C1", "one more thing", { threadTs: ts });

  const card = await here.shown("C1", /Which database\?/);
  await here.stand.click("U1", card, "1. Postgres");
  await here.shown("C1", /You said: one more thing/);

  expect(here.told()).toEqual(["go", "1", "one more thing"]);
  expect(here.stand.whispers("U1")).toEqual([]);
});

it("a reply of many messages stays whole, and stops saying that it waits", async () => {
  await using here = await startWithAgent();
  const rows = Array.from({ length: 1_500 }, (_, at) => `This is row number ${at + 1}.`);
  here.script({ go: `${rows.join("\n")}\n${fenced(CHOICE)}` });
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /✋ waiting/);
  await here.stand.click("U1", await here.shown("C1", /Which database\?/), "1. Postgres");
  await here.shown("C1", /You said: 1/);
  await until("no state", async () =>
    here.stand.in("C1").every((one) => !/working|waiting/.test(wordsIn(one))),
  );

  const said = here.stand.in("C1").map(wordsIn).join("\n");
  expect(rows.filter((row) => !said.includes(row))).toEqual([]);
});

it("what is said to somebody else is not told to the agent, and mentions are names", async () => {
  await using here = await startWithAgent();
  const { ts } = await here.stand.mention("U1", "C1", "hello");
  await here.shown("C1", /You said: hello/);
  await here.stand.say("U1", "C1", "<@UMIN> can you look at this?", { threadTs: ts });
  await here.stand.say("U1", "C1", "ask <@UMIN> &amp; <@U2|two> in <#C9|general>, not <!here>", {
    threadTs: ts,
  });
  await here.shown("C1", /You said: ask/);
  expect(here.told()).toEqual(["hello", "ask @Name of UMIN & @Name of U2 in #general, not @here"]);
});

it("two messages that come at once are told one after the other, each once", async () => {
  await using here = await startWithAgent();
  const { ts } = await here.stand.mention("U1", "C1", "hello");
  await Promise.all([
    here.stand.say("U1", "C1", "one", { threadTs: ts }),
    here.stand.say("U2", "C1", "two", { threadTs: ts }),
    here.stand.mention("U2", "C2", "three"),
    here.stand.mention("U1", "C2", "four"),
  ]);
  await until("all of it", async () => here.told().length === 5);
  expect(here.told().sort()).toEqual(["four", "hello", "one", "three", "two"]);
});

it("an agent that dies amid a choice asks nothing, says so, and can continue", async () => {
  await using here = await startWithAgent();
  const reply = `Let me see.\n${fenced({ ...CHOICE, context: "x".repeat(4_000) })}`;
  here.script({ go: reply, dieAt: "go", dieAfter: 200 });
  const { ts } = await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /The agent stopped: it ended with SIGKILL/);
  expect(await here.desk.list({ status: "pending" })).toEqual([]);

  await here.stand.say("U1", "C1", "again", { threadTs: ts });
  await here.shown("C1", /You said: again/);
});

it("[K-18] an option of ten thousand characters reaches the agent in full", async () => {
  await using here = await startWithAgent();
  const label = `*Bold* <!channel> & 👩‍👩‍👧‍👦 ${"long ".repeat(2_000)}end`;
  const part = (question: string) => ({
    type: "user_choice",
    question,
    options: [{ id: "a", label }, ...DATABASES],
  });
  here.script({
    go: fenced({
      type: "user_choice_group",
      question: "Set-up",
      choices: [part("One?"), part("Two?")],
    }),
  });
  await here.stand.mention("U1", "C1", "go");
  const form = await here.shown("C1", /○○ 0\/2 done/);
  const pick = (name: RegExp) =>
    here.stand.clickRaw(
      "U1",
      form,
      elementsOf(form).find(({ action_id }) => name.test(action_id)),
    );
  await pick(/^multi_choice_.*_q1_a$/);
  await pick(/^multi_choice_.*_q2_2$/);
  await here.stand.click("U1", await here.shown("C1", /●● 2\/2 done/), "🚀 Submit");
  await until("the agent", async () => here.told().length === 2);

  expect(here.told()[1]).toBe(`One?: a. ${label}\nTwo?: 2. SQLite`);
  expect(here.stand.faults).toEqual([]);
});

it.each([1, 4, 5, 25, 100])("[K-11] a choice of %i options offers each of them", async (count) => {
  await using here = await startWithAgent();
  const options = Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    label: `Option ${at + 1}`,
  }));
  here.script({ go: fenced({ ...CHOICE, options }) });
  await here.stand.mention("U1", "C1", "go");
  const card = await here.shown("C1", /Which database\?/);
  const last = `${count}. Option ${count}`;
  await (count > 4 ? here.stand.choose("U1", card, last) : here.stand.click("U1", card, last));
  await until("the agent", async () => here.told().length === 2);
  expect(here.told()[1]).toBe(String(count));
});

it("a choice of too many options is asked and answered in words", async () => {
  await using here = await startWithAgent();
  const options = Array.from({ length: 101 }, (_, at) => ({
    id: String(at + 1),
    label: `Option ${at + 1}`,
  }));
  const huge = { ...CHOICE, question: "Q".repeat(150_000), options };
  here.script({ go: fenced({ ...CHOICE, options }), more: fenced(huge) });
  const { ts } = await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /Which database\?[\s\S]*101\. Option 101/);
  await here.stand.say("U1", "C1", "101", { threadTs: ts });
  await here.shown("C1", /You said: 101/);

  await here.stand.say("U1", "C1", "more", { threadTs: ts });
  await here.shown("C1", /QQQ/);
  await here.stand.say("U1", "C1", "77", { threadTs: ts });
  await here.shown("C1", /You said: 77/);
  expect(here.told()).toEqual(["go", "101", "more", "77"]);
});

it.each([
  [7, [6, 1]],
  [13, [6, 6, 1]],
])(
  "[K-13] [K-18] a group of %i questions is one form in messages of six, answered by line",
  async (count, sizes) => {
    await using here = await startWithAgent();
    const { stand } = here;
    const choices = Array.from({ length: count }, (_, at) => ({
      question: `Part ${at + 1}?`,
      options: DATABASES,
    }));
    here.script({ go: fenced({ type: "user_choice_group", question: "Set-up", choices }) });
    await stand.mention("U1", "C1", "go");
    await here.shown("C1", new RegExp(`Part ${count}\\?`));
    const pages = stand.in("C1").filter((one) => /Part \d+\?/.test(wordsIn(one)));
    expect(pages.map((page) => wordsIn(page).match(/Part \d+\?/g)?.length)).toEqual(sizes);

    const named = (name: RegExp) => {
      for (const page of pages) {
        const element = elementsOf(page).find(({ action_id }) => name.test(action_id));
        if (element !== undefined) return { page, element };
      }
      throw new Error(`Nothing with ${name} is shown.`);
    };
    for (const at of choices.slice(1).keys()) {
      const { page, element } = named(new RegExp(`^multi_choice_.*_q${at + 1}_2$`));
      await stand.clickRaw("U1", page, element);
    }
    const { page, element } = named(new RegExp(`^custom_input_multi_.*_q${count}$`));
    await stand.clickRaw("U1", page, element);
    await until("the window", async () => stand.views.length === 1);
    await stand.submit("U1", "my own");
    await until("the agent", async () => here.told().length === 2);

    const lines = choices.slice(1).map((_, at) => `Part ${at + 1}?: 2. SQLite`);
    expect(here.told()[1]).toBe([...lines, `Part ${count}?: 직접입력. my own`].join("\n"));
    await until("the end of every message", async () =>
      pages.every((one) => elementsOf(one).length === 0),
    );
    expect(stand.faults).toEqual([]);
  },
);

it("a choice that times out is over: the agent is told only what is said next", async () => {
  await using here = await startWithAgent();
  here.script({ go: fenced(CHOICE), holdAt: "go" });
  here.hold();
  const { ts } = await here.stand.mention("U1", "C1", "go");
  await until("the agent", async () => here.told().length === 1);
  await here.stand.say("U1", "C1", "never mind", { threadTs: ts });
  here.release();
  await here.shown("C1", /Which database\?/);
  const [pending] = await here.desk.list({ status: "pending" });
  await here.desk.extend(pending?.id ?? "", 1);

  await here.shown("C1", /Expired: nobody answered in time/);
  await here.shown("C1", /You said: never mind/);
  expect(here.told()).toEqual(["go", "never mind"]);
});

it("a reply whose first words Slack would not take is there when it is finished", async () => {
  await using here = await startWithAgent();
  here.script({ go: `All of it.\n${fenced(CHOICE)}` });
  here.stand.fail("chat.postMessage", "internal_error", { times: 2 });
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /All of it\.[\s\S]*✋ waiting/);
  await here.stand.click("U1", await here.shown("C1", /Which database\?/), "1. Postgres");
  await here.shown("C1", /You said: 1/);
  await until("no state", async () =>
    here.stand.in("C1").every((one) => !/working|waiting/.test(wordsIn(one))),
  );
});

it("somebody who may not answer is told so once for each message", async () => {
  await using here = await startWithAgent({ people: ["U1"] });
  here.script({ go: fenced(CHOICE) });
  const { ts } = await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /Which database\?/);
  const { body } = await here.stand.mention("UEVE", "C1", "2", { threadTs: ts });
  // Slack reports a mention in a thread twice.
  await here.stand.send("events_api", {
    ...body,
    event_id: "Ev-twin",
    event: { ...body.event, type: "message" },
  });
  await here.stand.say("U1", "C1", "1", { threadTs: ts });
  await here.shown("C1", /You said: 1/);
  expect(here.stand.whispers("UEVE")).toHaveLength(1);
  expect(here.told()).toEqual(["go", "1"]);
});

async function startWithAgent(config: Record<string, unknown> = {}) {
  const files = openSandbox();
  const folder = files.at("agent");
  mkdirSync(folder);
  const agent = {
    command: [process.execPath, AGENT],
    environment: { SCRIPTED_AGENT_FOLDER: folder },
  };
  const here = await startSlackHere({ config: { agent, send: [], ...config } });
  const script = (replies: Record<string, unknown>) =>
    writeFileSync(`${folder}/script.json`, JSON.stringify({ ...replies }));
  script({});
  return {
    ...here,
    script,
    hold: () => writeFileSync(`${folder}/hold`, ""),
    release: () => rmSync(`${folder}/hold`),
    told: (): string[] =>
      existsSync(`${folder}/told.jsonl`)
        ? readFileSync(`${folder}/told.jsonl`, "utf8")
            .split("\n")
            // The text behind the last line break is still being written.
            .slice(0, -1)
            .map((line) => JSON.parse(line).text)
        : [],
    thread: (record: string) =>
      existsSync(here.files.at("slack", "threads", record))
        ? here.files.readJson("slack", "threads", record)
        : undefined,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}
