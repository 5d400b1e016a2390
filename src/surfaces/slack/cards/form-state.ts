/**
 * The forms in Slack, one file each: what was chosen so far, and which messages show it. What was
 * filled in expires after 24 hours, checked on every use.
 */
import { z } from "zod";
import type { Ask } from "../../../core/ask/ask.ts";
import {
  answerOf,
  draftOf,
  type FormState,
  isAnswered,
  openForm,
  restoreForm,
} from "../../../core/ask/form.ts";
import { openRecords } from "../places/records.ts";
import { questionId } from "../render/names.ts";

/** The card of an ask in one place: its messages, in order. */
export const Copy = z.object({
  /** The place as the configuration writes it: a channel, a person or a thread. */
  place: z.string(),
  channel: z.string(),
  threadTs: z.string().optional(),
  locale: z.enum(["en", "ko"]),
  /** Slack refused the blocks, so the question was posted as text. */
  isText: z.boolean().default(false),
  messages: z.array(z.string()),
  /**
   * Messages of a card that Slack accepted before it refused the rest. They stay and are updated
   * too.
   */
  earlier: z.array(z.string()).default([]),
  isComplete: z.boolean().default(false),
  /** The first of the card's messages that it has, where it is a second post of some of them. */
  firstPage: z.number().optional(),
  /** Whether a post may have arrived that nobody wrote down. */
  isUncertain: z.boolean().optional(),
});
export type Copy = z.infer<typeof Copy>;

const Selection = z.object({ choiceId: z.string(), label: z.string() });

export const PendingForm = z.object({
  formId: z.string(),
  createdAt: z.string(),
  /** The specification's format for what is chosen, by question id. */
  selections: z.record(z.string(), Selection).default({}),
  draft: z.unknown().optional(),
  copies: z.array(Copy).default([]),
  /** Its messages show how the ask ended, so nothing is left to do. */
  isClosed: z.boolean().default(false),
  /** What they show of the agent's side, as `agentSideOf` writes it. */
  agentSide: z.string().default(""),
  /** Who decided in Slack, where, and whether they were told that the agent did something else. */
  decider: z.object({ userId: z.string(), who: z.string(), isTold: z.boolean() }).optional(),
});
export type PendingForm = z.infer<typeof PendingForm>;

export interface Forms {
  get(formId: string): PendingForm | undefined;
  all(): PendingForm[];
  /** Durable when it resolves. Changes of one form are made in order. */
  change(formId: string, change: (form: PendingForm) => PendingForm): Promise<PendingForm>;
  remove(formId: string): void;
  /** The form as it was left; an empty one if that has expired. */
  open(ask: Ask): { state: FormState; hasExpired: boolean };
  save(ask: Ask, state: FormState): Promise<void>;
  /** The form that this message shows. */
  byMessage(channel: string, ts: string): PendingForm | undefined;
}

export const FORM_TIMEOUT_MS = 24 * 60 * 60 * 1000;
/** Never translated: agents and other programs look for it. */
export const CUSTOM_CHOICE = "직접입력";

export function openForms({ directory, now }: { directory: string; now: () => Date }): Forms {
  const forms = openRecords(directory, PendingForm);
  return { get: forms.get, all: forms.all, change, remove: forms.remove, open, save, byMessage };

  function change(formId: string, how: (form: PendingForm) => PendingForm): Promise<PendingForm> {
    return forms.change(formId, (form) => how(form ?? freshForm(formId)));
  }

  function open(ask: Ask): { state: FormState; hasExpired: boolean } {
    const form = forms.get(ask.id);
    const isOld =
      form !== undefined && now().getTime() - Date.parse(form.createdAt) >= FORM_TIMEOUT_MS;
    if (form === undefined || isOld) {
      const hadSomething = form !== undefined && Object.keys(form.selections).length > 0;
      return { state: openForm(ask.questions), hasExpired: hadSomething };
    }
    return { state: restoreForm(ask.questions, form.draft), hasExpired: false };
  }

  async function save(ask: Ask, state: FormState) {
    const at = now();
    await change(ask.id, (form) => {
      const isOld = at.getTime() - Date.parse(form.createdAt) >= FORM_TIMEOUT_MS;
      const createdAt = isOld ? at.toISOString() : form.createdAt;
      return { ...form, createdAt, draft: draftOf(state), selections: selectionsOf(state) };
    });
  }

  function byMessage(channel: string, ts: string): PendingForm | undefined {
    return forms
      .all()
      .find(({ copies }) =>
        copies.some((copy) => copy.channel === channel && messagesOf(copy).includes(ts)),
      );
  }

  function freshForm(formId: string): PendingForm {
    return {
      formId,
      createdAt: now().toISOString(),
      selections: {},
      copies: [],
      isClosed: false,
      agentSide: "",
    };
  }
}

export function messagesOf({ earlier, messages }: Copy): string[] {
  return [...earlier, ...messages];
}

/** Typed text is stored under the specification's choice id, with the text as its label. */
export function selectionsOf(state: FormState): PendingForm["selections"] {
  const entries = state.questions.flatMap((question, index) => {
    if (!isAnswered(state, index)) return [];
    const { optionIds, customText } = answerOf(state, index);
    const chosen = question.options.filter(({ id }) => optionIds.includes(id));
    const own = (customText ?? "").trim();
    const choiceIds = [...chosen.map(({ id }) => id), ...(own === "" ? [] : [CUSTOM_CHOICE])];
    const labels = [...chosen.map(({ label }) => label), ...(own === "" ? [] : [own])];
    return [
      [questionId(index), { choiceId: choiceIds.join(", "), label: labels.join(", ") }] as const,
    ];
  });
  return Object.fromEntries(entries);
}
