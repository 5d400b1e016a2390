/**
 * A form or a link of another MCP server as an ask, and the answers as the form's content. A field
 * of a kind that we do not know, and a form that is too long, are left to the agent's own window.
 */
import { z } from "zod";
import { formIn, hostOf, type ServerForm } from "../../core/agent/server-form.ts";
import type { Answer, Reply } from "../../core/ask/answer.ts";
import type { QuestionInput } from "../../core/ask/question.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { shortened } from "../../core/shortened.ts";
import type { DialogDecision } from "../clients/common/client-dialogs.ts";
import type { Dialog, ShownDialog } from "./dialog.ts";
import { clipped, fenced, seen } from "./fence.ts";
import type { DialogMessages } from "./messages.ts";

const MOST_FIELDS = 10;
const MOST_MESSAGE = 10_000;

/** Null if only the agent's own window can show it. */
export function serverFormDialog(input: Dialog["input"], text: DialogMessages): ShownDialog | null {
  const form = formIn(input);
  const fields = form === null ? null : fieldsOf(form);
  if (form === null || fields === null || fields.length > MOST_FIELDS) return null;
  const intro = introOf(form, text);
  const questions = fields.map((field, index) => questionOf(field, index === 0 ? intro : [], text));
  return {
    updates: [],
    asks: {
      questions: questions.length > 0 ? questions : [consent(form, intro, text)],
      presentation: { offerOptionNotes: false, offerGlobalNote: false },
    },
  };
}

function introOf({ server, message, url }: ServerForm, text: DialogMessages): string[] {
  const name = shortened(safeLine(server), 80).replaceAll('"', "'");
  const said = fenced(clipped(seen(message).text, MOST_MESSAGE, text.leftOut));
  if (url === null) return [text.formAsks(name), said];
  const address = fenced(seen(url).text);
  return [text.linkAsks(name), address, text.leadsTo(hostOf(url) ?? "–"), said];
}

const CONSENT = { accept: "accept", decline: "decline" } as const;
const NOTHING = "none";

/** A link, or a form without a field: there is only a yes and a no. */
function consent({ server, url }: ServerForm, intro: string[], text: DialogMessages) {
  return {
    title: shortened(safeLine(server), 100) || "MCP",
    prompt: intro.join("\n\n"),
    selectionMode: "single",
    options: [
      { id: CONSENT.accept, label: url === null ? text.accept : text.opened },
      { id: CONSENT.decline, label: text.decline },
    ],
  } satisfies QuestionInput;
}

function questionOf(field: Field, intro: readonly string[], text: DialogMessages): QuestionInput {
  const { title, about, choices, isRequired, many, isTruth } = field;
  const options = choices.map(({ label, value }, index) => ({
    id: String(index + 1),
    label: isTruth ? (value === true ? text.yes : text.no) : label,
    ...(value === field.standard && { recommended: true }),
  }));
  const own = [...intro, seen(about || title).text].filter((part) => part !== "");
  const asked = { title: title.slice(0, 200), prompt: own.join("\n\n") };
  if (many !== null) return { ...asked, selectionMode: "multi", options, ...many };
  const all = isRequired ? options : [...options, { id: NOTHING, label: text.leaveOut }];
  if (choices.length > 0) return { ...asked, selectionMode: "single", options: all };
  return {
    ...asked,
    selectionMode: isRequired ? "text_input" : "hybrid",
    options: isRequired ? [] : all,
  };
}

interface Field {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly isRequired: boolean;
  /** What there is to choose from; empty where one writes. */
  readonly choices: readonly { readonly label: string; readonly value: unknown }[];
  readonly isTruth: boolean;
  readonly isNumber: boolean;
  readonly many: { readonly minSelections: number; readonly maxSelections: number } | null;
  readonly standard: unknown;
}

