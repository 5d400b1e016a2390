/**
 * The hub is killed at a random moment between a question in Slack, the click and the answer. 3
 * rounds in `npm test`, 500 in `npm run soak`, five of them in flight at each kill.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { patient, until } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { isConnected, type SlackHub, startSlackHub } from "../support/slack-hub.ts";
import { elementsOf, type Shown, wordsIn } from "../support/slack-stand-in.ts";

const ROUNDS = rounds(3, 500);
const AT_ONCE = 5;
const CHANNELS = 20;
// A person whose click changed nothing tries again after this time.
const LOOK_AGAIN_MS = 1_000;
const WAYS = ["button", "number", "own words"] as const;

interface Round {
  number: number;
  way: (typeof WAYS)[number];
  /** Asked by an agent in its thread, or by a program in the channel. */
  asker: "agent" | "program";
  channel: string;
  /** How often the person began, because the thread said that the agent was cut off. */
  begun: number;
  id: string;
}

it(`nothing is lost or told twice when the hub dies amid a question, ${ROUNDS} times`, {
  timeout: patient(3_600_000),
}, async () => {
  await using slackHub = await startSlackHub();
  const { hub, slack, script } = slackHub;
  const all = Array.from({ length: ROUNDS }, (_, number) => roundOf(number));
  script(Object.fromEntries(all.map(({ number }) => [`go ${number}`, choiceOf(number)])));
  let usualMs = 3_000;
  for (let first = 0; first < ROUNDS; first += AT_ONCE) {
    const some = all.slice(first, first + AT_ONCE);
    const since = Date.now();
    const talking = Promise.all(some.map((round) => talk(slackHub, round)));
    // Awaited below; a failure before that is not unhandled.
    talking.catch(() => undefined);
    await sleep(Math.random() * usualMs);
    await hub.kill();
    const killed = Date.now();
    await hub.revive();
    await isConnected(hub, slack, "socket");
    const downMs = Date.now() - killed;
    await talking;
    usualMs = Math.min(8_000, Date.now() - since - downMs);
    for (const round of some) await check(slackHub, round);
    if (ROUNDS > AT_ONCE) process.stdout.write(`${first + some.length} rounds\n`);
  }
  expect(slack.faults).toEqual([]);
});

function roundOf(number: number): Round {
  return {
    number,
    way: WAYS[number % WAYS.length] ?? "button",
    asker: number % 5 < 3 ? "agent" : "program",
    channel: `C${1 + (number % CHANNELS)}`,
    begun: 0,
    id: "",
  };
}

const optionsOf = (number: number) => [
  { id: `a${number}`, label: `One ${number}` },
  { id: `b${number}`, label: `Two ${number}` },
];
const questionOf = (number: number) => `Question ${number}?`;
const rootOf = (number: number) => `${1_800_000_000 + number}.000100`;

function choiceOf(number: number): string {
  const choice = { question: questionOf(number), options: optionsOf(number) };
  return `\`\`\`json\n${JSON.stringify({ type: "user_choice", ...choice })}\n\`\`\``;
}

/** What the decision is, as the agent is told it. */
function decisionOf({ number, way }: Round): string {
  return way === "own words" ? `own ${number}` : `b${number}`;
}

/** A person who begins, sees the question, and answers it, whatever happens to the hub. */
async function talk(slackHub: SlackHub, round: Round) {
  const { hub } = slackHub;
  const { number, channel } = round;
  if (round.asker === "program") {
    const questions = [{ prompt: questionOf(number), options: optionsOf(number) }];
    const source = { kind: "program", project: channel };
    await hub.desk.ask({ questions, source, mode: "detached" });
  } else await begin(slackHub, round);
  const card = await until(`the card of round ${number}`, async () => {
    if (round.asker === "agent" && cutOff(slackHub, round) === round.begun)
      await begin(slackHub, round);
    return cardOf(slackHub, round);
  });
  round.id = JSON.parse(elementsOf(card)[0].value).sessionKey;
  await answer(slackHub, round, card);
}

