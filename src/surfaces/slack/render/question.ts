/**
 * One question of a card or form: its text, and its options as buttons and lists, or what was
 * chosen.
 */
import type { types } from "@slack/bolt";
import { dangersInWords } from "../../../agents/dialogs/localized-dialog.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { isDestructiveAsk, isPermissionAsk, isRefusing } from "../../../core/ask/consent.ts";
import { answerOf, type FormState, isAnswered } from "../../../core/ask/form.ts";
import type { Option, Question } from "../../../core/ask/question.ts";
import { takesText } from "../../../core/ask/selection.ts";
import { LIMITS } from "./limits.ts";
import { gistOf, segmentsOf, wordsOf } from "./markdown.ts";
import type { Messages } from "./messages.ts";
import { buttonValue, formValue, isSingle, listValue, namesOf, shared } from "./names.ts";
import {
  type Block,
  cut,
  cutMarkup,
  type Look,
  label,
  lengthAs,
  line,
  lines,
  looking,
  plain,
  remark,
  section,
} from "./text.ts";
import { lengthWritten, written } from "./written.ts";

export interface QuestionView {
  ask: Ask;
  form: FormState;
  index: number;
  /** Characters for all the text of this question. */
  room: number;
  /** Why the card has no button that allows it, in words; null if it has one. */
  hindrance: string | null;
  text: Messages;
}

// The most that our own labels in a question need: change, type your own, a hint.
const OWN_WORDS = 400;

/** How many characters a question needs to be worth reading. */
export function roomWanted({ prompt, options }: Question): number {
  const optionText = options.reduce(
    (sum, option) => sum + Math.min(LIMITS.optionText, option.label.length + 6),
    0,
  );
  return optionText + Math.min(600, prompt.length) + OWN_WORDS;
}

export function questionBlocks(view: QuestionView): Block[] {
  const { ask, form, index } = view;
  const question = ask.questions[index];
  if (question === undefined) return [];
  const takesOne = question.maxSelections <= 1;
  if (takesOne && !isSingle(ask) && isAnswered(form, index)) return chosenBlocks(view, question);
  return openBlocks(view, question);
}

/** A command to approve is shown exactly as it is, without markup. A plan is Markdown. */
export function lookOf(ask: Ask): Look {
  return isPermissionAsk(ask) && !isPlan(ask) ? "plain" : "markup";
}

function isPlan({ questions }: Ask): boolean {
  return questions.every(({ options }) => options.some(({ id }) => id === "plan"));
}

/** People say and type the number, so it is always the option's place, whatever its id. */
export function optionText(option: Option, place: number, limit: number, mark = ""): string {
  return cut(`${mark}${place}. ${line(wordsOf(option.label))}`, limit);
}

/** What is chosen so far, in one line. */
export function chosenText({
  form,
  index,
  text,
}: Pick<QuestionView, "form" | "index" | "text">): string {
  const { optionIds, customText } = answerOf(form, index);
  const options = form.questions[index]?.options ?? [];
  const chosen = options.flatMap((option, at) =>
    optionIds.includes(option.id) ? [`${at + 1}. ${line(wordsOf(option.label))}`] : [],
  );
  const own = (customText ?? "").trim() === "" ? [] : [`✏️ ${line(customText ?? "")}`];
  return [...chosen, ...own].join(", ") || text.nothingChosen;
}

function chosenBlocks({ ask, form, index, room, text }: QuestionView, question: Question): Block[] {
  const limit = Math.min(1400, Math.floor(room / 2) - 100);
  const prompt = looking("markup", numbered(ask, index, line(gistOf(question.prompt))), limit);
  return [
    section(prompt, changeButton(ask, index, text)),
    remark(`✅ ${cutMarkup(chosenText({ form, index, text }), limit)}`),
  ];
}

function openBlocks(view: QuestionView, question: Question): Block[] {
  const { ask, index, text } = view;
  const { width, details, left, promptRoom } = layoutOf(question, view.room, text);
  const look = lookOf(ask);
  const words = lines(question.prompt);
  const prompt = written(asPrompt(ask, index, words, look), look, promptRoom, mostBlocks(ask));
  const shown = Math.min(promptRoom, lengthWritten(look, words));
  return [
    ...prompt,
    ...detailBlocks(details, left - shown - details.length, look),
    ...(view.hindrance === null ? [] : [remark(view.hindrance)]),
    ...buttonRows(view, question, width),
    ...hintBlocks(view, question),
  ];
}

