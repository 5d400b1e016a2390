/**
 * The turn log with a million turns: pages of it, the writes of one hook, and the cost of
 * the layers above SQLite.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { rolldown } from "rolldown";
import { cpuMilliseconds, median, percentile, stamp, timed } from "./support/figures.mjs";
import { timeFsyncs } from "./support/fsync.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const TURNS = 1_000_000;
const TURNS_AT_ONCE = 1000;
const TRANSCRIPT_TURNS = 50_000;
const AGENTS = 20;
const PAGE = 50;
const ROUNDS = 2000;
const SOURCE = fileURLToPath(new URL("../src/store/sql/sql-log.ts", import.meta.url));
const RESULTS = fileURLToPath(new URL("./results", import.meta.url));

export async function agentLog() {
  const { openSqlLog } = await built();
  return onScene(async ({ folder }) => {
    const path = join(folder, "log.sqlite");
    const filling = await openSqlLog({ path });
    const agents = await addAgents(filling);
    const fillSeconds =
      (await timed(() => fill(filling, (number) => agentOf(number, agents), TURNS))) / 1000;
    await filling.close();

    const opened = stamp();
    const log = await openSqlLog({ path });
    const openMilliseconds = stamp() - opened;
    const rows = [
      row(
        "turns of 20 agents at once, 1,000 in a transaction, up to 1,000,000",
        TURNS / fillSeconds,
        "turns/s",
      ),
      row("turns of one new agent after them", await measureTranscript(log), "turns/s"),
      row("open a log of 1,000,000 turns", openMilliseconds, "ms"),
      ...(await measurePages(log, agents, path)),
      ...(await measureWrites(log, agents, folder)),
    ];
    await log.close();
    return rows;
  });
}

/** A long transcript, read for the first time: lines per second. */
async function measureTranscript(log) {
  const project = await log.write((changes) => changes.projectAt("/bench", "bench"));
  const { id } = await log.write((changes) => changes.addAgent(agent(AGENTS, project.id)));
  const milliseconds = await timed(() => fill(log, () => id, TRANSCRIPT_TURNS));
  return TRANSCRIPT_TURNS / (milliseconds / 1000);
}

async function measurePages(log, agents, path) {
  const last = await times(() => log.turnPage(anyOf(agents), { limit: PAGE }));
  const inside = await times(() => {
    const before = 1 + Math.floor(Math.random() * TURNS);
    return log.turnPage(agentOf(before, agents), { before, limit: PAGE });
  });
  const bare = barePages(path);
  const plain = await times(() => bare(1 + Math.floor(Math.random() * TURNS)));
  return [
    row(`last page of ${PAGE} turns, p50`, median(last.all), "ms"),
    row(`last page of ${PAGE} turns, p99`, percentile(last.all, 99), "ms", { goal: 10 }),
    row("page before a random turn, p50", median(inside.all), "ms"),
    row("page before a random turn, p99", percentile(inside.all, 99), "ms", { goal: 10 }),
    row("  slowest", Math.max(...inside.all), "ms"),
    row("baseline: the same two queries on SQLite itself, p50", median(plain.all), "ms"),
    row("  ratio of the page to it", median(inside.all) / median(plain.all), "x"),
  ];
}

/**
 * The writes of one hook: find the agent, check whether the turn is known, add it, change the
 * agent's state, add an event.
 */
async function measureWrites(log, agents, folder) {
  let number = TURNS;
  const empty = await times(() => log.write(async () => undefined));
  const writes = await times(() => {
    number += 1;
    return log.write(async (changes) => {
      const { id } = await changes.agentBySession("claude-code", `session-${number % AGENTS}`);
      await changes.findTurns(id, { promptIds: [`prompt-${number}`] });
      await changes.addTurns([turn(number, id)]);
      await changes.changeAgent(id, { state: "PROCESSING", lastSeenAt: momentOf(number) });
      await changes.addEvent({
        type: "turn_created",
        agentId: id,
        at: momentOf(number),
        data: { turn_id: number },
      });
    });
  });
  const page = await log.turnPage(agents[0], { limit: 1 });
  if (page.turns.length !== 1) throw new Error("The log lost its turns.");
  const fsyncs = timeFsyncs(join(folder, "fsync"), ROUNDS / 4);
  return [
    row("one hook's transaction (5 statements, durable), p50", median(writes.all), "ms"),
    row("one hook's transaction, p99", percentile(writes.all, 99), "ms"),
    row("  processor time of one", writes.cpu, "ms", { goal: 1 }),
    row("an empty transaction, p50", median(empty.all), "ms"),
    row("baseline: a small file written and fsynced, p50", median(fsyncs), "ms"),
    row("  ratio of the transaction to it", median(writes.all) / median(fsyncs), "x"),
  ];
}

