/** Draws the form of one ask, below a line that says who asks and how much time is left. */
import type { Ask } from "../../../core/ask/ask.ts";
import { safeLine, safeText } from "../../../core/safety/safe-text.ts";
import { timeLeft } from "../../../terminal/form/countdown.ts";
import { type FooterSpace, statusRows } from "../../../terminal/form/footer.ts";
import { openPrompt, type PromptState } from "../../../terminal/form/state.ts";
import { type View, view } from "../../../terminal/form/view.ts";
import { type Row, textRows, toRows } from "../../../terminal/text/rows.ts";
import { type Line, styled } from "../../../terminal/text/style.ts";
import { clip, fitLine, wrap } from "../../../terminal/text/wrap.ts";
import { evidenceLines } from "../evidence/evidence-lines.ts";
import type { Pane } from "../list/list-view.ts";
import { agentOf, projectOf, selectedAsk } from "../model/asks.ts";
import { pageFrom } from "../model/draft.ts";
import { geometryOf } from "../model/geometry.ts";
import type { Farewell, FormPage, InboxState, Moment } from "../model/state.ts";
import { ageOf, haste } from "../model/time.ts";

export function formView(state: InboxState, pane: Pane, moment: Moment): Row[] {
  if (state.farewell !== null) return farewellView(state.farewell, pane, moment);
  const ask = selectedAsk(state);
  if (ask === null || state.markdown === null) return [];
  // Most asks have no draft, so the form is drawn without one until the draft is read. It rarely
  // flickers.
  const page = state.forms.get(ask.id) ?? pageFrom(openPrompt(ask, state.interaction, null), null);
  const { rows } = layOutForm(state, page, moment, pane);
  const isActive = state.focus === "form" && state.dialog === null;
  return [
    { line: aboutLine(ask, pane.width, moment) },
    ...(isActive ? rows : rows.map(withoutPointer)),
  ];
}

/**
 * The form below its first line. Key handlers use it to know how far they can scroll and where a
 * field wraps.
 */
export function layOutForm(
  state: InboxState,
  page: FormPage,
  { now, text }: Moment,
  pane = formPane(state),
): View {
  return view(page.form, {
    columns: pane.width + 1,
    rows: pane.rows,
    now,
    text: text.form,
    foot: (form, space) => footOf(form, page, space, text),
    markdown: state.markdown ?? plainly,
    instead: (width) => evidenceIn(state, page, width, text),
  });
}

/** Null where the prompt says it all, and while nobody has looked. */
function evidenceIn(
  { evidence, highlight }: InboxState,
  { form }: FormPage,
  width: number,
  text: Moment["text"],
): Line[] | null {
  const shown = evidence.get(form.ask.id);
  return shown === undefined
    ? null
    : evidenceLines(form.ask, shown, width, { text: text.evidence, highlight });
}

/** A placeholder: no form is opened before the markdown reader is loaded. */
function plainly(text: string): Line[] {
  return [[{ text }]];
}

function formPane({ size }: InboxState): Pane {
  const { formWidth, bodyRows } = geometryOf(size);
  return { width: formWidth, rows: bodyRows };
}

function aboutLine(ask: Ask, width: number, { now, text }: Moment): Line {
  const parts = [
    projectOf(ask),
    text.asker(agentOf(ask)),
    text.ago(ageOf(ask.createdAt, now, text)),
  ].filter((part) => part !== "");
  const urgent = ask.urgency === "high" ? [styled(`${text.urgent} · `, "red", "bold")] : [];
  const left =
    ask.expiresAt === null
      ? []
      : [styled(`${timeLeft(ask.expiresAt, now, text.form)} · `, haste(ask.expiresAt, now))];
  return fitLine([...urgent, ...left, styled(parts.join(" · "), "dim")], width);
}

function footOf(
  form: PromptState,
  { askBack }: FormPage,
  space: FooterSpace,
  text: Moment["text"],
): Row[] {
  const { width } = space;
  const here = askBack.find(({ questionIndex }) => questionIndex === form.form.index);
  const words = here === undefined ? "" : safeLine(here.text);
  const mark =
    here === undefined
      ? []
      : [styled(`↩ ${text.askBack[here.kind]}${words === "" ? "" : `: ${words}`}`, "magenta")];
  return [
    ...statusRows(form, space),
    ...(mark.length === 0 ? [] : toRows(clip(wrap(mark, width), 3, width))),
    ...(askBack.length === 0 ? [] : textRows(text.toAskBack(askBack.length), width, "dim")),
  ];
}

// The sentence, what to press, and the space between them.
const FAREWELL_ROWS = 8;

/** The pointer is shown only in the part of the screen that has the keys. */
function withoutPointer({ line }: Row): Row {
  return { line: line.map((span) => (span.text === "❯ " ? { text: "  " } : span)) };
}

function farewellView(
  { text: words, typed }: Farewell,
  { width, rows }: Pane,
  { text }: Moment,
): Row[] {
  const own = [
    ...textRows(text.youTyped, width, "dim"),
    ...safeText(typed)
      .split("\n")
      .flatMap((line) => toRows(wrap([{ text: line }], width))),
  ].slice(0, Math.max(2, rows - FAREWELL_ROWS));
  return [
    { line: [] },
    ...toRows(wrap([styled(words, "bold")], width)),
    { line: [] },
    ...(typed === "" ? [] : [...own, { line: [] }, ...textRows(text.copyWords, width, "dim")]),
    ...textRows(text.enterGoesOn, width, "dim"),
  ];
}
