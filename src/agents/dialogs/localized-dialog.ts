/**
 * A dialog's own words in another language. An ask is written once, in the hub's language; who reads it elsewhere may read
 * another. Only sentences of ours change: the command, the file, the plan and what the agent says stay as they are. Pure.
 */

import type { Question } from "../../core/ask/question.ts";
import type { Locale } from "../../core/locale.ts";
import type { Danger } from "../../core/safety/destructive.ts";
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

/** What our side finds dangerous, as sentences. */
export function dangersInWords(dangers: readonly string[], locale: Locale): string[] {
  const { dangers: words } = dialogMessages(locale);
  return dangers.flatMap((danger) => words[danger as Danger] ?? []); // what an older hub wrote may be unknown here
}

/**
 * Up to the sentence that says what the agent wants. What comes after is not ours, but for a plan that is not there, and a
 * few sentences between the blocks: inside a block nothing is ever changed.
 */
function localizedPrompt(prompt: string, locale: Locale, dangers: readonly string[]): string {
  const parts = prompt.split("\n\n");
  const end = parts.findIndex((part) => localizedBy(INTENTS, part, locale) !== null);
  const last =
    parts.length === end + 2 && localizedBy([(text) => text.noPlan], parts.at(-1) ?? "", locale);
  const warning = dialogMessages(locale).destructive(dangersInWords(dangers, locale).join(" "));
  const retell = (part: string) => (isWarning(part) ? warning : localizedLine(part, locale));
  const isOutside = outsideBlocks(parts);
  const told = parts.map((part, index) => {
    if (index <= end) return retell(part);
    return isOutside[index] ? (localizedBy(BETWEEN_BLOCKS, part, locale) ?? part) : part;
  });
  return (last ? [...told.slice(0, -1), last] : told).join("\n\n");
}

/** Blocks are fenced by more marks than anything in them, on a line of their own. */
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
      const held = heldIn(form(dialogMessages(from)), line);
      const told = held?.map((words) => suggestions(words, from, locale));
      if (told !== undefined) return fill(form(dialogMessages(locale)), told);
    }
  }
  return null;
}

/** What "always" or "approve, and" would mean: "allow Bash(npm test) (in this session)", or several of these. */
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
  const told = mode === undefined ? undefined : after.mode[mode];
  return `${told ?? ruleIn(what, before, after)} (${after.where[place]})`;
}

function ruleIn(what: string, before: DialogMessages, after: DialogMessages): string {
  for (const key of ["directories", "rules"] as const) {
    const held = heldIn(before[key](HOLE), what);
    if (held !== null) return fill(after[key](HOLE), held);
  }
  return what;
}

function heldIn(form: string, line: string): string[] | null {
  const pattern = form.split(HOLE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join("(.*)")}$`, "s").exec(line)?.slice(1) ?? null;
}

function fill(form: string, held: readonly string[]): string {
  return form.split(HOLE).reduce((told, part, index) => told + (held[index - 1] ?? "") + part);
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
];

const BETWEEN_BLOCKS: readonly Form[] = [
  (text) => text.remark(HOLE),
  (text) => text.givenBesides,
  (text) => text.replacesUnseen,
];

const PLAIN = [
  "allowOnce",
  "deny",
  "denyReason",
  "approve",
  "keepPlanning",
  "planReason",
  "approvePlan",
] as const;

/** The plainest first: "Approve" before "Approve, and …". */
const WORDS: readonly Form[] = [
  ...PLAIN.map(
    (key): Form =>
      (text) =>
        text[key],
  ),
  (text) => text.hiddenCharacters,
  (text) => text.always(HOLE),
  (text) => text.approveAnd(HOLE),
];
