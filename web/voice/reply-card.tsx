/**
 * A reply that needs the person's decision: which agent was meant, a confirmation, or whether
 * to send the words anyway.
 */

import type { CommandBody, CommandReply, VoiceOption } from "../../src/surfaces/voice/wire/wire.ts";
import { ConfirmCard } from "./confirm-card.tsx";
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
    const { confirmation } = words;
    return (
      <ConfirmCard
        heard={body.text === undefined ? "" : said}
        words={{ ...words, confirmation }}
        isBusy={isBusy}
        onConfirm={() => onSay(confirmation.confirm_with, meant)}
        onDeny={(option) => (option === null ? onSay(text.denyWord, meant) : onChoose(option))}
        onBack={onClose}
      />
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
