/** Choices that an agent nearly got right: read as meant, or hidden and handed back to it once. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handBack } from "../../src/surfaces/slack/threads/hand-back.ts";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI } from "../support/askline.ts";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { startSlackHub } from "../support/slack-hub.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";
import { agentIn } from "../support/turns.ts";

const AGENT = fileURLToPath(new URL("../support/scripted-agent.mjs", import.meta.url));
const fence = (value: unknown, open = "```json") => `${open}\n${JSON.stringify(value)}\n\`\`\``;
const choice = (question: string, options: unknown) => ({ type: "user_choice", question, options });
const BAD = choice("Unread?", [{ id: "1" }, { id: "2", label: "B" }]);

const REPLIES = {
  meant: `Meant.\n${fence(choice("As words?", ["Yes", null, 80]))}`,
  unread: `Before it.\n${fence(BAD, "```")}\nAfter it.`,
  cut: `Before the cut.\n${fence(BAD).slice(0, 40)}`,
  twice: `Both.\n${fence(choice("The first?", ["A", "B"]))}\nAnd\n${fence(choice("The second?", ["C"]))}`,
  tilde: `Tilde.\n~~~\n${JSON.stringify(choice("In tildes?", ["A"]))}\n~~~\nGone.`,
};

const files = openSandbox();
const folder = files.at("agent");
let here: Awaited<ReturnType<typeof startSlackHere>>;
beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(`${folder}/script.json`, JSON.stringify(REPLIES));
  const agent = {
    command: [process.execPath, AGENT],
    environment: { SCRIPTED_AGENT_FOLDER: folder },
  };
  here = await startSlackHere({ config: { agent, send: [] } });
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const told = (): string[] =>
  existsSync(`${folder}/told.jsonl`)
    ? readFileSync(`${folder}/told.jsonl`, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).text)
    : [];

/** What is said in this thread, from the oldest to the newest. */
const said = (threadTs: string) =>
  here.stand
    .in("C1")
    .filter((one) => one.threadTs === threadTs)
    .map(wordsIn)
    .join("\n---\n");

it("options as words, a number and a null are asked as they are meant", async () => {
  await here.stand.mention("U1", "C1", "meant");
  const card = await here.shown("C1", /As words\?/);
  expect(elementsOf(card).map(({ text }) => text.text)).toEqual([
    ...["1. Yes", "2. 80", "✏️ Type your own", "✖️ Decline"],
  ]);
});

it("what cannot be read is hidden, said in words, and handed back once", async () => {
  const { ts } = await here.stand.mention("U1", "C1", "unread");
  await here.shown("C1", /could not be read; it was told to ask again/);
  await here.shown("C1", /You said: Your question was not shown/);
  expect(said(ts)).toMatch(/Before it\.\s+After it\.\s+⚠️/);
  const [reply] = said(ts).split("---");
  expect(reply).not.toMatch(/```|user_choice/);
  const back = told().filter((text) => text.startsWith("Your question was not shown"));
  expect(back).toEqual([expect.stringContaining("- options[0].label is missing.")]);
});

it("so it is for an agent that runs by itself, which is told in its terminal, once", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub, shown } = slackHub;
  using pane = await openAgentPane({
    STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
    STAND_IN_SESSION: "near-miss",
    STAND_IN_SAYS: `I looked.\n${fence(BAD)}`,
  });
  const { id } = await agentIn(hub, "near-miss");
  await slack.mention("UADA", "C1", `agent ${id}: ask`);
  await shown("C1", /I looked\.[\s\S]*could not be read; it was told to ask again/);
  const [, back] = await pane.untilSubmitted(2);
  expect(back).toMatch(/^Your question was not shown[\s\S]*- options\[0\]\.label is missing\./);
  const again = await shown("C1", /could not be read, again\. Write to it to go on/);
  expect(wordsIn(again)).not.toMatch(/```|user_choice/);
  await slack.mention("UADA", "C1", "go on", { threadTs: again.threadTs ?? "" });
  expect((await pane.untilSubmitted(3)).at(-1)).toBe("go on");
});

it("a second choice is hidden, and the agent is told with the decision on the first", async () => {
  const { ts } = await here.stand.mention("U1", "C1", "twice");
  const card = await here.shown("C1", /The first\?/);
  await here.shown("C1", /asked more than one thing at once\. Only the first is asked/);
  expect(said(ts)).not.toContain("The second?");
  await here.stand.click("U1", card, "2. B");
  await until("the decision", async () => told().some((text) => text.startsWith("2\n\n(")));
  expect(told().at(-1)).toMatch(/^2\n\n\(Your reply held more than one choice\./);
});

it("what stood around a choice leaves no litter", async () => {
  const { ts } = await here.stand.mention("U1", "C1", "tilde");
  await here.shown("C1", /In tildes\?/);
  await here.shown("C1", /Tilde\.\n✋ waiting/);
  expect(said(ts)).not.toMatch(/~~~|Gone/);
});

it("half a choice of an agent that ended is not seen", async () => {
  const { ts } = await here.stand.mention("U1", "C1", "cut");
  await here.shown("C1", /Before the cut\.[\s\S]*could not be read/);
  expect(said(ts)).not.toMatch(/```|user_choice",/);
});

it.each(["en", "ko"] as const)("an agent that cannot do it is told once only (%s)", (locale) => {
  const ended = { said: fence(BAD), choice: null, failure: null, locale };
  const { texts, said: first } = handBack({ ...ended, textId: "C1 1.2" });
  expect(texts).toMatchObject([{ id: "handed-back:C1 1.2", state: "queued" }]);
  const again = handBack({ ...ended, textId: texts[0]?.id ?? "" });
  expect(again).toMatchObject({ texts: [], aside: null });
  expect([first, again.said]).toEqual([
    expect.stringMatching(locale === "en" ? /it was told to ask again/ : /다시 묻도록 알렸습니다/),
    expect.stringMatching(locale === "en" ? /again\. Write to it/ : /이번에도/),
  ]);
});
