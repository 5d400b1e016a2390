/**
 * A Slack workspace at work, in a clock that only moves on once everything that people wait for is
 * in Slack's hands: so the figures are Slack's and ours, and not those of a busy machine.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { SlackHealth } from "../../src/surfaces/slack/setup/health.ts";
import { openFedAgents } from "./fed-agent.ts";
import { handClock } from "./hand-clock.ts";
import { until } from "./patience.ts";
import { openSandbox } from "./sandbox.ts";
import { startSlackHere } from "./slack-here.ts";
import { type Call, elementsOf, type Shown, wordsIn } from "./slack-stand-in.ts";

export interface MeasuredClick {
  kind: "chosen in a form" | "own words" | "answered";
  acknowledgedMs: number;
  /** Until the card was changed, or the window was open. */
  changedMs: number;
}

interface Busy {
  hasStreams: boolean;
  agents: number;
  cards: number;
}

const STEP_MS = 50;
// Real processes take part, and on a busy machine they start slowly: hours must not pass meanwhile.
const HURRIED_MS = 120_000;
const SENTENCE = "The agent writes a sentence of some length in each second. ";
const OPTIONS = [{ label: "Yes" }, { label: "No" }];

export async function startBusySlack({ hasStreams, agents, cards }: Busy) {
  const files = openSandbox();
  const fed = openFedAgents(files.at("agents"), agents);
  const clock = handClock(new Date().toISOString());
  const random = randomFrom(42);
  const delayMs = () => 80 + Math.floor(random() * 200);
  let isAlone = true;
  const pump = async () => {
    for (let passed = 0; isAlone; passed += STEP_MS) {
      clock.advanceMilliseconds(STEP_MS);
      await sleep(passed < HURRIED_MS ? 1 : STEP_MS);
    }
  };
  let pumping = pump();
  const here = await startSlackHere({
    clock,
    abilities: { isStrict: true, hasStreams, delayMs },
    config: {
      send: Array.from({ length: 10 }, (_, at) => ({ project: `C${at}`, to: `C${at}` })),
      agent: { command: fed.command },
    },
  });
  const { stand, desk } = here;
  const said = Array.from({ length: agents }, () => "");
  const clicks: MeasuredClick[] = [];
  const waiting = new Set<Pending>();
  const open = await askAll();
  await Promise.all(
    said.map((_, at) => stand.mention(`U${at}`, `CAGENT${at}`, `agent work ${at}`)),
  );
  await until("ten agents at work", async () =>
    said.every((_, at) => stand.in(`CAGENT${at}`).some((one) => /working/.test(wordsIn(one)))),
  );
  await pause();
  const startedAt = clock.monotonic();

  return { work, finish, measured, limited, errors, unsaid, [Symbol.asyncDispose]: dispose };

  async function askAll(): Promise<Shown[]> {
    for (let at = 0; at < cards; at += 1) {
      const one = { prompt: `Question ${at}?`, options: OPTIONS };
      const questions = at % 2 === 0 ? [one] : [one, { ...one, prompt: `And ${at}?` }];
      await desk.ask({ questions, source: { kind: "program", project: `C${at % 10}` } });
    }
    await until("all cards", async () => cardsShown().length === cards);
    return cardsShown();
  }

  function cardsShown(): Shown[] {
    return stand.messages.filter((one) => /Question \d+\?/.test(wordsIn(one)));
  }

  async function pause() {
    isAlone = false;
    await pumping;
  }

  /** Steps of Slack's clock; each waits until what was clicked is in Slack's hands. */
  async function work({ seconds, clicksPerMinute }: { seconds: number; clicksPerMinute: number }) {
    const count = Math.round((seconds / 60) * clicksPerMinute);
    const times = Array.from({ length: count }, () => random() * seconds * 1_000);
    const due = times.map((at) => startedAt + at).sort((one, other) => one - other);
    const end = startedAt + seconds * 1_000;
    let nextWords = startedAt;
    while (clock.monotonic() < end || waiting.size > 0) {
      if (clock.monotonic() >= nextWords && clock.monotonic() < end) {
        said.forEach((_, at) => void speak(at));
        nextWords += 1_000;
      }
      while (due[0] !== undefined && due[0] <= clock.monotonic()) {
        due.shift();
        await click();
      }
      await step();
    }
  }

  function speak(at: number) {
    said[at] += SENTENCE;
    fed.say(at, SENTENCE);
  }

  async function step() {
    clock.advanceMilliseconds(STEP_MS);
    await sleep(1);
    for (const pending of waiting)
      await until(`Slack to have ${pending.kind}`, async () => isInSlack(pending));
  }

  async function click() {
    const pending = chooseClick();
    waiting.add(pending);
    const at = clock.monotonic();
    await stand.clickRaw("U1", pending.card, pending.element);
    pending.acknowledgedMs = clock.monotonic() - at;
    await until(`Slack to have ${pending.kind}`, async () => isInSlack(pending));
  }

  function chooseClick(): Pending {
    const free = open.filter((card) => ![...waiting].some((one) => one.card === card));
    const dice = random();
    const { length } = stand.calls;
    const common = { at: clock.monotonic(), callsBefore: length, acknowledgedMs: 0 };
    const isForm = (card: Shown) => namesIn(card).some((name) => /^(multi|edit)_choice/.test(name));
    const forms = free.filter(isForm);
    const single = free.find((card) => namesIn(card).includes("user_choice_1"));
    if (dice < 0.3 && single !== undefined)
      return { ...common, kind: "answered", card: single, element: named(single, /^user_choice_/) };
    const card = forms[Math.floor(random() * forms.length)];
    if (card === undefined) throw new Error("No form is free.");
    if (dice < 0.5 && namesIn(card).some((name) => name.startsWith("custom_input")))
      return { ...common, kind: "own words", card, element: named(card, /^custom_input/) };
    // What is chosen can be changed; what is not cannot.
    const element = named(card, /^multi_choice/) ?? named(card, /^edit_choice/);
    return { ...common, kind: "chosen in a form", card, element };
  }

  function named(card: Shown, name: RegExp) {
    const found = elementsOf(card).filter(({ action_id }) => name.test(action_id));
    return found[Math.floor(random() * found.length)];
  }

  /** Carried out, or sent: what it still takes is Slack's time. */
  function isInSlack(pending: Pending): boolean {
    const calls = stand.calls.slice(pending.callsBefore).filter((call) => isFor(call, pending));
    const done = calls.find(({ reply }) => reply !== undefined && reply.error !== "ratelimited");
    if (done !== undefined) {
      waiting.delete(pending);
      const { kind, acknowledgedMs, at } = pending;
      clicks.push({ kind, acknowledgedMs, changedMs: clock.monotonic() - at });
      return true;
    }
    const isAsking = stand.calls.some(
      ({ method, reply }) => method === "users.info" && reply === undefined,
    );
    return calls.length > 0 || isAsking || health().budget.waiting.now > 0;
  }

  function health(): SlackHealth {
    return here.surface.health?.()["slack"] as SlackHealth;
  }

  async function finish() {
    for (const at of said.keys()) fed.finish(at);
    isAlone = true;
    pumping = pump();
    await until("all replies", async () => unsaid().length === 0 && isQuiet());
    await pause();
  }

  function isQuiet(): boolean {
    const threads = stand.messages.filter(({ channel }) => channel.startsWith("CAGENT"));
    return threads.every((one) => !/working/.test(wordsIn(one)));
  }

  /** The agents whose words are not all there. */
  function unsaid(): number[] {
    return [...said.keys()].filter((at) => {
      const shown = stand.in(`CAGENT${at}`).map(wordsIn).join("");
      return !shown.replace(/\s/g, "").includes((said[at] ?? "").replace(/\s/g, ""));
    });
  }

  function limited(): string[] {
    return stand.calls.filter(({ isLimited }) => isLimited).map(({ method }) => method);
  }

  function errors(): string[] {
    const failed = stand.calls.filter(({ reply, isLimited }) => reply?.ok === false && !isLimited);
    const words = failed.map(({ method, reply }) => `${method}: ${reply.error}`);
    return words.filter((one) => one !== "chat.startStream: unknown_method");
  }

  function measured() {
    const kinds = [...new Set(clicks.map(({ kind }) => kind))].sort();
    const rows = kinds.map((kind) => {
      const own = clicks.filter((one) => one.kind === kind);
      const most = (of: (one: MeasuredClick) => number) => Math.max(...own.map(of));
      return (
        `${kind.padEnd(18)}${String(own.length).padStart(6)}` +
        `${String(most((one) => one.acknowledgedMs)).padStart(14)} ms` +
        `${String(most((one) => one.changedMs)).padStart(12)} ms`
      );
    });
    const methods = [...new Set(stand.calls.map(({ method }) => method))].sort().map((method) => {
      const own = stand.calls.filter((call) => call.method === method);
      const refused = own.filter(({ isLimited }) => isLimited).length;
      return (
        `${method.padEnd(24)}${String(own.length).padStart(6)}` +
        `${String(mostInAMinute(own)).padStart(14)}${String(refused).padStart(8)}`
      );
    });
    const table = [
      "click             count  acknowledged     card changed (at most, in Slack's clock)",
      ...rows,
      "method                    calls  most a minute     429",
      ...methods,
    ].join("\n");
    return { clicks, table };
  }

  async function dispose() {
    isAlone = true;
    pumping = pump();
    await here[Symbol.asyncDispose]();
    await pause();
    files[Symbol.dispose]();
  }
}

interface Pending {
  kind: MeasuredClick["kind"];
  card: Shown;
  element: ReturnType<typeof elementsOf>[number];
  at: number;
  callsBefore: number;
  acknowledgedMs: number;
}

function isFor({ method, body }: Call, { kind, card }: Pending): boolean {
  if (kind === "own words") return method === "views.open";
  return method === "chat.update" && body.ts === card.ts;
}

function namesIn(card: Shown): string[] {
  return elementsOf(card).map(({ action_id }) => action_id);
}

function mostInAMinute(calls: Call[]): number {
  return Math.max(
    ...calls.map(({ at }) => calls.filter((one) => one.at >= at && one.at < at + 60_000).length),
  );
}

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
