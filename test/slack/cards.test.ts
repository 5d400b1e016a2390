/** What people read on a card: code as code, Markdown as Markdown, and nothing that Slack acts upon. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ask } from "../../src/core/ask/ask.ts";
import { settle } from "../../src/core/ask/ask.ts";
import { openForm, reduceForm } from "../../src/core/ask/form.ts";
import { completeQuestion, type QuestionInput } from "../../src/core/ask/question.ts";
import type { Locale } from "../../src/core/locale.ts";
import { cardMessages } from "../../src/surfaces/slack/render/card.ts";
import { fallbackTexts } from "../../src/surfaces/slack/render/fallback.ts";
import { harmless, segmentsOf } from "../../src/surfaces/slack/render/markdown.ts";
import { replyMessages } from "../../src/surfaces/slack/render/reply.ts";
import { settledMessages } from "../../src/surfaces/slack/render/settled.ts";
import { deleting } from "../support/permissions.ts";
import { faultInMessage } from "../support/slack-limits.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";

const cardOf = (ask: Ask, locale: Locale = "en") =>
  cardMessages({ ask, form: openForm(ask.questions), locale });
/** Code as it is shown, letter by letter. */
const codeIn = (messages: { blocks: unknown[] }[]) =>
  JSON.parse(JSON.stringify(messages))
    .flatMap(({ blocks }: { blocks: { elements?: unknown[] }[] }) => blocks)
    .flatMap(({ elements = [] }: { elements?: unknown[] }) => elements)
    .filter(({ type }: { type: string }) => type === "rich_text_preformatted")
    .map(({ elements }: { elements: { text: string }[] }) =>
      elements.map(({ text }) => text).join(""),
    );

describe("a permission", () => {
  it("shows its command letter by letter, and its warning once", () => {
    const command = "rm -rf **/*.tmp && echo '`<!channel>` *x* ~~~ &amp;'";
    const [card] = cardOf(asked(deleting(command)));
    expect(codeIn([card as never])).toEqual([command]);
    const words = wordsIn(card as never);
    expect(words).toContain("⚠ Look twice. Deletes files.");
    expect(words.match(/⚠/gu)).toHaveLength(1);
    expect(words).not.toContain("```");
  });

  it("is in the reader's language, but for the command", () => {
    const [card] = cardOf(asked(deleting()), "ko");
    expect(wordsIn(card as never)).toMatch(
      /한 번 더 확인하세요[\s\S]*실행하려고[\s\S]*rm -rf build/,
    );
    expect(elementsOf(card as never).map(({ text }) => text.text)).toEqual([
      ...["1. 거부", "2. 이번만 허용", "✏️ 직접 입력"],
    ]);
    expect(wordsIn(card as never)).not.toMatch(/Look twice|wants to|Deny/);
  });

  it("shows a plan as Markdown that hides nothing", () => {
    const plan =
      "## Plan\n\n1. [safe](https://evil.example) <!-- rm -rf / -->\n\n[x]: https://evil.example";
    const [card] = cardOf(
      asked({
        returnPath: "hook",
        presentation: {},
        questions: [
          {
            prompt: `Claude Code has a plan and asks to go ahead with it:\n\n${plan}`,
            options: [
              { id: "approve", label: "Approve" },
              { id: "plan", label: "Keep planning" },
            ],
          },
        ],
      }),
    );
    expect(card?.blocks[0]).toMatchObject({ type: "markdown" });
    expect(wordsIn(card as never)).toContain(
      "1. safe (https://evil.example) <\u2060!-- rm -rf / -->",
    );
    expect(faultInMessage(card as never)).toBeNull();
    expect(elementsOf(card as never).map(({ action_id }) => action_id)).toEqual([
      ...["user_choice_approve", "user_choice_plan"],
    ]);
  });

  it("has a confirmation that shows as much of the action as fits", () => {
    const [card] = cardOf(asked(deleting(`rm -rf ${"x/".repeat(300)}`)));
    const { text, confirm } = elementsOf(card as never).find(({ style }) => style === "danger");
    expect(text.text).toBe("2. Allow once");
    expect(confirm.text.text).toMatch(/^Deletes files\. It cannot be undone\.\n\nrm -rf x\/.*…$/);
  });
});

