import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { rounds } from "../../test/support/rounds.ts";
import { questionFrom } from "../core/ask/question.ts";
import { askFromChoice, type Choice, createChoiceStream, extractUserChoice } from "./extract.ts";
import { createFenceScanner } from "./fence-scanner.ts";
import { createRawScanner } from "./raw-scanner.ts";

const options = [
  { id: "1", label: "Postgres", description: "boring, fast" },
  { id: "2", label: "SQLite" },
];
const single = {
  type: "user_choice",
  question: "Which database?",
  context: "It stays for years.",
  options,
};
const normalised = {
  type: "user_choice",
  question: "Which database?",
  context: "It stays for years.",
  choices: options,
};

const fence = (value: unknown) => `\`\`\`json\n${written(value)}\n\`\`\``;
const written = (value: unknown) =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);
const choiceIn = (text: string) => extractUserChoice(text)?.choice ?? null;
const textOf = (text: string) => extractUserChoice(text)?.textWithoutChoice;

describe("the three kinds", () => {
  it("[K-01] a group of one question is a user_choice", () => {
    const group = {
      type: "user_choice_group",
      question: "Set-up",
      context: "Once.",
      choices: [single],
    };
    expect(choiceIn(fence(group))).toStrictEqual(normalised);
  });

  it("[K-01] a group of one without a context of its own keeps that of the group", () => {
    const { context: _, ...bare } = single;
    const group = {
      type: "user_choice_group",
      question: "Set-up",
      context: "Once.",
      choices: [bare],
    };
    expect(choiceIn(fence(group))).toMatchObject({ type: "user_choice", context: "Once." });
  });

  it("[K-01] a group of several questions is a user_choices form", () => {
    const second = {
      type: "user_choice",
      question: "Which login?",
      options: [{ id: "a", label: "OAuth" }],
    };
    const group = {
      type: "user_choice_group",
      question: "Set-up",
      context: "Once.",
      choices: [single, second],
    };
    expect(choiceIn(fence(group))).toStrictEqual({
      type: "user_choices",
      title: "Set-up",
      description: "Once.",
      questions: [
        { id: "q1", question: "Which database?", context: "It stays for years.", choices: options },
        { id: "q2", question: "Which login?", choices: [{ id: "a", label: "OAuth" }] },
      ],
    });
  });

  it.each(["options", "choices"])("[K-02] a user_choice has its options under %s", (name) => {
    const { options: _, ...rest } = single;
    expect(choiceIn(fence({ ...rest, [name]: options }))).toStrictEqual(normalised);
  });

  it("[K-02] of options and choices, those that are given are taken", () => {
    expect(choiceIn(fence({ ...single, choices: [] }))).toStrictEqual(normalised);
    expect(choiceIn(fence({ ...single, choices: options, options: [] }))).toStrictEqual(normalised);
  });

  it("[K-02] options without an id have their position as one, and numbers are ids too", () => {
    const choice = { ...single, options: [{ label: "A" }, { id: 7, label: "B" }] };
    expect(choiceIn(fence(choice))).toMatchObject({
      choices: [
        { id: "1", label: "A" },
        { id: "7", label: "B" },
      ],
    });
  });

  it.each<[string, unknown[], string[]]>([
    ["words alone", ["Yes", "No"], ["Yes", "No"]],
    ["numbers alone", [8, 16], ["8", "16"]],
    ["a number as its label", [{ id: "a", label: 80 }, { label: "443" }], ["80", "443"]],
    ["a null among them", [{ label: "A" }, null, "B"], ["A", "B"]],
  ])("[K-08] options are read as they are meant: %s", (_, options, labels) => {
    for (const name of ["options", "choices"]) {
      const { options: __, ...rest } = single;
      const choice = choiceIn(fence({ ...rest, [name]: options }));
      expect(choice).toMatchObject({ choices: labels.map((label) => ({ label })) });
    }
    const group = { type: "user_choice_group", choices: [{ question: "Q", options }, null] };
    expect(choiceIn(fence(group))).toMatchObject({ choices: labels.map((label) => ({ label })) });
  });

  const form = {
    type: "user_choices",
    title: "Set-up",
    description: "Once.",
    questions: [{ id: "db", question: "Which database?", context: "It stays.", choices: options }],
  };

  it("[K-03] a user_choices form is taken as it is, even with one question", () => {
    expect(choiceIn(fence(form))).toStrictEqual(form);
  });

  it("[K-03] a user_choices form with questions[].options is not recognised", () => {
    const wrong = { ...form, questions: [{ id: "db", question: "Which database?", options }] };
    const mixed = { ...form, questions: [...form.questions, ...wrong.questions] };
    expect([wrong, mixed].map((value) => extractUserChoice(fence(value)))).toEqual([null, null]);
  });

  it.each(["options", "choices"])(
    "[K-04] a group needs no type, and its parts may have %s",
    (name) => {
      const { options: _, ...rest } = single;
      const group = { question: "Set-up", choices: [{ ...rest, [name]: options }] };
      expect(choiceIn(fence(group))).toStrictEqual(normalised);
      expect(choiceIn(written(group))).toStrictEqual(normalised);
    },
  );

  it.each<[string, unknown]>([
    ["another type", { ...single, type: "choice" }],
    ["a user_choice without its type", { question: "Which?", options }],
    ["a group of bare options without its type", { question: "Which?", choices: options }],
    ["a group with neither type nor question", { choices: [single] }],
    ["no question", { type: "user_choice", options }],
    ["an empty question", { ...single, question: "  " }],
    ["no options", { type: "user_choice", question: "Which?" }],
    ["an option without a label", { ...single, options: [{ id: "1" }] }],
    ["options that are neither words nor objects", { ...single, options: [["A"], ["B"]] }],
    ["options that say nothing", { ...single, options: [null] }],
    ["an empty form", { type: "user_choices", questions: [] }],
    ["an empty group", { type: "user_choice_group", question: "Set-up", choices: [] }],
    ["a text", '"user_choice"'],
    ["nothing", "null"],
    ["what is not JSON", '{"type": "user_choice", question: "Which?"}'],
  ])("[K-08] %s is no choice, in a block or bare", (_, value) => {
    expect(extractUserChoice(`Before\n${fence(value)}\nAfter`)).toBeNull();
    expect(extractUserChoice(`Before\n${written(value)}\nAfter`)).toBeNull();
  });
});

