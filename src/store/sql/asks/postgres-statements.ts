/**
 * The statements of a commit on PostgreSQL. Each is one server-side call: it takes the lock that
 * puts commits in the order of their numbers, writes everything, and wakes those who follow once.
 * The lock is never held across the network, and always taken before any row.
 */
import { type ChangedColumns, type NewRow, NO_REPLY } from "./rows.ts";
import type { ChangeWrite, CreateWrite, RemoveWrite, Write, Written } from "./writes.ts";

export interface Statement {
  /** Equal texts have equal names. */
  name: string;
  text: string;
  values: unknown[];
}

/** The lock's second key, and the channel of the wake-ups: those of one schema. */
export interface Place {
  schema: number;
  channel: string;
}

// An arbitrary number that every Askline must share: it names the lock in the database.
const WRITE_LOCK = 4_275_002;
const NOW_MS = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
const NOW_TEXT = `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const NEW_COLUMNS = {
  ...{ id: "text", status: "text", project: "text", source_kind: "text", agent_id: "text" },
  ...{ call_id: "text", hook_call: "text", return_path: "text", created_at: "text" },
  ...{ settled_at: "text", due: "bigint", is_held: "integer", settlement: "text" },
  ...{ change_key: "text", ask: "text", state: "text", outcome: "text", due_outcome: "text" },
  ...{ seal: "text" },
} satisfies Record<keyof NewRow, string>;

const CHANGED_COLUMNS = {
  ...{ status: "text", settled_at: "text", due: "bigint", is_held: "integer" },
  ...{ settlement: "text", change_key: "text", state: "text", outcome: "text", seal: "text" },
} satisfies Record<keyof ChangedColumns, string>;

/** A caller that is alone gets plain statements, which cost half of those for many. */
export function commitStatement(batch: readonly Write[], place: Place): Statement {
  const [only] = batch;
  if (batch.length === 1 && only?.kind === "create") return createOne(only, place);
  if (batch.length === 1 && only?.kind === "change") return changeOne(only, place);
  return commitMany(batch, place);
}

/** What a commit's statement gave back, for each write in turn. */
export function writtenFrom(batch: readonly Write[], rows: { id: string; n: number }[]): Written {
  const numbers = new Map(rows.map(({ id, n }) => [id, n]));
  return batch.map(({ id }) => numbers.get(id) ?? null);
}

export function timeOutStatement(most: number, place: Place): Statement {
  const text = `with ${turn(place)}, due as (
      select id from asks, turn
      where status = 'pending' and due is not null and due <= ${NOW_MS}
      order by due limit $1 for update of asks skip locked
    ), done as (
      update asks set status = 'timed_out', settled_at = ${NOW_TEXT}, is_held = null,
        outcome = coalesce(due_outcome, $2), settlement = null, change_key = null,
        version = version + 1, n = nextval('ask_numbers')
      from due where asks.id = due.id returning asks.id, asks.n
    ) ${told(place, "done")}`;
  return { name: "askline_time_out", text, values: [most, NO_REPLY] };
}

function createOne({ row }: CreateWrite, place: Place): Statement {
  const columns = Object.keys(NEW_COLUMNS) as (keyof NewRow)[];
  const given = columns.map((name, at) => `$${at + 1}::${NEW_COLUMNS[name]}`);
  const text = `with ${turn(place)} insert into asks (${columns.join(", ")}, version, n)
    select ${given.join(", ")}, 1, nextval('ask_numbers') from turn
    on conflict (id) do nothing returning id, n, pg_notify('${place.channel}', '')`;
  return { name: "askline_create", text, values: columns.map((name) => row[name]) };
}

function changeOne({ id, version, when, columns }: ChangeWrite, place: Place): Statement {
  const names = Object.keys(CHANGED_COLUMNS) as (keyof ChangedColumns)[];
  const set = names.map((name, at) => `${name} = $${at + 3}::${CHANGED_COLUMNS[name]}`);
  const text = `with ${turn(place)} update asks set ${set.join(", ")},
      version = asks.version + 1, n = nextval('ask_numbers')
    from turn where asks.id = $1 and asks.version = $2 and ${CONDITIONS[when]}
    returning asks.id, asks.n, pg_notify('${place.channel}', '')`;
  const name = `askline_change_${when.replace(" ", "_")}`;
  return { name, text, values: [id, version, ...names.map((column) => columns[column])] };
}

const CONDITIONS = {
  "in time": `(asks.due is null or asks.due > ${NOW_MS})`,
  late: `asks.due <= ${NOW_MS}`,
  always: "true",
};

function commitMany(batch: readonly Write[], place: Place): Statement {
  const values: unknown[] = [];
  const parts = [
    createAll(batch.filter(isCreate), values),
    changeAll(batch.filter(isChange), values),
    removeAll(batch.filter(isRemove), values),
  ].filter((part) => part !== null);
  const names = parts.map(({ name }) => name);
  const all = names.map((name) => `select id, n from ${name}`).join(" union all ");
  const text = `with ${[turn(place), ...parts.map((part) => part.text), `done as (${all})`].join(
    ", ",
  )} ${told(place, "done")}`;
  return { name: `askline_many_${names.join("_")}`, text, values };
}

interface Part {
  /** The part of the statement that gives the ids and numbers. */
  name: string;
  text: string;
}

function createAll(writes: readonly CreateWrite[], values: unknown[]): Part | null {
  if (writes.length === 0) return null;
  const columns = Object.keys(NEW_COLUMNS) as (keyof NewRow)[];
  const given = columns.map((name) =>
    arrayOf(
      values,
      NEW_COLUMNS[name],
      writes.map(({ row }) => row[name]),
    ),
  );
  const text = `created as (insert into asks (${columns.join(", ")}, version, n)
    select ${columns.map((name) => `given.${name}`).join(", ")}, 1, nextval('ask_numbers')
    from turn, unnest(${given.join(", ")}) as given(${columns.join(", ")})
    on conflict (id) do nothing returning id, n)`;
  return { name: "created", text };
}

function changeAll(writes: readonly ChangeWrite[], values: unknown[]): Part | null {
  if (writes.length === 0) return null;
  const names = Object.keys(CHANGED_COLUMNS) as (keyof ChangedColumns)[];
  const of = (type: string, all: unknown[]) => arrayOf(values, type, all);
  const given = [
    of(
      "text",
      writes.map(({ id }) => id),
    ),
    of(
      "integer",
      writes.map(({ version }) => version),
    ),
    of(
      "text",
      writes.map(({ when }) => when),
    ),
    ...names.map((name) =>
      of(
        CHANGED_COLUMNS[name],
        writes.map(({ columns }) => columns[name]),
      ),
    ),
  ];
  const text = `changed as (update asks set ${names.map((name) => `${name} = given.${name}`).join(", ")},
      version = asks.version + 1, n = nextval('ask_numbers')
    from turn, unnest(${given.join(", ")}) as given(id, version, "when", ${names.join(", ")})
    where asks.id = given.id and asks.version = given.version
      and (given."when" = 'always' or (given."when" = 'in time' and ${CONDITIONS["in time"]})
        or (given."when" = 'late' and ${CONDITIONS.late}))
    returning asks.id, asks.n)`;
  return { name: "changed", text };
}

function removeAll(writes: readonly RemoveWrite[], values: unknown[]): Part | null {
  if (writes.length === 0) return null;
  const ids = arrayOf(
    values,
    "text",
    writes.map(({ id }) => id),
  );
  const versions = arrayOf(
    values,
    "integer",
    writes.map(({ version }) => version),
  );
  const text = `gone as (delete from asks using turn, unnest(${ids}, ${versions}) as given(id, version)
      where asks.id = given.id and (given.version is null or asks.version = given.version)
      returning asks.id),
    removed as (insert into removed_asks (n, id, at)
      select nextval('ask_numbers'), id, ${NOW_MS} from gone returning id, n)`;
  return { name: "removed", text };
}

function arrayOf(values: unknown[], type: string, all: unknown[]): string {
  values.push(all);
  return `$${values.length}::${type}[]`;
}

function turn({ schema }: Place): string {
  return `turn as materialized (select pg_advisory_xact_lock(${WRITE_LOCK}, ${schema}))`;
}

function told({ channel }: Place, done: string): string {
  return `select id, n, (select pg_notify('${channel}', '')) from ${done}`;
}

function isCreate(write: Write): write is CreateWrite {
  return write.kind === "create";
}

function isChange(write: Write): write is ChangeWrite {
  return write.kind === "change";
}

function isRemove(write: Write): write is RemoveWrite {
  return write.kind === "remove";
}
