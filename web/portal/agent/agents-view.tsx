/** The agents at `/agents`: who is at work, in what state, on what; `/agents/<id>` is one of them. */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { AgentWork } from "../../../src/surfaces/portal/agents/agent-wire.ts";
import { ConversationLog } from "../../conversation/log.tsx";
import { Changed } from "../../conversation/steps.tsx";
import { Link } from "../../shared/link.tsx";
import { FailureAlert, Frame } from "../frame/frame.tsx";
import { type Failure, failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { useLivePage } from "../settings/live-page.tsx";
import { agentApi } from "./agent-api.ts";
import { AgentHead, Word } from "./agent-part.tsx";
import { agentWords } from "./messages.ts";
import { useTurns } from "./turns.ts";
import { useWork, whenSomethingHappens } from "./work.ts";

export function AgentsView({ id }: { id: string }) {
  const text = useText();
  const say = agentWords(text.locale);
  // What happens to agents is heard where it is shown.
  const { aside, isLive } = useLivePage(() => undefined);
  return (
    <Frame
      status={isLive ? "" : text.reconnecting}
      title={`${say.title} · Askline`}
      {...{ aside, isLive }}
    >
      {id === "" ? <Agents /> : <OneAgent id={id} />}
    </Frame>
  );
}

type Line = AgentWork["agent"];

function Agents() {
  const { locale } = useText();
  const say = agentWords(locale);
  const [lines, setLines] = useState<Line[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const look = () =>
      agentApi.lines(locale).then(
        ({ agents }) => {
          setLines(agents);
          setFailure(null);
        },
        (error: unknown) => setFailure(failureOf(error)),
      );
    void look();
    return whenSomethingHappens(null, look);
  }, [locale]);
  return (
    <div class="agents-page">
      <h1>
        {say.title}{" "}
        {lines !== null && lines.length > 0 && <span class="count">{lines.length}</span>}
      </h1>
      <FailureAlert failure={failure} />
      {lines?.length === 0 && (
        <div class="empty">
          <p class="empty-title">{say.none}</p>
          <p class="muted">{say.noneHint}</p>
        </div>
      )}
      <ul class="agents-list">
        {lines?.map((line) => (
          <li key={line.id}>
            <Link to={`/agents/${line.id}`} class="agent-line">
              <span class="agent-name">
                <bdi>{line.name}</bdi>{" "}
                {line.project !== "" && (
                  <span class="muted">{say.inProject(safeLine(line.project))}</span>
                )}
              </span>
              <span class="agent-state" data-state={line.state}>
                {line.stateInWords}
              </span>
              <span class="agent-task" dir="auto">
                {safeLine(line.question ?? line.task ?? say.noTask)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The whole conversation with one agent, its work folded between. */
function OneAgent({ id }: { id: string }) {
  const { locale } = useText();
  const say = agentWords(locale);
  const { work, failure } = useWork(id, () => agentApi.work(id, locale));
  const { turns, hasMore, loadOlder } = useTurns(id, work);
  return (
    <div class="agents-page">
      <Link to="/agents" class="whole">
        ← {say.back}
      </Link>
      {work == null && <h1 class="unseen">{say.title}</h1>}
      <FailureAlert failure={failure} />
      {work != null && (
        <section class="agent" aria-label={say.region}>
          <AgentHead agent={work.agent} level={1} />
          <div class="agent-talk">
            {hasMore && (
              <button type="button" class="quiet small" onClick={() => void loadOlder()}>
                {say.older}
              </button>
            )}
            {turns !== null && <ConversationLog turns={turns} steps={work.steps} locale={locale} />}
            <Changed files={work.changed} locale={locale} level={2} />
          </div>
          <Word work={work} say={say} />
        </section>
      )}
    </div>
  );
}
