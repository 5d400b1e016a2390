/**
 * How long questions wait unless they say so themselves, and, next to a question, how long that one
 * waits. The two never change each other.
 */
import { useId, useState } from "preact/hooks";
import { useText } from "../parts/messages.ts";
import { MinutesForm } from "../parts/minutes-form.tsx";
import { paneWords } from "../parts/pane-words.ts";
import type { SettingsProps } from "./settings.tsx";

const MINUTES_TO_ADD = [1, 5, 30];
const SHORTEST_SECONDS = 30;
const LONGEST_SECONDS = 604_800;

export function TimeLimit({ saved, onSave, here }: SettingsProps) {
  const text = useText();
  const say = text.settings;
  const id = useId();
  // Half-typed text is kept, though the page is redrawn every second.
  const [typed, setTyped] = useState<string | null>(null);
  const [before, setBefore] = useState<{ seconds: number | null } | null>(null);

  async function change(field: HTMLInputElement) {
    if (!field.validity.valid) return void field.reportValidity();
    setTyped(null);
    setBefore({ seconds: saved.timeoutSeconds ?? null });
    await onSave({ timeoutSeconds: field.value === "" ? null : Number(field.value) });
  }

  async function undo() {
    if (before === null) return;
    setBefore(null);
    await onSave({ timeoutSeconds: before.seconds });
  }

  return (
    <>
      <div class="setting">
        <label for={id}>{say.timeout}</label>
        <span class="row">
          {before !== null && (
            <button type="button" class="small" onClick={() => void undo()}>
              {paneWords(text.locale).time.undo}
            </button>
          )}
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={SHORTEST_SECONDS}
            max={LONGEST_SECONDS}
            step={1}
            value={typed ?? saved.timeoutSeconds ?? ""}
            onInput={(event) => setTyped(event.currentTarget.value)}
            aria-describedby={`${id}-hint`}
            onChange={(event) => void change(event.currentTarget)}
          />
        </span>
      </div>
      <p class="setting-hint muted" id={`${id}-hint`}>
        {say.timeoutHint}
      </p>
      {here !== undefined && <ThisQuestion here={here} />}
    </>
  );
}

function ThisQuestion({ here }: { here: NonNullable<SettingsProps["here"]> }) {
  const text = useText();
  const say = text.settings;
  const { remainingSeconds: remaining } = here.page;
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset would draw a frame around a few small controls.
    <div class="this-question" role="group" aria-label={say.thisQuestion}>
      <div class="setting">
        <span>{say.thisQuestion}</span>
        <span class="row">
          {remaining !== null && (
            <>
              {MINUTES_TO_ADD.map((minutes) => (
                <button
                  key={minutes}
                  type="button"
                  class="small"
                  onClick={() => void here.extend(remaining + minutes * 60)}
                >
                  {text.addMinutes(minutes)}
                </button>
              ))}
              <button type="button" class="small" onClick={() => void here.extend(null)}>
                {say.noDeadline}
              </button>
            </>
          )}
        </span>
      </div>
      <MinutesForm onMove={(seconds) => void here.extend(seconds)} />
    </div>
  );
}
