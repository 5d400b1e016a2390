/** The settled asks: a list, and one of them in full. */
import { rulingOf, type SettledAsk } from "../../../core/ask/ask.ts";
import { wordDifference, wordEnding } from "../../../core/ask/effect-words.ts";
import { rowTitle } from "../../../core/ask/row-title.ts";
import { smallPrint } from "../../../core/ask/seal-words.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { isTakenFromPrompt, type Markdown } from "../../../terminal/form/header.ts";
import { answerInWords } from "../../../terminal/form/summary.ts";
import { type Row, textRows, toRows } from "../../../terminal/text/rows.ts";
import { restyled, type Style, styled } from "../../../terminal/text/style.ts";
import { cellWidth, cutToWidth } from "../../../terminal/text/width.ts";
import { fitLine, wrap } from "../../../terminal/text/wrap.ts";
import type { Pane } from "../list/list-view.ts";
import { agentOf, projectOf } from "../model/asks.ts";
import { topFor } from "../model/geometry.ts";
import { foundIn } from "../model/history-search.ts";
import type { History, Moment } from "../model/state.ts";
import { ageOf } from "../model/time.ts";

export const MARKS = { completed: "✔", rejected: "✘", timed_out: "◷", abandoned: "∅" } as const;
const STYLES: Record<keyof typeof MARKS, Style> = {
  completed: "green",
  rejected: "red",
  timed_out: "yellow",
  abandoned: "dim",
};

export function historyView(
  history: History,
  pane: Pane,
  moment: Moment,
  markdown: Markdown | null,
): Row[] {
  const open = openIn(history);
  return open === undefined
    ? listRows(history, pane, moment)
    : pageRows(open, history.scroll, pane, moment, markdown);
}

/** How far the open ask can be scrolled. */
export function mostScrollOf(
  history: History,
  { width, rows }: Pane,
  moment: Moment,
  markdown: Markdown | null,
): number {
  const open = openIn(history);
  return open === undefined
    ? 0
    : Math.max(0, wholePage(open, width, moment, markdown).length - rows);
}

function openIn({ asks, openId }: History): SettledAsk | undefined {
  return openId === null ? undefined : asks?.find(({ id }) => id === openId);
}

function listRows(history: History, { width, rows }: Pane, { now, text }: Moment): Row[] {
  const found = foundIn(history);
  if (history.asks === null) return textRows(text.readingHistory, width, "dim");
  if (history.asks.length === 0) return textRows(text.noHistory, width, "dim");
  if (found.length === 0) return textRows(text.noHistoryFits, width, "dim");
  const top = topFor(history.top, history.cursor, found.length, rows);
  return found.slice(top, top + rows).map((ask, index) => {
    const isSelected = top + index === history.cursor;
    const { status, provenance } = ask.outcome;
    const who = deciderOf(ask, text);
    const where = text.surface(safeLine(provenance.surface));
    const by = width < 64 ? who || where : [who, where].filter(Boolean).join(" · ");
    const when = ageOf(provenance.at, now, text);
    const gap = " ".repeat(2 + Math.max(0, 4 - cellWidth(when)));
    const right = cutToWidth(by, Math.floor(width / 3)) + gap + when;
    const said = inBrief(ask, text);
    // What was said is worth as much room as what was asked.
    const room = width - cellWidth(right) - 8;
    const title = cutToWidth(
      rowTitle(ask),
      Math.max(8, said === "" ? room : Math.max(Math.floor(room / 2), room - cellWidth(said))),
    );
    const left = [
      isSelected ? styled("❯ ", "cyan") : { text: "  " },
      styled(`${MARKS[status]} `, STYLES[status]),
      styled(title, ...(isSelected ? ["bold" as const] : [])),
      ...differenceIn(ask, text),
      styled(`  ${said}`, "dim"),
    ];
    const line = fitLine(
      [...fitLine(left, width - cellWidth(right) - 2), styled(`  ${right}`, "dim")],
      width,
    );
    return isSelected ? { line: restyled(line, "selected"), caret: 0 } : { line };
  });
}

