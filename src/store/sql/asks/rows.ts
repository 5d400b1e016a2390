/** Asks as rows. What a filter may ask about is a column; the ask itself is JSON beside it. */
import { type Ask, isSettled, type Outcome, statusOf, timedOutAt } from "../../../core/ask/ask.ts";
import type { Seals } from "../../file/seals.ts";
import { plainText } from "../plain-text.ts";
import type { AskRow } from "./tables.ts";

/** All but the number, which the commit gives. */
export type NewRow = Omit<AskRow, "n" | "version">;
/** What a change writes. */
export type ChangedColumns = Pick<
  NewRow,
  | "status"
  | "settled_at"
  | "due"
  | "is_held"
  | "settlement"
  | "change_key"
  | "state"
  | "outcome"
  | "seal"
>;

export type ReadRow = Pick<
  AskRow,
  "id" | "n" | "version" | "ask" | "state" | "outcome" | "settled_at" | "settlement" | "seal"
> &
  Pick<AskRow, "change_key">;

/** An ask as it was read, and what a change of it has to name. */
export interface Stored {
  ask: Ask;
  n: number;
  version: number;
  settlement: string | null;
  changeKey: string | null;
  seal: string | null;
}

const CHANGEABLE = [
  "expiresAt",
  "owner",
  "attachment",
  "taken",
  "effect",
  "ownerGoneAt",
  "leftOpenAt",
] as const;
type Changeable = (typeof CHANGEABLE)[number];

export interface Keys {
  change: string;
  settlement?: string | null | undefined;
  seal?: string | null | undefined;
}

export function newRow(ask: Ask, keys: Keys): NewRow {
  const { source, dialog, returnPath, id, createdAt } = ask;
  return {
    ...changedColumns(ask, keys),
    ...{ id, source_kind: plainText(source.kind), return_path: returnPath, created_at: createdAt },
    project: plainOrNull(source.project),
    agent_id: plainOrNull(source.agentId),
    call_id: plainOrNull(source.callId),
    hook_call: plainOrNull(dialog?.hookCall),
    ask: JSON.stringify(fixedPart(ask)),
    due_outcome: dueOutcome(ask),
  };
}

export function changedColumns(ask: Ask, { change, settlement, seal }: Keys): ChangedColumns {
  const { outcome } = ask;
  return {
    status: statusOf(ask),
    settled_at: outcome?.provenance.at ?? null,
    due: dueOf(ask),
    is_held: isHeld(ask) ? 1 : null,
    settlement: settlement ?? null,
    change_key: change,
    state: JSON.stringify(stateOf(ask)),
    outcome: outcome && JSON.stringify(withoutMoment(outcome)),
    seal: seal ?? null,
  };
}

export function storedFrom(row: ReadRow, seals: Seals | undefined): Stored {
  const { n, version, settlement, change_key: changeKey, seal } = row;
  const outcome = outcomeFrom(row);
  // Written by this file alone, out of an ask.
  const fixed = JSON.parse(row.ask) as Omit<Ask, Changeable | "outcome">;
  const open = { ...fixed, ...(JSON.parse(row.state) as Pick<Ask, Changeable>), outcome };
  const ask =
    seals === undefined || outcome === null
      ? open
      : { ...open, sealed: seals.check(open, outcome, seal ?? undefined) };
  return { ask, n, version, settlement, changeKey, seal };
}

/** Milliseconds of the epoch; null without a deadline. */
export function dueOf({ expiresAt }: Pick<Ask, "expiresAt">): number | null {
  const time = Date.parse(expiresAt ?? "");
  return Number.isNaN(time) ? null : time;
}

function outcomeFrom({ outcome, settled_at: at }: ReadRow): Outcome | null {
  if (outcome === null) return null;
  const read = JSON.parse(outcome) as Outcome;
  return { ...read, provenance: { ...read.provenance, at: at ?? "" } };
}

/** What most deadlines bring. */
export const NO_REPLY = JSON.stringify({
  status: "timed_out",
  kind: "none",
  provenance: { by: "rule", surface: "deadline" },
} satisfies object);

function dueOutcome(ask: Ask): string | null {
  const outcome = timedOutAt(ask, "");
  const isPlain = outcome.status === "timed_out" && outcome.kind === "none";
  return isPlain ? null : JSON.stringify(withoutMoment(outcome));
}

function withoutMoment(outcome: Outcome): object {
  const { at: _, ...provenance } = outcome.provenance;
  return { ...outcome, provenance };
}

function fixedPart(ask: Ask): object {
  const { outcome: _, sealed: _sealed, ...rest } = ask;
  for (const name of CHANGEABLE) delete (rest as Partial<Ask>)[name];
  return rest;
}

function stateOf(ask: Ask): Pick<Ask, Changeable> {
  return Object.fromEntries(CHANGEABLE.map((name) => [name, ask[name]])) as Pick<Ask, Changeable>;
}

function isHeld(ask: Ask): boolean {
  const { owner, attachment } = ask;
  const hasTerminal = attachment !== undefined && attachment.closedAt === undefined;
  return !isSettled(ask) && (owner?.mode === "blocking" || hasTerminal);
}

function plainOrNull(text: string | undefined): string | null {
  return text === undefined ? null : plainText(text);
}
