/** The page of one ask: `/choice/<id>`. */
import { useStore } from "../../shared/store.ts";
import { LazyAgent } from "../agent/lazy-agent.tsx";
import { Frame } from "../frame/frame.tsx";
import { titleOf } from "../parts/ask-words.ts";
import { type Messages, useText } from "../parts/messages.ts";
import { clock } from "../parts/time.ts";
import { Settings } from "../settings/settings.tsx";
import type { ChoiceState } from "./choice.ts";
import { askedInWords } from "./pane-head.tsx";
import { QuestionPane, useChoice } from "./question-pane.tsx";

export function ChoiceView({ id }: { id: string }) {
  const text = useText();
  const choice = useChoice(id);
  const state = useStore(choice.state);
  const { page, isGone } = state;
  const isOpen = page !== null && page.ask.outcome === null && !isGone;

  const aside = page !== null && (
    <Settings
      saved={page.saved}
      onSave={choice.saveSetting}
      {...(isOpen ? { here: { page, extend: choice.extend } } : {})}
    />
  );

  return (
    <Frame
      aside={aside}
      status={statusOf(state, text)}
      title={pageTitle(state, text)}
      layout="panes"
      hasTabs={false}
    >
      <QuestionPane
        choice={choice}
        agentLine={page !== null && <LazyAgent ask={page.ask} isFolded />}
      />
    </Frame>
  );
}

function statusOf({ page, connection }: ChoiceState, text: Messages): string {
  // Nothing can be lost on a settled page, so its connection is no matter of the person's.
  if (connection === "away" && page?.ask.outcome == null) return text.reconnecting;
  const isShort =
    page?.ask.outcome === null && page.remainingSeconds !== null && page.remainingSeconds < 10;
  return isShort ? text.secondsLeft(10) : "";
}

function pageTitle({ page, evidence }: ChoiceState, text: Messages): string {
  if (page === null) return "Askline";
  const title = evidence ? askedInWords(evidence, text) : titleOf(page.ask);
  if (page.ask.outcome !== null) return `✓ ${title} · Askline`;
  return page.remainingSeconds === null
    ? `${title} · Askline`
    : `⏱ ${clock(page.remainingSeconds, text.days)} · ${title}`;
}
