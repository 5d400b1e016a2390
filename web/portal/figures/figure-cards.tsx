/** The cards below the key figures: a plot each, and its numbers beside it. */
import { useState } from "preact/hooks";
import type { AskedAlike } from "../../../src/core/records/asked-alike.ts";
import type { Figures, NamedWaits } from "../../../src/core/records/figures.ts";
import { KIND_NAMES, lengthInWords, shareInWords } from "../../../src/core/records/record-words.ts";
import { inDays } from "../history/days.ts";
import { useText } from "../parts/messages.ts";
import { DataTable } from "./data-table.tsx";
import { figuresWords } from "./messages.ts";
import { Columns, LyingBars } from "./plots.tsx";
import { scaleFor } from "./scale.ts";

type CardProps = { figures: Figures };
const MOST_BARS = 6;

function useWords() {
  const { locale } = useText();
  const length = (ms: number | null) => (ms === null ? "–" : lengthInWords(ms, locale));
  return { locale, say: figuresWords(locale), length };
}

export function ByDay({ figures: { days } }: CardProps) {
  const { locale, say, length } = useWords();
  const highest = days.reduce<NamedWaits | undefined>(
    (best, one) => (one.waitedMs > (best?.waitedMs ?? 0) ? one : best),
    undefined,
  );
  const title = say.byDayPlot(
    highest === undefined ? "–" : inDays(highest.name, locale),
    length(highest?.waitedMs ?? 0),
  );
  const scale = scaleFor(highest?.waitedMs ?? 0);
  return (
    <section class="figure-card wide">
      <div class="card-head">
        <h2>{say.byDay}</h2>
        <span class="muted">{say.byDayAbout}</span>
      </div>
      <div class="plot-and-table">
        <Columns
          title={title}
          about={days
            .map(({ name, waitedMs }) => `${inDays(name, locale)}: ${length(waitedMs)}`)
            .join(", ")}
          bars={days.map(({ name, waitedMs }) => ({
            name: days.length > 31 ? inDays(name, locale, SHORT) : String(Number(name.slice(-2))),
            value: waitedMs,
            words: length(waitedMs),
          }))}
          scale={{ values: scale, words: length }}
          isLastOpen
        />
        <DataTable
          caption={say.byDay}
          head={[say.day, say.asked, say.waitedColumn]}
          rows={days
            .map(({ name, asked, waitedMs }) => [
              inDays(name, locale),
              String(asked),
              length(waitedMs),
            ])
            .reverse()}
          showAll={say.showAll}
        />
      </div>
    </section>
  );
}

const SHORT = { day: "numeric", month: "short" } as const;

type Split = "project" | "agent" | "kind";

