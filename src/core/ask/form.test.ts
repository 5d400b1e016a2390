/** The form reducer: what each action does, and what holds for every sequence of actions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../../../test/support/rounds.ts";
import type { Answer } from "./answer.ts";
import {
  answerOf,
  draftOf,
  type FormAction,
  type FormState,
  hintFor,
  isAnswered,
  openForm,
  progress,
  reduceForm,
  restoreForm,
} from "./form.ts";
import { completeQuestion, type Question, type QuestionInput, questionFrom } from "./question.ts";
import { checkReply, type Refusal, refuseAnswer } from "./selection.ts";

const red = { id: "red", label: "Red" };
const green = { id: "green", label: "Green" };
const blue = { id: "blue", label: "Blue" };

const colour = asking({ selectionMode: "single" });
const calmColour = asking({ selectionMode: "single", defaultOptionIds: ["blue"] });
const colours = asking({ selectionMode: "multi", minSelections: 1, maxSelections: 2 });
const anyColours = asking({ selectionMode: "multi", defaultOptionIds: ["green", "blue"] });
const ownColour = asking({ selectionMode: "hybrid", defaultOptionIds: ["red"] });
const name = asking({ selectionMode: "text_input", options: [] });

const submit = { type: "submit" } as const;
const clear = { type: "clear" } as const;
const reset = { type: "reset" } as const;

describe("a form submitted", () => {
  it.each<[string, Question, FormAction[], Answer]>([
    ["untouched replies with the default", calmColour, [], { optionIds: ["blue"] }],
    ["untouched replies with all defaults", anyColours, [], { optionIds: ["green", "blue"] }],
    ["after a pick replaces the default", calmColour, [pick("red")], { optionIds: ["red"] }],
    [
      "after two picks of one keeps the second",
      colour,
      [pick("red"), pick("green")],
      { optionIds: ["green"] },
    ],
    [
      "after two toggles of one keeps the second",
      colour,
      [toggle("red"), toggle("blue")],
      { optionIds: ["blue"] },
    ],
    [
      "after picks of many orders them as offered",
      colours,
      [pick("blue"), pick("red")],
      { optionIds: ["red", "blue"] },
    ],
    [
      "after picking the same twice has it once",
      colours,
      [pick("blue"), pick("blue")],
      { optionIds: ["blue"] },
    ],
    [
      "after a toggle takes one default away",
      anyColours,
      [toggle("green")],
      { optionIds: ["blue"] },
    ],
    ["after a clear may be empty where nothing is needed", anyColours, [clear], { optionIds: [] }],
    [
      "after a reset has the defaults again",
      anyColours,
      [clear, reset],
      { optionIds: ["green", "blue"] },
    ],
    ["with text is trimmed", name, [type("  Ada \n")], { optionIds: [], customText: "Ada" }],
    [
      "with text of their own drops an untouched default",
      ownColour,
      [type("pink")],
      { optionIds: [], customText: "pink" },
    ],
    [
      "with text erased again keeps the default",
      ownColour,
      [type("pink"), type(" ")],
      { optionIds: ["red"] },
    ],
    [
      "with text beside an option they picked keeps both",
      ownColour,
      [pick("red"), type("but darker")],
      { optionIds: ["red"], customText: "but darker" },
    ],
    [
      "with notes keeps those of options not taken, and leaves out empty ones",
      calmColour,
      [note("red", " too loud "), note("green", "  ")],
      { optionIds: ["blue"], optionNotes: { red: " too loud " } },
    ],
    [
      "with a note on an option toggled off and on keeps it",
      colours,
      [toggle("red"), note("red", "brand"), toggle("red"), toggle("red")],
      { optionIds: ["red"], optionNotes: { red: "brand" } },
    ],
  ])("%s", (_, question, actions, answer) => {
    const form = play(openForm([question]), ...actions, submit);

    expect(form.submitted).toEqual({ answers: [answer] });
    expect(form.refusal).toBeNull();
  });

  it("leaves out defaults that another program's question has no room for or does not offer", () => {
    const crowded = completeQuestion({ ...colours, defaultOptionIds: ["blue", "red", "green"] });
    const strange = completeQuestion({ ...colours, defaultOptionIds: ["pink", "blue"] });

    const form = play(openForm([crowded, strange]), submit);

    expect(form.submitted).toEqual({
      answers: [{ optionIds: ["red", "green"] }, { optionIds: ["blue"] }],
    });
  });

  it("carries the note about the whole", () => {
    const form = play(openForm([calmColour]), { type: "globalNote", text: " thanks " }, submit);

    expect(form.submitted).toEqual({ answers: [{ optionIds: ["blue"] }], globalNote: "thanks" });
  });

  it("ignores everything but a reset", () => {
    const form = play(openForm([calmColour]), submit);

    expect(play(form, pick("red"), clear, { type: "globalNote", text: "late" })).toBe(form);
    expect(play(form, reset)).toEqual(openForm([calmColour]));
  });
});

describe("a form refuses", () => {
  it.each<[string, Question, FormAction[], Refusal]>([
    [
      "an option it does not know",
      colour,
      [pick("pink")],
      { reason: "unknown_option", optionId: "pink" },
    ],
    [
      "a note on an option it does not know",
      colour,
      [note("pink", "x")],
      { reason: "unknown_option", optionId: "pink" },
    ],
    [
      "one option too many",
      colours,
      [toggle("red"), toggle("green"), toggle("blue")],
      { reason: "too_many", atMost: 2, given: 3 },
    ],
    ["text where only options count", colour, [type("pink")], { reason: "text_not_taken" }],
    ["to submit nothing", colour, [submit], { reason: "nothing_chosen" }],
    [
      "to submit a default that was taken away",
      calmColour,
      [toggle("blue"), submit],
      { reason: "nothing_chosen" },
    ],
    ["to submit no text", name, [type("  "), submit], { reason: "text_needed" }],
    [
      "to submit too few",
      asking({ selectionMode: "multi", minSelections: 2 }),
      [pick("red"), submit],
      { reason: "too_few", atLeast: 2, given: 1 },
    ],
  ])("%s", (_, question, actions, refusal) => {
    const before = play(openForm([question]), ...actions.slice(0, -1));
    const form = play(before, ...actions.slice(-1));

    expect(form).toEqual({ ...before, refusal: { questionIndex: 0, refusal } });
  });

  it.each<FormAction>([
    pick("red"),
    toggle("red"),
    type("pink"),
    note("red", "loud"),
    { type: "globalNote", text: "thanks" },
    { type: "goTo", index: 0 },
    { type: "next" },
    { type: "previous" },
    clear,
    reset,
    submit,
  ])("and forgets the refusal after an accepted $type", (action) => {
    expect(play(openForm([ownColour]), pick("pink"), action).refusal).toBeNull();
  });

  it("and goes to the first question that cannot be sent", () => {
    const form = play(openForm([calmColour, colour, name]), { type: "goTo", index: 2 }, submit);

    expect(form).toMatchObject({
      index: 1,
      refusal: { questionIndex: 1, refusal: { reason: "nothing_chosen" } },
    });
  });
});

describe("moving", () => {
  it.each<[string, FormAction[], number]>([
    ["next goes on", [{ type: "next" }], 1],
    ["next stops at the last", [{ type: "next" }, { type: "next" }, { type: "next" }], 2],
    ["previous stops at the first", [{ type: "previous" }], 0],
    ["goTo goes there", [{ type: "goTo", index: 2 }], 2],
    [
      "goTo ignores a question that is not there",
      [{ type: "next" }, { type: "goTo", index: 3 }],
      1,
    ],
    ["goTo ignores half a question", [{ type: "goTo", index: 0.5 }], 0],
    ["naming another question stays here", [{ ...pick("red"), questionIndex: 1 }], 0],
    ["reset starts over", [{ type: "next" }, reset], 0],
  ])("%s", (_, actions, index) => {
    expect(play(openForm([colour, colour, colour]), ...actions).index).toBe(index);
  });

  it("an action may name its question", () => {
    const form = play(
      openForm([colour, colour]),
      { ...pick("red"), questionIndex: 1 },
      { ...pick("red"), questionIndex: 7 },
    );

    expect([0, 1].map((index) => answerOf(form, index).optionIds)).toEqual([[], ["red"]]);
    expect(answerOf(form, 7)).toEqual({ optionIds: [], customText: "", optionNotes: {} });
  });
});

describe("auto-submit", () => {
  it.each<[string, Question[], FormAction[], { index?: number; sent: boolean }]>([
    ["sends a single question on a pick", [colour], [pick("red")], { sent: true }],
    ["sends a single question on a toggle", [colour], [toggle("red")], { sent: true }],
    ["sends when the default itself is picked", [calmColour], [pick("blue")], { sent: true }],
    [
      "does not send when the default is toggled away",
      [calmColour],
      [toggle("blue")],
      { sent: false },
    ],
    ["does not send many", [colours], [pick("red"), pick("blue")], { sent: false }],
    ["does not send text", [name], [type("Ada")], { sent: false }],
    ["does not send typed text beside options", [ownColour], [type("pink")], { sent: false }],
    ["does not send a refused pick", [colour], [pick("pink")], { sent: false }],
    ["goes on to the next question", [colour, colour], [pick("red")], { index: 1, sent: false }],
    [
      "sends after the last question",
      [colour, colour],
      [pick("red"), pick("blue")],
      { sent: true },
    ],
    [
      "does not take a default for an answer",
      [colour, calmColour],
      [pick("red")],
      { index: 1, sent: false },
    ],
    [
      "goes back to the question left open",
      [colour, colour, colour],
      [{ type: "goTo", index: 1 }, pick("red"), pick("red")],
      { index: 0, sent: false },
    ],
    [
      "stays off for an option of multi with one place",
      [asking({ selectionMode: "multi", maxSelections: 1 })],
      [pick("red")],
      { sent: false },
    ],
  ])("%s", (_, questions, actions, { index, sent }) => {
    const form = play(openForm(questions, { autoSubmit: true }), ...actions);

    expect(form.submitted !== null).toBe(sent);
    if (index !== undefined) expect(form.index).toBe(index);
  });

  it("is off unless asked for, and survives a reset", () => {
    expect(play(openForm([colour]), pick("red")).submitted).toBeNull();
    expect(
      play(openForm([colour], { autoSubmit: true }), pick("red"), reset, pick("blue")).submitted,
    ).not.toBeNull();
  });
});

describe("what surfaces show", () => {
  it("progress counts what the person answered, not the defaults", () => {
    const form = openForm([calmColour, colour, name]);

    expect(progress(form)).toEqual({ answered: 0, total: 3 });
    expect(progress(play(form, pick("blue"), { ...type("Ada"), questionIndex: 2 }))).toEqual({
      answered: 2,
      total: 3,
    });
  });

  it("clearing a question that needs nothing is an answer, clearing another is not", () => {
    expect(isAnswered(play(openForm([anyColours]), clear), 0)).toBe(true);
    expect(isAnswered(play(openForm([calmColour]), clear), 0)).toBe(false);
    expect(isAnswered(openForm([anyColours]), 5)).toBe(false);
  });

  it.each([
    ["a choice not made", colour, { optionIds: [] }, [1, 1, false, false]],
    ["a choice made", colour, { optionIds: ["red"] }, [0, 0, false, false]],
    ["room for one more", colours, { optionIds: ["red"] }, [0, 1, false, false]],
    ["text missing", name, { optionIds: [], customText: " " }, [0, 0, true, true]],
    ["text given", name, { optionIds: [], customText: "Ada" }, [0, 0, false, true]],
    [
      "text instead of an option",
      ownColour,
      { optionIds: [], customText: "pink" },
      [0, 1, false, true],
    ],
  ] as const)(
    "hints at %s",
    (_, question, { optionIds, ...rest }, [moreNeeded, moreAllowed, textNeeded, textAllowed]) => {
      const hint = hintFor(question, { optionIds: [...optionIds], ...rest });

      expect(hint).toEqual({ moreNeeded, moreAllowed, textNeeded, textAllowed });
    },
  );
});

describe("restoreForm", () => {
  const questions = [colours, ownColour];
  const left = play(
    openForm(questions),
    pick("blue"),
    note("red", "no"),
    { type: "next" },
    type("pi"),
  );

  it("brings back the form as it was left", () => {
    expect(restoreForm(questions, viaJson(draftOf(left)))).toEqual(left);
  });

  it("opens a sent form again with its answers, so that a lost reply can be sent again", () => {
    const sent = play(left, submit);
    const restored = restoreForm(questions, viaJson(sent));

    expect(restored.submitted).toBeNull();
    expect(play(restored, submit).submitted).toEqual(sent.submitted);
  });

  it("takes the submit mode of today over that of the draft", () => {
    expect(restoreForm(questions, draftOf(left), { autoSubmit: true }).autoSubmit).toBe(true);
  });

  const [first, second] = draftOf(left).entries;
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a word", "draft"],
    ["a list", [left]],
    ["no entries", { ...draftOf(left), entries: undefined }],
    ["an entry too few", { ...draftOf(left), entries: [first] }],
    ["an entry too many", { ...draftOf(left), entries: [first, second, second] }],
    ["an entry that is none", { ...draftOf(left), entries: [first, null] }],
    [
      "an unknown option",
      { ...draftOf(left), entries: [{ ...first, chosenIds: ["pink"] }, second] },
    ],
    [
      "an option that is no text",
      { ...draftOf(left), entries: [{ ...first, chosenIds: [{}] }, second] },
    ],
    [
      "too many options",
      { ...draftOf(left), entries: [{ ...first, chosenIds: ["red", "green", "blue"] }, second] },
    ],
    [
      "text where none is taken",
      { ...draftOf(left), entries: [{ ...first, text: "pink" }, second] },
    ],
    ["text that is a number", { ...draftOf(left), entries: [first, { ...second, text: 1 }] }],
    [
      "a note on an unknown option",
      { ...draftOf(left), entries: [{ ...first, notes: { pink: "x" } }, second] },
    ],
    [
      "a note that is a number",
      { ...draftOf(left), entries: [{ ...first, notes: { red: 1 } }, second] },
    ],
    ["notes in a list", { ...draftOf(left), entries: [{ ...first, notes: ["x"] }, second] }],
    ["an index past the end", { ...draftOf(left), index: 2 }],
    ["an index that is a name", { ...draftOf(left), index: "length" }],
    ["a note that is a list", { ...draftOf(left), globalNote: [] }],
  ])("opens a fresh form for %s", (_, draft) => {
    expect(restoreForm(questions, draft)).toEqual(openForm(questions));
  });

  it("never throws and never exceeds the questions, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.array(anyQuestion(), { minLength: 1, maxLength: 3 }),
        anyDraft(),
        (questions, draft) => {
          expectWithinBounds(restoreForm(questions, draft));
        },
      ),
    );
  });
});

describe("whatever a person presses", () => {
  it("selections stay within bounds and in order, states are never changed, sent replies are valid", () => {
    fc.assert(
      fc.property(anyForm(), fc.array(anyAction(), { maxLength: 30 }), (opened, actions) => {
        let form = deepFreeze(opened);
        for (const action of actions) {
          form = deepFreeze(reduceForm(form, action));
          expectWithinBounds(form);
          if (form.submitted !== null)
            expect(checkReply(form.questions, form.submitted)).toEqual([]);
          expect(restoreForm(form.questions, viaJson(form))).toEqual({
            ...form,
            refusal: null,
            submitted: null,
          });
          expect(restoreForm(form.questions, viaJson(draftOf(form)))).toEqual({
            ...form,
            refusal: null,
            submitted: null,
          });
        }
      }),
      { numRuns: rounds(300, 10_000) },
    );
  });

  it("a hint lacks nothing exactly when the answer can be sent", () => {
    fc.assert(
      fc.property(anyForm(), fc.array(anyAction()), (opened, actions) => {
        const form = play(opened, ...actions);
        for (const [index, question] of form.questions.entries()) {
          const { moreNeeded, textNeeded } = hintFor(question, answerOf(form, index));
          expect(moreNeeded === 0 && !textNeeded).toBe(
            refuseAnswer(question, answerOf(form, index)) === null,
          );
        }
      }),
    );
  });

  it("valid defaults nobody touched are the reply, however they look around", () => {
    const looking = fc.constantFrom<FormAction>(
      { type: "next" },
      { type: "previous" },
      { type: "goTo", index: 1 },
      reset,
    );
    fc.assert(
      fc.property(anyForm(), fc.array(looking), (opened, actions) => {
        const defaults = opened.questions.map((question) => ({
          optionIds: question.defaultOptionIds,
        }));
        fc.pre(checkReply(opened.questions, { answers: defaults }).length === 0);
        expect(play(opened, ...actions, submit).submitted).toEqual({ answers: defaults });
      }),
    );
  });
});

function asking(input: Omit<QuestionInput, "prompt">): Question {
  return questionFrom({ prompt: "Which colour?", options: [red, green, blue], ...input });
}

function pick(optionId: string) {
  return { type: "pick", optionId } as const;
}

function toggle(optionId: string) {
  return { type: "toggle", optionId } as const;
}

function type(text: string) {
  return { type: "type", text } as const;
}

function note(optionId: string, text: string) {
  return { type: "note", optionId, text } as const;
}

function play(form: FormState, ...actions: FormAction[]): FormState {
  return actions.reduce(reduceForm, form);
}

function viaJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

function expectWithinBounds(form: FormState): void {
  const answers = [
    ...form.questions.map((_, index) => answerOf(form, index)),
    ...(form.submitted?.answers ?? []),
  ];
  for (const [at, { optionIds }] of answers.entries()) {
    const { options, maxSelections } = form.questions[at % form.questions.length] ?? name;
    expect(optionIds.length).toBeLessThanOrEqual(maxSelections);
    expect(optionIds).toEqual(
      options.map((option) => option.id).filter((id) => optionIds.includes(id)),
    );
  }
}

const OPTION_IDS = ["1", "2", "10", "__proto__", "constructor"];

function anyQuestion(): fc.Arbitrary<Question> {
  return fc
    .record({
      mode: fc.constantFrom("single", "multi", "text_input", "hybrid"),
      ids: fc.shuffledSubarray(OPTION_IDS, { minLength: 1 }),
      bounds: fc.tuple(fc.nat(5), fc.nat(5)),
      defaults: fc.shuffledSubarray(OPTION_IDS),
    })
    .map(({ mode, ids, bounds, defaults }) => {
      if (mode === "text_input") return questionFrom({ prompt: "?", selectionMode: mode });
      const maxSelections = mode === "single" ? 1 : Math.min(ids.length, Math.max(1, ...bounds));
      return questionFrom({
        prompt: "?",
        selectionMode: mode,
        options: ids.map((id) => ({ id, label: `Option ${id}` })),
        defaultOptionIds: defaults.filter((id) => ids.includes(id)).slice(0, maxSelections),
        minSelections: Math.min(maxSelections, ...bounds),
        maxSelections,
      });
    });
}

function anyForm(): fc.Arbitrary<FormState> {
  return fc
    .tuple(fc.array(anyQuestion(), { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([questions, autoSubmit]) => openForm(questions, { autoSubmit }));
}

function anyAction(): fc.Arbitrary<FormAction> {
  const optionId = fc.constantFrom(...OPTION_IDS, "unknown");
  const text = fc.constantFrom("", "  ", "pink", " Ada\n");
  const index = fc.constantFrom(0, 1, 2, 3, 4, -1, 0.5, Number.NaN);
  const act = fc.oneof(
    { arbitrary: fc.record({ type: fc.constantFrom("pick", "toggle"), optionId }), weight: 6 },
    fc.record({ type: fc.constant("type"), text }),
    fc.record({ type: fc.constant("note"), optionId, text }),
    fc.record({ type: fc.constant("globalNote"), text }),
    fc.record({ type: fc.constant("goTo"), index }),
    fc.record({ type: fc.constantFrom("clear", "next", "previous", "reset", "submit") }),
  );
  return fc
    .tuple(act, fc.option(index, { nil: undefined }))
    .map(([action, at]) => ({ ...action, questionIndex: at }));
}

function anyDraft(): fc.Arbitrary<unknown> {
  const oneOf = (...arbitraries: fc.Arbitrary<unknown>[]) =>
    fc.oneof(fc.anything(), ...arbitraries);
  const ids = fc.array(fc.constantFrom(...OPTION_IDS));
  const entry = fc.record({
    chosenIds: oneOf(ids, fc.constant(null)),
    text: oneOf(fc.string()),
    notes: oneOf(fc.constant({})),
  });
  return oneOf(
    fc.record({
      index: oneOf(fc.nat(3)),
      entries: oneOf(fc.array(entry)),
      globalNote: oneOf(fc.string()),
    }),
  );
}