describe("where it is found", () => {
  it("[K-06] a block goes before bare JSON, wherever each stands", () => {
    const bare = written({ ...single, question: "Bare?" });
    expect(choiceIn(`${bare}\n\n${fence(single)}`)).toStrictEqual(normalised);
    expect(choiceIn(`${fence(single)}\n\n${bare}`)).toStrictEqual(normalised);
  });

  it.each([
    ["on one line", `\`\`\`json ${JSON.stringify(single)}\`\`\``],
    ["with Windows line ends", fence(single).replaceAll("\n", "\r\n")],
    ["with more backticks", `\`${fence(single)}\``],
    ["behind a block that is no choice", `${fence({ name: "x" })}\n${fence(single)}`],
    ["behind a damaged block", `\`\`\`json\n{"a": "never closed}\n\`\`\`\n\n${fence(single)}`],
    ["behind a block that never ends", `\`\`\`json\n{"a": 1,\n\n${fence(single)}`],
  ])("[K-06] a block is found %s", (_, text) => {
    expect(choiceIn(text)).toStrictEqual(normalised);
  });

  it.each([["```"], ["```json\n{}\n```"], ['``` "quoted" \\'], ["}{```json"]])(
    "[K-06] a block whose strings contain %j is still one block",
    (code) => {
      const text = `Before\n${fence({ ...single, question: `What does ${code} mean?` })}\nAfter`;
      expect(choiceIn(text)).toMatchObject({ question: `What does ${code} mean?` });
      expect(textOf(text)).toBe("Before\n\nAfter");
    },
  );

  it.each(["```js", "```json5", "```jsonc", "``json", "```JSON"])(
    "[K-06] %s opens no such block",
    (opening) => {
      const text = `Before\n${opening}\n${written(single)}\n\`\`\`\nAfter`;
      expect(textOf(text)).toBe(`Before\n${opening}\n`);
    },
  );

  it.each([
    "a } brace and a { brace",
    'an escaped \\" quote }',
    "a backslash at the end \\",
    "{{{",
    "}",
  ])("[K-07] braces are balanced outside strings: %s", (words) => {
    const choice = { ...single, question: words };
    expect(choiceIn(`Which? ${JSON.stringify(choice)} And more } text.`)).toMatchObject({
      question: words,
    });
  });

  it.each([
    "Use { to open.",
    "if (x) {",
    "{}",
    "{ }",
    '{"',
    "a } too many",
    '{ "use strict"; }',
    "{name}",
  ])("[K-07] bare JSON is found behind prose such as %j", (prose) => {
    expect(choiceIn(`${prose}\n${written(single)}`)).toStrictEqual(normalised);
  });

  it.each([
    ["CSS", "a::before { content: '\"'; }"],
    ["Python", `d = {'a': 1, "b": 'x"y'}`],
    ["JSON that was left off", '{"a": 1,\n  ...'],
    ["a choice that was left off", '{"type": "user_choice", "question": "'],
  ])("[K-07] no object goes on behind the end of the block that it stands in: %s", (_, code) => {
    for (const end of ["\n```\n", "\n  ````\n", "\r\n```\r\n"]) {
      expect(textOf(`\`\`\`\n${code}${end}${written(single)}`)).toBe(`\`\`\`\n${code}${end}`);
    }
    expect(extractUserChoice(`{"a": "\n\`\` ${written(single)}`)).toBeNull();
  });

  it.each([
    ["in prose", 'The settings are {"a": 1, "b": [ and so on.\n\n'],
    ["with a quote left open", 'It says {"a": "b and so on.\n'],
    ["of a choice that was cut off", '{"type": "user_choice", "question": "Wh\n\n'],
    ["in a block of code", '```\n{"a": [\n```\n\nSo:\n{"b": {\n'],
    ["behind another one", '{"a": [\n{"b": [\n'],
  ])("[K-07] an object that never ends does not hide a choice behind it: %s", (_, damaged) => {
    expect(choiceIn(damaged + written(single))).toStrictEqual(normalised);
    expect(textOf(damaged + written(single))).toBe(damaged);
  });

  it("[K-07] what an object that ends contains on lines of its own is not behind it", () => {
    expect(extractUserChoice(`{"examples": [\n${written(single)}\n]}`)).toBeNull();
    expect(extractUserChoice(`{"examples": [\n  ${JSON.stringify(single)}`)).toBeNull();
  });

  it("[K-07] bare JSON begins with its type or its question", () => {
    const { type, ...rest } = single;
    expect(choiceIn(JSON.stringify({ ...rest, type }).replace("{", "{ \n\t"))).toMatchObject({
      question: rest.question,
    });
    expect(extractUserChoice(JSON.stringify({ title: "Why", ...single }))).toBeNull();
    expect(extractUserChoice(`{"context": "Why", ${JSON.stringify(single).slice(1)}`)).toBeNull();
  });

  it.each([
    ["a wrapper", `{"example": ${written(single)}}`],
    ["a wrapper of a kind we know", `{"type": "user_choice", "example": ${written(single)}}`],
    ["a wrapper with braces in its key", `{"/users/{id}": ${written(single)}}`],
    ["a wrapper that is not JSON", `{example: ${written(single)}}`],
    [
      "a group with a comma too many",
      `{"type": "user_choice_group", "question": "?", "choices": [${written(single)},]}`,
    ],
    [
      "a group with a line break in a string",
      `{"type": "user_choice_group", "question": "a\nb", "choices": [${written(single)}]}`,
    ],
    [
      "a group that was cut off",
      `{"type": "user_choice_group", "question": "?", "choices": [${written(single)}, {"type":`,
    ],
    ["a string", JSON.stringify({ type: "note", text: fence(single) })],
  ])("[K-08] nothing inside a rejected object is asked: %s", (_, outer) => {
    expect(extractUserChoice(outer)).toBeNull();
    expect(extractUserChoice(fence(outer))).toBeNull();
  });
});

