/**
 * Asks once more before something is allowed that may destroy something. The safe button has the
 * focus, and the other one works only after a moment, so that no key or touch too many allows it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Evidence } from "../../../src/agents/dialogs/evidence/evidence.ts";
import type { Reply } from "../../../src/core/ask/answer.ts";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { isRefusing, needsPasskey } from "../../../src/core/ask/consent.ts";
import { askAsEdited, editedIn } from "../../../src/core/ask/edited-call.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { Icon } from "../../shared/icons.tsx";
import { Markdown } from "../../shared/markdown-view.tsx";
import { originOf, projectOf } from "../parts/ask-words.ts";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import { clock } from "../parts/time.ts";
import { EvidenceView } from "./evidence/evidence-view.tsx";

interface ConfirmDialogProps {
  ask: Ask;
  reply: Reply;
  evidence: Evidence | null;
  canEdit: boolean;
  onAllow(): void;
  onDeny(optionId: string): void;
  onEdit(): void;
  onBack(): void;
}

const ARMED_AFTER_MS = 1_000;
const OPEN_FOR_SECONDS = 60;

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { ask, reply, evidence, canEdit, onAllow, onDeny, onEdit, onBack } = props;
  const text = useText();
  const say = paneWords(text.locale);
  const dialog = useRef<HTMLDialogElement>(null);
  const isArmed = useAfter(ARMED_AFTER_MS);
  const left = useSecondsLeft(OPEN_FOR_SECONDS);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[data-safe]")?.focus();
  }, []);
  useEffect(() => {
    if (left === 0) onBack();
  }, [left, onBack]);
  const allowed = ask.questions.flatMap((question, index) => {
    const chosen = reply.answers[index]?.optionIds ?? [];
    return chosen.some((id) => !isRefusing(id)) ? [{ question, chosen }] : [];
  });
  const labels = allowed.flatMap(({ question, chosen }) => {
    const { options } = evidence === null ? question : evidence.question;
    return options.filter(({ id }) => chosen.includes(id)).map(({ label }) => safeLine(label));
  });
  const [question, ...others] = evidence === null ? ask.questions : [evidence.question];
  const deny = others.length === 0 ? question?.options.find(({ id }) => isRefusing(id)) : undefined;
  const judged = editedIn(reply) === null ? ask : askAsEdited(ask, riskOf(evidence));
  const isForPasskey = needsPasskey(judged, reply);
  return (
    <dialog
      ref={dialog}
      class="confirm"
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-what"
      onClose={onBack}
      onKeyDown={(event) => {
        if (event.key !== "i" || !canEdit) return;
        event.preventDefault();
        onEdit();
      }}
    >
      <div class="confirm-head">
        <Icon name="warning" />
        <h1 id="confirm-title">{text.confirm.title(labels.join(", "))}</h1>
        <span class="left soon">
          <span
            class="pie"
            style={{ "--p": Math.round((left / OPEN_FOR_SECONDS) * 100) }}
            aria-hidden="true"
          />
          {clock(left, text.days)}
        </span>
      </div>
      <div id="confirm-what" class="confirm-what">
        <p class="muted">
          {evidence === null ? (
            originOf(ask, text)
          ) : (
            <>
              <strong>
                <bdi>{evidence.agent}</bdi>
              </strong>{" "}
              {say.confirm.wants(evidence.about)} {say.inProject} <bdi>{projectOf(ask)}</bdi>
            </>
          )}
        </p>
        {evidence === null ? (
          allowed.map(({ question: { title, prompt } }) => <Markdown key={title} text={prompt} />)
        ) : (
          <>
            {evidence.parts.some(({ kind }) => kind === "change") && (
              <p class="notice danger">{evidence.reasons.join(" ")}</p>
            )}
            <EvidenceView evidence={evidence} />
          </>
        )}
        {isForPasskey && (
          <p class="notice">
            <Icon name="key" /> {say.confirm.passkey}
          </p>
        )}
      </div>
      <div class="confirm-buttons">
        <button type="button" data-safe onClick={onBack}>
          {text.confirm.back}{" "}
          <span class="kbd" aria-hidden="true">
            Esc
          </span>
        </button>
        {canEdit && (
          <button type="button" class="quiet" onClick={onEdit}>
            <Icon name="pencil" /> {say.edit.first}{" "}
            <span class="kbd" aria-hidden="true">
              i
            </span>
          </button>
        )}
        <span class="grow" />
        {deny !== undefined && (
          <button type="button" onClick={() => onDeny(deny.id)}>
            {safeLine(deny.label)}
          </button>
        )}
        <button
          type="button"
          class="danger filled"
          disabled={!isArmed}
          title={isArmed ? undefined : say.confirm.soon}
          onClick={onAllow}
        >
          {isForPasskey && <Icon name="key" />}{" "}
          {isForPasskey ? say.confirm.allowWithPasskey : text.confirm.allow}
        </button>
      </div>
    </dialog>
  );
}

function riskOf(evidence: Evidence | null) {
  return evidence?.risk == null ? null : { level: evidence.risk, reasons: [] };
}

function useAfter(milliseconds: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isPast;
}

function useSecondsLeft(seconds: number): number {
  const [ends] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const count = () => setLeft(Math.max(0, Math.ceil((ends - Date.now()) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [ends]);
  return left;
}