export function BySplit({ figures }: CardProps) {
  const { locale, say, length } = useWords();
  const [split, setSplit] = useState<Split>("project");
  const rows = {
    project: figures.projects,
    agent: figures.agents,
    kind: figures.kinds.map((row) => ({ ...row, name: KIND_NAMES[locale][row.name] })),
  }[split].map((row) => ({ ...row, name: row.name || say.noName }));
  return (
    <section class="figure-card">
      <div class="card-head">
        <h2>{say.waitedBy[split]}</h2>
        <fieldset class="segments">
          <legend class="unseen">{say.splitBy}</legend>
          {(["project", "agent", "kind"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === split}
              onClick={() => setSplit(one)}
            >
              {say.splits[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <LyingBars
        title={say.waitedBy[split]}
        about={rows.map(({ name, waitedMs }) => `${name}: ${length(waitedMs)}`).join(", ")}
        rows={rows
          .slice(0, MOST_BARS)
          .map(({ name, waitedMs }) => ({ name, words: length(waitedMs), parts: [waitedMs] }))}
      />
      <DataTable
        key={split}
        caption={say.waitedBy[split]}
        head={[
          ...[say.splits[split], say.asked, say.byRule],
          ...[say.halfColumn, say.nineColumn, say.waitedColumn],
        ]}
        rows={rows.map((row) => [
          ...[row.name, String(row.asked), shareInWords(row.byRule, row.asked)],
          ...[length(row.medianMs), length(row.ninetiethMs), length(row.waitedMs)],
        ])}
        showAll={say.showAllRows}
      />
    </section>
  );
}

export function Pace({ figures: { paces, all } }: CardProps) {
  const { say, length } = useWords();
  const bars = paces.map(({ count }, at) => ({
    name: say.paces[at] ?? "",
    value: count,
    words: String(count),
  }));
  return (
    <section class="figure-card">
      <h2>{say.pace}</h2>
      <Columns
        title={say.pacePlot}
        about={bars.map(({ name, words }) => `${name}: ${words}`).join(", ")}
        bars={bars}
        saysAll
        {...(all.medianMs !== null && {
          mark: { at: placeOf(all.medianMs, paces), words: say.paceMedian(length(all.medianMs)) },
        })}
      />
      <DataTable
        caption={say.pace}
        head={[say.within, say.answers]}
        rows={bars.map(({ name, words }) => [name, words])}
        showAll={say.showAllRows}
      />
    </section>
  );
}

/** How many columns stand before that time: their borders are not evenly spaced. */
function placeOf(ms: number, paces: Figures["paces"]): number {
  const at = paces.findIndex(({ underMs }) => underMs === null || ms < underMs);
  const [from, to] = [paces[at - 1]?.underMs ?? 0, paces[at]?.underMs ?? null];
  return at + (to === null ? 0.5 : (ms - from) / (to - from));
}

export function WhoDecided({ figures: { kinds } }: CardProps) {
  const { locale, say } = useWords();
  const rows = kinds.map((row) => ({ ...row, name: KIND_NAMES[locale][row.name] }));
  return (
    <section class="figure-card">
      <div class="card-head">
        <h2>{say.decided}</h2>
        <p class="bar-key">
          <i class="part-1" /> {say.rules} <i class="part-2" /> {say.people} <i class="part-3" />{" "}
          {say.nobody}
        </p>
      </div>
      <LyingBars
        title={say.decided}
        about={rows
          .map(
            ({ name, asked, byRule, byPerson, byNobody }) =>
              `${name}: ${say.rules} ${shareInWords(byRule, asked)}, ${say.people} ${shareInWords(byPerson, asked)}, ${say.nobody} ${shareInWords(byNobody, asked)}`,
          )
          .join("; ")}
        rows={rows.map(({ name, asked, byRule, byPerson, byNobody }) => ({
          name,
          words: String(asked),
          parts: [byRule, byPerson, byNobody].map((part) => part / asked),
        }))}
      />
      <DataTable
        caption={say.decided}
        head={[say.kind, say.rules, say.people, say.nobody, say.outOfTime]}
        rows={rows.map(({ name, asked, byRule, byPerson, byNobody, timedOut }) => [
          name,
          ...[byRule, byPerson, byNobody].map((part) => shareInWords(part, asked)),
          String(timedOut),
        ])}
        showAll={say.showAllRows}
      />
    </section>
  );
}

export function BySurface({ figures: { surfaces } }: CardProps) {
  const { say, length } = useWords();
  const rows = surfaces.map((row) => ({ ...row, name: say.place(row.name) }));
  return (
    <section class="figure-card">
      <h2>{say.surfaces}</h2>
      <LyingBars
        title={say.surfaces}
        about={rows.map(({ name, asked }) => `${name}: ${asked}`).join(", ")}
        rows={rows
          .slice(0, MOST_BARS)
          .map(({ name, asked }) => ({ name, words: String(asked), parts: [0, asked] }))}
      />
      <DataTable
        caption={say.surfaces}
        head={[say.surface, say.answers, say.halfColumn, say.nineColumn]}
        rows={rows.map((row) => [
          ...[row.name, String(row.asked), length(row.medianMs), length(row.ninetiethMs)],
        ])}
        showAll={say.showAllRows}
      />
    </section>
  );
}

export function AskedMost({ askedMost }: { askedMost: readonly AskedAlike[] }) {
  const { say } = useWords();
  return (
    <section class="figure-card">
      <h2>{say.askedMost}</h2>
      <p class="muted">{askedMost.length === 0 ? say.askedMostNone : say.askedMostAbout}</p>
      {askedMost.length > 0 && (
        <ul class="asked-most">
          {askedMost.map(({ kind, what, project, times, decided }) => (
            <li key={`${kind} ${what} ${decided}`}>
              <code dir="auto">{what}</code>
              <span class="muted">
                <bdi>{project || say.several}</bdi> · {say.times(times, decided)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
