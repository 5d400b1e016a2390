/**
 * A reply that needs the person's decision: which agent was meant, a confirmation, or whether
 * to send the words anyway.
 */

import { safeText } from "../../src/core/safety/safe-text.ts";
import type { CommandBody, CommandReply, VoiceOption } from "../../src/surfaces/voice/wire/wire.ts";
import { Markdown } from "../shared/markdown-view.tsx";
import { useText } from "./messages.ts";
import { targetOfReply } from "./question.ts";
import { OptionButtons } from "./question-card.tsx";
import { Spoken } from "./spoken.tsx";

interface ReplyCardProps {
  reply: { said: string; body: CommandBody; words: CommandReply };
  isBusy: boolean;
  onChoose(option: VoiceOption): void;
  onSay(text: string, more?: Partial<CommandBody>): void;
  onClose(): void;
}

export function ReplyCard({ reply, isBusy, onChoose, onSay, onClose }: ReplyCardProps) {
  const text = useText();
  const { said, body, words } = reply;
  const meant = targetOfReply(words);
  if (words.confirmation !== null) {
    const { read_back, confirm_with } = words.confirmation;
    const deny = words.question?.options?.find(({ option_id }) => option_id === "deny");
    return (
      <section
        class="confirmation"
        role="alertdialog"
        aria-labelledby="confirm-title"
        aria-describedby="read-back"
      >
        <h2 id="confirm-title">{text.confirmTitle}</h2>
        <p id="read-back" class="read-back">
          {safeText(read_back)}
        </p>
        {words.question !== null && <Markdown text={words.question.question_text} />}
        <div class="confirmation-buttons">
          <button
            type="button"
            ref={focusOnce}
            disabled={isBusy}
            onClick={() => (deny === undefined ? onSay(text.denyWord, meant) : onChoose(deny))}
          >
            {text.deny}
          </button>
          <button
            type="button"
            class="danger"
            disabled={isBusy}
            onClick={() => onSay(confirm_with, meant)}
          >
            {text.confirm}
          </button>
        </div>
      </section>
    );
  }
  return (
    <Spoken said={said} words={words} onClose={onClose}>
      {words.candidates !== null && words.candidates.length > 0 && (
        <>
          <p>{text.didYouMean}</p>
          <OptionButtons options={words.candidates} isDisabled={isBusy} onChoose={onChoose} />
        </>
      )}
      {mayBeOwnWords(reply) && (
        <div class="spoken-buttons">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => onSay(said, { ...meant, text: `other ${said}` })}
          >
            {text.sendAsSaid}
          </button>
        </div>
      )}
      {words.outcome === "not_waiting" &&
        words.agents?.[0]?.can_be_typed_to === true &&
        words.state !== "ENDED" && (
          <div class="spoken-buttons">
            <button
              type="button"
              class="primary"
              onClick={() => onSay(said, { ...body, mode: "queue" })}
            >
              {text.sendAnyway}
            </button>
            <button type="button" onClick={() => onSay(said, { ...body, mode: "interrupt" })}>
              {text.interrupt}
            </button>
          </div>
        )}
    </Spoken>
  );
}

/** Words that chose no option may be sent as they are, unless the question asks for consent. */
function mayBeOwnWords({
  said,
  body,
  words: { outcome, question },
}: ReplyCardProps["reply"]): boolean {
  if (outcome !== "asked_back" || said === "" || body.text === undefined || question === null)
    return false;
  const options = question.options ?? [];
  const isConsent = options.some(({ option_id }) => option_id === "deny" || option_id === "plan");
  return question.accepts_text && options.length > 0 && !isConsent;
}

/** Focuses the safe button: a key pressed too soon must not destroy anything. */
function focusOnce(button: HTMLButtonElement | null) {
  button?.focus({ preventScroll: true });
}
