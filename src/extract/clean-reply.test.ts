import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CleanOptions, cleanReply } from "./clean-reply.ts";
import { extractUserChoice } from "./extract.ts";

const good = { type: "user_choice", question: "Which?", options: [{ label: "A" }, { label: "B" }] };
const bad = { ...good, options: [{ id: "1" }] };
const fence = (value: unknown, open = "```json", close = "```") =>
  `${open}\n${JSON.stringify(value, null, 2)}\n${close}`;
const bare = JSON.stringify(good);

/** As Slack shows a whole reply. */
function shown(reply: string) {
  const found = extractUserChoice(reply);
  return cleanReply(found?.textWithoutChoice ?? reply, { hasChoice: found !== null });
}

describe("what stood around a choice", () => {
  it.each([
    ["a block without a language", `Before\n${fence(good, "```")}\nAfter`, "Before\n"],
    ["a block of tildes", `Before\n${fence(good, "~~~json", "~~~")}`, "Before\n"],
    ["a block of another language", `Before\n${fence(good, "```javascript")}`, "Before\n"],
    ["a list in a block", `Before\n${fence([good])}\nAfter`, "Before\n"],
    ["a list", `Before: [${bare}]`, "Before: "],
    ["brackets", `Before ( [ ${bare} ] )`, "Before "],
    ["an ordinary block", `Before\n${fence(good)}\nAfter`, "Before\n\nAfter"],
  ])("leaves no litter: %s", (_, reply, text) => {
    expect(shown(reply)).toEqual({ text, problems: [], hasSecond: false });
  });

  it.each([
    ["a block of code", "Code:\n```js\nlet a = {b: 1}\n```\n"],
    ["a block of code before a choice", `\`\`\`js\nlet a = {b: 1}\n\`\`\`\n${bare}`],
    ["JSON of another kind", fence({ question: "2 + 2?", choices: ["3", "4"], answer: 1 })],
    ["a question with its answer", '{"question": "Why?", "answer": "Because."}'],
    ["a choice in an example", fence({ example: bad })],
    ["words in brackets", `See [this](https://example.com) (and that)`],
  ])("stays: %s", (_, reply) => {
    expect(shown(reply).text).toBe(reply.replace(bare, ""));
  });
});

describe("what cannot be read", () => {
  it.each<[string, unknown, RegExp]>([
    ["an option without a label", bad, /^options\[0\]\.label is missing\.$/],
    ["no options", { type: "user_choice", question: "Q" }, /^options is missing\.$/],
    ["options that are no list", { ...good, options: "A, B" }, /^options is not a list\.$/],
    ["no question", { ...good, question: " " }, /^question is missing\.$/],
    [
      "a form with options",
      { type: "user_choices", questions: [{ question: "Q", options: ["A"] }] },
      /^questions\[0\]\.choices is missing\.$/,
    ],
    [
      "a part of a group",
      { type: "user_choice_group", choices: [good, { question: "Q" }] },
      /^choices\[1\]\.options is missing\.$/,
    ],
    ["no type", { question: "Which?", options: ["A", "B"] }, /^type is missing/],
  ])("is hidden, and what is wrong is told: %s", (_, value, problem) => {
    const json = JSON.stringify(value);
    for (const part of [fence(value), fence(value, "```"), fence(value, "~~~", "~~~"), json]) {
      const { text, problems } = shown(`Before\n${part}\nAfter`);
      expect(text).toMatch(/^Before\n+After$/);
      expect(problems).toEqual([expect.stringMatching(problem)]);
    }
  });

  it.each([
    ["a comma too many", `{"type": "user_choice", "question": "Q", "options": ["A",]}`],
    ["a line break in a string", `{"type": "user_choice", "question": "a\nb", "options": ["A"]}`],
  ])("is hidden if it is no JSON: %s", (_, json) => {
    for (const part of [json, `\`\`\`json\n${json}\n\`\`\``]) {
      const { text, problems } = shown(`Before\n${part}\nAfter`);
      expect(text).toMatch(/^Before\n+After$/);
      expect(problems).toEqual([expect.stringMatching(/^It is no valid JSON: /)]);
    }
  });

  it("is hidden if the agent ended in the middle of it", () => {
    const half = fence(good).slice(0, 60);
    expect(shown(`Before\n${half}`)).toMatchObject({
      text: "Before\n",
      problems: [expect.stringMatching(/JSON/)],
    });
  });
});

it("a second choice is hidden too, however it is written", () => {
  const second = { ...good, question: "And then?" };
  const json = JSON.stringify(second);
  for (const reply of [
    `${fence(good)}\nAnd\n${fence(second)}\n`,
    `${fence(good)}\nAnd\n${fence(second, "```")}\n`,
    `${fence(good)}\nAnd\n${json}\n`,
    `${json}\nAnd\n${fence(good)}\n`,
  ]) {
    const { text, hasSecond, problems } = shown(reply);
    expect(text.trim()).toBe("And");
    expect([hasSecond, problems]).toEqual([true, []]);
  }
});

it("what is shown while a reply is written only ever grows, and never shows half a choice", () => {
  const part = fc.constantFrom(
    ...["Words. ", "\n", "```", "~~~", "\n```js\nlet a = {};\n```\n", "[", "(", "{", "`code` "],
    ...[fence(bad), fence(good, "```"), JSON.stringify(bad), bare, '{"a": 1}', "\n\n"],
  );
  const reply = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(reply, (text) => {
      const open: CleanOptions = { isOpen: true };
      let before = "";
      for (let end = 0; end <= text.length; end += 3) {
        const now = cleanReply(text.slice(0, end), open).text;
        expect(now).not.toContain('"user_choice"');
        expect(now.startsWith(before.trimEnd())).toBe(true);
        before = now;
      }
    }),
    { numRuns: 300 },
  );
});
