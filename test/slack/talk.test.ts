/**
 * Messages of people around a card in Slack, and what each of them does: through the real listener,
 * on a real desk. The table is kept in docs/design/slack-talk.md.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, type Shown } from "../support/slack-stand-in.ts";
import { CARDS, type Row, TALK } from "./talk-table.ts";

const AT_ONCE = 12;
let here: Awaited<ReturnType<typeof startSlackHere>>;
const did = new Map<Row, string>();

beforeAll(async () => {
  const places = TALK.map((row, at) => ({ project: `row-${at}`, to: placesOf(row, at).to }));
  const people = ["U1", ...TALK.map((_, at) => `UD${at}`)];
  here = await startSlackHere({ config: { people, send: places } });
  const all = TALK.map((row, at) => ({ row, at }));
  const isRefused = ({ row }: { row: Row }) => row.card === "in words";
  const others = all.filter((one) => !isRefused(one));
  while (others.length > 0) await Promise.all(others.splice(0, AT_ONCE).map(sayRow));
  // Slack refuses the next card there is, so these come one after the other.
  for (const one of all.filter(isRefused)) await sayRow(one);
});
afterAll(() => here[Symbol.asyncDispose]());

it.each(TALK.map((row) => [row.at, row.card, row.by ?? "somebody", row.says, row] as const))(
  "in a %s, of a %s question, %s says %j",
  (_at, _card, _by, _says, row) => {
    expect(did.get(row)).toBe(row.does);
  },
);

it("the page of the documentation shows this table", async () => {
  expect(TALK.length).toBeGreaterThanOrEqual(80);
  await expect(page()).toMatchFileSnapshot("../../docs/design/slack-talk.md");
});

it("never sent anything that Slack would refuse", () => {
  expect(here.stand.faults).toEqual([]);
});

function placesOf({ at, by }: Row, index: number) {
  const isDirect = at.startsWith("dm");
  return {
    to: isDirect ? `UD${index}` : `C${index + 1}`,
    channel: isDirect ? `DUD${index}` : `C${index + 1}`,
    user: by ?? (isDirect ? `UD${index}` : "U1"),
  };
}

async function sayRow({ row, at: index }: { row: Row; at: number }) {
  const { stand, desk } = here;
  const { channel, user } = placesOf(row, index);
  if (row.card === "in words") stand.fail("chat.postMessage", "invalid_blocks");
  const source = { kind: "test", project: `row-${index}` };
  const { id } = await desk.ask({ ...CARDS[row.card], source });
  const card = await cardIn(channel, id);
  await say(user, channel, row.says, row.at.endsWith("thread") ? card.ts : undefined);
  const buttons = stand.messages.find(
    (one) => one.channel === channel && one.only === user && elementsOf(one).length > 0,
  );
  const effect = await effectOn(id, channel, buttons);
  did.set(row, buttons === undefined ? effect : `${effect}; Send ${await sent(id, user, buttons)}`);
  await desk.withdraw(id, { surface: "test" }).catch(() => undefined);
}

async function cardIn(channel: string, askId: string): Promise<Shown> {
  await until("the card's record", async () => {
    try {
      return here.files.readJson("slack", "forms", `${askId}.json`).copies[0].isComplete;
    } catch {
      return false;
    }
  });
  return here.stand.in(channel).at(-1) as Shown;
}

/** Like Slack, which reports a mention twice. Returns once the surface is done with it. */
async function say(user: string, channel: string, text: string, threadTs: string | undefined) {
  const { stand } = here;
  const { body } = await stand.say(user, channel, text, threadTs === undefined ? {} : { threadTs });
  await isDone(body.event_id);
  if (!text.includes("<@UBOT>")) return;
  const event_id = `${body.event_id}-mention`;
  const event = { ...body.event, type: "app_mention" };
  await stand.send("events_api", { ...body, event_id, event });
  await isDone(event_id);
}

/** The journal of events has a second line for each that is done with. */
async function isDone(eventId: string) {
  const line = JSON.stringify({ id: `A1 T1 ${eventId}` });
  await until(`the end of ${eventId}`, async () =>
    readFileSync(here.files.at("slack", "events.jsonl"), "utf8").includes(line),
  );
}

async function sent(askId: string, user: string, buttons: Shown): Promise<string> {
  const [send] = elementsOf(buttons);
  await here.stand.clickRaw(user, buttons, send);
  await until("the end of the buttons", () => !here.stand.messages.includes(buttons));
  return effectOn(askId, buttons.channel, undefined);
}

async function effectOn(askId: string, channel: string, buttons: Shown | undefined) {
  const { questions, outcome } = await here.desk.load(askId);
  if (outcome?.status === "rejected") return "declines";
  if (outcome?.status === "completed") {
    const words = outcome.reply.answers.map(({ optionIds, customText }, at) =>
      customText === undefined
        ? questions[at]?.options
            .filter(({ id }) => optionIds.includes(id))
            .map(({ label }) => label)
        : `“${customText}”`,
    );
    return `answers ${words.join("; ")}`;
  }
  if (buttons !== undefined)
    return /Do you decline/.test(buttons.blocks?.[0].text.text)
      ? "asks whether to decline"
      : "asks “Send this as your answer?”";
  const said = here.stand.messages.filter((one) => one.channel === channel).slice(1);
  const words = said.map(({ text }) => text).join("\n");
  return EFFECTS.find(([known]) => known.test(words))?.[1] ?? (words || "nothing");
}

const EFFECTS: [RegExp, string][] = [
  [/could mean several/, "says it could mean several"],
  [/did not understand/, "says it did not understand"],
  [/Noted, 1 of 2/, "notes 1 of 2"],
  [/cannot answer here yet/, "says who may allow it"],
  [/only by its button/, "says that only the button allows"],
  [/did not take that as an answer/, "says that it is no answer"],
  [/only in the question's own thread/, "says where to write"],
  [/No agent is set up/, "goes to an agent"],
];

function page(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const lines = TALK.map((row) => {
    const who = row.by === undefined ? "" : " (may not answer)";
    const mark = row.before === row.does ? "" : "**";
    const cells = [row.at + who, row.card, `\`${row.says}\``, row.before, mark + row.does + mark];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  return [
    "# What people say around a card in Slack",
    "",
    "Every row was said to the real listener (`test/slack/talk.test.ts`, which also writes this",
    "page). *Before* is what it did while any words in a card's thread were the answer. What",
    "changed is bold. “Send” is the button that the writer alone sees.",
    "",
    "| where | question | message | before | now |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}
