/** The `provide_choice` request as it travels. Models read the descriptions. */
import { z } from "zod";
import { OnTimeout } from "../core/ask/ask.ts";
import { SelectionMode } from "../core/ask/question.ts";

export const Transport = z.enum(["terminal", "web"]);
export type Transport = z.infer<typeof Transport>;

export const ChoiceOption = z.object({
  id: z
    .string()
    .regex(/\S/, "Give it an id of its own")
    .max(200)
    .describe("Short and unique; you get it back in selected_ids"),
  label: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe("A few words a person can choose at a glance; unique"),
  description: z.string().max(4_000).describe("What follows from choosing it").optional(),
  recommended: z.boolean().describe("Mark what you would choose; at least one option").optional(),
});

export const ProvideChoiceRequest = z.object({
  title: z.string().trim().min(1).max(200).describe("A few words naming the decision"),
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .describe(
      "Markdown: what you are doing now and why a person has to decide, enough to choose without scrolling back",
    ),
  selection_mode: SelectionMode.describe(
    "single: one option; multi: several; text_input: free text; hybrid: options or free text",
  ),
  options: z
    .array(ChoiceOption)
    .max(100)
    .describe("What can be chosen; text_input has no use for it")
    .optional(),
  placeholder: z
    .string()
    .max(500)
    .describe("Example of a typed answer (text_input and hybrid)")
    .optional(),
  show_placeholder: z.boolean().describe("false hides the placeholder").optional(),
  default_selection_ids: z
    .array(z.string())
    .describe("Preselected options; they hold if nobody answers in time")
    .optional(),
  min_selections: z.int().min(0).describe("Fewest options to choose (multi and hybrid)").optional(),
  max_selections: z.int().min(1).describe("Most options to choose (multi and hybrid)").optional(),
  single_submit_mode: z
    .boolean()
    .describe("true: choosing an option submits at once; false: a separate submit")
    .optional(),
  option_annotations: z
    .union([z.boolean(), z.record(z.string(), z.string())])
    .describe(
      "false offers no notes on options; an object of option id to text gives notes to start from",
    )
    .optional(),
  global_annotation: z
    .union([z.boolean(), z.string()])
    .describe("false offers no note on the whole; a text gives a note to start from")
    .optional(),
  timeout_seconds: z
    .number()
    .positive()
    .max(604_800)
    .describe("How long to wait; 300 unless given")
    .optional(),
  timeout_action: OnTimeout.describe("What silence means: the defaults, or nothing").optional(),
  transport: Transport.describe("Leave it out to use the person's own choice").optional(),
  hand_off: z
    .boolean()
    .describe(
      "true returns at once with a command that opens the question in a terminal; false never does",
    )
    .optional(),
});
export type ProvideChoiceRequest = z.infer<typeof ProvideChoiceRequest>;

export const SESSION_ID = z
  .string()
  .describe(
    "Fetch the result of an earlier call instead of asking: the session_id it returned. Give nothing else",
  );