describe("what may be said in the thread", () => {
  const options = [{ label: "A" }, { label: "B" }];
  const unclear = { presentation: { risk: { level: "unclear", reasons: ["unclear"] } } };
  const dialog = (length: number) => ({
    ...unclear,
    questions: [
      {
        prompt: `Claude Code wants to run this command:\n\n\`\`\`sh\n${"x".repeat(length)}\n\`\`\``,
        options: [
          { id: "allow", label: "Allow once" },
          { id: "deny", label: "Deny" },
        ],
        selectionMode: "hybrid" as const,
      },
    ],
  });
  it.each([
    ["a choice", inChannel({ prompt: "Which?", options }), /by number or in your own words/],
    [
      "options only",
      inChannel({ prompt: "Which?", options, selectionMode: "single" }),
      /by number\./,
    ],
    ["words only", inChannel({ prompt: "Why?", selectionMode: "text_input" }), /in this thread\./],
    ["a form", inChannel({ prompt: "A?", options }, { prompt: "B?", options }), /`1: 2, 2: 1`/],
    ["a permission", asked(dialog(20)), /by number\. Your own words deny it/],
    ["what destroys", asked(hybrid(deleting())), /can only deny it/],
    ["what does not fit", asked(dialog(20_000)), /can only deny it/],
  ])("is told by the card: %s", (_, ask, expected) => {
    const lastLine = (locale: Locale) => JSON.stringify(cardOf(ask, locale).at(-1)?.blocks.at(-1));
    expect(lastLine("en")).toMatch(expected);
    expect(lastLine("ko")).toMatch(/이 스레드에/u);
    if (/deny/.test(String(expected))) expect(fallbackTexts(ask, "en").at(-1)).toMatch(/deny it/);
  });
});

describe("a question", () => {
  const prompt = "Which **one**?\n\n```ts\nconst a = `b`;\n```\n\nSee [here](https://example.com).";
  const options = [{ label: "**A**", description: "uses `x`" }, { label: "B" }];

  it("shows Markdown as Markdown, code as code, and labels without marks", () => {
    const ask = inChannel({ prompt, options });
    const [card] = cardOf(ask);
    expect(card?.blocks.slice(0, 3)).toMatchObject([
      { type: "markdown", text: "Which **one**?" },
      { type: "rich_text" },
      { type: "markdown", text: "See here (https://example.com)." },
    ]);
    expect(codeIn([card as never])).toEqual(["const a = `b`;"]);
    expect(
      elementsOf(card as never)
        .map(({ text }) => text.text)
        .slice(0, 2),
    ).toEqual(["1. A", "2. B"]);
    const answers = [{ optionIds: ["1"] }];
    const provenance = { by: "person" as const, surface: "slack", who: "Ada", at: ask.createdAt };
    const [done] = settledMessages(
      settle(ask, { status: "completed", reply: { answers }, provenance }),
      "en",
    );
    expect(wordsIn(done as never)).toMatch(/^Which one\? …\n→ \*1\. A\*/);
  });

  it("can be changed beside what was chosen, and keeps its form's number", () => {
    const ask = inChannel(
      { prompt, options, multiSelect: true, selectionMode: "hybrid" },
      { prompt: "# Heading", options },
    );
    const form = reduceForm(openForm(ask.questions), {
      type: "pick",
      questionIndex: 0,
      optionId: "1",
    });
    const [card] = cardMessages({ ask, form, locale: "en" });
    expect(card?.blocks.filter(({ type }) => type === "markdown")[0]).toMatchObject({
      text: expect.stringMatching(/^\*\*1\.\*\* Which \*\*one\*\*\?/),
    });
    expect(wordsIn(card as never)).toContain("**2.**\n\n# Heading");
    const change = card?.blocks.find((block) => "accessory" in block);
    expect(change).toMatchObject({ text: { text: "Choose up to 2. · ✅ 1. A" } });
  });
});

