/** What a call would do has been prepared: the form shows it from the first thing to look twice at. */
import type { Evidence } from "../../../agents/dialogs/evidence/evidence.ts";
import { geometryOf } from "../model/geometry.ts";
import type { InboxState, Moment } from "../model/state.ts";
import { evidenceLines, firstMark } from "./evidence-lines.ts";

/** So much of what stands before the mark stays on the screen. */
const LINES_BEFORE = 3;

export function withEvidence(
  state: InboxState,
  id: string,
  evidence: Evidence,
  { text }: Moment,
): InboxState {
  const known = { ...state, evidence: new Map(state.evidence).set(id, evidence) };
  const page = state.forms.get(id);
  if (page === undefined || page.form.scroll > 0) return known;
  const drawing = { text: text.evidence, highlight: state.highlight };
  const lines = evidenceLines(page.form.ask, evidence, geometryOf(state.size).formWidth, drawing);
  const scroll = Math.max(0, (firstMark(lines) ?? 0) - LINES_BEFORE);
  const form = { ...page.form, scroll };
  return { ...known, forms: new Map(state.forms).set(id, { ...page, form }) };
}
