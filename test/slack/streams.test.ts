/**
 * Replies as Slack's streamed messages: only appended to, whole in the end whatever happens on the
 * way, and never with a choice in them.
 */
import { expect, it } from "vitest";
import { closing, reopened } from "../../src/surfaces/slack/threads/streamed-page.ts";
import { until } from "../support/patience.ts";
import { startSlackWithAgent } from "../support/slack-agent.ts";
import { wordsIn } from "../support/slack-stand-in.ts";

const CHOICE = {
  type: "user_choice",
  question: "Which database?",
  options: [
    { id: "1", label: "Postgres" },
    { id: "2", label: "SQLite" },
  ],
};
const fenced = `\`\`\`json\n${JSON.stringify(CHOICE)}\n\`\`\``;
const WORDS = "A sentence that the agent writes piece by piece, as agents do. ".repeat(12);

it("[K-20] [K-22] words are streamed, a choice in them is held back and asked", async () => {
  await using here = await startSlackWithAgent({ abilities: { hasStreams: true } });
  here.script({ go: `${WORDS}\n${fenced}`, slowly: true, holdAt: "go" });
  here.hold();
  const { ts } = await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /⏳ working/);
  await here.shown("C1", /A sentence that/);
  await until("an append", async () => here.callsOf("chat.appendStream").length > 0);
  here.release();

  const card = await here.shown("C1", /Which database\?/);
  const waiting = await here.shown("C1", /A sentence that[\s\S]*✋ waiting/);
  expect(waiting.threadTs).toBe(ts);
  await until("one state", async () => here.inThread("C1").every((one) => !/⏳/.test(one)));
  await here.stand.click("U1", card, "1. Postgres");
  await here.shown("C1", /You said: 1/);

  const sent = here.stand.calls.map(({ body }) => body.markdown_text ?? "").join("");
  expect(sent).not.toMatch(/user_choice|"options"|```/);
  expect(here.stand.in("C1").filter((one) => wordsIn(one).includes("A sentence"))).toHaveLength(1);
  const updates = here.callsOf("chat.update").filter(({ body }) => /A sentence/.test(body.text));
  expect(updates.length).toBeLessThanOrEqual(2);
  expect(here.stand.faults).toEqual([]);
});

it.each([
  ["an append breaks off", "lose", "chat.appendStream"],
  ["an append is refused", "fail", "chat.appendStream"],
  ["the end is refused", "fail", "chat.stopStream"],
  ["the start is refused", "fail", "chat.startStream"],
] as const)("a reply is whole although %s", async (_, how, method) => {
  await using here = await startSlackWithAgent({ abilities: { hasStreams: true } });
  here.script({ go: `${WORDS}\nThe end.`, slowly: true });
  if (how === "lose") here.stand.lose(method);
  else here.stand.fail(method, "internal_error");
  await here.stand.mention("U1", "C1", "go");
  await until("the whole reply", async () => {
    const all = here.inThread("C1").join("");
    return all.replace(/\s+/g, "") === `${WORDS}The end.`.replace(/\s+/g, "");
  });
});

it("a long reply goes on in further messages, and stays whole", async () => {
  await using here = await startSlackWithAgent({ abilities: { hasStreams: true } });
  const rows = Array.from({ length: 800 }, (_, at) => `This is row number ${at + 1}.`);
  here.script({ go: `${rows.join("\n")}\n${fenced}` });
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /✋ waiting/);
  const said = here.inThread("C1").join("\n");
  expect(rows.filter((row) => !said.includes(row))).toEqual([]);
  expect(here.stand.faults).toEqual([]);
});

it("code that goes on in the next message ends in one and begins in the other", async () => {
  await using here = await startSlackWithAgent({ abilities: { hasStreams: true } });
  const rows = Array.from({ length: 700 }, (_, at) => `const row${at + 1} = ${at + 1};`);
  here.script({ go: `Look:\n\`\`\`ts\n${rows.join("\n")}\n\`\`\`\nThat is all.` });
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /That is all\./);
  await until("the end", async () => here.inThread("C1").every((one) => !/⏳/.test(one)));
  const pages = here.stand.in("C1").map(({ text }) => text);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page.match(/^```.*$/gm)?.length).toBe(2);
  for (const page of pages.slice(1)) expect(page).toMatch(/^```ts\nconst row/);
  for (const page of pages.slice(0, -1)) expect(page).toMatch(/;\n```$/);
  const said = pages.join("\n");
  expect(rows.filter((row) => !said.includes(row))).toEqual([]);
});

it.each([
  ["no code", "a\nb", "", ""],
  ["closed code", "```js\na\n```\nb", "", ""],
  ["code amid a line", "```js\nab", "```js\n", "\n```"],
  ["code at the end of a line", "x\n```js\nab\n", "```js\n", "```"],
  ["longer marks around shorter ones", "````md\n```js\na\n", "````md\n", "````"],
  ["tildes", "~~~\na\n```\n", "~~~\n", "~~~"],
  ["a long language", `\`\`\`${"x".repeat(99)}\na\n`, `\`\`\`${"x".repeat(36)}…\n`, "```"],
])("a message that breaks off in %s", (_, said, next, last) => {
  expect([reopened(said, said.length), closing(said, said.length)]).toEqual([next, last]);
});

it("mentions that an agent writes reach nobody in a streamed message", async () => {
  await using here = await startSlackWithAgent({ abilities: { hasStreams: true } });
  here.script({ go: "Hello <!channel> and <@U2>, here you are: <https://a.b>.", slowly: true });
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /here you are/);
  await until("the end", async () => here.inThread("C1").every((one) => !/⏳/.test(one)));
  expect(here.inThread("C1").join("")).toMatch(/&lt;!channel> and &lt;@U2>/);
  expect(here.stand.calls.filter(({ reply }) => reply?.ok === false)).toEqual([]);
});
