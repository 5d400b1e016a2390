/** The form as the page first shows it. */
import type { Reply } from "../../../src/core/ask/answer.ts";
import { type FormState, openForm, reduceForm, restoreForm } from "../../../src/core/ask/form.ts";
import { safeText } from "../../../src/core/safety/safe-text.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";

/**
 * The saved draft if there is one; else a form with the asker's notes, unless the
 * person turned notes off.
 */
export function startingForm({ ask, interaction }: ChoicePage, draft: unknown): FormState {
  const { autoSubmit, offerOptionNotes, offerGlobalNote } = interaction;
  if (draft !== null && draft !== undefined)
    return restoreForm(ask.questions, draft, { autoSubmit });
  const { startingNotes = {}, startingGlobalNote = "" } = ask.presentation ?? {};
  let form = openForm(ask.questions, { autoSubmit });
  for (const [optionId, note] of Object.entries(offerOptionNotes ? startingNotes : {})) {
    const noted = reduceForm(form, {
      type: "note",
      questionIndex: 0,
      optionId,
      text: safeText(note),
    });
    if (noted.refusal === null) form = noted;
  }
  return offerGlobalNote
    ? reduceForm(form, { type: "globalNote", text: safeText(startingGlobalNote) })
    : form;
}

/**
 * A dialog of the agent's own is answered as there, by one key; unless the person wants picking one
 * to wait for Submit.
 */
export function sendsAtOnce({ ask, interaction, saved }: ChoicePage): boolean {
  if (interaction.autoSubmit) return true;
  const kind = ask.dialog?.kind;
  const isYesOrNo = kind === "permission" || kind === "plan_approval";
  return isYesOrNo && saved.submitMode !== "batch" && ask.presentation?.autoSubmit !== false;
}

/**
 * Fills in what was decided elsewhere, but only if the person had entered
 * nothing: their own words stay.
 */
export function decidedForm(form: FormState, reply: Reply): FormState {
  const isTouched = form.entries.some(({ chosenIds, text }) => chosenIds !== null || text !== "");
  if (isTouched) return form;
  const entries = reply.answers.map(({ optionIds, customText = "", optionNotes = {} }) => ({
    chosenIds: optionIds,
    text: customText,
    notes: optionNotes,
  }));
  return restoreForm(form.questions, { ...form, entries, globalNote: reply.globalNote ?? "" });
}

/**
 * Notes are sent only if the page shows them: an unseen note must not go out in the person's name.
 */
export function replyToSend(reply: Reply, { interaction }: ChoicePage): Reply {
  const answers = reply.answers.map(({ optionNotes, ...answer }) =>
    interaction.offerOptionNotes && optionNotes !== undefined ? { ...answer, optionNotes } : answer,
  );
  const { globalNote } = reply;
  return interaction.offerGlobalNote && globalNote !== undefined
    ? { answers, globalNote }
    : { answers };
}
