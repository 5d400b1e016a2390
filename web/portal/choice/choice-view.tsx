/** The page of one ask: `/choice/<id>`. */
import { useEffect, useState } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Link } from "../../shared/link.tsx";
import { Markdown } from "../../shared/markdown-view.tsx";
import { PASSKEYS_PATH } from "../../shared/route.ts";
import { useStore } from "../../shared/store.ts";
import { originOf, titleOf } from "../parts/ask-words.ts";
import { Countdown } from "../parts/countdown.tsx";
import { isFinal } from "../parts/failure.ts";
import { FailureAlert, Frame } from "../parts/frame.tsx";
import { type Messages, useText } from "../parts/messages.ts";
import { noticeTime, noticeUnused } from "../parts/notices.ts";
import { ago, clock } from "../parts/time.ts";
import { Settings } from "../settings/settings.tsx";
import { type ChoiceState, openChoice } from "./choice.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { SettledPanel } from "./settled-panel.tsx";

const MINUTES_TO_ADD = 5;

export function ChoiceView({ id }: { id: string }) {
  const text = useText();
  const [choice] = useState(() => openChoice(id));
  useEffect(() => choice.close, [choice]);
  const state = useStore(choice.state);
  const { page, form, connection, isGone } = state;
  const isOpen = page !== null && page.ask.outcome === null && !isGone;
  const remaining = isOpen ? page.remainingSeconds : null;
  useEffect(() => {
    if (page === null) return;
    noticeTime(page, text);
    if (state.isFromHere) noticeUnused(page.ask, text);
  }, [page, text, state.isFromHere]);

  const aside = (
    <>
      <Countdown seconds={remaining} isStale={connection === "away"} />
      {remaining !== null && (
        <button
          type="button"
          class="quiet small"
          onClick={() => void choice.extend(remaining + MINUTES_TO_ADD * 60)}
        >
          {text.addMinutes(MINUTES_TO_ADD)}
        </button>
      )}
      {page !== null && (
        <Settings
          saved={page.saved}
          onSave={choice.saveSetting}
          {...(isOpen ? { here: { page, extend: choice.extend } } : {})}
        />
      )}
    </>
  );

  return (
    <Frame aside={aside} status={statusOf(state, text)} title={pageTitle(state, text)}>
      {page === null || form === null || isFinal(state.failure) ? (
        <Waiting state={state} />
      ) : (
        <article class="choice">
          {page.ask.outcome !== null && (
            <SettledPanel
              ask={{ ...page.ask, outcome: page.ask.outcome }}
              isFromHere={state.isFromHere}
            />
          )}
          {isGone && page.ask.outcome === null && <p class="settled">{text.gone}</p>}
          {state.typed !== "" && <TypedWords typed={state.typed} />}
          <Introduction ask={page.ask} />
          {isOpen && page.ask.presentation?.passkey === true && (
            <p class="muted">
              {text.passkeys.needed} <Link to={PASSKEYS_PATH}>{text.passkeys.title}</Link>
            </p>
          )}
          <ChoiceForm choice={choice} state={state} page={page} form={form} />
        </article>
      )}
    </Frame>
  );
}

/** Words that somebody else's decision overtook: the person may want them elsewhere. */
function TypedWords({ typed }: { typed: string }) {
  const text = useText();
  return (
    <section class="typed" aria-labelledby="typed-title">
      <h2 id="typed-title" class="over">
        {text.typed}
      </h2>
      <p class="typed-words">{typed}</p>
      <CopyButton text={typed} label={text.copy} doneLabel={text.copied} />
    </section>
  );
}

function Introduction({ ask }: { ask: Ask }) {
  const text = useText();
  return (
    <>
      <p class="origin muted">
        <span class="unseen">{text.askedBy} </span>
        {originOf(ask, text)} ·{" "}
        <time dateTime={ask.createdAt}>{ago(ask.createdAt, Date.now(), text.locale)}</time>
      </p>
      {ask.questions.length > 1 && (
        <h1 tabIndex={-1}>{text.severalQuestions(ask.questions.length)}</h1>
      )}
      {ask.context !== undefined && ask.context !== "" && (
        <section class="context" aria-label={text.context}>
          <Markdown text={ask.context} />
        </section>
      )}
    </>
  );
}

function Waiting({ state }: { state: ChoiceState }) {
  const text = useText();
  return (
    <div class="waiting">
      <h1 class="unseen">Askline</h1>
      {state.failure === null ? (
        <p class="muted late">{text.loading}</p>
      ) : (
        <FailureAlert failure={state.failure} />
      )}
      {isFinal(state.failure) && (
        <Link to="/" class="action-link">
          {text.allQuestions}
        </Link>
      )}
    </div>
  );
}

function statusOf({ page, connection }: ChoiceState, text: Messages): string {
  // Nothing can be lost on a settled page, so its connection is no matter of the person's.
  if (connection === "away" && page?.ask.outcome == null) return text.reconnecting;
  const isShort =
    page?.ask.outcome === null && page.remainingSeconds !== null && page.remainingSeconds < 10;
  return isShort ? text.secondsLeft(10) : "";
}

function pageTitle({ page }: ChoiceState, text: Messages): string {
  if (page === null) return "Askline";
  const title = titleOf(page.ask);
  if (page.ask.outcome !== null) return `✓ ${title} · Askline`;
  return page.remainingSeconds === null
    ? `${title} · Askline`
    : `⏱ ${clock(page.remainingSeconds, text.days)} · ${title}`;
}
