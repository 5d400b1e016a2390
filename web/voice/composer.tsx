/** The field for the person's words: typed, spoken, or with a picture or file. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { AttachButton, AttachedFile } from "./attach.tsx";
import { useDraft } from "./draft.ts";
import { Cross, PaperPlane } from "./icons.tsx";
import { canListen } from "./listener.ts";
import { useText } from "./messages.ts";
import type { TakenBack } from "./sender.ts";
import { useTalk } from "./talk.ts";
import { TalkButton } from "./talk-button.tsx";

interface ComposerProps {
  place: number | string;
  label: string;
  placeholder: string;
  /** What words that begin now are about. */
  subject: string;
  /**
   * `subject` is what the words were about when they began. Resolves with false if the words
   * should stay in the field.
   */
  onSend(text: string, subject: string): Promise<boolean>;
  onFile?: (file: File, caption: string) => void;
  /** Words and a file that came back out of the outbox. */
  takenBack?: TakenBack | null;
  /** Grows by one whenever the microphone should open by itself. */
  listenCalls?: number;
}

export function Composer({
  place,
  label,
  placeholder,
  subject,
  onSend,
  onFile,
  takenBack = null,
  listenCalls = 0,
}: ComposerProps) {
  const text = useText();
  const id = useId();
  const [draft, setDraft] = useDraft(place);
  const [file, setFile] = useState<File | null>(null);
  const talk = useTalk((said, isWhole) => void (isWhole ? say(said) : setDraft(said)));
  const began = useRef(subject);
  const latest = useRef(subject);
  latest.current = subject;
  // While the field is empty, its subject follows the current question.
  if (draft === "" && !talk.isListening) began.current = subject;
  const answered = useRef(listenCalls);
  useEffect(() => {
    if (listenCalls !== answered.current && draft === "") talk.start();
    answered.current = listenCalls;
  });

  const given = useRef<TakenBack | null>(null);
  useEffect(() => {
    if (takenBack === null || given.current === takenBack) return;
    given.current = takenBack;
    setDraft([takenBack.text, draft].filter((words) => words !== "").join("\n"));
    if (takenBack.file !== null) setFile(takenBack.file);
  });

  async function send() {
    const words = draft.trim();
    if (file !== null && onFile !== undefined) {
      onFile(file, words);
      setFile(null);
      setDraft("");
    } else if (words !== "") {
      setDraft("");
      await say(words);
    }
  }

  async function say(words: string) {
    if (await onSend(words, began.current)) return;
    setDraft(words);
    began.current = latest.current;
  }

  const isEmpty = draft.trim() === "" && file === null;
  const problem = talk.problem === "not-allowed" && !isSecureContext ? "insecure" : talk.problem;
  return (
    <div class="composer">
      {file !== null && <AttachedFile file={file} onRemove={() => setFile(null)} />}
      <p role="alert" class={problem === null ? "" : "composer-note"}>
        {problem !== null && text.problems[problem]}
      </p>
      <div class="composer-row">
        {talk.isListening ? (
          <>
            <button
              type="button"
              class="icon"
              aria-label={text.cancelTalking}
              onClick={talk.cancel}
            >
              <Cross />
            </button>
            <p class="heard" role="status">
              {talk.words === "" ? text.listening : talk.words}
            </p>
          </>
        ) : (
          <>
            {onFile !== undefined && <AttachButton onFile={setFile} />}
            <label class="unseen" for={id}>
              {label}
            </label>
            <textarea
              id={id}
              rows={1}
              dir="auto"
              maxLength={LONGEST}
              value={draft}
              placeholder={file === null ? placeholder : text.caption}
              aria-keyshortcuts="Control+Enter"
              onInput={(event) => setDraft(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing)
                  void send();
              }}
            />
          </>
        )}
        {canListen && (isEmpty || talk.isListening) ? (
          <TalkButton talk={talk} />
        ) : (
          <button
            type="button"
            class="talk"
            aria-label={text.send}
            disabled={isEmpty}
            onClick={() => void send()}
          >
            <PaperPlane />
          </button>
        )}
      </div>
    </div>
  );
}

// The hub's limit for one message.
const LONGEST = 100_000;
