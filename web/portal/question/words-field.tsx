/** The person's own words, with files and quick replies. */
import { useRef, useState } from "preact/hooks";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { Icon } from "../../shared/icons.tsx";
import { api, RefusedError } from "../parts/api.ts";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import type { Saver } from "../settings/saver.ts";
import { fileName, joinFiles, splitFiles } from "./attached-files.ts";
import { QuickReplies } from "./quick-replies.tsx";

interface WordsFieldProps {
  id: string;
  askId: string;
  label: string;
  /** Seen by nobody but screen readers, where the placeholder says it too. */
  isLabelSeen: boolean;
  value: string;
  placeholder: string;
  describedBy: string;
  isInvalid: boolean;
  isReadOnly: boolean;
  /** The words are sent from here, where an option is sent by picking it. */
  sendsHere: boolean;
  replies: readonly string[];
  onSave: Saver["save"];
  onType(text: string): void;
}

export function WordsField(props: WordsFieldProps) {
  const { id, askId, label, value, isReadOnly, onType } = props;
  const say = paneWords(useText().locale).words;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const latest = useRef(value);
  latest.current = value;
  const [state, setState] = useState("");
  const [isOver, setOver] = useState(false);
  const { words, paths } = splitFiles(value);

  async function attach(files: readonly File[]) {
    for (const file of files) {
      setState(say.uploading(file.name));
      try {
        const { path } = await api.attach(askId, file);
        const now = splitFiles(latest.current);
        onType(joinFiles({ ...now, paths: [...now.paths, path] }));
        setState(say.attached(file.name));
      } catch (error) {
        const isTooLarge = error instanceof RefusedError && error.status === 413;
        setState(isTooLarge ? say.tooLarge : say.notTaken);
      }
    }
    if (picker.current !== null) picker.current.value = "";
  }

  function take(event: Event, files: FileList | undefined) {
    if (isReadOnly || files === undefined || files.length === 0) return;
    event.preventDefault();
    void attach([...files]);
  }

  return (
    <div class="words">
      <label for={id} class={props.isLabelSeen ? "" : "unseen"}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button does the same */}
      <div
        class={isOver ? "words-box over-it" : "words-box"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          take(event, event.dataTransfer?.files);
        }}
      >
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir="auto"
          maxLength={LONGEST}
          value={words}
          placeholder={isOver ? say.drop : props.placeholder}
          aria-describedby={props.describedBy}
          aria-invalid={props.isInvalid}
          onInput={(event) => onType(joinFiles({ words: event.currentTarget.value, paths }))}
          onPaste={(event) => take(event, event.clipboardData?.files)}
        />
        {!isReadOnly && (
          <span class="words-tools">
            <QuickReplies
              replies={props.replies}
              words={words}
              onSave={props.onSave}
              onUse={(reply) => {
                onType(joinFiles({ words: words === "" ? reply : `${words} ${reply}`, paths }));
                field.current?.focus();
              }}
            />
            <button
              type="button"
              class="icon small"
              aria-label={say.attach}
              title={say.attach}
              onClick={() => picker.current?.click()}
            >
              <Icon name="clip" />
            </button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              tabIndex={-1}
              onChange={(event) => void attach([...(event.currentTarget.files ?? [])])}
            />
            {props.sendsHere && (
              <button type="submit" class="icon small send" aria-label={say.send} title={say.send}>
                <Icon name="send" />
              </button>
            )}
          </span>
        )}
      </div>
      {paths.length > 0 && (
        <ul class="files">
          {paths.map((path) => (
            <li key={path}>
              <Icon name="clip" />
              <bdi title={path}>{safeLine(fileName(path))}</bdi>
              {!isReadOnly && (
                <button
                  type="button"
                  class="icon small"
                  aria-label={say.remove(safeLine(fileName(path)))}
                  onClick={() =>
                    onType(joinFiles({ words, paths: paths.filter((one) => one !== path) }))
                  }
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="hint" aria-live="polite">
        {state}
      </p>
    </div>
  );
}

// Longer than any answer needs, and within the server's limit for one request.
const LONGEST = 100_000;
