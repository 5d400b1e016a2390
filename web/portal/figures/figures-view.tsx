/** The figures at `/figures`: how long agents waited for people, and what rules decided instead. */

import { FailureAlert, Frame } from "../frame/frame.tsx";
import { failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { recordsApi } from "../parts/records-api.ts";
import { useLivePage } from "../settings/live-page.tsx";
import { SPANS, useFigures } from "./address.ts";
import { AskedMost, ByDay, BySplit, BySurface, Pace, WhoDecided } from "./figure-cards.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { figuresWords } from "./messages.ts";
import "./figures.css";

export function FiguresView() {
  const text = useText();
  const say = figuresWords(text.locale);
  const { address, page, failure, setFailure, show, refresh, query } = useFigures();
  const { aside, isLive } = useLivePage(refresh);
  const save = () =>
    recordsApi.saveFigures(query).catch((error: unknown) => setFailure(failureOf(error)));
  return (
    <Frame
      status={isLive ? "" : text.reconnecting}
      title={`${say.title} · Askline`}
      {...{ aside, isLive }}
    >
      <div class="figures-page">
        <div class="figures-head">
          <h1 tabIndex={-1}>{say.title}</h1>
          <fieldset class="segments">
            <legend class="unseen">{say.span}</legend>
            {SPANS.map((days) => (
              <button
                key={days}
                type="button"
                aria-pressed={days === address.days}
                onClick={() => show({ days })}
              >
                {say.days(days)}
              </button>
            ))}
          </fieldset>
          <label class="project-choice">
            <span class="unseen">{say.project}</span>
            <select
              value={address.project}
              onChange={(event) => show({ project: event.currentTarget.value })}
            >
              <option value="">{say.allProjects}</option>
              {projectsWith(address.project, page?.projects ?? []).map((project) => (
                <option key={project} value={project}>
                  {project}
                </option>
              ))}
            </select>
          </label>
          <button type="button" class="small" onClick={() => void save()}>
            {say.exportCsv}
          </button>
        </div>
        <FailureAlert failure={failure} />
        {page === null && failure === null && <p class="muted late">{say.loading}</p>}
        {page !== null && page.figures.all.asked === 0 && (
          <div class="figures-none">
            <p>{say.nothing}</p>
            <p class="muted">{say.nothingHint}</p>
          </div>
        )}
        {page !== null && page.figures.all.asked > 0 && (
          <>
            <KeyFigures figures={page.figures} days={address.days} since={page.since} />
            <ByDay figures={page.figures} />
            <div class="figure-pairs">
              <BySplit figures={page.figures} />
              <Pace figures={page.figures} />
              <WhoDecided figures={page.figures} />
              <BySurface figures={page.figures} />
            </div>
            <AskedMost askedMost={page.askedMost} />
          </>
        )}
      </div>
    </Frame>
  );
}

/** A project in the address may have nothing in this span. */
function projectsWith(chosen: string, projects: readonly string[]): readonly string[] {
  return chosen === "" || projects.includes(chosen) ? projects : [chosen, ...projects];
}
