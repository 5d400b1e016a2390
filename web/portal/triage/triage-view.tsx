/**
 * The page at `/`: every open question in a list, and the one that was picked beside it, or in its
 * place where there is no room for both.
 */
import type { ComponentType } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { Icon } from "../../shared/icons.tsx";
import { snoozeWords } from "../../shared/snooze.ts";
import { useStore } from "../../shared/store.ts";
import { FailureAlert, Frame } from "../frame/frame.tsx";
import { showAllKeys } from "../frame/page-tools.tsx";
import { isFinal } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import {
  isUnusedHere,
  noticeRow,
  noticeRowTime,
  noticeTime,
  noticeUnused,
} from "../parts/notices.ts";
import { type TriageWords, triageWords } from "../parts/triage-words.ts";
import { Settings } from "../settings/settings.tsx";
import { useActions } from "./actions.ts";
import { type AddressBar, useAddress } from "./address.ts";
import { type List, type ListState, openList } from "./list.ts";
import { ListHead } from "./list-head.tsx";
import { type Intent, PaneSlot } from "./pane-slot.tsx";
import { RowList, type RowListControls } from "./row-list.tsx";
import { plainTitle } from "./row-view.tsx";
import { placeOf, type ShownRow } from "./row-window.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { SettledRows, UnusedAnswers } from "./settled-rows.tsx";
import { useTriageKeys } from "./triage-keys.ts";
import { useWidth } from "./width.ts";

/** Another language is another list: the hub words our own sentences in it. */
export function TriageView() {
  const { locale } = useText();
  return <Triage key={locale} />;
}

function Triage() {
  const text = useText();
  const say = triageWords(text.locale);
  const width = useWidth();
  const bar = useAddress();
  const { address } = bar;
  const group = address.group ?? (width === "phone" ? "time" : "project");
  const { ask: asked, group: _, selected: __, ...rest } = address;
  const query = { ...rest, group };
  const list = useList(query);
  const state = useStore(list.state);
  useEffect(() => list.show(query));

  const hasPane = width === "wide" || width === "two";
  const [chosen, setChosen] = useState<string | null>(null);
  const first = state.rows.find((row) => row !== undefined && !state.gone.has(row.id))?.id ?? null;
  // With both panes something is open from the start; it is in the address once a person moves.
  const current = asked ?? chosen ?? (hasPane ? first : null);
  useEffect(() => {
    if (hasPane && chosen === null) setChosen(current);
  }, [hasPane, chosen, current]);
  // Other rows, and so another first one.
  const { showsSnoozed } = state;
  const shownBefore = useRef(showsSnoozed);
  useEffect(() => {
    if (shownBefore.current !== showsSnoozed) setChosen(null);
    shownBefore.current = showsSnoozed;
  }, [showsSnoozed]);
  const controls = useRef<RowListControls | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [intent, setIntent] = useState<Intent | null>(null);
  const actions = useActions({ list, bar, current, hasPane, controls, setIntent, setChosen, text });
  useTriageKeys({ list, bar, current, hasPane, actions, searchField });
  useNoticesOf(list);
  useLooked(list, current);
  useHold(list);
  useStillSelected(state, bar);
  useMinuteLeft(state.rows[placeOf(state, current)], (row) =>
    actions.tell(say.oneMinute(plainTitle(row, text))),
  );

  const { open, failure, connection } = state;
  const isAway = connection === "away";
  const isOpenAlone = !hasPane && asked !== null;
  const unused = useUnused(list);
  const markedRows = state.rows.filter(
    (row): row is ShownRow => row !== undefined && actions.subject.includes(row.id),
  );
  const row = state.rows[placeOf(state, current)];
  const isFiltered =
    address.q !== "" || address.project !== "" || address.agent !== "" || address.snoozed;
  const hasNothing =
    open === 0 &&
    state.snoozed === 0 &&
    state.settled.length === 0 &&
    current === null &&
    !isFiltered;
  const intentDone = useCallback(() => setIntent(null), []);

  return (
    <Frame
      layout="panes"
      skipTo="question"
      hasTabs={!isOpenAlone}
      isLive={!isAway}
      aside={open !== null && <Settings saved={state.saved} onSave={list.saveSetting} />}
      status={isAway ? text.reconnecting : ""}
      title={open === null || open === 0 ? "Askline" : say.documentTitle(open)}
      commands={actions.commands}
    >
      {open === null || isFinal(failure) ? (
        <div class="alone">
          <h1 class="unseen">Askline</h1>
          <FailureAlert failure={failure} />
          {failure?.kind === "unreachable" && <p>{say.ended}</p>}
          {failure === null && <p class="muted late">{text.loading}</p>}
        </div>
      ) : hasNothing ? (
        <NothingYet title={say.title} />
      ) : (
        <div class="panes" data-alone={isOpenAlone ? "question" : "list"}>
          <section class="list" aria-labelledby="list-title">
            <ListHead
              address={address}
              group={group}
              open={open}
              snoozed={state.snoozed}
              projects={state.projects}
              agents={state.agents}
              searchField={searchField}
              onChange={(change) => bar.change(change)}
            />
            <div class="list-body" data-shown-for={state.shownFor}>
              <UnusedAnswers asks={unused} />
              {actions.failure !== null && (
                <div class="alert" role="alert">
                  {actions.failure}
                </div>
              )}
              {state.waiting.length > 0 && (
                <button type="button" class="new-above" onClick={list.showNew}>
                  {say.newAbove(state.waiting.length)} <kbd>.</kbd>
                </button>
              )}
              {state.rows.length > 0 ? (
                <RowList
                  list={list}
                  state={state}
                  group={group}
                  current={current}
                  marked={actions.marked}
                  sending={actions.sending}
                  actions={actions}
                  controls={controls}
                />
              ) : (
                <Empty isFiltered={open > 0} isSnoozed={address.snoozed} />
              )}
              <SettledRows settled={state.settled} />
            </div>
            {actions.bar === null ? (
              <KeysHint say={say} />
            ) : (
              <SelectionBar
                rows={markedRows}
                mode={actions.bar}
                onMode={actions.setBar}
                onDecline={actions.decline}
                onExtend={actions.extend}
                onSame={actions.answerAlike}
                onSnooze={actions.snooze}
                onClear={actions.clear}
              />
            )}
          </section>
          <section
            class="pane"
            id="question"
            tabIndex={-1}
            aria-label={row === undefined ? say.choose : plainTitle(row, text)}
          >
            {isOpenAlone && (
              <QuestionBar say={say} list={list} current={current} actions={actions} />
            )}
            {current === null || (!hasPane && asked === null) ? (
              <p class="muted choose">{say.choose}</p>
            ) : (
              <PaneSlot
                key={current}
                id={current}
                intent={intent}
                onIntentDone={intentDone}
                onSettled={(_ask: Ask, isFromHere: boolean) =>
                  actions.paneSettled(current, isFromHere)
                }
                onSnoozed={() => actions.snoozedInPane(current)}
              />
            )}
          </section>
        </div>
      )}
      <p class="unseen" role="status">
        {actions.news !== "" ? actions.news : open === null ? "" : text.dashboard.count(open)}
      </p>
    </Frame>
  );
}

