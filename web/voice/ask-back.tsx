/** Instead of an answer: whoever asks is to say more, or to ask differently. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { CommandBody } from "../../src/surfaces/voice/wire/wire.ts";
import type { Question } from "./conversation-state.ts";
import { useText } from "./messages.ts";

export type AskBackKind = NonNullable<CommandBody["ask_back"]>;

/** A permission is allowed or denied, with a reason; its command does not get clearer by asking. */
export function canAskBack({ ask_id: askId, question_source_type: kind }: Question): boolean {
  return askId !== null && kind !== "permission" && kind !== "plan_approval";
}

interface AskBackFormProps {
  isBusy: boolean;
  onSend(kind: AskBackKind, words: string): void;
}

export function AskBackForm({ isBusy, onSend }: AskBackFormProps) {
  const text = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState("");
  useEffect(() => field.current?.focus(), []);
  const send = (kind: AskBackKind): ComponentChildren => (
    <button type="button" disabled={isBusy} onClick={() => onSend(kind, words.trim())}>
      {text.askBack[kind]}
    </button>
  );
  return (
    <div class="ask-back">
      <label for={id}>{text.askBack.about}</label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        dir="auto"
        maxLength={LONGEST}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <div class="ask-back-kinds">
        {send("elaborate")}
        {send("rephrase")}
      </div>
    </div>
  );
}

const LONGEST = 10_000;