describe("a reply", () => {
  it("keeps each part of long code in a block of its own, and loses nothing", () => {
    const rows = Array.from({ length: 900 }, (_, at) => `const row${at} = "${"x".repeat(20)}";`);
    const said = `Before\n\n\`\`\`ts\n${rows.join("\n")}\n\`\`\`\n\nAfter **it**`;
    const messages = replyMessages(said, null, "en");
    expect(messages.length).toBeGreaterThan(2);
    expect(
      codeIn(messages as never)
        .join("\n")
        .split("\n"),
    ).toEqual(rows);
    expect(JSON.stringify(messages)).not.toContain("```");
    expect(messages.at(-1)?.blocks.at(-1)).toEqual({ type: "markdown", text: "After **it**" });
  });

  it("keeps its earlier messages when more is said", () => {
    const part = fc.constantFrom(
      "Words and words. ".repeat(90),
      "\n\n",
      "\n```\ncode();\n```\n",
      "- x\n",
      "<@U1> ",
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 4, maxLength: 40 }), fc.nat(), (parts, cut) => {
        const said = parts.join("");
        const before = replyMessages(said.slice(0, cut % said.length), "working", "en");
        const after = replyMessages(said, "working", "en");
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
        for (const message of after) expect(faultInMessage(message)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it("shows no half of a choice while it is written, and no fence that it stood in", () => {
    const said = 'Look.\n\n```\n{"type": "user_choice", "question": "Wh';
    expect(wordsIn(replyMessages(said, "working", "en")[0] as never)).toBe("Look.\n⏳ working");
  });
});

it.each([
  ["<!channel> and <@U1> and <#C1>", "<\u2060!channel> and <\u2060@U1> and <\u2060#C1>"],
  ["@here, @channel", "@\u2060here, @\u2060channel"],
  ["ada@here.com", "ada@here.com"],
  ["<https://evil.example|click>", "<\u2060https://evil.example|click>"],
  ["[click](https://evil.example)", "click (https://evil.example)"],
  ["![click](https://evil.example)", "click (https://evil.example)"],
  ["[a][b]\n[b]: https://evil.example", "[a] [b]\n[b] : https://evil.example"],
  ["[ ] open, [x] done, a[0](b)", "[ ] open, [x] done, a[0] (b)"],
  ["**bold** `code` a < b && c > d", "**bold** `code` a < b && c > d"],
])("Slack acts upon nothing in %j", (given, shown) => {
  expect(harmless(given)).toBe(shown);
  expect(harmless(shown)).toBe(shown);
});

it.each([
  ["a\n```js\nb\n```\nc", ["a", "b", "c"]],
  ["a\n~~~\n```\nb\n~~~", ["a", "```\nb"]],
  ["````\n```\nb\n```\n````", ["```\nb\n```"]],
  ["1. x\n   ```\n   b\n   ```", ["1. x", "   b"]],
  ["a\n```\nnever ends", ["a", "never ends"]],
  ["```\n```", []],
  ["use ```inline``` here", ["use ```inline``` here"]],
])("code is told from prose in %j", (given, parts) => {
  expect(segmentsOf(given).map(({ text }) => text)).toEqual(parts);
});

function asked(permission: {
  questions: QuestionInput[];
  presentation?: unknown;
  returnPath?: unknown;
}): Ask {
  return {
    ...inChannel(...permission.questions),
    ...(permission as Partial<Ask>),
    questions: permission.questions.map((question) =>
      completeQuestion({ selectionMode: "single", ...question }),
    ),
  };
}

/** Own words are taken too, as in every agent's dialog. */
function hybrid({ questions, ...others }: ReturnType<typeof deleting>) {
  return {
    ...others,
    questions: questions.map((one) => ({ ...one, selectionMode: "hybrid" as const })),
  };
}

function inChannel(...questions: QuestionInput[]): Ask {
  return {
    id: "1f8b6c1e-6f0e-4a53-9d0f-0f6a5a3b7c11",
    questions: questions.map((question) => completeQuestion(question)),
    ...{ source: { kind: "agent" }, returnPath: "channel", urgency: "normal" },
    ...{ createdAt: "2026-03-01T09:30:00.000Z", expiresAt: null, onTimeout: "none" },
    ...{ owner: null, outcome: null },
  } as Ask;
}
