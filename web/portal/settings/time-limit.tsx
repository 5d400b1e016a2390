/**
 * How long questions wait. Next to a question, it also sets that question's
 * deadline on every surface.
 */
import { useId, useState } from "preact/hooks";
import { useText } from "../parts/messages.ts";
import type { SettingsProps } from "./settings.tsx";

const MINUTES_TO_ADD = [1, 5, 30];
const LONGEST_SECONDS = 604_800;

export function TimeLimit({ saved, onSave, here }: SettingsProps) {
  const text = useText();
  const say = text.settings;
  const id = useId();
  const remaining = here?.page.remainingSeconds ?? null;
  // Half-typed text is kept, though the page is redrawn every second.
  const [typed, setTyped] = useState<string | null>(null);

  async function change(field: HTMLInputElement) {
    if (!field.validity.valid) return void field.reportValidity();
    setTyped(null);
    const timeoutSeconds = field.value === "" ? null : Number(field.value);
    await onSave({ timeoutSeconds });
    if (timeoutSeconds !== null) await here?.extend(timeoutSeconds);
  }

  return (
    <>
      <div class="setting">
        <label for={id}>{say.timeout}</label>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={LONGEST_SECONDS}
          step={1}
          value={typed ?? saved.timeoutSeconds ?? ""}
          onInput={(event) => setTyped(event.currentTarget.value)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void change(event.currentTarget)}
        />
      </div>
      <p class="setting-hint muted" id={`${id}-hint`}>
        {here === undefined ? say.timeoutHint : say.timeoutHintHere}
      </p>
      {here !== undefined && remaining !== null && (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset would draw a frame around three small buttons.
        <div class="setting" role="group" aria-label={`${say.thisQuestion}: ${say.addTime}`}>
          <span>
            {say.thisQuestion}: {say.addTime}
          </span>
          <span class="row">
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
          </span>
        </div>
      )}
    </>
  );
}
