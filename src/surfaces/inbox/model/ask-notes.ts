/** What the person noted in an ask's form before they declined it. */
import type { Rejection } from "../../../desk/desk.ts";
import { notesIn } from "../../../terminal/form/state.ts";
import type { InboxState } from "./state.ts";

export function notesOn(state: InboxState, askId: string): Pick<Rejection, "notes"> {
  const form = state.forms.get(askId)?.form;
  const notes = form === undefined ? [] : notesIn(form);
  return notes.length === 0 ? {} : { notes };
}
