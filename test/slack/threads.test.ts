/**
 * Conversations with agents in Slack threads: the whole loop with a scripted agent process, also
 * across a power cut.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI } from "../support/askline.ts";
import { until } from "../support/patience.ts";
import { isConnected, startSlackHub, type Transport } from "../support/slack-hub.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";
import { agentIn } from "../support/turns.ts";

const CHOICE = {
  type: "user_choice",
  question: "Which database?",
  context: "Needed for the schema.",
  options: [
    { id: "1", label: "Postgres" },
    { id: "2", label: "SQLite" },
  ],
};
const GROUP = {
  type: "user_choice_group",
  question: "Before I begin",
  choices: [
    {
      type: "user_choice",
      question: "DB 선택?",
      context: "왜냐하면",
      options: [{ id: "1", label: "Postgres" }],
    },
    {
      type: "user_choice",
      question: "Auth 방식?",
      options: [
        { id: "1", label: "Password" },
        { id: "2", label: "OAuth" },
      ],
    },
  ],
};
const fenced = (choice: unknown) => `\`\`\`json\n${JSON.stringify(choice, null, 2)}\n\`\`\``;
const JSON_IN_SIGHT = /user_choice|"question"|```json|"options"/;

describe.each<Transport>(["socket", "http"])("over %s", (transport) => {
  it("[K-16] [K-22] a click in the thread gives the agent its id; JSON is not shown", async () => {
    await using slackHub = await startSlackHub({ transport });
    const { slack, hub, shown, told, script } = slackHub;
    script({
      "set it up": `I looked around & found **two** ways.\n\n${fenced(CHOICE)}`,
      "1": "Postgres it is.",
      slowly: true,
    });

    const { ts } = await slack.mention("UADA", "C1", "set it up");
    const card = await shown("C1", /Which database\?/);

    expect(card.threadTs).toBe(ts);
    const reply = await shown("C1", /I looked around & found \*\*two\*\* ways\./);
    expect(wordsIn(reply)).toMatch(/✋ waiting/);
    expect(told()).toMatchObject([{ text: "set it up", resumed: null }]);
    const [pending] = await hub.desk.list({ status: "pending" });
    expect(pending).toMatchObject({ source: { kind: "slack" }, returnPath: "channel" });
    await slack.click("UADA", card, "1. Postgres");
    await shown("C1", /Postgres it is\./);
    expect(told()).toMatchObject([
      { text: "set it up" },
      { text: "1", resumed: told()[0]?.sessionId },
    ]);
    const everythingSent = slack.calls
      .filter(({ method }) => method.startsWith("chat."))
      .map(({ body }) => JSON.stringify(body.blocks ?? body.text ?? body.markdown_text ?? ""));
    const words = everythingSent.filter((sent) => !sent.includes("sessionKey"));
    expect(words.filter((sent) => JSON_IN_SIGHT.test(sent.replaceAll('\\"', '"')))).toEqual([]);
    expect(slack.faults).toEqual([]);
  });

  it("[K-20] [K-21] it waits while a choice is open, and then works again", async () => {
    await using slackHub = await startSlackHub({ transport });
    const { slack, hub, shown, script, agentFolder } = slackHub;
    script({ go: `First.\n${fenced(CHOICE)}`, "2": "Second.", holdAt: "2" });
    writeFileSync(`${agentFolder}/hold`, "");

    const { ts } = await slack.say("UADA", "DUADA", "go");
    const first = await shown("DUADA", /✋ waiting/);
    const stateOf = () => hub.files.readJson("slack", "threads", `DUADA-${ts}.json`).activityState;
    expect(stateOf()).toBe("waiting");
    await slack.click("UADA", await shown("DUADA", /Which database\?/), "2. SQLite");
    await shown("DUADA", /Second\.\s+⏳ working/);

    expect(stateOf()).toBe("working");
    expect(wordsIn(first)).not.toMatch(/waiting/);
    rmSync(`${agentFolder}/hold`);
    await until("the end of it", async () => stateOf() === "idle");
    await until("no state", async () =>
      slack.in("DUADA").every((one) => !/working|waiting/.test(wordsIn(one))),
    );
  });

  it("[K-05] only agents that Slack starts get the skill and the specified prompt", async () => {
    await using slackHub = await startSlackHub({ transport });
    await slackHub.slack.say("UADA", "DUADA", "hello");
    await until("the agent", async () => slackHub.told().length === 1);

    const args = slackHub.told()[0]?.args ?? [];
    const flag = (name: string) => args[args.indexOf(name) + 1] ?? "";
    const prompt = flag("--append-system-prompt");
    expect(prompt).toContain(
      "ALWAYS use 'local:UIAskUserQuestion', NEVER use 'AskUserQuestion' tool.",
    );
    const plugin = flag("--plugin-dir");
    expect(JSON.parse(readFileSync(`${plugin}/.claude-plugin/plugin.json`, "utf8")).name).toBe(
      "local",
    );
    const skill = readFileSync(`${plugin}/skills/UIAskUserQuestion/SKILL.md`, "utf8");
    for (const document of [prompt, skill]) {
      for (const rule of [
        /without scrolling back/,
        /carried out at once/,
        /4 options/,
        /one choice JSON/i,
        /very end/,
        /```json/,
      ]) {
        expect(document).toMatch(rule);
      }
    }
    const { extractUserChoice } = await import("../../src/extract/extract.ts");
    const examples = skill.match(/```json\n[\s\S]*?\n```/g) ?? [];
    expect(examples.map((example) => extractUserChoice(example)?.choice.type)).toEqual([
      "user_choice",
      "user_choices",
    ]);
    const other = readFileSync(new URL("../../skills/askline/SKILL.md", import.meta.url), "utf8");
    expect(other).not.toMatch(/UIAskUserQuestion/);
  });

  it("[K-17] [K-22] killed between question and click: nothing lost or doubled", async () => {
    await using slackHub = await startSlackHub({ transport });
    const { slack, hub, shown, told, script } = slackHub;
    script({ go: `Two things.\n${fenced(GROUP)}` });
    await slack.mention("UADA", "C1", "go");
    const form = await shown("C1", /0\/2 done/);
    await slack.click("UADA", form, "2. OAuth");
    await shown("C1", /●○ 1\/2 done/);

    await hub.kill();
    await hub.revive();
    await isConnected(hub, slack, transport);
    await slack.click("UADA", form, "1. Postgres");
    await slack.click("UADA", await shown("C1", /●● 2\/2 done/), "🚀 Submit");
    await until("the agent", async () => told().length === 2);

    await hub.kill();
    await hub.revive();
    await isConnected(hub, slack, transport);
    await slack.clickRaw("UADA", form, {
      type: "button",
      action_id: "custom_input_single",
      value: "{}",
    });
    expect(told().map(({ text }) => text)).toEqual([
      "go",
      "DB 선택?: 1. Postgres\nAuth 방식?: 2. OAuth",
    ]);
    const posts = slack.calls.filter(({ method }) => method === "chat.postMessage");
    expect(posts.filter(({ body }) => JSON.stringify(body).includes("multi_choice_"))).toHaveLength(
      1,
    );
  });
});

it("[K-18] several answers reach the agent as one line each, own words named", async () => {
  await using slackHub = await startSlackHub();
  const { slack, shown, told, script } = slackHub;
  script({ 시작: `먼저 두 가지만.\n${fenced(GROUP)}` });

  await slack.say("UMIN", "DUMIN", "시작");
  const form = await shown("DUMIN", /0\/2 완료/);
  await slack.clickRaw(
    "UMIN",
    form,
    elementsOf(form).find(({ action_id }) => /^multi_choice_.*_q1_1$/.test(action_id)),
  );
  await slack.clickRaw(
    "UMIN",
    form,
    elementsOf(form).find(({ action_id }) => /^custom_input_multi_.*_q2$/.test(action_id)),
  );
  await until("the window", async () => slack.views.length === 1);
  await slack.submit("UMIN", "SSO로");

  await until("the agent", async () => told().length === 2);
  expect(told()[1]?.text).toBe("DB 선택?: 1. Postgres\nAuth 방식?: 직접입력. SSO로");
});

it("own words reach the agent whole; what is said while it works waits", async () => {
  await using slackHub = await startSlackHub();
  const { slack, shown, told, script, whispered } = slackHub;
  script({ go: fenced(CHOICE) });

  const { ts } = await slack.mention("UADA", "C1", "go");
  await shown("C1", /Which database\?/);
  await slack.say("UADA", "C1", "Neither: use <https://mysql.com|MySQL> &amp; be done", {
    threadTs: ts,
  });
  await slack.click("UADA", await whispered("UADA", /Send this as your answer/), "Send");
  await shown("C1", /You said: Neither/);
  const { body } = await slack.say("UADA", "C1", "one", { threadTs: ts });
  await slack.send("events_api", body, 1);
  await slack.say("UADA", "C1", "two", { threadTs: ts });
  await slack.say("UEVE", "C1", "let me in", { threadTs: ts });
  await shown("C1", /You said: two/);

  const texts = told().map(({ text }) => text);
  expect(texts).toEqual(["go", "Neither: use MySQL (https://mysql.com) & be done", "one", "two"]);
  expect(
    new Set(
      told()
        .slice(1)
        .map(({ resumed }) => resumed),
    ),
  ).toEqual(new Set([told()[0]?.sessionId]));
  expect(slack.whispers("UEVE")).toHaveLength(1);
});

it("an answer given while the hub is down arrives later; a cut-off agent is told", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub, shown, told, script, agentFolder } = slackHub;
  script({ go: fenced(CHOICE), again: "Never finished", holdAt: "again" });
  await slack.mention("UADA", "C1", "go");
  await shown("C1", /Which database\?/);
  const [pending] = await hub.desk.list({ status: "pending" });
  const record = `${pending?.id}.json`;
  await until(
    "the record",
    async () => hub.files.readJson("slack", "forms", record).copies[0]?.isComplete,
  );

  await hub.kill();
  await hub.desk.answer(
    pending?.id ?? "",
    { answers: [{ optionIds: ["2"] }] },
    { surface: "terminal", who: "Grace" },
  );
  await hub.revive();
  await shown("C1", /Answered by Grace, in the terminal/);
  await shown("C1", /You said: 2/);
  expect(told().map(({ text }) => text)).toEqual(["go", "2"]);

  writeFileSync(`${agentFolder}/hold`, "");
  await isConnected(hub, slack, "socket");
  await slack.mention("UADA", "C2", "again");
  await shown("C2", /Never finished/);
  await hub.kill();
  rmSync(`${agentFolder}/hold`);
  await hub.revive();
  await shown("C2", /Askline was ended while the agent worked on this/);
  expect(told().map(({ text }) => text)).toEqual(["go", "2", "again"]);
});

it("a typed answer that comes again after a restart is told to the agent once", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub, shown, told, script } = slackHub;
  script({ go: fenced(CHOICE) });
  const { ts } = await slack.mention("UADA", "C1", "go");
  await shown("C1", /Which database\?/);
  const { body } = await slack.say("UADA", "C1", "2", { threadTs: ts });
  await shown("C1", /You said: 2/);

  await hub.kill();
  await hub.revive();
  await isConnected(hub, slack, "socket");
  await slack.send("events_api", { ...body, event_id: "Ev-once-more" });
  await slack.say("UADA", "C1", "go on", { threadTs: ts });
  await shown("C1", /You said: go on/);
  expect(told().map(({ text }) => text)).toEqual(["go", "2", "go on"]);
});

it("a thread can be bound to a running agent, which is typed to and quoted", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub, shown } = slackHub;
  const pane = await openAgentPane({
    STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
    STAND_IN_SESSION: "in-a-terminal",
    STAND_IN_SAYS: "All tests pass. Should I push to main?",
  });
  using _ = pane;
  const agent = await agentIn(hub, "in-a-terminal");

  const { ts } = await slack.mention("UADA", "C1", `agent ${agent.id}: ask`);
  await shown("C1", /This thread now talks to agent/);
  expect(await pane.untilSubmitted(1)).toEqual(["ask"]);
  await shown("C1", /Should I push to main\?[\s\S]*✋ waiting/);
  const card = await shown("C1", /✏️ Type your own/);
  expect(card.threadTs).toBe(ts);
  await slack.mention("UADA", "C1", "Yes, push.", { threadTs: ts });
  expect(await pane.untilSubmitted(2)).toEqual(["ask", "Yes, push."]);
  const failure = { error: "server_error", last_assistant_message: "API Error: 529 <!here>" };
  await hub.agent("in-a-terminal").post("StopFailure", failure);
  const status = await shown("C1", /⛔ stopped: API Error: 529 &lt;!here&gt;/);
  expect(status.threadTs).toBe(ts);
  await slack.mention("UADA", "C2", "agent 99: hello");
  await shown("C2", /There is no agent 99/);
});

it("that an agent in no thread failed is told where its project's asks go", async () => {
  await using slackHub = await startSlackHub();
  const { hub, shown } = slackHub;
  const agent = hub.agent("C3");
  await agent.post("UserPromptSubmit", { prompt: "work", prompt_id: "p1" });
  await agent.post("StopFailure", { error: "unknown", last_assistant_message: "API Error: 529" });
  await shown("C3", /<@UADA> .*⛔ C3: stopped: API Error: 529/);
});