async function times(work) {
  for (let round = 0; round < ROUNDS / 10; round++) await work();
  const all = [];
  const before = cpuMilliseconds();
  for (let round = 0; round < ROUNDS; round++) all.push(await timed(work));
  return { all, cpu: (cpuMilliseconds() - before) / ROUNDS };
}

function barePages(path) {
  const database = new DatabaseSync(path);
  const cursor = database.prepare("select agent_id, timestamp from turns where id = ?");
  const page = database.prepare(
    "select * from turns where agent_id = ? and (timestamp, id) < (?, ?) " +
      "order by timestamp desc, id desc limit ?",
  );
  return (id) => {
    const { agent_id, timestamp } = cursor.get(id);
    return page.all(agent_id, timestamp, id, PAGE + 1);
  };
}

async function addAgents(log) {
  return log.write(async (changes) => {
    const project = await changes.projectAt("/bench", "bench");
    const ids = [];
    for (let number = 0; number < AGENTS; number++)
      ids.push((await changes.addAgent(agent(number, project.id))).id);
    return ids;
  });
}

async function fill(log, agentFor, count) {
  for (let first = 1; first <= count; first += TURNS_AT_ONCE) {
    const numbers = Array.from({ length: TURNS_AT_ONCE }, (_, place) => first + place);
    await log.write((changes) =>
      changes.addTurns(numbers.map((number) => turn(number, agentFor(number)))),
    );
  }
}

/** One agent has half of all turns. */
function agentOf(number, agents) {
  return agents[number % 2 === 0 ? 0 : number % AGENTS];
}

function anyOf(agents) {
  return agents[Math.floor(Math.random() * AGENTS)];
}

function agent(number, projectId) {
  const at = momentOf(0);
  const nothing = { transcriptPath: null, pane: null, currentTaskId: null, endedAt: null };
  const session = {
    client: "claude-code",
    sessionId: `session-${number}`,
    projectId,
    workingDirectory: "/bench",
  };
  return { ...session, ...nothing, state: "IDLE", stateSince: at, startedAt: at, lastSeenAt: at };
}

/** Texts of 50 to 750 characters, ids as long as real ones, hashes in no order. */
function turn(number, agentId) {
  const noise = Math.imul(number, 2_654_435_761) >>> 0;
  const hash = noise.toString(16).padStart(8, "0");
  return {
    agentId,
    taskId: null,
    actor: "AGENT",
    intent: "PROGRESS",
    text: `${number} `.padEnd(50 + (noise % 700), "The tests pass now. "),
    timestamp: momentOf(number),
    timestampSource: "jsonl",
    question: null,
    answeredByTurnId: null,
    askId: null,
    key: `uuid:${hash}-0000-4000-8000-${String(number).padStart(12, "0")}`,
    uuid: `${hash}-0000-4000-8000-${String(number).padStart(12, "0")}`,
    promptId: null,
    toolUseId: null,
    contentHash: hash.repeat(8),
  };
}

function momentOf(number) {
  return `${new Date(1_760_000_000_000 + number * 40).toISOString().slice(0, -1)}000Z`;
}

/**
 * The log as bundled into the command, placed next to the results, where the
 * package with SQLite is found.
 */
async function built() {
  const file = join(RESULTS, "agent-log.mjs");
  mkdirSync(RESULTS, { recursive: true });
  const bundle = await rolldown({
    input: SOURCE,
    platform: "node",
    external: ["@photostructure/sqlite"],
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  return import(pathToFileURL(file).href);
}