describe("what is left of the text", () => {
  it("[K-09] of a block nothing stays, and all around it does", () => {
    expect(textOf(`Before\n\n${fence(single)}\n\nAfter`)).toBe("Before\n\n\n\nAfter");
    expect(textOf(fence(single))).toBe("");
    const other = fence({ name: "x" });
    expect(textOf(`${other} \n${fence(single)}  ${other}`)).toBe(`${other} \n  ${other}`);
  });

  it("[K-10] of bare JSON the text before it stays, and all after it goes", () => {
    expect(textOf(`Before: \n${written(single)}\n---\nAfter`)).toBe("Before: \n");
    expect(textOf(`${written(single)} After ${written(single)}`)).toBe("");
  });

  it("[K-10] a reply without a choice is left alone", () => {
    expect(
      ["", "Hello", "```json\n{}\n```", '{"type": "function"}'].map(extractUserChoice),
    ).toEqual([null, null, null, null]);
  });

  it("[K-23] only the first choice is asked; the others stay in the text like any other", () => {
    const second = { ...single, question: "And then?" };
    expect(choiceIn(`${fence(single)}\n${fence(second)}`)).toStrictEqual(normalised);
    expect(textOf(`${fence(single)}\n${fence(second)}`)).toBe(`\n${fence(second)}`);
    expect(choiceIn(`${written(single)}\n${written(second)}`)).toStrictEqual(normalised);
  });
});

