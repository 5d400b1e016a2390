/**
 * Asks once more before something is allowed that may destroy something. The safe button has the
 * focus, and the other one works only after a moment, so that no key or touch too many allows it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Reply } from "../../../src/core/ask/answer.ts";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { isRefusing } from "../../../src/core/ask/consent.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { Markdown } from "../../shared/markdown-view.tsx";
import { originOf } from "../parts/ask-words.ts";
import { useText } from "../parts/messages.ts";

interface ConfirmDialogProps {
  ask: Ask;
  reply: Reply;
  onAllow(): void;
  onDeny(optionId: string): void;
  onBack(): void;
}

const ARMED_AFTER_MS = 1_000;
const OPEN_FOR_MS = 60_000;

export function ConfirmDialog({ ask, reply, onAllow, onDeny, onBack }: ConfirmDialogProps) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const isArmed = useAfter(ARMED_AFTER_MS);
  const isOver = useAfter(OPEN_FOR_MS);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[data-safe]")?.focus();
  }, []);
  useEffect(() => {
    if (isOver) onBack();
  }, [isOver, onBack]);
  const allowed = ask.questions.flatMap((question, index) => {
    const chosen = reply.answers[index]?.optionIds ?? [];
    return chosen.some((id) => !isRefusing(id)) ? [{ question, chosen }] : [];
  });
  const labels = allowed.flatMap(({ question, chosen }) =>
    question.options.filter(({ id }) => chosen.includes(id)).map(({ label }) => safeLine(label)),
  );
  const [question, ...others] = ask.questions;
  const deny = others.length === 0 ? question?.options.find(({ id }) => isRefusing(id)) : undefined;
  return (
    <dialog
      ref={dialog}
      class="confirm"
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-what"
      onClose={onBack}
    >
      <h1 id="confirm-title">{text.confirm.title(labels.join(", "))}</h1>
      <div id="confirm-what" class="confirm-what">
        <p class="muted">{originOf(ask, text)}</p>
        {allowed.map(({ question: { title, prompt } }) => (
          <Markdown key={title} text={prompt} />
        ))}
      </div>
      <div class="confirm-buttons">
        <button type="button" data-safe onClick={onBack}>
          {text.confirm.back}
        </button>
        <span class="grow" />
        {deny !== undefined && (
          <button type="button" onClick={() => onDeny(deny.id)}>
            {safeLine(deny.label)}
          </button>
        )}
        <button type="button" class="danger filled" disabled={!isArmed} onClick={onAllow}>
          {text.confirm.allow}
        </button>
      </div>
    </dialog>
  );
}

function useAfter(milliseconds: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isPast;
}
