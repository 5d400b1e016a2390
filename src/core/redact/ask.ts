/**
 * An ask as it is stored where many people's asks are: without the secrets that its agent wrote into
 * it. What people say in an answer stays as it is, since the agent is to get exactly that.
 */
import type { Ask } from "../ask/ask.ts";
import type { Question } from "../ask/question.ts";
import type { Hide } from "./hide.ts";

export function redactedAsk(ask: Ask, hide: Hide): Ask {
  const { questions, context, source, presentation, dialog } = ask;
  return {
    ...ask,
    questions: questions.map((question) => hiddenQuestion(question, hide)),
    ...(context !== undefined && { context: hide(context) }),
    source: { ...source, ...hiddenFields(source, hide) },
    ...(presentation !== undefined && { presentation: hiddenIn(presentation, hide) }),
    ...(dialog !== undefined && {
      dialog: {
        ...dialog,
        input: hiddenIn(dialog.input, hide),
        updates: hiddenIn(dialog.updates, hide),
      },
    }),
  };
}

/** Ids stay: answers name them. */
function hiddenQuestion(question: Question, hide: Hide): Question {
  const { title, prompt, options, placeholder } = question;
  return {
    ...question,
    title: hide(title),
    prompt: hide(prompt),
    options: options.map((option) => ({ ...hiddenIn(option, hide), id: option.id })),
    ...(placeholder !== undefined && { placeholder: hide(placeholder) }),
  };
}

function hiddenFields({ project, workingDirectory }: Ask["source"], hide: Hide) {
  return {
    ...(project !== undefined && { project: hide(project) }),
    ...(workingDirectory !== undefined && { workingDirectory: hide(workingDirectory) }),
  };
}

/**
 * A value of the same shape, since only texts change. In an object, `{"password": "abc"}`, the name
 * stands beside the text and not in it, so they are looked at together.
 */
export function hiddenIn<T>(value: T, hide: Hide): T {
  return mapTexts(value, hide) as T;
}

function mapTexts(value: unknown, hide: Hide): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      hide(name),
      typeof one === "string" ? hiddenUnder(name, one, hide) : mapTexts(one, hide),
    ]),
  );
}

function hiddenUnder(name: string, text: string, hide: Hide): string {
  const shown = hide(text);
  if (shown !== text || text.length > 2_000 || /["'\\\n]/.test(text + name)) return shown;
  const before = `"${name}": "`;
  const together = hide(`${before}${text}"`);
  return together.startsWith(before) && together.endsWith('"')
    ? together.slice(before.length, -1)
    : shown;
}