describe("a reply that is still being written", () => {
  const { type: _, ...untyped } = single;
  const part = fc.constantFrom(
    "Some words. ",
    "`code` ",
    "``` ",
    "x```",
    "  `",
    "```json\n",
    "\n```\n",
    "\n  ```\n",
    "{",
    '{"a": ',
    "}",
    '"',
    "\\",
    ", ",
    "\n",
    '{"type": "object"}',
    fence(single),
    fence({ choice: single }),
    JSON.stringify(single),
    written({ question: "Set-up", choices: [untyped, untyped] }),
    `{"note": ${JSON.stringify(single)}}`,
    '\n{"a": [\n',
    ...['```json\n{"a":', '{"type":"user_choice","x":\n', "\t\n", "\n``", "`````json "],
    `\n${JSON.stringify(single)}\n`,
    fence({ ...single, options: ["Yes", null, 8] }),
  );
  const reply = fc
    .array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join(""));
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });

  it("shows and asks what the whole reply would, however it is cut", () => {
    fc.assert(
      fc.property(reply, sizes, (text, cuts) => {
        const whole = extractUserChoice(text);
        const streamed = streamOf(chunksOf(text, cuts));
        expect(streamed.choice).toEqual(whole?.choice ?? null);
        expect(streamed.shown).toBe(whole?.textWithoutChoice ?? text);
      }),
      { numRuns: rounds(800, 30_000) },
    );
  });

  it("never shows a part of the choice that it asks", () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(fence(single), written(single)), (cuts, choice) => {
        const stream = createChoiceStream();
        const shown = chunksOf(`Before ${choice}`, cuts).map((chunk) => stream.push(chunk));
        expect("Before ".startsWith(shown.join(""))).toBe(true);
        expect(shown.join("") + stream.end().text).toBe("Before ");
      }),
    );
  });

  it.each([
    ["Words, `code`, and (braces) ", ""],
    ['A schema: {"type": "object", "properties": {', ""],
    ['An object: {"name": {"type": "user_choice", ', ""],
    ["```js\nconst a = { b: 1 };\n", ""],
    ["Behind a damaged block ```json\n{ x ", ""],
    ["Perhaps a block: ", "```js"],
    ["Perhaps a choice: ", '{\n "typ'],
    ["Perhaps a choice: ", '{"type": "user_choice", "question": "Wh'],
    ["Perhaps a block: ", '```json\n{"name": "x"'],
  ])("holds back only what may be a choice: %j", (free, held) => {
    const stream = createChoiceStream();
    expect([...(free + held)].map((character) => stream.push(character)).join("")).toBe(free);
    expect(stream.end()).toEqual({ text: held, choice: null });
  });

  it("ends an object with a block's line, wherever that is cut", () => {
    const stream = createChoiceStream();
    const pieces = ['{"a":', "\n``", '`{"ty'];
    expect(pieces.map((piece) => stream.push(piece)).join("")).toBe('{"a":\n```');
    expect(stream.end()).toEqual({ text: '{"ty', choice: null });
  });

  it.each([
    ...["`", "``", "x``` y ```", "  x  ``` ```", "\t`` ", "é ```", "\r```", "`\n", "` ```\n\n"],
    ..."x".repeat(63).concat("` ```", "\n", "`x ```".repeat(900)).split("\n"),
  ])("tells backticks within a line from those that begin one: %j", (line) => {
    const behind = `words ${JSON.stringify(single)}`;
    expect(choiceIn(`{"a": ${line}\n  \`\`\`\n${behind}`)).toStrictEqual(normalised);
    expect(choiceIn(`{"a": ${line} x \`\`\`\n${behind}`)).toBeNull();
  });

  it("lets everything through at once after the block", () => {
    const stream = createChoiceStream();
    expect(stream.push(`Before ${fence(single)} after \`\`\`json {`)).toBe(
      "Before  after ```json {",
    );
    expect(stream.push("```json")).toBe("```json");
    expect(stream.end()).toEqual({ text: "", choice: normalised });
  });

  function streamOf(chunks: string[]) {
    const stream = createChoiceStream();
    const shown = chunks.map((chunk) => stream.push(chunk)).join("");
    const { text, choice } = stream.end();
    return { shown: shown + text, choice };
  }

  function chunksOf(text: string, sizes: number[]): string[] {
    const chunks: string[] = [];
    for (let at = 0, turn = 0; at < text.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      chunks.push(text.slice(at, at + size));
      at += size;
    }
    return chunks;
  }
});