function useList(query: Parameters<typeof openList>[0]["query"]): List {
  const text = useText();
  const latest = useRef(text);
  latest.current = text;
  const [list] = useState(() =>
    openList({ locale: text.locale, query, onNew: (row) => noticeRow(row, latest.current) }),
  );
  useEffect(() => list.close, [list]);
  return list;
}

/** Time is short or has run out, for what this page has; an ask that was settled before is not told. */
function useNoticesOf(list: List) {
  const text = useText();
  const openedAt = useRef(new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => {
      const { rows, gone } = list.state.get();
      const soon = Date.now() + SOON_MS;
      for (const row of rows)
        if (row !== undefined && row.endsAt !== null && row.endsAt < soon && !gone.has(row.id))
          noticeRowTime(row, text);
    }, 1_000);
    return () => clearInterval(timer);
  }, [list, text]);
  const { settled } = useStore(list.state);
  useEffect(() => {
    for (const one of settled)
      if ((one.ask.outcome?.provenance.at ?? "") > openedAt.current) noticeTime(one, text);
  }, [settled, text]);
}

const SOON_MS = 10_000;

/** What the person decided in a browser and the agent did not do, learned since this page opened. */
function useUnused(list: List): Ask[] {
  const text = useText();
  const openedAt = useRef(new Date().toISOString());
  const { settled } = useStore(list.state);
  const unused = settled
    .map(({ ask }) => ask)
    .filter((ask) => isUnusedHere(ask) && (ask.effect?.at ?? "") > openedAt.current);
  useEffect(() => {
    for (const ask of unused) noticeUnused(ask, text);
  });
  return unused;
}

const LOOKED_MS = 1_000;

/** What was open for a second is no longer new. */
function useLooked(list: List, current: string | null) {
  useEffect(() => {
    if (current === null) return;
    const timer = setTimeout(() => list.looked(current), LOOKED_MS);
    return () => clearTimeout(timer);
  }, [list, current]);
}

/** What was settled meanwhile is selected no more. Nothing is known of rows that were never sent. */
function useStillSelected({ rows, open }: ListState, { address, change }: AddressBar) {
  const { selected } = address;
  useEffect(() => {
    if (open === null || selected.length === 0 || rows.includes(undefined)) return;
    const known = new Set(rows.map((row) => row?.id));
    const still = selected.filter((id) => known.has(id));
    if (still.length < selected.length) change({ selected: still });
  });
}

