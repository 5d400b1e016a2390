/** The two lists of the dashboard: open asks, and settled ones. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import { effectName, wordDifference, wordEnding } from "../../../src/core/ask/effect-words.ts";
import { smallPrint } from "../../../src/core/ask/seal-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { Link } from "../../shared/link.tsx";
import { choicePath } from "../../shared/route.ts";
import { fullTitleOf, originOf } from "../parts/ask-words.ts";
import { Countdown } from "../parts/countdown.tsx";
import { useText } from "../parts/messages.ts";
import { decider, outcomeInBrief } from "../parts/outcome-words.ts";
import { ago } from "../parts/time.ts";

export function OpenList({
  asks,
  now,
  isStale,
}: {
  asks: LiveAsk[];
  now: number;
  isStale: boolean;
}) {
  const text = useText();
  return (
    <ul class="asks">
      {asks.map(({ ask, remainingSeconds }) => (
        <li key={ask.id} class="ask linked-card" data-urgency={ask.urgency}>
          <div class="ask-words">
            <Link to={choicePath(ask.id)} class="ask-title card-link">
              {fullTitleOf(ask, text)}
            </Link>
            <p class="muted">
              {originOf(ask, text)} ·{" "}
              <time dateTime={ask.createdAt}>{ago(ask.createdAt, now, text.locale)}</time>
            </p>
          </div>
          <div class="ask-aside">
            <Urgency ask={ask} />
            <Countdown seconds={remainingSeconds} isStale={isStale} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Urgency({ ask }: { ask: Ask }) {
  const say = useText().dashboard;
  if (ask.urgency === "normal") return null;
  return (
    <span class={`badge ${ask.urgency}`}>{ask.urgency === "high" ? say.urgent : say.noRush}</span>
  );
}

/** What the agent did, where the outcome alone does not say it. */
function AgentSide({ ask }: { ask: Ask }) {
  const { locale } = useText();
  const ending = wordEnding(ask, locale);
  if (ending !== null) return <p>{safeLine(ending)}.</p>;
  const difference = wordDifference(ask, locale);
  return difference === null ? null : <p class="difference">{safeLine(difference)}.</p>;
}

export function SettledList({ asks, now }: { asks: LiveAsk[]; now: number }) {
  const text = useText();
  return (
    <ul class="asks settled-asks">
      {asks.map(({ ask }) =>
        ask.outcome === null ? null : (
          <li key={ask.id} class="ask linked-card">
            <div class="ask-words">
              <Link to={choicePath(ask.id)} class="ask-title card-link">
                {fullTitleOf(ask, text)}
              </Link>
              <p class="muted">
                {[
                  originOf(ask, text),
                  decider(ask.outcome.provenance, text),
                  smallPrint(ask, text.locale) ?? "",
                ]
                  .filter((part) => part !== "")
                  .join(" · ")}
              </p>
              <AgentSide ask={ask} />
            </div>
            <div class="ask-aside">
              <span class="badge outcome" data-status={ask.outcome.status}>
                {effectName(ask, text.locale) ?? outcomeInBrief(ask.outcome, text)}
              </span>
              <time class="muted" dateTime={ask.outcome.provenance.at}>
                {ago(ask.outcome.provenance.at, now, text.locale)}
              </time>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}
