/** Text reaches the agent exactly as it was written; with a real tmux and a stand-in agent. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Channel } from "../../src/agents/channels/channel.ts";
import { createTmuxChannel } from "../../src/agents/channels/tmux-channel.ts";
import { type AgentPane, openAgentPane } from "../support/agent-pane.ts";
import { until } from "../support/patience.ts";

const LONG_TEXT = "한글 and ascii 🙂 line\n".repeat(7_000).trimEnd();

interface Way {
  name: string;
  pane: AgentPane;
  channel: Channel;
}
const ways: Way[] = [];

beforeAll(async () => {
  for (const name of ["over control mode", "by a process a command"]) {
    const pane = await openAgentPane();
    // With `focus-events` on, no client stays attached, and every command is a process of its own.
    pane.tmux("set-option", "-g", "focus-events", name === "over control mode" ? "off" : "on");
    ways.push({ name, pane, channel: createTmuxChannel() });
  }
});
afterAll(async () => {
  await inEveryWay(({ channel }) => channel.close());
  for (const { pane } of ways) pane[Symbol.dispose]();
});

it.each([
  ["ordinary text", "please go on"],
  ["Korean and emoji", "테스트를 모두 돌리고 결과를 알려 주세요 👩‍👩‍👧‍👦 🇰🇷 👍🏽"],
  ["several lines", "first\n\n  second\twith a tab\nthird"],
  ["a leading dash", "-n is a flag"],
  ["a trailing semicolon", "one; two;"],
  ["an escaped semicolon", "find . -exec ls {} \\;"],
  [
    "what tmux would read",
    `#{pane_id} $HOME ~ %if "quoted" 'single' \\n \\u0041 {braces} %end 1 2 1`,
  ],
  ["200 KB", LONG_TEXT],
  ["a slash command", "/clear"],
  ["a slash command that ends in a semicolon", "/say -x \\;"],
  ["a path, which is no command", "/usr/bin is full"],
])("arrives as it is: %s", async (_what, text) => {
  await inEveryWay(async (way) => expect(await sent(way, [text])).toEqual([text]));
});

it.each([
  ["what the agent would have a shell run", "!touch made", " !touch made"],
  ["a backslash that would make a line break of the Enter", "it is C:\\", "it is C:\\ "],
])("stays words: %s", async (_what, text, given) => {
  await inEveryWay(async (way) =>
    expect(await sent(way, [text, "and then"])).toEqual([given, "and then"]),
  );
});

it("types commands of the agent and pastes everything else", async () => {
  const longCommand = `/review ${"x".repeat(2_000)}`;
  const texts = ["/compact now", "go /compact", longCommand];
  await inEveryWay(async (way) => {
    expect(await sent(way, texts)).toEqual(texts);
    const prompts = way.pane.transcript().filter(({ type }) => type === "user");
    expect(prompts.slice(-3).map(({ promptSource }) => promptSource)).toEqual([
      "typed",
      "pasted",
      "pasted",
    ]);
  });
});

it("lets no key out of a text: paste ends, Ctrl-C, Escape and Enter are inert", async () => {
  await inEveryWay(async (way) => {
    const texts = await sent(way, ["a\u001b[201~\u0003\u001a\u001b\rexit\r\n\u009b201~b\u0000"]);
    expect(texts).toEqual(["a[201~\nexit\n201~b"]);
    expect(way.pane.transcript().filter(({ type }) => type === "system")).toHaveLength(1);
  });
});

it("keeps texts sent at once apart and in order", async () => {
  const texts = ["one\nuno", "two", "/three", "four"];
  await inEveryWay(async (way) => expect(await sent(way, texts)).toEqual(texts));
});

it("leaves no buffer behind", () => {
  for (const { pane } of ways) expect(pane.tmux("list-buffers")).toBe("");
});

it("presses Escape once when asked to interrupt, and never otherwise", async () => {
  await inEveryWay(async (way) => {
    const escapes = () =>
      way.pane.transcript().filter(({ subtype }) => subtype === "escape").length;
    expect(escapes()).toBe(0);
    await way.channel.interrupt?.(way.pane.agent);
    await until("the Escape", () => escapes() || undefined);
    await sent(way, ["after that"]);
    expect(escapes()).toBe(1);
  });
});

it.each([
  ["nothing", " \n\u0007\n", "There is no text to send."],
  [
    "more than an agent could read",
    "x".repeat(600 * 1024),
    "The text is too long to be typed: 600 KB, and 512 KB is the most.",
  ],
])("refuses to type %s", async (_what, text, sentence) => {
  const claim = vi.fn();
  const [{ channel, pane }] = ways as [Way];
  await expect(channel.deliver(pane.agent, text, { claim })).rejects.toMatchObject({
    code: "unfit_text",
    message: sentence,
  });
  expect(claim).not.toHaveBeenCalled();
});

async function inEveryWay(work: (way: Way) => Promise<void>): Promise<void> {
  await Promise.all(ways.map(work));
}

/** Sends all texts at once and returns what the agent was given since. */
async function sent({ channel, pane }: Way, texts: string[]): Promise<string[]> {
  const before = pane.submitted().length;
  await Promise.all(
    texts.map((text) => channel.deliver(pane.agent, text, { claim: async () => true })),
  );
  return (await pane.untilSubmitted(before + texts.length)).slice(before);
}