/** Nothing moves while the list has the focus or the pointer. */
function useHold(list: List) {
  useEffect(() => {
    const look = () =>
      list.hold(document.querySelector(".list-body:is(:hover, :focus-within)") !== null);
    const events = ["pointerover", "pointerleave", "focusin", "focusout"];
    const soon = () => requestAnimationFrame(look);
    for (const name of events) document.addEventListener(name, soon);
    return () => {
      for (const name of events) document.removeEventListener(name, soon);
    };
  }, [list]);
}

function useMinuteLeft(row: ShownRow | undefined, tell: (row: ShownRow) => void) {
  const latest = useRef(tell);
  latest.current = tell;
  const shown = useRef(row);
  shown.current = row;
  const endsAt = row?.endsAt ?? 0;
  useEffect(() => {
    const wait = endsAt - 60_000 - Date.now();
    if (wait <= 0 || wait > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => shown.current && latest.current(shown.current), wait);
    return () => clearTimeout(timer);
  }, [endsAt]);
}

const LONGEST_TIMER_MS = 24 * 3600_000;

interface QuestionBarProps {
  say: TriageWords;
  list: List;
  current: string | null;
  actions: ReturnType<typeof useActions>;
}

/** Above a question that has the page to itself. */
function QuestionBar({ say, list, current, actions }: QuestionBarProps) {
  const { rows } = useStore(list.state);
  const place = rows.findIndex((row) => row?.id === current);
  return (
    <nav class="question-bar" aria-label={say.title}>
      <button type="button" class="icon" aria-label={say.toList} onClick={actions.backToList}>
        <Icon name="back" />
      </button>
      {/* The list and its heading are away meanwhile. */}
      <h1 class="unseen">{say.title}</h1>
      <span class="grow muted">{place !== -1 && say.ofAll(place + 1, rows.length)}</span>
      <button
        type="button"
        class="icon"
        aria-label={say.previousQuestion}
        disabled={place <= 0}
        onClick={() => actions.step(-1, false)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={say.nextQuestion}
        disabled={place === -1 || place >= rows.length - 1}
        onClick={() => actions.step(1, false)}
      >
        <Icon name="forward" />
      </button>
    </nav>
  );
}

function KeysHint({ say }: { say: TriageWords }) {
  const { keysHint } = say;
  return (
    <div class="keys">
      <span class="hints">
        <span aria-hidden="true">
          <kbd>j</kbd>
          <kbd>k</kbd> {keysHint.move}
        </span>
        <span aria-hidden="true">
          <kbd>1</kbd>–<kbd>9</kbd> {keysHint.answer}
        </span>
        <span aria-hidden="true">
          <kbd>␣</kbd> {keysHint.select}
        </span>
        <span aria-hidden="true">
          <kbd>u</kbd> {keysHint.undo}
        </span>
      </span>
      <button type="button" class="quiet" onClick={showAllKeys}>
        <kbd>?</kbd> {keysHint.all}
      </button>
    </div>
  );
}

function Empty({ isFiltered, isSnoozed }: { isFiltered: boolean; isSnoozed: boolean }) {
  const { dashboard: say, locale } = useText();
  if (isSnoozed) return <p class="muted nothing">{snoozeWords(locale).none}</p>;
  if (isFiltered) return <p class="muted nothing">{say.noMatch}</p>;
  return (
    <div class="empty">
      <p class="empty-title">{say.empty}</p>
      <p class="muted">{say.emptyHint}</p>
    </div>
  );
}

/** The whole page, where nothing is open and nothing was decided lately. */
function NothingYet({ title }: { title: string }) {
  const { dashboard: say } = useText();
  const [Welcome, setWelcome] = useState<ComponentType | null>(null);
  useEffect(() => {
    import("../welcome/welcome-view.tsx").then(
      ({ WelcomeView }) => setWelcome(() => WelcomeView),
      () => undefined,
    );
  }, []);
  return (
    <section class="alone nothing-yet" id="question" tabIndex={-1} aria-label={title}>
      <div class="empty">
        <svg class="empty-art" viewBox="0 0 104 48" aria-hidden="true">
          <path d="M0 34h24M80 34h24" fill="none" stroke="var(--line-2)" stroke-dasharray="3 3" />
          <path
            d="M34 4h36a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H54l-8 9v-9H34a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5Z"
            fill="var(--tint)"
            stroke="currentColor"
            stroke-width="2"
          />
          <path d="m43 19 7 7 12-13" fill="none" stroke="currentColor" stroke-width="3" />
        </svg>
        <h1 class="empty-title">{say.empty}</h1>
        {Welcome !== null && <Welcome />}
      </div>
    </section>
  );
}
