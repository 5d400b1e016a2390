/** Slack accepts the messages of every ask: all limits are kept, in every state of the form. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { settle, timedOutAt } from "../../src/core/ask/ask.ts";
import { type FormAction, type FormState, openForm, reduceForm } from "../../src/core/ask/form.ts";
import type { Locale } from "../../src/core/locale.ts";
import { cardMessages } from "../../src/surfaces/slack/render/card.ts";
import { fallbackTexts } from "../../src/surfaces/slack/render/fallback.ts";
import { customInputModal } from "../../src/surfaces/slack/render/modal.ts";
import {
  ButtonValue,
  isSingle,
  movesOf,
  optionNamed,
} from "../../src/surfaces/slack/render/names.ts";
import { replyMessages } from "../../src/surfaces/slack/render/reply.ts";
import { settledMessages } from "../../src/surfaces/slack/render/settled.ts";
import { statusMessages } from "../../src/surfaces/slack/threads/status-line.ts";
import { anyAsk } from "../support/any-ask.ts";
import { rounds } from "../support/rounds.ts";
import { faultInMessage, faultInView } from "../support/slack-limits.ts";
import { elementsOf } from "../support/slack-stand-in.ts";

const locale = fc.constantFrom<Locale>("en", "ko");
const at = "2026-01-01T01:00:00.000Z";

it("keeps every limit of Slack for any ask, however far the form is filled", () => {
  fc.assert(
    fc.property(
      anyAsk,
      locale,
      fc.infiniteStream(fc.nat(99)),
      fc.string({ maxLength: 400 }),
      (ask, language, picks, own) => {
        const filled = filledIn(
          openForm(ask.questions),
          [...picks.take(ask.questions.length * 3)],
          own,
        );
        for (const form of [openForm(ask.questions), filled]) {
          for (const message of cardMessages({ ask, form, locale: language }))
            expect(faultInMessage(message)).toBeNull();
        }
        const reply = { answers: ask.questions.map(() => ({ optionIds: [], customText: own })) };
        const person = { by: "person" as const, surface: own || "x", who: own || "y", at };
        const outcomes = [
          { status: "completed" as const, reply, provenance: person },
          {
            status: "rejected" as const,
            kind: "cancel" as const,
            rejectionReason: null,
            provenance: person,
          },
          timedOutAt(ask, at),
        ];
        for (const outcome of outcomes) {
          const shown = settledMessages(settle(ask, outcome), language);
          expect(shown).toHaveLength(cardMessages({ ask, form: filled, locale: language }).length);
          for (const message of shown) expect(faultInMessage(message)).toBeNull();
        }
        for (const index of ask.questions.keys())
          expect(faultInView(customInputModal(ask, index, language))).toBeNull();
        for (const text of fallbackTexts(ask, language))
          expect(faultInMessage({ text })).toBeNull();
      },
    ),
    { numRuns: rounds(15, 500), endOnFailure: true },
  );
});

it("has a button or list entry for every option, which means that option only", () => {
  fc.assert(
    fc.property(anyAsk, (ask) => {
      const moves = movesOf(ask);
      const elements = cardMessages({ ask, form: openForm(ask.questions), locale: "en" }).flatMap(
        elementsOf,
      );
      const offered = elements.flatMap((element) => {
        const move = moves.get(element.action_id);
        if (move?.kind === "choose") return [`${move.questionIndex} ${move.optionId}`];
        if (move?.kind === "drop") return [`${move.questionIndex} ${move.optionId}`];
        if (move?.kind !== "chooseListed") return [];
        return element.options.map(({ value }: { value: string }) => {
          const { choiceId = "" } = ButtonValue.parse(JSON.parse(value));
          const question = ask.questions[move.questionIndex];
          return `${move.questionIndex} ${question && optionNamed(question, choiceId)?.id}`;
        });
      });
      const there = ask.questions.flatMap(({ options }, index) =>
        options.map(({ id }) => `${index} ${id}`),
      );
      expect(offered.sort()).toEqual(there.sort());
      if (isSingle(ask))
        expect(elements.filter(({ action_id }) => action_id.startsWith("multi_choice_"))).toEqual(
          [],
        );
    }),
    { numRuns: rounds(20, 600), endOnFailure: true },
  );
});

it("cuts between graphemes, escapes Slack's markup, and shows commands exactly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 30_000 }), locale, (said, language) => {
      for (const message of replyMessages(said, "working", language))
        expect(faultInMessage(message)).toBeNull();
    }),
    { numRuns: rounds(20, 600), endOnFailure: true },
  );
});

it("shows a command in the line of an agent at work letter by letter", () => {
  const doing = { tool: "Bash", about: "rm *a* _b_ ~c~ `d` <e> :x: && make" };
  const [message] = statusMessages("", { doing, stopKey: "key" }, { locale: "en" });
  expect(message?.blocks[0]).toStrictEqual({
    type: "context",
    elements: [{ type: "plain_text", text: `⏳ working: Bash · ${doing.about}`, emoji: false }],
  });
});

function filledIn(form: FormState, picks: number[], own: string): FormState {
  return form.questions.reduce((state, question, questionIndex) => {
    const actions: FormAction[] = picks
      .slice(questionIndex * 3, questionIndex * 3 + 3)
      .map((pick) => {
        const option = question.options[pick % Math.max(1, question.options.length)];
        return option === undefined || pick % 5 === 0
          ? { type: "type", text: own, questionIndex }
          : { type: "pick", optionId: option.id, questionIndex };
      });
    return actions.reduce(reduceForm, state);
  }, form);
}
