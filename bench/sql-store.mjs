/**
 * Asks on PostgreSQL: pairs of creating and settling an ask by so many callers at once, each round
 * beside the same number of bare `insert` and `update` pairs with the same driver, in an empty table
 * and in one with a million open asks; and pages of that million.
 */
import { randomUUID } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import pg from "pg";
import { rolldown } from "rolldown";
import { median, percentile, stamp } from "./support/figures.mjs";
import { startPostgres } from "./support/postgres.mjs";
import { row } from "./support/table.mjs";

const CALLERS = [1, 8, 32, 200];
const ROUNDS = 5;
const ROUND_MS = 1_500;
const MANY = Number(process.env.ASKLINE_BENCH_MANY ?? 1_000_000);
const FILLED_AT_ONCE = 10_000;
const PAGES = 300;
// Raw pairs of 200 callers need as many connections, as a hub without a queue would.
const MOST_CONNECTIONS = 200;
const SOURCE = fileURLToPath(new URL("../src/store/sql/asks/open-asks.ts", import.meta.url));
const BUILT = fileURLToPath(new URL("./results/asks", import.meta.url));

export async function sqlStore() {
  const { openSqlStore } = await built();
  const postgres = await startPostgres();
  try {
    const store = await openSqlStore({ url: postgres.url });
    const raw = await rawPairs(postgres.url);
    const empty = await measurePairs(store, raw, "empty");
    await fill(postgres.url, store);
    const many = await measurePairs(store, raw, `${MANY.toLocaleString("en")} open`);
    const pages = await measurePages(store, raw);
    await raw.close();
    await store.close();
    return [...empty, ...many, ...pages];
  } finally {
    await postgres.close();
  }
}

async function measurePairs(store, raw, state) {
  const rows = [];
  for (const callers of CALLERS) {
    const rounds = [];
    await perSecond(callers, () => pair(store), ROUND_MS / 3);
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await perSecond(callers, raw.pair, ROUND_MS);
      const ours = await perSecond(callers, () => pair(store), ROUND_MS);
      rounds.push({ bare, ours, ratio: bare / ours });
    }
    const of = (name) => median(rounds.map((one) => one[name]));
    // Written as what the bare pair has of ours: a goal is a maximum.
    const goal = callers === 1 ? 1 / 0.8 : callers === 32 ? 1 / 1.5 : undefined;
    const ratios = rounds.map(({ ratio }) => ratio);
    const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
    rows.push(
      row(`${state}, ${callers} callers: pairs of the store`, of("ours"), "/s"),
      row("  bare insert + update", of("bare"), "/s"),
      row(`  bare to ours, median of ${ROUNDS} rounds (${spread})`, of("ratio"), "x", {
        ...(goal === undefined ? {} : { goal }),
      }),
    );
  }
  return rows;
}

async function pair(store) {
  const one = ask();
  await store.create(one);
  await store.settle(one.id, () => OUTCOME);
}

/** One page of the open asks, of all projects and of one, beside the same query by bare `pg`. */
async function measurePages(store, raw) {
  const times = { all: [], project: [], bare: [], rawProject: [] };
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await pair(store);
        await new Promise((next) => setTimeout(next, 8));
      }
    }),
  );
  let after;
  const before = await raw.scans();
  for (let page = 0; page < PAGES; page++) {
    const query = { status: "pending", limit: 50, after };
    times.all.push(await timed(async () => ({ next: after } = await store.page(query))));
    times.bare.push(await timed(() => raw.page()));
    times.project.push(
      await timed(() => store.page({ ...query, after: undefined, project: "p7" })),
    );
    times.rawProject.push(await timed(() => raw.page("p7")));
  }
  const scans = (await raw.scans()) - before;
  isOver = true;
  await writing;
  const rows = (name, ours, bare) => [
    row(`page of 50, ${name}, while asks are written: p50`, median(ours), "ms", { goal: 1 }),
    row("  p99", percentile(ours, 99), "ms"),
    row("  the same query by bare pg, p50", median(bare), "ms"),
    row("  p99", percentile(bare, 99), "ms"),
    row("  ratio of the p99", percentile(ours, 99) / percentile(bare, 99), "x", { goal: 2 }),
  ];
  return [
    ...rows("all projects, any place", times.all, times.bare),
    ...rows("one project", times.project, times.rawProject),
    row("sequential scans of the asks during the pages", scans, ""),
  ];
}

