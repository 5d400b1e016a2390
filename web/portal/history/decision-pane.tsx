/** One decision whole: what was shown, who decided what and where, and what the agent then did. */
import { useEffect, useState } from "preact/hooks";
import type { Ask, SettledAsk } from "../../../src/core/ask/ask.ts";
import { wordDifference, wordEffect, wordEnding } from "../../../src/core/ask/effect-words.ts";
import { historyLine } from "../../../src/core/ask/history.ts";
import { smallPrint } from "../../../src/core/ask/seal-words.ts";
import { type Decision, decisionOf } from "../../../src/core/records/decision.ts";
import { lengthInWords } from "../../../src/core/records/record-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { HistoryRow } from "../../../src/surfaces/portal/records/records-wire.ts";
import { AgentTile } from "../../marks/agent-tile.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Link } from "../../shared/link.tsx";
import { choicePath } from "../../shared/route.ts";
import { FailureAlert } from "../frame/frame.tsx";
import { api } from "../parts/api.ts";
import { type Failure, failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { outcomeInBrief } from "../parts/outcome-words.ts";
import { recordsApi } from "../parts/records-api.ts";
import { clockOf, exactly } from "./days.ts";
import { Warning } from "./decision-parts.tsx";
import { historyWords } from "./messages.ts";
import { labelsIn, WhatWasSaid, WhatWasShown } from "./what-was-said.tsx";

interface DecisionPaneProps {
  id: string;
  /** Shows another decision. */
  onOpen(id: string): void;
}

export function DecisionPane({ id, onOpen }: DecisionPaneProps) {
  const say = historyWords(useText().locale);
  const { ask, failure } = useAsk(id);
  if (failure !== null) return <FailureAlert failure={failure} />;
  if (ask === null) return <p class="muted late">{say.loading}</p>;
  const decision = decisionOf(ask);
  return (
    <article class="decision-whole" aria-labelledby="decision-title">
      <Origin ask={ask} decision={decision} />
      <h2 id="decision-title" data-kind={decision.kind} tabIndex={-1}>
        <bdi>{historyLine(ask).title}</bdi>
      </h2>
      <Differences ask={ask} decision={decision} />
      <Trail ask={ask} decision={decision} />
      <Facts ask={ask} decision={decision} />
      <WhatWasSaid ask={ask} />
      <WhatWasShown ask={ask} />
      <Earlier decision={decision} onOpen={onOpen} />
    </article>
  );
}

function useAsk(id: string): { ask: SettledAsk | null; failure: Failure | null } {
  const [known, setKnown] = useState<{ ask: SettledAsk | null; failure: Failure | null }>(NOTHING);
  useEffect(() => {
    let isShown = true;
    setKnown(NOTHING);
    api.choice(id).then(
      ({ ask }) => isShown && setKnown({ ask: isDone(ask) ? ask : null, failure: null }),
      (error: unknown) => isShown && setKnown({ ask: null, failure: failureOf(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [id]);
  return known;
}

const NOTHING = { ask: null, failure: null };

function isDone(ask: Ask): ask is SettledAsk {
  return ask.outcome !== null;
}

function Origin({ ask, decision }: { ask: SettledAsk; decision: Decision }) {
  const { locale } = useText();
  const say = historyWords(locale);
  return (
    <p class="decision-origin">
      <AgentTile client={decision.client} />
      <strong>
        <bdi>{decision.agent}</bdi>
      </strong>
      {decision.project !== "" && (
        <>
          <span>{say.in}</span> <bdi>{decision.project}</bdi>
        </>
      )}
      <span aria-hidden="true">·</span>
      <time dateTime={decision.settledAt}>{exactly(decision.settledAt, locale)}</time>
      <span class="grow" />
      <CopyButton text={ask.id} label={say.copyId} doneLabel={say.copied} />
      <Link to={choicePath(ask.id)} class="action-link">
        {say.open}
      </Link>
    </p>
  );
}

/** What a person must not overlook: another effect, or a decision that nobody can vouch for. */
function Differences({ ask, decision }: { ask: SettledAsk; decision: Decision }) {
  const { locale } = useText();
  const say = historyWords(locale);
  const small = smallPrint(ask, locale);
  return (
    <>
      {decision.differs && (
        <p class="record-note" data-kind="differs">
          <Warning />
          <span>
            <strong>{say.differs}</strong> {safeLine(wordDifference(ask, locale) ?? "")}.
          </span>
        </p>
      )}
      {small !== null && (
        <p class="record-note" data-kind={ask.sealed === false ? "unverified" : "plain"}>
          {ask.sealed === false && <Warning />}
          <span>{safeLine(small)}.</span>
        </p>
      )}
    </>
  );
}

function Trail({ ask, decision }: { ask: SettledAsk; decision: Decision }) {
  const text = useText();
  const say = historyWords(text.locale);
  const taken = ask.taken?.[0];
  const decided = wordEnding(ask, text.locale) ?? decidedInWords(ask, text);
  const isWaiting = ask.taken === undefined && ask.owner?.mode === "blocking";
  return (
    <ol class="trail" aria-label={say.trail}>
      <Step name={say.asked} at={ask.createdAt} state="done">
        <bdi>{decision.agent}</bdi>
      </Step>
      <Step name={say.decided} at={decision.settledAt} state="done">
        <strong>{safeLine(decided)}</strong> {deciderOf(decision, say)}
      </Step>
      <Step name={say.taken} at={taken?.at} state={taken === undefined ? "open" : "done"}>
        {taken !== undefined && <bdi>{say.received(decision.agent)}</bdi>}
        {taken === undefined && (isWaiting ? say.notTakenYet : say.takenUnknown)}
      </Step>
      <Step name={say.effect} at={ask.effect?.at} state={effectState(decision)}>
        {ask.effect === undefined
          ? say.effectUnknown
          : safeLine(wordEffect(ask, text.locale) ?? say.asDecided)}
      </Step>
    </ol>
  );
}

function decidedInWords(
  { outcome, questions }: SettledAsk,
  text: ReturnType<typeof useText>,
): string {
  const chosen = "reply" in outcome ? labelsIn(questions, outcome.reply) : "";
  return outcome.status === "completed" && chosen !== "" ? chosen : outcomeInBrief(outcome, text);
}

function deciderOf({ by, who, surface }: Decision, say: ReturnType<typeof historyWords>): string {
  if (by === "rule") return say.brief.rule(who);
  return by === "nobody" ? "" : say.decider(who, surface);
}

function effectState({ differs, effect }: Decision): StepProps["state"] {
  if (differs) return "differs";
  return effect === null ? "open" : "done";
}

interface StepProps {
  name: string;
  at: string | undefined;
  state: "done" | "open" | "differs";
  children: preact.ComponentChildren;
}

function Step({ name, at, state, children }: StepProps) {
  const { locale } = useText();
  return (
    <li data-state={state}>
      <span class="pin" aria-hidden="true" />
      <span class="step-name">{name}</span>
      <span class="step-words">{children}</span>
      {at !== undefined && (
        <time dateTime={at} title={exactly(at, locale)}>
          {clockOf(at, locale, true)}
        </time>
      )}
    </li>
  );
}

function Facts({ ask, decision }: { ask: SettledAsk; decision: Decision }) {
  const { locale } = useText();
  const say = historyWords(locale);
  const risk = ask.presentation?.risk?.level;
  const facts = [
    [say.facts.waited, lengthInWords(decision.waitedMs, locale)],
    [say.facts.kind, say.kindOf[decision.kind]],
    ...(risk === undefined ? [] : [[say.facts.risk, say.risk[risk]]]),
    [say.facts.seal, say.seal[`${ask.sealed ?? null}`]],
  ];
  return (
    <dl class="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the same agent had asked just before: often the reason of what came then. */
function Earlier({ decision, onOpen }: { decision: Decision; onOpen(id: string): void }) {
  const { locale } = useText();
  const say = historyWords(locale);
  const [row, setRow] = useState<HistoryRow | null>(null);
  const { agent, settledAt } = decision;
  useEffect(() => {
    let isShown = true;
    setRow(null);
    recordsApi.history({ agent, until: new Date(settledAt).toISOString(), limit: "1" }).then(
      ({ rows: [first = null] }) => isShown && setRow(first),
      // The page says elsewhere that the server is away.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [agent, settledAt]);
  if (row === null) return null;
  const before = Date.parse(settledAt) - Date.parse(row.settledAt);
  return (
    <section class="earlier">
      <h3 class="over">{say.earlier(lengthInWords(before, locale))}</h3>
      <button type="button" class="earlier-decision" onClick={() => onOpen(row.id)}>
        <bdi>{row.title}</bdi>
        <span class="muted">
          <bdi>{row.said}</bdi>
        </span>
      </button>
    </section>
  );
}
