/** An open ask as Slack messages: a card, or a form in messages of at most six questions. Pure. */
import type { types } from "@slack/bolt";
import type { Ask } from "../../../core/ask/ask.ts";
import { isDestructiveAsk, isPermissionAsk } from "../../../core/ask/consent.ts";
import { type FormState, progress, reduceForm } from "../../../core/ask/form.ts";
import { unclearInWords } from "../../../core/ask/risk-words.ts";
import type { Locale } from "../../../core/locale.ts";
import { hindranceInWords } from "./hindrance.ts";
import { LIMITS } from "./limits.ts";
import { inLanguage } from "./localized.ts";
import { wordsOf } from "./markdown.ts";
import { type Messages, messages } from "./messages.ts";
import { formValue, isSingle, namesOf } from "./names.ts";
import { allowConfirmation, button, lookOf, questionBlocks } from "./question.ts";
import { CONTEXT_ROOM, pagesOf, roomsFor } from "./rooms.ts";
import { type Block, cut, cutMarkup, escaped, label, line, lines, remark } from "./text.ts";
import { titleIn } from "./title.ts";
import { wayInWords } from "./way-in-words.ts";
import { forHome, written } from "./written.ts";

export interface SlackMessage {
  /** For notifications, and for clients that cannot show blocks. */
  text: string;
  blocks: Block[];
}

export interface CardView {
  ask: Ask;
  form: FormState;
  locale: Locale;
  /** The address of the ask's page, without a code: the page itself asks who comes. */
  page?: string | null;
  /** The Home tab has no thread to answer in. */
  isInThread?: boolean;
}

/**
 * One message, or several for a long form. Their number depends only on the ask, so that updates
 * find their message.
 */
export function cardMessages({
  ask: given,
  form,
  locale,
  page = null,
  isInThread = true,
}: CardView): SlackMessage[] {
  const text = messages(locale);
  const ask = inLanguage(given, locale);
  const pages = pagesOf(ask);
  const hindrance = hindranceInWords(given, text, page);
  return pages.map((indexes, at) => {
    const rooms = roomsFor(ask, indexes);
    const questions = indexes.flatMap((index, nth) =>
      questionBlocks({ ask, form, index, room: rooms[nth] ?? 0, hindrance, text }),
    );
    const isLast = at === pages.length - 1;
    const blocks = [
      ...(at === 0 ? headBlocks(ask, form, text) : continuedBlocks(ask, indexes, text)),
      ...questions,
      ...(isLast ? footBlocks(ask, form, text, isInThread) : []),
    ];
    return { text: summary(ask, text), blocks: isInThread ? blocks : blocks.flatMap(forHome) };
  });
}

export function summary(ask: Ask, text: Messages): string {
  const project = line(ask.source.project ?? "").replace(/^·$/, "");
  return `${cutMarkup(text.questionFrom(project), 100)}: ${titleIn(ask, text.locale, 200)}`;
}

function headBlocks(ask: Ask, form: FormState, text: Messages): Block[] {
  const { context = "" } = ask;
  const [title = "", ...rest] = context.split("\n\n");
  const isForm = !isSingle(ask);
  const hasTitle = isForm && title.trim() !== "" && title.length <= LIMITS.headerText;
  const body = hasTitle ? rest.join("\n\n") : context;
  const blocks: Block[] = [];
  if (isForm) {
    const words = hasTitle
      ? line(wordsOf(title))
      : text.questionFrom(cut(line(ask.source.project ?? "").replace(/^·$/, ""), 80));
    blocks.push({ type: "header", text: label(words, LIMITS.headerText) });
  }
  if (isDestructiveAsk(ask) && !hasWarning(ask)) blocks.push(remark(text.risk));
  if (body.trim() !== "")
    blocks.push(...written(lines(body), lookOf(ask), CONTEXT_ROOM, isForm ? 3 : 12));
  if (isForm) blocks.push(remark(progressText(form, text)));
  return blocks;
}

/** An agent's dialog begins with our own warning, which says more. */
function hasWarning({ questions }: Ask): boolean {
  return questions.some(({ prompt }) => prompt.startsWith("⚠ **"));
}

/** The specification's progress dots, one for each question, and the number answered. */
function progressText(form: FormState, text: Messages): string {
  const { answered, total } = progress(form);
  const dots = total <= 60 ? `${"●".repeat(answered)}${"○".repeat(total - answered)} ` : "";
  return `${dots}${text.done(answered, total)}`;
}

function continuedBlocks({ questions }: Ask, indexes: number[], text: Messages): Block[] {
  return [
    remark(text.continued((indexes[0] ?? 0) + 1, (indexes.at(-1) ?? 0) + 1, questions.length)),
  ];
}

function footBlocks(ask: Ask, form: FormState, text: Messages, isInThread: boolean): Block[] {
  const names = namesOf(ask);
  const row: types.Button[] = [];
  if (!isSingle(ask)) {
    const canSubmit = reduceForm(form, { type: "submit" }).submitted !== null;
    if (canSubmit) {
      row.push({ ...submitButton(ask, text), style: "primary" });
      row.push(button(text.resetAll, names.reset, formValue(ask)));
    }
  }
  const hasAnswers = !isSingle(ask) && progress(form).answered > 0;
  // A permission has its own no.
  if (!isPermissionAsk(ask))
    row.push({
      ...button(text.cancel, names.cancel, formValue(ask)),
      // Declining harms nothing; only what was filled in could be lost.
      ...(hasAnswers && { confirm: confirmation(text) }),
    });
  const unclear = unclearInWords(ask, text.locale, (part) => `\`${part.replaceAll("`", "'")}\``);
  return [
    ...(row.length === 0 ? [] : [{ type: "actions" as const, elements: row }]),
    ...(unclear === null ? [] : [remark(escaped(unclear))]),
    remark(askedBy(ask, text, isInThread)),
  ];
}

function submitButton(ask: Ask, text: Messages): types.Button {
  const { submit } = namesOf(ask);
  return isDestructiveAsk(ask)
    ? {
        ...button(text.submit, submit, formValue(ask, { confirmed: true })),
        confirm: allowConfirmation(ask, text),
      }
    : button(text.submit, submit, formValue(ask));
}

function confirmation(text: Messages): types.ConfirmationDialog {
  return {
    title: label(text.cancelTitle, 100),
    text: label(text.cancelText, 300),
    confirm: label(text.cancelYes, 30),
    deny: label(text.cancelNo, 30),
  };
}

/** Slack shows the deadline in the reader's own time zone. */
function askedBy(ask: Ask, text: Messages, isInThread: boolean): string {
  const { source, expiresAt } = ask;
  const parts = [
    ...(source.project ? [`📁 ${cutMarkup(line(source.project), 80)}`] : []),
    ...(expiresAt === null ? [] : [text.deadline(slackTime(expiresAt))]),
    ...(isInThread ? [text.inThread[wayInWords(ask)]] : []),
  ];
  return parts.join(" · ");
}

function slackTime(at: string): string {
  const seconds = Math.floor(Date.parse(at) / 1000);
  return Number.isFinite(seconds)
    ? `<!date^${seconds}^{date_short_pretty} {time}|${cutMarkup(at, 40)}>`
    : cutMarkup(at, 40);
}