async function rawPairs(connectionString) {
  const pool = new pg.Pool({ connectionString, max: MOST_CONNECTIONS });
  await pool.query(
    `create table raw_asks (id uuid primary key, ask jsonb, status text not null, outcome jsonb)`,
  );
  const insert = { name: "raw_insert", text: "insert into raw_asks values ($1, $2, 'pending')" };
  const update = {
    name: "raw_update",
    text: "update raw_asks set status = 'rejected', outcome = $2 where id = $1 and status = 'pending'",
  };
  const outcome = JSON.stringify(OUTCOME);
  const columns = "id, n, version, ask, state, outcome, settled_at, settlement, change_key, seal";
  return {
    async pair() {
      const one = ask();
      await pool.query({ ...insert, values: [one.id, JSON.stringify(one)] });
      await pool.query({ ...update, values: [one.id, outcome] });
    },
    page: (project) =>
      pool.query(
        `select ${columns} from asks where status = 'pending' ${project ? "and project = $1" : ""}
          order by created_at desc, id desc limit 51`,
        project ? [project] : [],
      ),
    scans: scansOf,
    close: () => pool.end(),
  };

  async function scansOf() {
    const { rows } = await pool.query(
      "select seq_scan from pg_stat_user_tables where relname = 'asks'",
    );
    return Number(rows[0].seq_scan);
  }
}

/** Straight into the table: what is measured is what comes after. */
async function fill(connectionString, store) {
  const model = ask();
  await store.create(model);
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (let done = 0; done < MANY; done += FILLED_AT_ONCE)
    await client.query(
      `insert into asks select gen_random_uuid()::text, nextval('ask_numbers'), 1, status,
        'p' || case when random() < 0.2 then 7 else (random() * 200)::int end, source_kind,
        agent_id, call_id, hook_call, return_path,
        to_char(timestamp '2026-01-01' + random() * interval '90 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        settled_at, due, is_held, settlement, change_key, ask, state, outcome, due_outcome, seal
      from asks, generate_series(1, $2) where id = $1`,
      [model.id, Math.min(FILLED_AT_ONCE, MANY - done)],
    );
  await client.query("vacuum analyze asks");
  await client.end();
}

async function perSecond(callers, work, milliseconds) {
  const begun = stamp();
  const end = begun + milliseconds;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (stamp() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (stamp() - begun);
}

async function timed(work) {
  const begun = stamp();
  await work();
  return stamp() - begun;
}

const OUTCOME = {
  status: "rejected",
  kind: "reject",
  rejectionReason: "not now",
  provenance: { by: "person", surface: "bench", who: "Ada", at: "2026-01-02T03:04:05.000Z" },
};

/** About 1.3 KB of JSON, as usual. */
function ask() {
  const option = (id, label) => ({ id, label, description: "x".repeat(120) });
  return {
    id: randomUUID(),
    questions: [
      {
        title: "Database",
        prompt: "Which database should it be? ".repeat(12),
        selectionMode: "single",
        allowOther: true,
        options: [option("1", "Postgres"), option("2", "SQLite"), option("3", "DuckDB")],
        defaultOptionIds: [],
      },
    ],
    source: { kind: "mcp", agentId: "bench", project: "p1", workingDirectory: "/srv/shop" },
    ...{ returnPath: "caller", urgency: "normal", createdAt: new Date().toISOString() },
    ...{ expiresAt: null, onTimeout: "none", owner: null, outcome: null },
  };
}

async function built() {
  const bundle = await rolldown({
    input: { asks: SOURCE },
    platform: "node",
    external: ["@photostructure/sqlite", "pg-native"],
  });
  await bundle.write({ dir: BUILT, format: "esm", entryFileNames: "[name].mjs" });
  return import(pathToFileURL(`${BUILT}/asks.mjs`).href);
}
