/** Below the open questions: what was settled last, and what an agent did otherwise. */
import { useState } from "preact/hooks";
import type { Ask, SettledAsk } from "../../../src/core/ask/ask.ts";
import {
  effectName,
  wordDifference,
  wordEffect,
  wordEnding,
} from "../../../src/core/ask/effect-words.ts";
import { smallPrint } from "../../../src/core/ask/seal-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { Icon } from "../../shared/icons.tsx";
import { Link } from "../../shared/link.tsx";
import { choicePath } from "../../shared/route.ts";
import { Said } from "../../shared/said.tsx";
import { fullTitleOf, originOf } from "../parts/ask-words.ts";
import { useText } from "../parts/messages.ts";
import { decider, outcomeInBrief } from "../parts/outcome-words.ts";
import { ago } from "../parts/time.ts";

/** Folded, since the list is for what is open. */
export function SettledRows({ settled }: { settled: LiveAsk[] }) {
  const text = useText();
  const say = text.dashboard;
  if (settled.length === 0) return null;
  return (
    <details class="settled-rows">
      <summary>
        <Icon name="forward" /> <h2>{say.settled}</h2> <span class="count">{settled.length}</span>
      </summary>
      <ul>
        {settled.map(({ ask }) =>
          ask.outcome === null ? null : <SettledRow key={ask.id} ask={ask as SettledAsk} />,
        )}
      </ul>
    </details>
  );
}

function SettledRow({ ask }: { ask: SettledAsk }) {
  const text = useText();
  const { provenance } = ask.outcome;
  const facts = [
    originOf(ask, text),
    decider(provenance, text),
    smallPrint(ask, text.locale) ?? "",
  ];
  return (
    <li class="row ended">
      <span class="kind">
        <Icon name="check" />
      </span>
      <Link to={choicePath(ask.id)} class="title">
        <Said text={fullTitleOf(ask, text)} />
      </Link>
      <time
        class="left"
        dateTime={provenance.at}
        title={new Date(provenance.at).toLocaleString(text.locale)}
      >
        {ago(provenance.at, Date.now(), text.locale)}
      </time>
      <span class="meta">
        <span class="badge outcome" data-status={ask.outcome.status}>
          {effectName(ask, text.locale) ?? outcomeInBrief(ask.outcome, text)}
        </span>
        <span class="cut">{facts.filter((part) => part !== "").join(" · ")}</span>
      </span>
      <AgentSide ask={ask} />
    </li>
  );
}

/** What the agent did, where the outcome alone does not say it. */
function AgentSide({ ask }: { ask: Ask }) {
  const { locale } = useText();
  const ending = wordEnding(ask, locale);
  if (ending !== null) return <p class="beside">{safeLine(ending)}.</p>;
  const difference = wordDifference(ask, locale);
  return difference === null ? null : <p class="beside difference">{safeLine(difference)}.</p>;
}

/** Each is told until the person has put it away. */
export function UnusedAnswers({ asks }: { asks: Ask[] }) {
  const text = useText();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const shown = asks.filter(({ id }) => !seen.includes(id));
  return (
    <div role="alert">
      {shown.map((ask) => (
        <div key={ask.id} class="alert unused">
          <p>
            <Link to={choicePath(ask.id)}>
              <Said text={fullTitleOf(ask, text)} />
            </Link>
            : {safeLine(wordEffect(ask, text.locale) ?? "")}.
          </p>
          <button type="button" class="quiet small" onClick={() => setSeen([...seen, ask.id])}>
            {text.dashboard.understood}
          </button>
        </div>
      ))}
    </div>
  );
}