async function begin({ slack }: SlackHub, round: Round) {
  round.begun += 1;
  const { number, channel } = round;
  const text = `<@UBOT> go ${number}`;
  const ts = round.begun === 1 ? rootOf(number) : `${rootOf(number)}${round.begun}`;
  await deliver(slack, { type: "app_mention", channel, text, ts, thread_ts: rootOf(number) });
}

async function answer(slackHub: SlackHub, round: Round, card: Shown) {
  const { slack } = slackHub;
  const { number, way, channel } = round;
  const thread_ts = card.threadTs ?? card.ts;
  const ts = `${rootOf(number)}9`;
  const say = (text: string) => deliver(slack, { type: "message", channel, text, ts, thread_ts });
  // Once Slack has its acknowledgement it does not come again: it is ours to keep.
  if (way === "number") await say("2");
  if (way === "own words") await say(decisionOf(round));
  await until(`the answer of round ${number}`, async () => {
    if (await isSettled(slackHub, round)) return true;
    const button = buttonFor(slackHub, round);
    if (button === undefined) return false;
    await slack.clickRaw("UADA", button.shown, button.element).catch(() => undefined);
    await sleep(LOOK_AGAIN_MS);
    return false;
  });
}

/** The button that this person would press now; none for a number, which is said once. */
function buttonFor(slackHub: SlackHub, round: Round) {
  if (round.way === "number") return undefined;
  const shown = round.way === "button" ? cardOf(slackHub, round) : promptOf(slackHub, round);
  const element = shown && elementsOf(shown).find(({ text }) => /^(2\.|Send)/.test(text.text));
  return shown && element && { shown, element };
}

function cardOf({ slack }: SlackHub, { number, channel }: Round): Shown | undefined {
  return slack
    .in(channel)
    .find((one) => wordsIn(one).includes(questionOf(number)) && elementsOf(one).length > 0);
}

function promptOf({ slack }: SlackHub, round: Round): Shown | undefined {
  const words = `> ${decisionOf(round)}`;
  return slack
    .whispers("UADA")
    .find((one) => wordsIn(one).split("\n").includes(words) && elementsOf(one).length > 0);
}

async function isSettled({ hub }: SlackHub, { id }: Round): Promise<boolean> {
  return (await hub.desk.load(id)).outcome !== null;
}

/** How often the thread said that the hub was ended while the agent worked. */
function cutOff({ slack }: SlackHub, { number, channel }: Round): number {
  return slack
    .in(channel)
    .filter(({ threadTs, text }) => threadTs === rootOf(number) && /was ended while/.test(text))
    .length;
}

/** Like Slack, which sends an event again until it is acknowledged. */
async function deliver(slack: SlackHub["slack"], event: Record<string, unknown>) {
  const body = {
    type: "event_callback",
    ...{ team_id: "T1", api_app_id: "A1", event_id: `Ev-${event["ts"]}` },
    event: { user: "UADA", team: "T1", channel_type: "channel", ...event },
  };
  for (let retry = 0; ; retry++) {
    try {
      return await slack.send("events_api", body, retry === 0 ? undefined : retry);
    } catch {
      await sleep(100);
    }
  }
}

async function check(slackHub: SlackHub, round: Round) {
  const { hub, told } = slackHub;
  const { outcome } = await hub.desk.load(round.id);
  const answers =
    round.way === "own words"
      ? [{ optionIds: [], customText: decisionOf(round) }]
      : [{ optionIds: [`b${round.number}`] }];
  expect(outcome).toMatchObject({ status: "completed", reply: { answers } });
  if (round.asker === "program") return;
  const toldOf = (text: string) => told().filter((one) => one.text === text).length;
  const decision = decisionOf(round);
  await until(`round ${round.number} to be told`, async () => {
    return toldOf(decision) === 1 || cutOff(slackHub, round) >= round.begun;
  });
  // What the agent got before the hub died is not told to it again; the thread says so.
  expect(toldOf(decision)).toBeLessThanOrEqual(1);
  expect(toldOf(`go ${round.number}`)).toBeLessThanOrEqual(round.begun);
  expect(toldOf(`go ${round.number}`) + cutOff(slackHub, round)).toBeGreaterThanOrEqual(
    round.begun,
  );
}
