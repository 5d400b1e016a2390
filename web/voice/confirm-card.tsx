/**
 * What destroys, or what nobody can tell, before it is allowed: the command once and whole, what was
 * heard, and a minute to decide. The safe button has the focus, and the other one waits a moment.
 */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { CommandReply, VoiceOption } from "../../src/surfaces/voice/wire/wire.ts";
import { Markdown } from "../shared/markdown-view.tsx";
import { Deadline, useSecondsLeft } from "./deadline.tsx";
import { Microphone, Warning } from "./icons.tsx";
import { useText } from "./messages.ts";
import { langOf } from "./own-language.ts";

interface ConfirmCardProps {
  /** What was heard; empty after a touch. */
  heard: string;
  words: CommandReply & { confirmation: NonNullable<CommandReply["confirmation"]> };
  isBusy: boolean;
  onConfirm(): void;
  onDeny(option: VoiceOption | null): void;
  onBack(): void;
}

// A finger that was already moving lands within this time.
const ARMED_AFTER_MS = 1_000;

export function ConfirmCard({ heard, words, isBusy, onConfirm, onDeny, onBack }: ConfirmCardProps) {
  const text = useText();
  const { confirmation, question } = words;
  const isArmed = useIsArmed(confirmation.expires_at);
  const left = useSecondsLeft(confirmation.expires_at);
  const [isOver, setOver] = useState(false);
  // Back to the question: the hub takes this confirmation no more.
  useEffect(() => {
    if (left === 0 && !isOver) {
      setOver(true);
      onBack();
    }
  }, [left, isOver, onBack]);
  const deny = question?.options?.find(({ option_id }) => option_id === "deny") ?? null;
  const shown = question?.question_text ?? confirmation.read_back;
  // What is about to be allowed, in the option's own words.
  const chosen = safeLine(words.results[0] ?? "").replace(/\.$/, "");
  const word = confirmation.confirm_with;
  const [before, said, after] =
    heard === "" ? text.sayConfirm(word) : text.heardConfirm(heard, word);
  return (
    <section
      class="confirmation"
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="read-back"
    >
      <div class="confirmation-head">
        <Warning />
        <h2 id="confirm-title">{text.confirmTitle}</h2>
        <Deadline until={confirmation.expires_at} isSaid={false} />
      </div>
      <div id="read-back" dir="auto" lang={langOf(shown)}>
        <Markdown text={shown} />
      </div>
      <p class="note">
        <Microphone />
        <span>
          {before}
          <strong>{said}</strong>
          {after}
        </span>
      </p>
      <div class="confirmation-buttons">
        <button type="button" class="danger" disabled={isBusy || !isArmed} onClick={onConfirm}>
          {chosen === "" ? text.confirm : chosen}
        </button>
        <button type="button" ref={focusOnce} onClick={onBack}>
          {text.goBack}
        </button>
        <button type="button" disabled={isBusy} onClick={() => onDeny(deny)}>
          {text.deny}
        </button>
      </div>
    </section>
  );
}

function useIsArmed(name: string): boolean {
  const [armed, setArmed] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setArmed(name), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return armed === name;
}

/** A key pressed too soon must not destroy anything. */
function focusOnce(button: HTMLButtonElement | null) {
  if (button !== null && button.dataset["seen"] === undefined) {
    button.dataset["seen"] = "";
    button.focus({ preventScroll: true });
  }
}
