/** Judges SQL: statements that delete data. */
import type { Danger } from "./destructive.ts";

export function dangersOfSql(sql: string): Danger[] {
  const statements = sql
    .replace(STRINGS_AND_COMMENTS, (found) => (found.startsWith("'") ? "''" : " "))
    .split(";");
  return statements.some(isDeleting) ? ["deletes_data"] : [];
}

function isDeleting(statement: string): boolean {
  if (DROPPING.test(statement) || NOT_SQL.test(statement)) return true;
  const [, change] = CHANGING.exec(statement) ?? [];
  if (change === undefined) return false;
  const [, condition] = /\bwhere\b([\s\S]*)$/i.exec(change) ?? [];
  return condition === undefined || /^\s*(?:1\s*=\s*1|true|1)\s*$/i.test(condition);
}

// A statement begins at the start, or behind a client's own option, a common table expression or
// the words of a procedure.
const DROPPING =
  /(?:^\s*(?:-\w|--[\w-]+=)?|\b(?:begin|then|else|loop)\s)\s*(?:drop\s|truncate\s|alter\s[\s\S]*\bdrop\s)/i;
const CHANGING =
  /(?:^\s*(?:-\w|--[\w-]+=)?|\)|\b(?:begin|then|else|loop)\s)\s*(?:delete\s+from|update\s+[\w."`[\]]+\s+set)\b([\s\S]*)$/i;
const NOT_SQL =
  /\b(?:flushall|flushdb|dropDatabase)\b|\.(?:drop|deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*\)/i;
const STRINGS_AND_COMMENTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
