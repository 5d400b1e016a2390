/** The call as the person allows it, judged again as they type. */
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import { textOf } from "./call-editor.ts";
import type { Choice, ChoiceState } from "./choice.ts";
import { CommandView } from "./evidence/command-view.tsx";
import { isSubmit } from "./keys.ts";

export function EditPanel({ choice, state }: { choice: Choice; state: ChoiceState }) {
  const { locale } = useText();
  const say = paneWords(locale);
  const { editing } = state;
  if (editing === null) return null;
  const asked = textOf(state) ?? "";
  const isSame = editing.text === asked;
  const isReady = !isSame && !editing.isBroken;
  const [part] = editing.evidence?.parts ?? [];
  return (
    <section class="edit-call" aria-label={say.edit.first}>
      <label class="over" for="edit-call">
        {say.edit.name}
      </label>
      <textarea
        id="edit-call"
        class="mono"
        spellcheck={false}
        dir="ltr"
        rows={2}
        value={editing.text}
        aria-describedby="edit-call-state"
        aria-invalid={editing.isBroken}
        ref={focusFirst}
        onInput={(event) => choice.edit.type(event.currentTarget.value, locale)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            choice.edit.end();
          } else if (isSubmit(event)) {
            event.preventDefault();
            event.stopPropagation();
            choice.allowEdited();
          }
        }}
      />
      <p id="edit-call-state" class="edit-state" aria-live="polite">
        {editing.isBroken ? (
          <span class="problem">{say.edit.noJson}</span>
        ) : isSame ? (
          <span class="muted">{say.edit.same}</span>
        ) : (
          <>
            {editing.evidence !== null && <Verdict risk={editing.evidence.risk} />}
            <span class="muted">{say.edit.again}</span>
          </>
        )}
      </p>
      {part?.kind === "text" && part.marks.length > 0 && <CommandView part={part} />}
      <p class="muted recorded">
        {say.edit.recorded} <code>{asked.length > 300 ? `${asked.slice(0, 300)}…` : asked}</code>
      </p>
      <div class="row">
        <button type="button" disabled={!isReady} onClick={choice.allowEdited}>
          {say.edit.allow}
        </button>
        <button type="button" class="quiet" onClick={choice.edit.end}>
          {say.edit.theirs}
        </button>
      </div>
    </section>
  );
}

function Verdict({ risk }: { risk: "destructive" | "unclear" | null }) {
  const say = paneWords(useText().locale);
  if (risk === null) return <span class="badge good">{say.edit.harmless}</span>;
  return (
    <span class={risk === "destructive" ? "badge destroys" : "badge twice"}>
      {say.marks.risk[risk]}
    </span>
  );
}

function focusFirst(field: HTMLTextAreaElement | null) {
  if (field !== null && !field.dataset["seen"]) {
    field.dataset["seen"] = "yes";
    field.focus();
  }
}
