/**
 * Re-renders a dialog in another locale. An ask is written once, in the hub's locale, but its
 * reader may use another. Only our own sentences change: the command, the file, the plan and the
 * agent's remark stay as they are. Pure.
 */

import type { Question } from "../../core/ask/question.ts";
import type { Locale } from "../../core/locale.ts";
import type { Danger } from "../../core/safety/destroys/destructive.ts";
import { type DialogMessages, dialogMessages } from "./messages.ts";
import { BETWEEN_SUGGESTIONS } from "./suggestions.ts";

export function localizedDialog(
  question: Question,
  locale: Locale,
  dangers: readonly string[] = [],
): Question {
  const { title, prompt, options, placeholder } = question;
  return {
    ...question,
    title: localizedLine(title, locale),
    prompt: localizedPrompt(prompt, locale, dangers),
    options: options.map((option) => ({ ...option, label: localizedLine(option.label, locale) })),
    ...(placeholder !== undefined && { placeholder: localizedLine(placeholder, locale) }),
  };
}

/** Our warnings about a call, as sentences. */
export function dangersInWords(dangers: readonly string[], locale: Locale): string[] {
  const { dangers: words } = dialogMessages(locale);
  // Another version of the hub may have written a danger that this one does not know.
  return dangers.flatMap((danger) => words[danger as Danger] ?? []);
}

/**
 * Our own text ends with the sentence that says what the agent wants. After it, only two things are
 * ours: the note that a plan is missing, and a few sentences between the code blocks. Nothing
 * inside a code block ever changes.
 */
function localizedPrompt(prompt: string, locale: Locale, dangers: readonly string[]): string {
  const parts = prompt.split("\n\n");
  const end = parts.findIndex((part) => localizedBy(INTENTS, part, locale) !== null);
  const last =
    parts.length === end + 2 && localizedBy([(text) => text.noPlan], parts.at(-1) ?? "", locale);
  const warning = dialogMessages(locale).destructive(dangersInWords(dangers, locale).join(" "));
  const ours = (part: string) => (isWarning(part) ? warning : localizedLine(part, locale));
  const isOutside = outsideBlocks(parts);
  const localized = parts.map((part, index) => {
    if (index <= end) return ours(part);
    return isOutside[index] ? (localizedBy(BETWEEN_BLOCKS, part, locale) ?? part) : part;
  });
  return (last ? [...localized.slice(0, -1), last] : localized).join("\n\n");
}

/** Which parts are outside code blocks. A fence is longer than any run of marks in its block. */
function outsideBlocks(parts: readonly string[]): boolean[] {
  let fence: string | null = null;
  return parts.map((part) => {
    const wasOutside = fence === null;
    const lines = part.split("\n");
    for (const line of lines) {
      const marks = /^`{3,}/.exec(line)?.[0] ?? null;
      if (fence === null) fence = marks;
      else if (line === fence) fence = null;
    }
    return wasOutside && !/^`{3,}/.test(part);
  });
}

function isWarning(part: string): boolean {
  return LOCALES.some((locale) => part.startsWith(dialogMessages(locale).destructive("").trim()));
}

function localizedLine(line: string, locale: Locale): string {
  return localizedBy([...WORDS, ...INTENTS], line, locale) ?? line;
}

function localizedBy(forms: readonly Form[], line: string, locale: Locale): string | null {
  for (const from of LOCALES) {
    for (const form of forms) {
      const values = valuesIn(form(dialogMessages(from)), line);
      const localized = values?.map((words) => suggestions(words, from, locale));
      if (localized !== undefined) return fill(form(dialogMessages(locale)), localized);
    }
  }
  return null;
}

/** The text after "Always:": "allow Bash(npm test) (in this session)", or several such, joined. */
function suggestions(words: string, from: Locale, to: Locale): string {
  const places = Object.values(dialogMessages(from).where).map(
    (where) => `(${where})${BETWEEN_SUGGESTIONS}`,
  );
  const ends = places.flatMap((end) =>
    words.includes(end) ? [words.indexOf(end) + end.length] : [],
  );
  if (ends.length === 0) return suggestion(words, from, to);
  const end = Math.min(...ends);
  const first = suggestion(words.slice(0, end - BETWEEN_SUGGESTIONS.length), from, to);
  return first + BETWEEN_SUGGESTIONS + suggestions(words.slice(end), from, to);
}

function suggestion(words: string, from: Locale, to: Locale): string {
  const [before, after] = [dialogMessages(from), dialogMessages(to)];
  const [, what = words, where] = /^(.*) \(([^()]+)\)$/.exec(words) ?? [];
  const place = Object.keys(before.where).find((key) => before.where[key] === where);
  if (place === undefined) return words;
  const mode = Object.keys(before.mode).find((key) => before.mode[key] === what);
  const modeAfter = mode === undefined ? undefined : after.mode[mode];
  return `${modeAfter ?? ruleIn(what, before, after)} (${after.where[place]})`;
}

function ruleIn(what: string, before: DialogMessages, after: DialogMessages): string {
  for (const key of ["directories", "rules"] as const) {
    const values = valuesIn(before[key](HOLE), what);
    if (values !== null) return fill(after[key](HOLE), values);
  }
  return what;
}

/** The values that fill the form's holes in this line; null if the line has another form. */
function valuesIn(form: string, line: string): string[] | null {
  const pattern = form.split(HOLE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join("(.*)")}$`, "s").exec(line)?.slice(1) ?? null;
}

function fill(form: string, values: readonly string[]): string {
  return form.split(HOLE).reduce((line, part, index) => line + (values[index - 1] ?? "") + part);
}

const HOLE = "\u0000";
const LOCALES: readonly Locale[] = ["en", "ko"];

type Form = (text: DialogMessages) => string;

const INTENTS: readonly Form[] = [
  (text) => text.wantsTo.run(HOLE),
  (text) => text.wantsTo.fetch(HOLE),
  (text) => text.wantsTo.build(HOLE),
  (text) => text.wantsTo.write(HOLE, HOLE),
  (text) => text.wantsTo.edit(HOLE, HOLE),
  (text) => text.wantsTo.use(HOLE, HOLE),
  (text) => text.formAsks(HOLE),
  (text) => text.linkAsks(HOLE),
];

const BETWEEN_BLOCKS: readonly Form[] = [
  (text) => text.remark(HOLE),
  (text) => text.givenBesides,
  (text) => text.replacesUnseen,
  (text) => text.leadsTo(HOLE),
];

const PLAIN = [
  "allowOnce",
  "deny",
  "denyReason",
  "approve",
  "keepPlanning",
  "planReason",
  "approvePlan",
  "accept",
  "opened",
  "decline",
  "leaveOut",
  "leaveToTerminal",
  "decideThere",
  "yes",
  "no",
] as const;

/** Sentences without a hole come first: "Approve" before "Approve, and …". */
const WORDS: readonly Form[] = [
  ...PLAIN.map(
    (key): Form =>
      (text) =>
        text[key],
  ),
  (text) => text.hiddenCharacters,
  (text) => text.notWhole,
  (text) => text.onlyDenied(HOLE),
  (text) => text.onlyThere(HOLE),
  (text) => text.always(HOLE),
  (text) => text.approveAnd(HOLE),
];