describe("hostile text", () => {
  it("never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.json().map((json) => fence(json)),
    );
    fc.assert(
      fc.property(text, (value) => void extractUserChoice(value)),
      { numRuns: rounds(500, 20_000) },
    );
    expect(
      extractUserChoice(`{"type":${'{"type":'.repeat(100_000)}1${"}".repeat(100_001)}`),
    ).toBeNull();
    expect(
      extractUserChoice(`\`\`\`json{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}\`\`\``),
    ).toBeNull();
  });

  // Compares how the time grows, not how long it takes: the text is eight times as long, so squares
  // would take 64 times as long. Takes the best of several runs, because other work only adds time.
  it.each([
    ["{"],
    ['{"'],
    ['{"type":'],
    ['{"type": "user_choice", "question": "'],
    ['{"a": x \\" '],
    ["```json"],
    ["```json{"],
    ['```json{"a":"'],
    ['```json{"a":1}'],
    ["```json{}```"],
    ["{ "],
    ["{a"],
    ['\\"'],
    ["`"],
    [`${JSON.stringify(single)},`],
  ])("takes time in proportion to its length: %j", (unit) => {
    const text = (length: number) => unit.repeat(Math.ceil(length / unit.length));
    const [short, long] = [text(30_000), text(240_000)];
    for (const run of [(value: string) => extractUserChoice(value), inSmallPieces]) {
      expect(
        growth(
          () => run(short),
          () => run(long),
        ),
      ).toBeLessThan(4 * 8);
    }
  });

  function inSmallPieces(text: string) {
    const stream = createChoiceStream();
    for (let at = 0; at < text.length; at += 7) stream.push(text.slice(at, at + 7));
    return stream.end();
  }

  /** The smallest of several ratios: quadratic code shows a large one in every attempt. */
  function growth(short: () => unknown, long: () => unknown): number {
    const shortest = Math.min(...Array.from({ length: 5 }, () => processorTime(short)));
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 25 && ratio >= 4 * 8; attempt++)
      ratio = Math.min(ratio, processorTime(long) / shortest);
    return ratio;
  }
});

