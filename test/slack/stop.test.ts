/**
 * An agent at work in a thread: what it does now, Stop, the time limit, what waits in line, and how
 * its reply ends when it is cut off.
 */
import { expect, it } from "vitest";
import { withLastWords } from "../../src/surfaces/slack/threads/last-words.ts";
import { until } from "../support/patience.ts";
import { startSlackWithAgent } from "../support/slack-agent.ts";

const CHOICE = {
  type: "user_choice",
  question: "Which database?",
  options: [{ id: "1", label: "Postgres" }],
};
const fenced = `\`\`\`json\n${JSON.stringify(CHOICE)}\n\`\`\``;

it.each([true, false])("Stop ends the agent, and the thread goes on (streams: %s)", async (is) => {
  await using here = await startSlackWithAgent({
    abilities: { hasStreams: is },
    config: { people: ["U1", "U2"] },
  });
  const { stand } = here;
  here.script({
    ...{ go: "I begin.", holdAt: "go" },
    uses: [["Edit", { file_path: "/srv/web/src/app <!here>.ts" }]],
  });
  here.hold();
  const { ts } = await stand.mention("U1", "C1", "go");
  const working = await here.shown("C1", /⏳ working/);
  await here.shown("C1", /I begin\./);
  await stand.say("U2", "C1", "and then this", { threadTs: ts });
  await until("eyes", async () => here.callsOf("reactions.add").length === 1);
  await stand.clickRaw("UEVE", working, stopIn(await here.shown("C1", /⏹️ Stop/)));
  await until("a refusal", async () => stand.whispers("UEVE").length === 1);
  await stand.click("U2", await here.shown("C1", /⏹️ Stop/), "⏹️ Stop");

  await here.shown("C1", /I begin\.[\s\S]*⏹️ Stopped by Name of U2\./);
  await here.shown("C1", /You said: and then this/);
  await until("no mark", async () => here.callsOf("reactions.remove").length === 1);
  expect(here.callsOf("reactions.add")[0]?.body).toMatchObject({ channel: "C1", name: "eyes" });
  expect(here.told()[1]?.args.join(" ")).toContain("--resume");
  await until("no button", async () => here.inThread("C1").every((one) => !/Stop$/m.test(one)));
  await stand.clickRaw("U1", working, stopIn(working, "C1-1"));
  await until("a word", async () => /not working/.test(stand.whispers("U1")[0]?.text ?? ""));
  expect(stand.faults).toEqual([]);
});

it("a message that waits in line is told as its writer changed it, or not at all", async () => {
  await using here = await startSlackWithAgent({ config: { people: ["U1"] } });
  const { stand } = here;
  here.script({ go: "I begin.", holdAt: "go" });
  here.hold();
  const { ts } = await stand.mention("U1", "C1", "go");
  await here.shown("C1", /I begin\./);
  const waiting = ["delete the folder", "delte it", "last"];
  const said = [];
  for (const words of waiting) said.push(await stand.say("U1", "C1", words, { threadTs: ts }));
  await until("eyes", async () => here.callsOf("reactions.add").length === 3);
  await stand.revise("C1", said[0]?.ts ?? "", null);
  await stand.revise("C1", said[1]?.ts ?? "", "delete the &lt;cache&gt;");
  // What the agent has is not taken back.
  await stand.revise("C1", ts, "stay");
  await stand.say("U1", "C1", "the end", { threadTs: ts });
  await until("eyes", async () => here.callsOf("reactions.add").length === 4);
  here.release();
  await here.shown("C1", /You said: the end/);
  expect(here.warnings).toEqual([]);
  expect(here.told().map(({ text }) => text)).toEqual([
    "go",
    "delete the <cache>",
    "last",
    "the end",
  ]);
});

