/** Past decisions as rows, by day; the arrows go from one to the next. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { AskKind } from "../../../src/core/records/ask-kind.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { HistoryRow } from "../../../src/surfaces/portal/records/records-wire.ts";
import { AgentTile } from "../../marks/agent-tile.tsx";
import { Icon, type IconName } from "../../shared/icons.tsx";
import { letterKeysAreOn } from "../parts/device.ts";
import { useText } from "../parts/messages.ts";
import { pathOf } from "./address.ts";
import { clockOf, dayName, dayOf, exactly } from "./days.ts";
import { Badge, badgeOf, briefOf, Chain } from "./decision-parts.tsx";
import type { History, HistoryState } from "./history.ts";
import { Marked } from "./marked.tsx";
import { type HistoryWords, historyWords } from "./messages.ts";

interface DecisionListProps {
  history: History;
  state: HistoryState;
  words: readonly string[];
  onOpen(id: string): void;
}

export function DecisionList({ history, state, words, onOpen }: DecisionListProps) {
  const say = historyWords(useText().locale);
  const { rows, next, ask } = state;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = place.current;
    if (list === null) return;
    // What is told of a list that is gone already says nothing.
    const keep = () => list.isConnected && history.keepScroll(list.scrollTop);
    list.addEventListener("keydown", moveByKeys);
    list.addEventListener("scroll", keep);
    // A scroll is told of a moment later, and a click may take the list away before that.
    list.addEventListener("click", keep, { capture: true });
    return () => {
      list.removeEventListener("keydown", moveByKeys);
      list.removeEventListener("scroll", keep);
      list.removeEventListener("click", keep, { capture: true });
    };
  }, [history]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its top
  useLayoutEffect(() => {
    if (place.current !== null) place.current.scrollTop = history.scrollTop;
  }, [history, state.filter]);
  const current = rows.some(({ id }) => id === ask) ? ask : rows[0]?.id;
  return (
    <div class="decisions" ref={place}>
      <ul aria-label={say.list}>
        {daysOf(rows).map(({ day, rows: some, isWhole }) => (
          <Day key={day} day={day} count={isWhole || next === null ? some.length : null}>
            {some.map((row) => (
              <Row
                key={row.id}
                row={row}
                words={words}
                path={pathOf({ ...state, ask: row.id })}
                isSelected={row.id === ask}
                isTabStop={row.id === current}
                onOpen={onOpen}
              />
            ))}
          </Day>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="small show-earlier" onClick={() => void history.more()}>
          {say.more}
        </button>
      )}
    </div>
  );
}

interface DayProps {
  day: string;
  /** Null while more of that day may follow. */
  count: number | null;
  children: preact.ComponentChildren;
}

function Day({ day, count, children }: DayProps) {
  const { locale } = useText();
  return (
    <li>
      <h2 class="day-head">
        {dayName(day, locale, historyWords(locale))}{" "}
        {count !== null && <span class="count">{count}</span>}
      </h2>
      <ul>{children}</ul>
    </li>
  );
}

interface RowProps {
  row: HistoryRow;
  words: readonly string[];
  path: string;
  isSelected: boolean;
  isTabStop: boolean;
  onOpen(id: string): void;
}

function Row({ row, words, path, isSelected, isTabStop, onOpen }: RowProps) {
  const { locale } = useText();
  const say = historyWords(locale);
  const badge = badgeOf(row);
  return (
    <li class="decision linked-card" data-selected={isSelected}>
      <span class="kind" title={say.kindOf[row.kind]}>
        <Icon name={iconOf(row)} />
      </span>
      <a
        class="decision-title card-link"
        data-kind={row.kind}
        href={path}
        aria-current={isSelected ? "true" : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(row.id);
        }}
      >
        <span class="unseen">{say.kindOf[row.kind]}. </span>
        <Marked text={row.title} words={words} />
        {row.moreQuestions > 0 && ` +${row.moreQuestions}`}
      </a>
      <time class="when" dateTime={row.settledAt} title={exactly(row.settledAt, locale)}>
        {clockOf(row.settledAt, locale)}
      </time>
      <span class="decision-meta">
        <AgentTile client={row.client} />
        <bdi class="agent">{row.agent}</bdi>
        <span aria-hidden="true">·</span>
        <span class="brief">
          <Marked text={placed(row, say)} words={words} />
        </span>
        {badge !== null && <Badge kind={badge} say={say} />}
        <Chain row={row} say={say} />
      </span>
      {row.excerpt !== null && (
        <span class="excerpt">
          <Marked text={row.excerpt} words={words} />
        </span>
      )}
    </li>
  );
}

function placed(row: HistoryRow, say: HistoryWords): string {
  const brief = briefOf(row, say);
  return row.decidedBy === "person" ? `${brief}, ${safeLine(say.place(row.surface))}` : brief;
}

export function iconOf({ kind, moreQuestions }: Pick<HistoryRow, "kind" | "moreQuestions">) {
  return moreQuestions > 0 ? "several" : ICONS[kind];
}

const ICONS: Record<AskKind, IconName> = {
  question: "question",
  command: "command",
  edit: "edit",
  tool: "command",
  plan: "plan",
  form: "plan",
};

function daysOf(
  rows: readonly HistoryRow[],
): { day: string; rows: HistoryRow[]; isWhole: boolean }[] {
  const days: { day: string; rows: HistoryRow[]; isWhole: boolean }[] = [];
  for (const row of rows) {
    const day = dayOf(row.settledAt);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else {
      if (last !== undefined) last.isWhole = true;
      days.push({ day, rows: [row], isWhole: false });
    }
  }
  return days;
}

/** By the key's place, so that a Korean layout needs no switch. */
const STEPS: Record<string, number> = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 };

function moveByKeys(event: KeyboardEvent) {
  const step = STEPS[event.code];
  const isLetter = event.code.startsWith("Key");
  if (step === undefined || (isLetter && !letterKeysAreOn())) return;
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const list = event.currentTarget as HTMLElement;
  const links = [...list.querySelectorAll<HTMLElement>(".decision-title")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at === -1 ? 0 : at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  // In two panes the pane follows the list.
  if (matchMedia("(width >= 1024px)").matches) next.click();
}