/** Counts the characters that are looked at, each as often as it is, and those read as JSON. */
describe("work", () => {
  it.each([
    ..."{ { {a {' {\" {{ [{ ` ``` ~~~".split(" "),
    ...["{ ", "` ", "``` ", "```json", "```json\n", "```json {", "```json{}```"],
    ...['{"type": ', '{"type": "user_choice", ', '{"question": "a", "x": {', '{"a":\n{"question":'],
    ...[
      '{"a":1}',
      '{"type":"user_choice"}',
      '{"question":"a"}\n',
      '{"type": "other", "a": [1, {}]} ',
    ],
    ...['{"type":"user_choice","question":"a","options":[{}]}', '{"type": "\\\\\\"', "{'a': \"b"],
    '```json\n{"type":"user_choice","question":"a","options":[{}]}\n```\n',
    '```\n{"a": [\n{"b": [\n```\n',
    ...[
      '```json{"a":\n    1,\n',
      '```json{"a":"\u00a0',
      "{\n",
      '{"a":\n`` ',
      "````json\n```json\n",
    ],
  ])("is few looks at each character, however it is cut: %j", (unit) => {
    // Short pieces are also put together again where an opening was cut.
    for (const [length, size, most] of [
      [1_000_000, 2_000_000, 3],
      [60_000, 1_000, 4.1],
      [60_000, 7, 6],
    ] as const) {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const fences = createFenceScanner();
      const raw = createRawScanner({ readings: fences.readings });
      for (let at = 0; at < text.length; at += size) {
        const piece = text.slice(at, at + size);
        expect(fences.read(piece) ?? raw.read(piece)).toBeNull();
      }
      expect(raw.end()).toBeNull();
      expect((fences.looked() + raw.looked()) / text.length).toBeLessThanOrEqual(most);
    }
  });

  it("ends with the reply that nobody writes: thousands of choices that are none", () => {
    const none = JSON.stringify({ ...single, options: [{}] });
    expect(choiceIn(`${`${none}\n`.repeat(900)}${written(single)}`)).toStrictEqual(normalised);
    expect(choiceIn(`${`${none}\n`.repeat(1_100)}${written(single)}`)).toBeNull();
    expect(choiceIn(`${fence(none)}\n`.repeat(1_100) + fence(single))).toBeNull();
    expect(choiceIn(JSON.stringify({ ...single, context: "x".repeat(600_000) }))).toBeNull();
  });
});

describe("as an ask", () => {
  const ask = (value: unknown) => askFromChoice(choiceIn(fence(value)) as Choice);

  it("is hybrid with one selection at most", () => {
    const { questions, context } = ask(single);
    expect(context).toBe("It stays for years.");
    expect(questions.map(questionFrom)).toMatchObject([
      {
        prompt: "Which database?",
        selectionMode: "hybrid",
        options,
        minSelections: 1,
        maxSelections: 1,
      },
    ]);
  });

  it("takes several selections where the model says so", () => {
    expect(ask({ ...single, multiSelect: true }).questions.map(questionFrom)).toMatchObject([
      { selectionMode: "hybrid", minSelections: 0, maxSelections: 2 },
    ]);
  });

  it("is free text without options", () => {
    expect(ask({ ...single, options: [] }).questions.map(questionFrom)).toMatchObject([
      { selectionMode: "text_input" },
    ]);
  });

  it("keeps each question's context with its words, and the form's with the ask", () => {
    const form = {
      type: "user_choice_group",
      question: "Set-up",
      context: "Once.",
      choices: [single, single],
    };
    const { questions, context } = ask(form);
    expect(context).toBe("Set-up\n\nOnce.");
    expect(questions.map(({ prompt }) => prompt)).toEqual(
      Array(2).fill("Which database?\n\nIt stays for years."),
    );
  });

  it("offers what is longer than a choice can be, cut, with all that there is room for beside it", () => {
    const label = "👍 *bold* ".repeat(1_000);
    const long = [
      { id: "i".repeat(300), label, description: "d".repeat(9_000) },
      { label: "Short" },
    ];
    const { questions } = ask({ ...single, question: "q".repeat(200_000), options: long });
    const [question] = questions.map(questionFrom);
    expect(question?.prompt).toHaveLength(100_000);
    expect(question?.options.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(question?.options[0]?.label).toMatch(/^👍 \*bold\* 👍[\s\S]*…$/u);
    expect(question?.options[0]?.description?.startsWith(label.slice(0, 3_000))).toBe(true);
    expect(JSON.stringify(questions)).not.toMatch(/\\ud[89a-f]/);
  });

  it("tells options apart by position when the model used an id twice", () => {
    const twice = [
      { id: "1", label: "A" },
      { id: "1", label: "B" },
      { id: "x", label: "C" },
    ];
    const { questions } = ask({ ...single, options: twice });
    expect(questions[0]?.options?.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });
});
