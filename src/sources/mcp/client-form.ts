/**
 * A question of our tools as a form that the agent's own client shows (`elicitation/create`), beside
 * every other place where it can be answered. The first answer wins: answered elsewhere, the client
 * is told to close its form.
 */
import type { ElicitResult } from "@modelcontextprotocol/server";
import type { Answer, Reply } from "../../core/ask/answer.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { isPermissionAsk } from "../../core/ask/consent.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { CLIENT_SURFACE, isForPersonAlone } from "../../core/ask/given-by-agent.ts";
import type { Question } from "../../core/ask/question.ts";
import { safeLine, safeText } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";

/** What a client shows: flat fields, described by JSON Schema. */
export interface ClientForm {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: "object";
    readonly properties: Record<string, Record<string, unknown>>;
    readonly required: string[];
  };
}

/** Shows the form. Rejects when the signal is aborted, or if the client cannot show it. */
export type ShowForm = (form: ClientForm, signal: AbortSignal) => Promise<ElicitResult>;

// A client that nobody looks at refuses a form within this time.
const SEEN_AFTER_MS = 1_000;

/**
 * Shows the ask in the agent's client until it is settled, or the returned function is called. What
 * destroys and permissions are never asked there: only the client knows who would answer.
 */
export function showInClient(
  ask: Ask,
  { desk, show, who }: { desk: Desk; show: ShowForm; who: string },
): () => void {
  const closed = new AbortController();
  if (!isForPersonAlone(ask) && !isPermissionAsk(ask) && ask.presentation?.passkey !== true)
    void asked().catch(() => undefined);
  return () => closed.abort();

  async function asked() {
    const shownAt = performance.now();
    const given = await show(formOf(ask), closed.signal);
    if (closed.signal.aborted) return;
    const by = { surface: CLIENT_SURFACE, who };
    const wasSeen = performance.now() - shownAt >= SEEN_AFTER_MS;
    try {
      if (given.action === "accept")
        await desk.answer(ask.id, replyIn(ask.questions, given.content ?? {}), by);
      // A form that was merely closed says nothing: the question stays open everywhere else.
      else if (given.action === "decline" && wasSeen) await desk.reject(ask.id, {}, by);
    } catch (error) {
      // It was decided elsewhere, or does not fit: whoever waits goes on waiting.
      if (!(error instanceof AsklineError)) throw error;
    }
  }
}

export function formOf({ questions, context }: Pick<Ask, "questions" | "context">): ClientForm {
  const [only] = questions.length === 1 ? questions : [];
  const fields = questions.flatMap((question, index) =>
    fieldsOf(question, index, only === question),
  );
  return {
    message: [context, only?.prompt ?? questions.map(numbered).join("\n")]
      .filter((part) => part !== undefined && part !== "")
      .map((part) => safeText(String(part)))
      .join("\n\n"),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
  };
}

function numbered({ prompt }: Question, index: number): string {
  return `${index + 1}. ${prompt}`;
}

interface Field {
  readonly name: string;
  readonly schema: Record<string, unknown>;
  readonly isRequired: boolean;
}

const CHOICE = "answer";
const TEXT = "text";

function fieldsOf(question: Question, index: number, isOnly: boolean): Field[] {
  const { selectionMode, options, placeholder } = question;
  const title = safeLine(question.title || question.prompt).slice(0, 120);
  const about = isOnly ? {} : { description: safeText(question.prompt) };
  const takesText = selectionMode === "text_input" || selectionMode === "hybrid";
  const choice = {
    name: `${CHOICE}_${index + 1}`,
    schema: { title, ...about, ...choicesOf(question) },
    isRequired: !takesText && question.minSelections > 0,
  };
  const hint = placeholder === undefined ? about : { description: safeLine(placeholder) };
  const text = {
    name: `${TEXT}_${index + 1}`,
    schema: { type: "string", title: options.length > 0 ? OWN_WORDS : title, ...hint },
    isRequired: options.length === 0 && takesText,
  };
  return [...(options.length > 0 ? [choice] : []), ...(takesText ? [text] : [])];
}

const OWN_WORDS = "Or in your own words";

function choicesOf({ options, minSelections, maxSelections, selectionMode }: Question) {
  const choices = options.map(({ id, label, description }) => ({
    const: id,
    title: safeLine(description ? `${label} – ${description}` : label),
  }));
  const isMany = selectionMode === "multi" || maxSelections > 1;
  if (!isMany) return { type: "string", oneOf: choices };
  return {
    ...{ type: "array", items: { anyOf: choices }, maxItems: maxSelections },
    // Own words may stand in for a choice.
    ...(selectionMode === "multi" && minSelections > 0 && { minItems: minSelections }),
  };
}

export function replyIn(questions: readonly Question[], content: Record<string, unknown>): Reply {
  return { answers: questions.map((_, index) => answerIn(content, index + 1)) };
}

function answerIn(content: Record<string, unknown>, number: number): Answer {
  const chosen = content[`${CHOICE}_${number}`];
  const text = content[`${TEXT}_${number}`];
  const optionIds = Array.isArray(chosen) ? chosen : [chosen];
  return {
    optionIds: optionIds.filter((id) => typeof id === "string" && id !== ""),
    ...(typeof text === "string" && text.trim() !== "" && { customText: text }),
  };
}
