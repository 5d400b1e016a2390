/**
 * A process with a turn log and an ingest on it: reads transcripts, receives
 * hooks, and reports their cost.
 */

import { loadAgents } from "../support/built-agents.mjs";
import { serve } from "../support/commands.mjs";
import { stamp, timed } from "../support/figures.mjs";
import { growTranscript, transcriptLines } from "../support/transcript.mjs";

const SAMPLE_EVERY_MS = 50;

const { openSqlLog, createIngest, systemClock } = await loadAgents();
let log;
let ingest;

serve({
  async open(path) {
    log = await openSqlLog({ path });
    ingest = createIngest({ log, clock: systemClock });
  },
  /** Reads them all to their end, and measures its own memory meanwhile. */
  async read(paths) {
    const ids = [];
    for (const path of paths) ids.push((await ingest.hear(event(path, { type: "seen" }))).agent.id);
    const before = memory();
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, memory());
    }, SAMPLE_EVERY_MS);
    const milliseconds = await timed(() => Promise.all(ids.map((id) => ingest.catchUp(id))));
    clearInterval(sampling);
    return { milliseconds, before, peak };
  },
  /** Each agent works independently: its transcript grows, its hook fires, it pauses. */
  async work(paths, rounds, firstStep) {
    const times = [];
    await Promise.all(paths.map((path) => workAs(path, rounds, firstStep, times)));
    return times;
  },
  async close() {
    await ingest.close();
    await log.close();
  },
});

async function workAs(path, rounds, firstStep, times) {
  const session = transcriptLines(firstStep);
  for (let round = 0; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    growTranscript(path, session, 3);
    const step = firstStep + 3 * (round + 1);
    const tool = {
      toolUseId: `toolu_${step}`,
      toolName: "Bash",
      input: {},
      response: null,
      hasFailed: false,
    };
    const start = stamp();
    await ingest.hear(event(path, { type: "tool_finished", ...tool }));
    times.push(stamp() - start);
  }
}

function event(path, body) {
  const at = `${new Date().toISOString().slice(0, -1)}000Z`;
  const head = {
    client: "claude-code",
    workingDirectory: "/bench",
    promptId: null,
    subagentId: null,
  };
  return { ...head, sessionId: path, transcriptPath: path, at, ...body };
}

function memory() {
  return process.memoryUsage().rss / 1024 / 1024;
}
