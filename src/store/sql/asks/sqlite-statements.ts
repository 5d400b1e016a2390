/** A commit on SQLite: the same writes as on PostgreSQL, one after another in one transaction. */
import type { SqliteDatabase, SqliteStatement } from "../sqlite-binding.ts";
import { type ChangedColumns, type NewRow, NO_REPLY } from "./rows.ts";
import type { ChangeWrite, CreateWrite, RemoveWrite, Write, Written } from "./writes.ts";

const NEW_COLUMNS: (keyof NewRow)[] = [
  ...(["id", "status", "project", "source_kind", "agent_id", "call_id", "hook_call"] as const),
  ...(["return_path", "created_at", "settled_at", "due", "is_held", "settlement"] as const),
  ...(["change_key", "ask", "state", "outcome", "due_outcome", "seal"] as const),
];
const CHANGED_COLUMNS: (keyof ChangedColumns)[] = [
  ...(["status", "settled_at", "due", "is_held", "settlement"] as const),
  ...(["change_key", "state", "outcome", "seal"] as const),
];

/** Call it inside a transaction. */
export function commitOnSqlite(
  database: SqliteDatabase,
  batch: readonly Write[],
  now: number,
): Written {
  const numbers = numbersOf(database);
  const written = batch.map((write) => {
    const number = numbers.next();
    const isDone = apply(database, write, number, now);
    if (isDone) numbers.use();
    return isDone ? number : null;
  });
  numbers.keep();
  return written;
}

export function timeOutOnSqlite(database: SqliteDatabase, most: number, now: number): number {
  const due = prepared(
    database,
    `select id from asks where status = 'pending' and due is not null and due <= ?
      order by due limit ?`,
  ).all(now, most) as { id: string }[];
  const numbers = numbersOf(database);
  const settle = prepared(
    database,
    `update asks set status = 'timed_out', settled_at = ?, outcome = coalesce(due_outcome, ?),
      is_held = null, settlement = null, change_key = null, version = version + 1, n = ?
      where id = ?`,
  );
  for (const { id } of due) {
    settle.run(new Date(now).toISOString(), NO_REPLY, numbers.next(), id);
    numbers.use();
  }
  numbers.keep();
  return due.length;
}

function apply(database: SqliteDatabase, write: Write, number: number, now: number): boolean {
  switch (write.kind) {
    case "create":
      return create(database, write, number);
    case "change":
      return change(database, write, number, now);
    case "remove":
      return remove(database, write, number, now);
  }
}

function create(database: SqliteDatabase, { row }: CreateWrite, number: number): boolean {
  const marks = NEW_COLUMNS.map(() => "?").join(", ");
  const insert = `insert into asks (${NEW_COLUMNS.join(", ")}, version, n)
    values (${marks}, 1, ?) on conflict (id) do nothing`;
  return changes(prepared(database, insert).run(...NEW_COLUMNS.map((name) => row[name]), number));
}

function change(
  database: SqliteDatabase,
  { id, version, when, columns }: ChangeWrite,
  number: number,
  now: number,
): boolean {
  const set = CHANGED_COLUMNS.map((name) => `${name} = ?`).join(", ");
  const update = `update asks set ${set}, version = version + 1, n = ?
    where id = ? and version = ? and (? = 'always' or (? = 'in time' and (due is null or due > ?))
      or (? = 'late' and due <= ?))`;
  const values = CHANGED_COLUMNS.map((name) => columns[name]);
  const conditions = [id, version, when, when, now, when, now];
  return changes(prepared(database, update).run(...values, number, ...conditions));
}

function remove(
  database: SqliteDatabase,
  { id, version }: RemoveWrite,
  number: number,
  now: number,
): boolean {
  const gone = prepared(database, "delete from asks where id = ? and (? is null or version = ?)");
  if (!changes(gone.run(id, version, version))) return false;
  prepared(database, "insert into removed_asks (n, id, at) values (?, ?, ?)").run(number, id, now);
  return true;
}

/** Hands out the numbers of one transaction, and notes the last one. */
function numbersOf(database: SqliteDatabase) {
  const [row] = prepared(database, "select n from ask_store").all() as { n: number }[];
  let last = row?.n ?? 0;
  return {
    next: () => last + 1,
    use() {
      last += 1;
    },
    keep: () => void prepared(database, "update ask_store set n = ?").run(last),
  };
}

function changes({ changes: count }: { changes: number | bigint }): boolean {
  return Number(count) > 0;
}

const statements = new WeakMap<SqliteDatabase, Map<string, SqliteStatement>>();

function prepared(database: SqliteDatabase, sql: string): SqliteStatement {
  const known = statements.get(database) ?? new Map<string, SqliteStatement>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}