/** A short question stands out; a form's questions have numbers. */
function asPrompt(ask: Ask, index: number, words: string, look: Look): string {
  if (look === "plain") return numbered(ask, index, words);
  const isShort = words.length <= 200 && /^[^\n*_`#[\]<>|~\\]+$/.test(words);
  if (isShort) return `**${numbered(ask, index, words)}**`;
  if (ask.questions.length === 1) return words;
  return `**${index + 1}.**${BEGINS_BLOCK.test(words) ? "\n\n" : " "}${words}`;
}

/** Headings, lists, tables, quotes and code begin a line of their own. */
const BEGINS_BLOCK = /^(?:[#>|*+-]|\d+[.)]|`{3}|~{3})/;

/** Of a form's many questions each has few, or a message would have too many. */
function mostBlocks({ questions }: Ask): number {
  return questions.length === 1 ? 12 : 2;
}

function layoutOf(question: Question, room: number, text: Messages) {
  const width = optionWidth(room, question.options.length);
  const optionTexts = question.options.map((option, at) => optionText(option, at + 1, width));
  const left = room - OWN_WORDS - sum(optionTexts);
  const details = detailLines(question, width, text);
  const promptRoom = Math.max(120, Math.floor(details.length > 0 ? left * 0.6 : left));
  return { width, details, left, promptRoom };
}

/** Whether the prompt and every option's words fit, so that nothing of them is cut. */
export function fitsRoom(ask: Ask, index: number, room: number, text: Messages): boolean {
  const question = ask.questions[index];
  if (question === undefined) return false;
  const { details, left, promptRoom } = layoutOf(question, room, text);
  const look = lookOf(ask);
  const length = lengthWritten(look, numbered(ask, index, lines(question.prompt)));
  const each = Math.floor((left - length - details.length) / Math.max(1, details.length));
  return (
    length <= promptRoom &&
    details.every((detail) => lengthAs(look, detail) <= Math.min(LIMITS.sectionText, each))
  );
}

function optionWidth(room: number, count: number): number {
  const fair = Math.floor((room * 0.7 - OWN_WORDS) / Math.max(1, count));
  return Math.max(6, Math.min(LIMITS.optionText, fair));
}

/** One line per option, if the buttons cannot show everything. */
function detailLines({ options }: Question, width: number, text: Messages): string[] {
  const needsWords = options.some(
    ({ label: words, description, recommended }) =>
      description || recommended || line(words).length + 6 > width,
  );
  if (!needsWords) return [];
  return options.map(({ label: words, description, recommended }, at) => {
    const mark = recommended ? ` ⭐ ${text.recommended}` : "";
    const name = `${at + 1}. ${line(wordsOf(words))}`;
    return `${name}${mark}${description ? ` – ${line(wordsOf(description))}` : ""}`;
  });
}

const SHORTEST_DETAIL = 24;

function detailBlocks(details: string[], room: number, look: Look): Block[] {
  const each = Math.min(LIMITS.sectionText, Math.floor(room / Math.max(1, details.length)));
  if (details.length === 0 || each < SHORTEST_DETAIL) return [];
  const whole = details.map((detail) => looking(look, detail, each).text);
  const blocks: string[] = [];
  for (const detail of whole) {
    const last = blocks.at(-1);
    if (last !== undefined && last.length + detail.length + 1 <= LIMITS.sectionText) {
      blocks[blocks.length - 1] = `${last}\n${detail}`;
    } else blocks.push(detail);
  }
  // The lines are already escaped one by one, so that no entity is cut in two.
  return blocks.map((words) =>
    section(
      look === "plain"
        ? plain(words, LIMITS.sectionText)
        : { type: "mrkdwn", text: words, verbatim: true },
    ),
  );
}

function buttonRows(view: QuestionView, question: Question, width: number): Block[] {
  const { ask, form, index, text, hindrance } = view;
  const names = namesOf(ask);
  const { optionIds } = answerOf(form, index);
  const takesMany = question.maxSelections > 1;
  const isOffered = ({ id }: Option) => hindrance === null || isRefusing(id);
  const { buttons, listed: others } = shared(question.options);
  const listed = others.filter(isOffered);
  const isConfirmed = isSingle(ask) && isDestructiveAsk(ask);
  const row = buttons.flatMap((option, at): types.Button[] => {
    const isChosen = takesMany && optionIds.includes(option.id);
    if (!isOffered(option)) return [];
    const confirmed = isConfirmed && !isRefusing(option.id);
    return [
      {
        type: "button",
        text: plain(optionText(option, at + 1, width, isChosen ? "✅ " : ""), width),
        action_id: isChosen ? names.drop(index, option) : names.option(index, option),
        value: buttonValue(ask, index, option, confirmed),
        ...(isChosen && { style: "primary" as const }),
        ...(confirmed && { style: "danger" as const, confirm: allowConfirmation(ask, text) }),
      },
    ];
  });
  if (takesText(question)) {
    row.push(button(text.customInput, names.custom(index), formValue(ask)));
  }
  const rows: Block[] = row.length === 0 ? [] : [{ type: "actions", elements: row }];
  for (let page = 0; page * LIMITS.selectOptions < listed.length; page += 1) {
    const from = page * LIMITS.selectOptions;
    const some = listed.slice(from, from + LIMITS.selectOptions);
    rows.push({
      type: "actions",
      elements: [
        {
          type: "static_select",
          action_id: names.list(index, page),
          placeholder: label(text.moreOptions(some.length), LIMITS.placeholder),
          ...(isConfirmed && { confirm: allowConfirmation(ask, text) }),
          options: some.map((option, at) => ({
            text: plain(
              optionText(option, buttons.length + from + at + 1, width, markOf(option)),
              width,
            ),
            value: listValue(ask, index, option),
          })),
        },
      ],
    });
  }
  return rows;

  function markOf({ id }: Option): string {
    return takesMany && optionIds.includes(id) ? "✅ " : "";
  }
}

/** Says what is chosen so far if the buttons alone do not show it. */
function hintBlocks({ ask, form, index, text }: QuestionView, question: Question): Block[] {
  if (isSingle(ask) || question.selectionMode === "text_input") return [];
  const { optionIds, customText } = answerOf(form, index);
  const isUntouched = form.entries[index]?.chosenIds === null && customText === "";
  const hints: string[] = [];
  if (question.maxSelections > 1)
    hints.push(text.chooseBetween(question.minSelections, question.maxSelections));
  if (optionIds.length > 0 || customText !== "") {
    const chosen = cutMarkup(chosenText({ form, index, text }), 200);
    hints.push(isUntouched ? text.byDefault(chosen) : `✅ ${chosen}`);
  } else if (question.minSelections === 0) hints.push(text.nothingIsFine);
  if (isUntouched) return hints.length === 0 ? [] : [remark(hints.join(" · "))];
  const shown = hints.join(" · ") || text.nothingChosen;
  const change = button(text.change, namesOf(ask).change(index), formValue(ask));
  return [section({ type: "mrkdwn", text: shown, verbatim: true }, change)];
}

/** Slack asks this before the click reaches us. It shows the action itself, as far as it fits. */
export function allowConfirmation(ask: Ask, text: Messages): types.ConfirmationDialog {
  const reasons = dangersInWords(ask.presentation?.risk?.reasons ?? [], text.locale).join(" ");
  const warning = `${reasons} ${text.allowText}`.trim();
  const action = actionIn(ask);
  return {
    title: label(text.allowTitle, 100),
    text: plain(action === "" ? warning : `${warning}\n\n${action}`, 300),
    confirm: label(text.allowYes, 30),
    deny: label(text.allowNo, 30),
    style: "danger",
  };
}

/** The command or change: the first code in the prompt. */
function actionIn({ questions }: Ask): string {
  const [question] = questions;
  const code = segmentsOf(lines(question?.prompt ?? "")).find(({ kind }) => kind === "code");
  return code?.text ?? "";
}

export function button(words: string, actionId: string, value: string): types.Button {
  return { type: "button", text: label(words, LIMITS.buttonText), action_id: actionId, value };
}

function changeButton(ask: Ask, index: number, text: Messages): types.Button | undefined {
  return isSingle(ask)
    ? undefined
    : button(text.change, namesOf(ask).change(index), formValue(ask));
}

function numbered({ questions }: Ask, index: number, prompt: string): string {
  return questions.length === 1 ? prompt : `${index + 1}. ${prompt}`;
}

function sum(texts: readonly string[]): number {
  return texts.reduce((length, text) => length + text.length, 0);
}