/** A decision by a rule must not look like a person's. */
function deciderOf({ outcome }: SettledAsk, text: Moment["text"]): string {
  const rule = rulingOf(outcome);
  return rule === null ? safeLine(outcome.provenance.who ?? "") : text.ruleNamed(safeLine(rule));
}

/** Before the answer, because a narrow row is cut at its end. */
function differenceIn(ask: SettledAsk, { form }: Moment["text"]) {
  const words = [wordDifference(ask, form.locale), smallPrint(ask, form.locale)];
  return words.flatMap((one) => (one === null ? [] : [styled(`  ${safeLine(one)}`, "yellow")]));
}

function endingIn(ask: SettledAsk, text: Moment["text"]): string {
  return safeLine(wordEnding(ask, text.form.locale) ?? text.outcome(ask.outcome));
}

function inBrief(ask: SettledAsk, text: Moment["text"]): string {
  const { questions, outcome } = ask;
  const reply = "reply" in outcome ? outcome.reply : undefined;
  if (reply !== undefined) {
    return questions
      .map((question, at) => answerInWords(question, reply.answers[at] ?? { optionIds: [] }))
      .join(" · ");
  }
  return outcome.status === "rejected"
    ? safeLine(outcome.rejectionReason ?? text.outcome(outcome))
    : endingIn(ask, text);
}

function pageRows(
  ask: SettledAsk,
  scroll: number,
  { width, rows }: Pane,
  moment: Moment,
  markdown: Markdown | null,
): Row[] {
  const all = wholePage(ask, width, moment, markdown);
  const first = Math.min(scroll, Math.max(0, all.length - rows));
  return all.slice(first, first + rows);
}

function wholePage(
  ask: SettledAsk,
  width: number,
  { now, text }: Moment,
  markdown: Markdown | null,
): Row[] {
  const { outcome, questions } = ask;
  const { provenance } = outcome;
  const reply = "reply" in outcome ? outcome.reply : undefined;
  const facts = [
    projectOf(ask),
    text.asker(agentOf(ask)),
    text.ago(ageOf(ask.createdAt, now, text)),
    ask.id,
  ];
  const reason = outcome.status === "rejected" ? safeLine(outcome.rejectionReason ?? "") : "";
  const decided = [
    endingIn(ask, text),
    deciderOf(ask, text),
    text.surface(safeLine(provenance.surface)),
  ];
  const difference = wordDifference(ask, text.form.locale);
  const small = smallPrint(ask, text.form.locale);
  const rejected = reason === "" ? [] : textRows(`“${reason}”`, width);
  return [
    ...textRows(facts.filter(Boolean).join(" · "), width, "dim"),
    ...toRows(
      wrap(
        [
          styled(`${MARKS[outcome.status]} `, STYLES[outcome.status]),
          styled(decided.filter(Boolean).join(" · "), "bold"),
        ],
        width,
      ),
    ),
    ...(small === null ? [] : textRows(small, width, "dim")),
    ...rejected,
    ...(difference === null ? [] : textRows(safeLine(difference), width, "yellow")),
    ...questions.flatMap((question, at): Row[] => {
      const answer = reply?.answers[at];
      const words =
        answer === undefined ? "" : answerInWords(question, answer) || text.form.noAnswer;
      const title = safeLine(question.title);
      return [
        { line: [] },
        ...(isTakenFromPrompt(title, question.prompt)
          ? []
          : toRows(wrap([styled(title, "bold")], width))),
        ...toRows(markdown?.(question.prompt, width) ?? []),
        ...(words === "" ? [] : toRows(wrap([styled(`→ ${words}`, "green")], width))),
        ...Object.entries(answer?.optionNotes ?? {}).flatMap(([, note]) =>
          textRows(`  ${text.form.note}: ${safeLine(note)}`, width, "dim"),
        ),
      ];
    }),
    ...(reply?.globalNote === undefined
      ? []
      : textRows(`${text.form.globalNote}: ${safeLine(reply.globalNote)}`, width)),
  ];
}
