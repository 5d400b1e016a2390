/**
 * How soon a waiting process learns of an answer: A waits, B answers, measured from B's
 * acknowledged answer to A's return.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { median, percentile } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const WARM_UP_ROUNDS = 20;
const ROUNDS = 300;
// A person takes a while, so A is asleep when the answer comes, and at a
// random moment of its polling.
const LONGEST_THOUGHT_MS = 60;

export async function answerLatency() {
  return onScene(async ({ folder, start }) => {
    const waiter = await start("session", { extra: "pipe" });
    const answerer = await start("session", { extra: waiter.extra });
    waiter.extra.destroy();
    await Promise.all([waiter.call("open", folder), answerer.call("open", folder)]);
    const pings = await baseline(() => pingPong(waiter, answerer));
    const fsyncs = await baseline(() => answerer.call("timeFsyncs", `${folder}/fsync`, ROUNDS));
    const rounds = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
      rounds.push(await answerOnce(waiter, answerer));
    return rowsOf(rounds.slice(WARM_UP_ROUNDS), { pings, fsyncs });
  });
}

async function answerOnce(waiter, answerer) {
  const id = await waiter.call("create");
  const returned = waiter.call("wait", id);
  // Commands start in order, so after this one A is waiting.
  await waiter.call("ready");
  await sleep(Math.random() * LONGEST_THOUGHT_MS);
  const [returnedAt, { startedAt, acknowledgedAt }] = await Promise.all([
    returned,
    answerer.call("answer", id),
  ]);
  return {
    fromAcknowledgement: returnedAt - acknowledgedAt,
    fromCall: returnedAt - startedAt,
    call: acknowledgedAt - startedAt,
  };
}

async function pingPong(waiter, answerer) {
  const echoed = waiter.call("echoPings", ROUNDS);
  const times = await answerer.call("timePings", ROUNDS);
  await echoed;
  return times;
}

/** Runs once to warm up, once to count. */
async function baseline(measure) {
  await measure();
  return measure();
}

function rowsOf(rounds, { pings, fsyncs }) {
  // An answer may be seen before B's own call returns, which counts as no waiting.
  const latencies = rounds.map(({ fromAcknowledgement }) => Math.max(0, fromAcknowledgement));
  const early = rounds.filter(({ fromAcknowledgement }) => fromAcknowledgement < 0).length;
  const fromCall = rounds.map((round) => round.fromCall);
  return [
    row("acknowledged answer to A's return, p50", percentile(latencies, 50), "ms", { goal: 5 }),
    row("acknowledged answer to A's return, p95", percentile(latencies, 95), "ms", { goal: 15 }),
    row("  p99", percentile(latencies, 99), "ms"),
    row("  max", Math.max(...latencies), "ms"),
    row("  A returned before B's call did", early, `of ${rounds.length}`, {
      note: "counted as 0 ms",
    }),
    row("start of B's call to A's return, p50", percentile(fromCall, 50), "ms"),
    row("  p95", percentile(fromCall, 95), "ms"),
    row("  B's call alone, p50", median(rounds.map(({ call }) => call)), "ms"),
    row("baseline: fsync of a small file, p50", percentile(fsyncs, 50), "ms"),
    row("baseline: pipe round trip between A and B, p50", percentile(pings, 50), "ms"),
  ];
}
