/** Small parts that row and detail share: badges, and the chain of moments. */
import type { HistoryRow } from "../../../src/surfaces/portal/records/records-wire.ts";
import type { HistoryWords } from "./messages.ts";

export type BadgeKind = keyof HistoryWords["badges"];

/** The loudest thing about a decision; null where there is nothing to add. */
export function badgeOf(row: HistoryRow): BadgeKind | null {
  if (row.differs) return "differs";
  if (row.isUnsealed) return "unverified";
  if (row.isTaken === false && row.decidedBy === "person") return "notTaken";
  if (row.decidedBy === "rule") return "rule";
  return row.result === "default" ? "default" : null;
}

const LOUDNESS: Partial<Record<BadgeKind, string>> = {
  differs: "destroys",
  notTaken: "twice",
  unverified: "twice",
};

export function Badge({ kind, say }: { kind: BadgeKind; say: HistoryWords }) {
  return (
    <span class={`mark-badge ${LOUDNESS[kind] ?? ""}`}>
      {LOUDNESS[kind] !== undefined && <Warning />}
      {say.badges[kind]}
    </span>
  );
}

export function Warning() {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 2.25 14.25 13H1.75L8 2.25ZM8 6.5v3M8 11.2v.01" />
    </svg>
  );
}

/** Three dots: decided, taken, and what became of it. */
export function Chain({ row, say }: { row: HistoryRow; say: HistoryWords }) {
  const taken = row.isTaken === true || row.effect === "used" ? "" : "no";
  const effect = row.differs ? "differs" : row.effect === null ? "no" : "";
  return (
    <span class="chain" role="img" aria-label={chainWords(row, say)}>
      <i />
      <i class={taken} />
      <i class={effect} />
    </span>
  );
}

function chainWords({ isTaken, effect, differs }: HistoryRow, { chain }: HistoryWords): string {
  const taken = isTaken === null ? chain.takenUnknown : isTaken ? chain.taken : chain.notTaken;
  const done = differs ? chain.differs : effect === null ? chain.unknown : chain.used;
  return [chain.decided, taken, done].join(", ");
}

/** Who decided what, in one line: "Ada: Postgres". */
export function briefOf(row: HistoryRow, say: HistoryWords): string {
  const { brief } = say;
  const who = row.who ?? brief.somebody;
  if (row.decidedBy === "rule") return brief.rule(row.who ?? "");
  switch (row.result) {
    case "answered":
      return brief.answered(who, row.said);
    case "denied":
      return brief.denied(who, row.said);
    case "cancelled":
      return brief.cancelled(who);
    case "asked_back":
      return brief.askedBack(who, row.said);
    case "default":
      return brief.default(row.said);
    case "timed_out":
      return brief.timedOut;
    case "closed":
      return brief.closed;
  }
}