const Choices = z.array(z.object({ const: z.unknown(), title: z.string().optional() }));
const Kinds = z.object({
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: Choices.optional(),
  anyOf: Choices.optional(),
});
const Spec = Kinds.extend({
  type: z.enum(["string", "number", "integer", "boolean", "array"]),
  title: z.string().catch(""),
  description: z.string().catch(""),
  default: z.unknown().optional(),
  minimum: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
  minItems: z.number().int().min(0).optional().catch(undefined),
  maxItems: z.number().int().min(0).optional().catch(undefined),
  items: Kinds.optional(),
});
type Spec = z.infer<typeof Spec>;
const Schema = z.object({
  properties: z.record(z.string(), Spec).default({}),
  required: z.array(z.string()).catch([]),
});

function fieldsOf({ url, schema }: ServerForm): Field[] | null {
  if (url !== null) return [];
  const { properties, required } = Schema.safeParse(schema).data ?? {};
  if (properties === undefined || required === undefined) return null;
  const fields = Object.entries(properties).map(([name, spec]) =>
    fieldOf(name, spec, required.includes(name)),
  );
  return fields.some((field) => field === null) ? null : fields.filter((field) => field !== null);
}

function fieldOf(name: string, spec: Spec, isRequired: boolean): Field | null {
  const title = safeLine(spec.title || name) || "–";
  const isMany = spec.type === "array";
  const choices = choicesOf(isMany ? (spec.items ?? {}) : spec, spec);
  if ((isMany && choices.length === 0) || choices.length > 90) return null;
  const most = Math.min(spec.maxItems ?? choices.length, choices.length);
  const least = Math.min(spec.minItems ?? 0, most);
  return {
    ...{ name, title, about: spec.description, isRequired, choices, standard: spec.default },
    isTruth: spec.type === "boolean",
    isNumber: spec.type === "number" || spec.type === "integer",
    many: isMany ? { minSelections: least, maxSelections: most } : null,
  };
}

// As many as one row of digits.
const FEW = 10;

function choicesOf(kinds: z.infer<typeof Kinds>, { type, minimum, maximum }: Spec) {
  const named = kinds.oneOf ?? kinds.anyOf;
  if (type === "boolean") return [true, false].map((value) => ({ label: String(value), value }));
  if (named !== undefined)
    return named.map((one) => ({ label: labelOf(one.title ?? one.const), value: one.const }));
  if (kinds.enum !== undefined)
    return kinds.enum.map((value, index) => ({
      label: labelOf(kinds.enumNames?.[index] ?? value),
      value,
    }));
  if (type !== "integer" || minimum === undefined || maximum === undefined) return [];
  const count = Math.floor(maximum) - Math.ceil(minimum) + 1;
  if (count < 1 || count > FEW) return [];
  return Array.from({ length: count }, (_, index) => {
    const value = Math.ceil(minimum) + index;
    return { label: String(value), value };
  });
}

function labelOf(value: unknown): string {
  return safeLine(String(value)).slice(0, 480) || "–";
}

/** Null where a field was given what it does not take: then the agent's own window goes on asking. */
export function formDecision(input: Dialog["input"], reply: Reply): DialogDecision | null {
  const form = formIn(input);
  const fields = form === null ? null : fieldsOf(form);
  if (fields === null) return null;
  if (fields.length === 0) {
    const isYes = reply.answers[0]?.optionIds[0] === CONSENT.accept;
    return { behavior: "form", action: isYes ? "accept" : "decline", content: null };
  }
  const given = fields.map((field, index) => [field.name, givenTo(field, reply.answers[index])]);
  if (given.some(([, value]) => value === null)) return null;
  const content = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return { behavior: "form", action: "accept", content: form?.url === null ? content : null };
}

/** Undefined for what was left out, null for what cannot be given. */
function givenTo({ choices, many, isNumber, isRequired }: Field, answer?: Answer): unknown {
  const { optionIds = [], customText = "" } = answer ?? {};
  const chosen = optionIds.flatMap((id) => {
    const choice = choices[Number(id) - 1];
    return choice === undefined ? [] : [choice.value];
  });
  if (many !== null) return chosen;
  if (choices.length > 0) return chosen[0] ?? (isRequired ? null : undefined);
  if (customText.trim() === "") return isRequired ? null : undefined;
  if (!isNumber) return customText;
  const number = Number(customText.trim());
  return Number.isFinite(number) ? number : null;
}
