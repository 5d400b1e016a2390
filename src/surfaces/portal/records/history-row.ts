/** A decision as a row of the history, and as a line of its export. */
import type { SettledAsk } from "../../../core/ask/ask.ts";
import { comparable, historyLine, searchableText } from "../../../core/ask/history.ts";
import { isTaken, isWaitedFor } from "../../../core/ask/moments.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import type { Known } from "./decision-index.ts";
import type { HistoryRow } from "./records-wire.ts";

export function historyRow({ ask, decision }: Known, words: readonly string[]): HistoryRow {
  const line = historyLine(ask);
  const { kind, client, result, by, waitedMs, effect, differs } = decision;
  return {
    ...line,
    ...{ kind, client, result, decidedBy: by, waitedMs, effect, differs },
    who: decision.who === "" ? undefined : decision.who,
    surface: decision.surface,
    isTaken: isTaken(ask) ? true : isWaitedFor(ask) ? false : null,
    isUnsealed: ask.sealed === false,
    excerpt: excerptFor(ask, words, `${line.title} ${line.said} ${line.agent} ${line.who ?? ""}`),
  };
}

const LETTERS_BEFORE = 24;
const LETTERS_AFTER = 96;

/** Around the first word that the row itself does not show. */
function excerptFor(ask: SettledAsk, words: readonly string[], shown: string): string | null {
  const visible = comparable(shown);
  const missing = words.find((word) => !visible.includes(word));
  if (missing === undefined) return null;
  const text = safeLine(searchableText(ask));
  const at = comparable(text).indexOf(missing);
  // Folding may change a text's length, and then the place is only about right.
  if (at === -1) return null;
  const from = Math.max(0, at - LETTERS_BEFORE);
  const piece = text.slice(from, at + missing.length + LETTERS_AFTER).trim();
  return safeLine(`${from > 0 ? "…" : ""}${piece}`);
}

export const EXPORT_HEAD = [
  ...["id", "asked", "settled", "waited_seconds", "project", "agent", "kind", "question"],
  ...["result", "answer", "decided_by", "who", "where", "taken", "effect", "verified"],
];

export function exportedRow({ ask, decision }: Known): (string | number)[] {
  const { id, askedAt, settledAt, waitedMs, project, agent, kind, result, by } = decision;
  const { title, said } = historyLine(ask);
  return [
    ...[id, askedAt, settledAt, Math.round(waitedMs / 1000), project, agent, kind, title],
    ...[result, said, by, decision.who, decision.surface, ask.taken?.[0]?.at ?? ""],
    ...[ask.effect?.kind ?? "", verifiedWord(ask.sealed)],
  ];
}

function verifiedWord(sealed: boolean | null | undefined): string {
  return sealed === true ? "yes" : sealed === false ? "no" : "";
}
