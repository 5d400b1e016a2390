/** The three kinds of choice that a model may write, and the two shapes they are read into. */
import { z } from "zod";
import { jsonIn } from "../core/json.ts";

export interface ChoiceOption {
  id: string;
  label: string;
  description?: string;
}

/** One question alone. */
export interface UserChoice {
  type: "user_choice";
  question: string;
  context?: string;
  multiSelect?: true;
  choices: ChoiceOption[];
}

/** Several questions in one form. */
export interface UserChoices {
  type: "user_choices";
  title?: string;
  description?: string;
  questions: ChoiceQuestion[];
}

export interface ChoiceQuestion {
  id: string;
  question: string;
  context?: string;
  multiSelect?: true;
  choices: ChoiceOption[];
}

export type Choice = UserChoice | UserChoices;

/**
 * The choice in the JSON, or null if it is none of the three kinds. A choice with a part
 * missing is not asked in part.
 */
export function readChoice(json: string): Choice | null {
  const written = WrittenChoice.safeParse(jsonIn(json));
  if (!written.success) return null;
  const choice = written.data;
  switch (choice.type) {
    case "user_choice":
      return { type: "user_choice", ...asked(choice) };
    case "user_choices":
      return formOf(choice.title, choice.description, choice.questions);
    default:
      return choiceOfGroup(choice);
  }
}

const Words = z.string().refine((text) => text.trim() !== "");
const Maybe = z.string().optional().catch(undefined);
const Id = z
  .union([z.string().min(1), z.number()])
  .optional()
  .catch(undefined);
const Options = z.array(z.object({ id: Id, label: Words, description: Maybe }));
const shared = {
  id: Id,
  question: Words,
  context: Maybe,
  multiSelect: z.literal(true).optional().catch(undefined),
  choices: Options.nullish(),
};

/**
 * `options` and `choices` mean the same here; a form written as
 * `user_choices` knows only `choices`.
 */
const hasOptions = (written: { options?: unknown; choices?: unknown }) =>
  (written.choices ?? written.options) != null;
const Single = z
  .object({ ...shared, type: z.literal("user_choice"), options: Options.nullish() })
  .refine(hasOptions);
const Part = z
  .object({ ...shared, type: z.literal("user_choice").optional(), options: Options.nullish() })
  .refine(hasOptions);
const Form = z.object({
  type: z.literal("user_choices"),
  title: Maybe,
  description: Maybe,
  questions: z.array(z.object({ ...shared, choices: Options })).min(1),
});
const Group = z.object({
  type: z.literal("user_choice_group"),
  question: Maybe,
  context: Maybe,
  choices: z.array(Part).min(1),
});
/** A group without a type is recognised by its question alone. */
const UntypedGroup = Group.extend({ type: z.undefined().optional(), question: Words });
const WrittenChoice = z.union([Single, Form, Group, UntypedGroup]);

/**
 * A group of one question becomes that question. The words around it are its context
 * if it has none of its own.
 */
function choiceOfGroup({
  question,
  context,
  choices,
}: Omit<z.infer<typeof Group>, "type">): Choice {
  const [only, ...others] = choices;
  if (only === undefined || others.length > 0) return formOf(question, context, choices);
  return { type: "user_choice", ...asked({ ...only, context: only.context ?? context }) };
}

function formOf(
  title: string | undefined,
  description: string | undefined,
  questions: Part[],
): UserChoices {
  return {
    type: "user_choices",
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    questions: questions.map((part, index) => ({
      id: String(part.id ?? `q${index + 1}`),
      ...asked(part),
    })),
  };
}

type Part = z.infer<typeof Part>;

function asked({ question, context, multiSelect, choices, options }: Omit<Part, "type">) {
  return {
    question,
    ...(context === undefined ? {} : { context }),
    ...(multiSelect === undefined ? {} : { multiSelect }),
    choices: ((choices?.length ? choices : options) ?? []).map(
      ({ id, label, description }, index) => ({
        id: String(id ?? index + 1),
        label,
        ...(description === undefined ? {} : { description }),
      }),
    ),
  };
}
