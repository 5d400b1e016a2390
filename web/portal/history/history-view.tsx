/** The history at `/history`: past decisions found again, and what became of each. */
import { useEffect, useRef, useState } from "preact/hooks";
import { searchWords } from "../../../src/core/ask/history.ts";
import { useStore } from "../../shared/store.ts";
import { FailureAlert, Frame } from "../frame/frame.tsx";
import { letterKeysAreOn } from "../parts/device.ts";
import { type Failure, failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { recordsApi } from "../parts/records-api.ts";
import { useLivePage } from "../settings/live-page.tsx";
import { queryOf } from "./address.ts";
import { DecisionList } from "./decision-list.tsx";
import { DecisionPane } from "./decision-pane.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type History, type HistoryState, openHistory } from "./history.ts";
import { type HistoryWords, historyWords } from "./messages.ts";
import "./history.css";

export function HistoryView() {
  const text = useText();
  const say = historyWords(text.locale);
  const [history] = useState(openHistory);
  const { aside, isLive } = useLivePage(() => void history.refresh());
  useEffect(() => history.close, [history]);
  const state = useStore(history.state);
  const isWide = useWide();
  const { ask } = state;
  useShortcuts(history);
  // In two panes the choice goes with the list; on its own page, Back leads to the list again.
  const open = (id: string) => history.show({ ask: id }, isWide ? "replace" : "push");
  return (
    <Frame
      status={isLive ? "" : text.reconnecting}
      title={`${say.title} · Askline`}
      layout="panes"
      {...{ aside, isLive }}
    >
      <div class="history" data-shows={ask === null ? "list" : "decision"}>
        {(isWide || ask === null) && (
          <ListPane history={history} state={state} say={say} onOpen={open} />
        )}
        {ask !== null && (
          <section class="decision-pane" aria-label={say.title}>
            {!isWide && (
              <>
                <h1 class="unseen">{say.title}</h1>
                <button
                  type="button"
                  class="quiet small"
                  onClick={() => history.show({ ask: null })}
                >
                  ← {say.back}
                </button>
              </>
            )}
            <DecisionPane key={ask} id={ask} onOpen={open} />
          </section>
        )}
        {isWide && ask === null && <p class="choose-decision muted">{say.choose}</p>}
      </div>
    </Frame>
  );
}

interface ListPaneProps {
  history: History;
  state: HistoryState;
  say: HistoryWords;
  onOpen(id: string): void;
}

function ListPane({ history, state, say, onOpen }: ListPaneProps) {
  const [saving, setSaving] = useState<Failure | null>(null);
  const { rows, found, total, filter } = state;
  const words = searchWords(filter.q ?? "");
  const save = () =>
    recordsApi.saveHistory(queryOf(filter)).then(
      () => setSaving(null),
      (error: unknown) => setSaving(failureOf(error)),
    );
  return (
    <section class="history-list" aria-labelledby="history-title">
      <div class="history-head">
        <div class="history-line">
          <h1 id="history-title">
            {say.title} {total > 0 && <span class="count">{total.toLocaleString("en")}</span>}
          </h1>
          <button type="button" class="quiet small" onClick={() => void save()}>
            {say.exportCsv}
          </button>
        </div>
        <FilterBar history={history} state={state} />
        <FailureAlert failure={state.failure ?? saving} />
      </div>
      {rows.length > 0 && (
        <DecisionList history={history} state={state} words={words} onOpen={onOpen} />
      )}
      {rows.length === 0 && found === 0 && <Nothing history={history} total={total} say={say} />}
      {found === null && state.failure === null && (
        <p class="muted late history-none">{say.loading}</p>
      )}
      <Legend say={say} />
    </section>
  );
}

function Nothing({ history, total, say }: { history: History; total: number; say: HistoryWords }) {
  if (total === 0)
    return (
      <div class="history-none">
        <p>{say.nothingSettled}</p>
        <p class="muted">{say.nothingSettledHint}</p>
      </div>
    );
  return (
    <div class="history-none">
      <p>{say.nothingFound}</p>
      <button type="button" class="small" onClick={() => history.show({ filter: {} })}>
        {say.clearFilters}
      </button>
    </div>
  );
}

function Legend({ say }: { say: HistoryWords }) {
  return (
    <p class="chain-legend" aria-hidden="true">
      <span class="chain">
        <i />
        <i />
        <i />
      </span>
      {say.chain.legend}
      <span class="chain">
        <i class="no" />
      </span>
      {say.chain.legendUnknown}
      <span class="chain">
        <i class="differs" />
      </span>
      {say.chain.legendDiffers}
    </p>
  );
}

const WIDE = "(width >= 1024px)";

function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => setWide(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return isWide;
}

/** `/` goes to the search; Escape takes back the search first, and then the filters. */
function useShortcuts(history: History) {
  const latest = useRef(history);
  latest.current = history;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isField = target.matches("input, select, textarea");
      const search = document.querySelector<HTMLInputElement>("#history-search");
      if (event.key === "/" && !isField && letterKeysAreOn() && search !== null) {
        event.preventDefault();
        search.focus();
        search.select();
      } else if (event.key === "Escape" && (!isField || target === search)) {
        takeBack(latest.current);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function takeBack({ state, show }: History) {
  const { q, ...rest } = state.get().filter;
  if (q !== undefined) show({ filter: rest });
  else if (Object.keys(rest).length > 0) show({ filter: {} });
}