it("what the agent does now is one line, with the file's name alone", async () => {
  await using here = await startSlackWithAgent();
  here.stand.locales.set("U2", "ko-KR");
  here.script({ holdAt: "go", go: "", uses: [["Edit", { file_path: "/srv/web/src/app.ts" }]] });
  here.hold();
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /⏳ working: Edit · app\.ts/);
  await here.stand.mention("U2", "C2", "go");
  await here.shown("C2", /⏳ 작업 중: Edit · app\.ts/);
  here.release();
  await here.shown("C1", /The agent finished without saying anything\./);
  await here.shown("C2", /에이전트가 아무 말 없이 끝냈습니다\./);
});

it("an agent that works longer than slack.json allows is stopped", async () => {
  await using here = await startSlackWithAgent({ agent: { timeLimitMinutes: 0.01 } });
  here.script({ go: "I begin.", holdAt: "go" });
  here.hold();
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /⏹️ Stopped: it worked for 0\.01 minutes/);
});

it("its death amid a choice shows no JSON, and no English in a Korean sentence", async () => {
  await using here = await startSlackWithAgent();
  here.stand.locales.set("U2", "ko-KR");
  const reply = `보겠습니다.\n${fenced.replace("?", `? ${"x".repeat(4_000)}`)}`;
  here.script({ go: reply, dieAt: "go", dieAfter: 200 });
  await here.stand.mention("U2", "C1", "go");
  await here.shown("C1", /에이전트가 멈췄습니다\(SIGKILL\)\./);
  const all = here.inThread("C1").join("\n");
  expect(all).toMatch(/보겠습니다\.[\s\S]*질문을 끝맺지 못했습니다/);
  expect(all).not.toMatch(/json|user_choice|question|ended|stopped/);
});

const REPORTED = { kind: "reported" as const, how: "", words: "API Error: 529 ```overloaded```" };
it.each([
  ["a whole reply", { said: "Done. ", held: "```js\n1" }, "Done. ```js\n1"],
  ["nothing", {}, "The agent finished without saying anything."],
  ["a choice alone", { hasChoice: true }, ""],
  [
    "a failure",
    { said: "So.", failure: REPORTED },
    "So.\n\nThe agent stopped.\n```\nAPI Error: 529 '''overloaded'''\n```",
  ],
  ["half a block", { held: '```json\n{"que', failure: REPORTED }, /^It was about[^{]*API Error/],
  ["half an object", { said: "A", held: '{"type', failure: REPORTED }, /^A\n\nIt was about[^{]*$/],
  ["half a fence", { said: "A", held: "```", failure: REPORTED }, /^A\n\nIt was about/],
  ["held code", { said: "A ", held: "`x`", failure: REPORTED }, /^A `x`\n\nThe agent stopped/],
  [
    "an open block",
    { said: "A\n```js\n1", failure: REPORTED },
    /^A\n```js\n1\n```\n\nThe agent stopped\.\n```\nAPI/,
  ],
  ["a stop", { ended: { kind: "stopped" as const, who: "Ada" } }, "⏹️ Stopped by Ada."],
])("how a reply ends: %s", (_, given, expected) => {
  const end = { said: "", held: "", hasChoice: false, failure: null, ended: null, ...given };
  if (typeof expected === "string") expect(withLastWords(end, "en")).toBe(expected);
  else expect(withLastWords(end, "en")).toMatch(expected);
  const korean = withLastWords(end, "ko");
  if (end.failure !== null)
    expect(korean).toMatch(/멈췄습니다\.\n```\nAPI Error: 529 '''overloaded'''\n```$/);
});

function stopIn({ blocks = [] }: { blocks: Blocks }, value?: string) {
  const actions = (blocks ?? []).find(({ type }) => type === "actions");
  const stop = actions?.elements[0] ?? { type: "button", action_id: "stop_agent" };
  return value === undefined ? stop : { ...stop, value };
}

// biome-ignore lint/suspicious/noExplicitAny: Slack's payloads have every shape
type Blocks = any[] | undefined;
