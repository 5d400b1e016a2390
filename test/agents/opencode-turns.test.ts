/**
 * opencode's sessions as transcripts: recordings of the real program, told to the real plugin, read
 * by the hub. What the log must say is derived from the recording itself.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Turn } from "../../src/core/agent/agent.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import { type OpencodeStandIn, openOpencode, recording, type Told } from "../support/opencode.ts";

it("every text of a session is a turn, and so is every dialog with its answer", async () => {
  await using opencode = await openOpencode();
  await opencode.startHub();
  const told = recording("tui-plugin", opencode.project);
  await playSlowly(opencode, told);
  const { prompts, replies, asked } = saidIn(told);
  await expect.poll(() => stateOf(opencode)).toBe("COMPLETE");
  const turns = await turnsOf(opencode);
  const texts = (actor: Turn["actor"], isQuestion: boolean) =>
    turns
      .filter((turn) => turn.actor === actor && (turn.intent === "QUESTION") === isQuestion)
      .map(({ text }) => text);
  expect(texts("AGENT", false)).toEqual(replies);
  expect(turns.filter(({ intent }) => intent === "COMMAND").map(({ text }) => text)).toEqual(
    prompts,
  );
  expect(turns.filter(({ intent }) => intent === "QUESTION")).toHaveLength(asked.length);
  expect(turns.filter(({ intent }) => intent === "ANSWER")).toHaveLength(asked.length);
  expect(new Set(turns.map(({ timestampSource }) => timestampSource))).toEqual(new Set(["jsonl"]));
});

it("a session that nobody attends says what it refused by itself", async () => {
  await using opencode = await openOpencode();
  await opencode.startHub();
  const told = recording("run-headless", opencode.project);
  await opencode.tell(...told.filter(({ k }) => k !== "dispose"));
  const [refused] = told.flatMap(({ v }) => (v.type === "permission.asked" ? [v.properties] : []));
  await expect
    .poll(async () => (await turnsOf(opencode)).map(({ text }) => text))
    .toContainEqual(expect.stringMatching(`by itself.*${refused.patterns[0]}`));
  await expect.poll(() => stateOf(opencode)).toBe("COMPLETE");
  expect((await turnsOf(opencode)).filter(({ intent }) => intent === "QUESTION")).toEqual([]);
  expect(await opencode.desk.list()).toEqual([]);
});

it("an error is written down, and the run is not taken for done", async () => {
  await using opencode = await openOpencode();
  await opencode.startHub();
  const told = recording("api-error", opencode.project);
  await opencode.tell(...told.filter(({ k }) => k !== "dispose"));
  const [failed] = told.flatMap(({ v }) => (v.type === "session.error" ? [v.properties] : []));
  await expect
    .poll(() => opencode.transcript(failed.sessionID).map(({ type }) => type))
    .toEqual(["text", "error"]);
  await expect.poll(() => stateOf(opencode)).not.toBe("COMPLETE");
  expect((await turnsOf(opencode)).map(({ intent }) => intent)).toEqual(["COMMAND"]);
});

it("opencode's end ends its agents", async () => {
  await using opencode = await openOpencode();
  await opencode.startHub();
  await opencode.tell(...recording("api-error", opencode.project));
  await expect.poll(() => opencode.home.json("agents")).toHaveLength(1);
  await opencode.dispose();
  await expect.poll(() => opencode.home.json("agents")).toEqual([]);
});

/** A dialog is answered only once it is an ask, as a person would. */
async function playSlowly(opencode: OpencodeStandIn, told: readonly Told[]) {
  for (const one of told.filter(({ k }) => k !== "dispose")) {
    const [, what] = one.k === "event" ? one.v.type.split(".") : [];
    if (what === "replied" || what === "rejected") {
      await opencode.openAsk();
      await opencode.tell(one);
      await expect.poll(() => opencode.desk.list({ status: "pending" })).toEqual([]);
    } else await opencode.tell(one);
  }
}

/** By the recording's own words: what a person wrote, what the agent wrote, and what it asked. */
function saidIn(told: readonly Told[]) {
  const events = told.filter(({ k }) => k === "event").map(({ v }) => v);
  const roles = new Map(
    events.flatMap(({ type, properties }) =>
      type === "message.updated" ? [[properties.info.id, properties.info.role] as const] : [],
    ),
  );
  const texts = new Map<string, { role: string; text: string }>();
  for (const { type, properties } of events) {
    if (type !== "message.part.updated" || properties.part.type !== "text") continue;
    const { id, messageID, text } = properties.part;
    texts.set(id, { role: roles.get(messageID) ?? "", text });
  }
  const by = (role: string) =>
    [...texts.values()]
      .filter((one) => one.role === role && one.text !== "")
      .map(({ text }) => text);
  const asked = events.filter(({ type }) => /^(?:permission|question)\.asked$/.test(type));
  return { prompts: by("user"), replies: by("assistant"), asked };
}

async function stateOf({ home }: OpencodeStandIn): Promise<string | undefined> {
  return (await home.json("agents"))[0]?.state;
}

async function turnsOf({ home }: OpencodeStandIn): Promise<Turn[]> {
  const log = await openSqlLog({ path: join(home.state, "agents.sqlite") });
  try {
    const [agent] = await log.agents();
    return agent === undefined ? [] : (await log.turnPage(agent.id, { limit: 1_000 })).turns;
  } finally {
    await log.close();
  }
}
