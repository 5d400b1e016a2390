/**
 * The dashboard at `/`: every open question of every agent on this machine,
 * and the latest outcomes.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { wordEffect } from "../../../src/core/ask/effect-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { Link } from "../../shared/link.tsx";
import { choicePath } from "../../shared/route.ts";
import { useStore } from "../../shared/store.ts";
import { fullTitleOf } from "../parts/ask-words.ts";
import { counts } from "../parts/counts.ts";
import { isFinal } from "../parts/failure.ts";
import { FailureAlert, Frame } from "../parts/frame.tsx";
import { type Messages, useText } from "../parts/messages.ts";
import { isUnusedHere, noticeNew, noticeTime, noticeUnused } from "../parts/notices.ts";
import { Settings } from "../settings/settings.tsx";
import { OpenList, SettledList } from "./ask-lists.tsx";
import { openDashboard } from "./dashboard.ts";
import { type Filter, matching, projectsOf } from "./filter.ts";

export function DashboardView() {
  const text = useText();
  const { dashboard, state, unused } = useDashboard(text);
  const [filter, setFilter] = useState<Filter>({ search: "", project: "" });
  const now = useNow();
  const { page, failure, connection } = state;
  useEffect(() => counts.set({ open: page?.open.length ?? null }), [page]);
  const isAway = connection === "away";
  const count = page?.open.length ?? 0;
  const open = matching(page?.open ?? [], filter, text);
  const settled = matching(page?.settled ?? [], filter, text);
  const say = text.dashboard;

  return (
    <Frame
      aside={page !== null && <Settings saved={page.saved} onSave={dashboard.saveSetting} />}
      status={isAway ? text.reconnecting : ""}
      title={count === 0 ? "Askline" : `(${count}) ${text.dashboard.title}`}
      isLive={!isAway}
    >
      <FailureAlert failure={failure} />
      {page === null || isFinal(failure) ? (
        <>
          <h1 class="unseen">Askline</h1>
          {failure === null && <p class="muted late">{text.loading}</p>}
        </>
      ) : (
        <div class="dashboard">
          <h1 tabIndex={-1}>{say.title}</h1>
          <p class="unseen" role="status">
            {say.count(count)}
          </p>
          <UnusedAnswers asks={unused} />
          <FilterBar
            filter={filter}
            projects={projectsOf([...page.open, ...page.settled])}
            onChange={setFilter}
          />
          {open.length > 0 && <OpenList asks={open} now={now} isStale={isAway} />}
          {open.length === 0 && <Empty isFiltered={count > 0} />}
          <h2>{say.settled}</h2>
          {settled.length > 0 && <SettledList asks={settled} now={now} />}
          {settled.length === 0 && (
            <p class="muted">{page.settled.length > 0 ? say.noMatch : say.noneSettled}</p>
          )}
        </div>
      )}
    </Frame>
  );
}

function useDashboard(text: Messages) {
  const latest = useRef(text);
  latest.current = text;
  const [dashboard] = useState(() =>
    openDashboard({ onNew: (one: LiveAsk) => noticeNew(one, latest.current) }),
  );
  useEffect(() => dashboard.close, [dashboard]);
  const state = useStore(dashboard.state);
  const { page } = state;
  // An ask that was settled before this page opened is not announced; one
  // that the page saw open is.
  const openedAt = useRef(new Date().toISOString());
  useEffect(() => {
    const recent =
      page?.settled.filter(({ ask }) => (ask.outcome?.provenance.at ?? "") > openedAt.current) ??
      [];
    for (const one of [...(page?.open ?? []), ...recent]) noticeTime(one, text);
  }, [page, text]);
  // What the person decided in a browser and the agent did not do, learned since this page opened.
  const unused = (page?.settled ?? [])
    .map(({ ask }) => ask)
    .filter((ask) => isUnusedHere(ask) && (ask.effect?.at ?? "") > openedAt.current);
  useEffect(() => {
    for (const ask of unused) noticeUnused(ask, text);
  });
  return { dashboard, state, unused };
}

/** Each is told until the person has put it away. */
function UnusedAnswers({ asks }: { asks: Ask[] }) {
  const text = useText();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const shown = asks.filter(({ id }) => !seen.includes(id));
  return (
    <div role="alert">
      {shown.map((ask) => (
        <div key={ask.id} class="alert unused">
          <p>
            <Link to={choicePath(ask.id)}>{fullTitleOf(ask, text)}</Link>:{" "}
            {safeLine(wordEffect(ask, text.locale) ?? "")}.
          </p>
          <button type="button" class="quiet small" onClick={() => setSeen([...seen, ask.id])}>
            {text.dashboard.understood}
          </button>
        </div>
      ))}
    </div>
  );
}

interface FilterBarProps {
  filter: Filter;
  projects: string[];
  onChange(filter: Filter): void;
}

function FilterBar({ filter, projects, onChange }: FilterBarProps) {
  const say = useText().dashboard;
  return (
    <search class="filter">
      <label for="search" class="unseen">
        {say.search}
      </label>
      <input
        id="search"
        type="search"
        placeholder={`${say.search}: ${say.searchHint}`}
        value={filter.search}
        onInput={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <label for="project" class="unseen">
        {say.project}
      </label>
      <select
        id="project"
        value={filter.project}
        onChange={(event) => onChange({ ...filter, project: event.currentTarget.value })}
      >
        <option value="">{say.allProjects}</option>
        {projects.map((project) => (
          <option key={project} value={project}>
            {project}
          </option>
        ))}
      </select>
    </search>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const say = useText().dashboard;
  if (isFiltered) return <p class="muted">{say.noMatch}</p>;
  return (
    <div class="empty">
      <p class="empty-title">{say.empty}</p>
      <p class="muted">{say.emptyHint}</p>
    </div>
  );
}

/** Ages are shown in minutes, so twice a minute is often enough. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
