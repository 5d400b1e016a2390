/** A filter of asks as conditions on columns, each with an index behind it. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AskFilter } from "../../ask-filter.ts";
import type { Place } from "../../ask-order.ts";
import { plainText } from "../plain-text.ts";
import type { AskTables } from "./tables.ts";

type Asks = ExpressionBuilder<AskTables, "asks">;
type Condition = Expression<SqlBool>;

/** Written out, since an index of open asks serves only a query that says so itself. */
const IS_OPEN = sql<SqlBool>`status = 'pending'`;
const IS_SETTLED = sql<SqlBool>`status <> 'pending'`;
const AFTER_ALL = "\u{10FFFF}";

export function conditionsOf(filter: AskFilter, asks: Asks): Condition[] {
  const { status, idPrefix, asker, project, callId, hookCall, returnPath } = filter;
  const all: Condition[] = [];
  if (status === "pending") all.push(IS_OPEN);
  if (
    status === "settled" ||
    filter.settledSince !== undefined ||
    filter.settledBefore !== undefined
  )
    all.push(IS_SETTLED);
  if (idPrefix !== undefined) all.push(asks.or(spellings(idPrefix).map(hasPrefix)));
  if (asker !== undefined) {
    all.push(asks("source_kind", "=", plainText(asker.kind)));
    const { agentId } = asker;
    all.push(
      agentId === undefined
        ? asks("agent_id", "is", null)
        : asks("agent_id", "=", plainText(agentId)),
    );
  }
  if (project !== undefined) all.push(asks("project", "=", plainText(project)));
  if (callId !== undefined) all.push(asks("call_id", "=", plainText(callId)));
  if (returnPath !== undefined) all.push(asks("return_path", "=", returnPath));
  if (filter.settledSince !== undefined) all.push(asks("settled_at", ">=", filter.settledSince));
  if (filter.createdBefore !== undefined) all.push(asks("created_at", "<", filter.createdBefore));
  if (filter.settledBefore !== undefined) all.push(asks("settled_at", "<", filter.settledBefore));
  if (filter.isHeld === true) all.push(sql<SqlBool>`is_held = 1`);
  if (typeof hookCall === "string") all.push(asks("hook_call", "=", plainText(hookCall)));
  else if (hookCall !== undefined) all.push(...begins("hook_call", hookCall.startsWith));
  return all;

  function hasPrefix(prefix: string): Condition {
    return asks.and(begins("id", prefix));
  }

  function begins(column: "id" | "hook_call", prefix: string): Condition[] {
    const plain = plainText(prefix);
    return [asks(column, ">=", plain), asks(column, "<", plain + AFTER_ALL)];
  }
}

/** Behind a place, in an order that goes downwards. */
export function isBehind(column: "created_at" | "settled_at", { at, id }: Place): Condition {
  return sql<SqlBool>`(${sql.ref(column)}, id) < (${plainText(at)}, ${plainText(id)})`;
}

/** Ids are written in lower case, or now and then in upper case. */
function spellings(prefix: string): string[] {
  return [...new Set([prefix.toLowerCase(), prefix.toUpperCase()])];
}
