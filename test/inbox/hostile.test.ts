/** Whatever an agent writes, the terminal receives only the inbox's own escape sequences. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AskInput } from "../../src/desk/desk.ts";
import { openInboxTest } from "../support/inbox.ts";

// Pieces that an agent might send: a control sequence and its payload.
const PIECES = [
  ...[
    "\u001b[31mred",
    "\u001b[2J",
    "\u001b[?1049l",
    "\u001b[6n",
    "\u001b[20t",
    "\u001bc",
    "\u001b(0",
  ],
  ...[
    "\u001b]0;evil\u0007",
    "\u001b]52;c;ZXZpbA==\u0007",
    "\u001b]8;;https://evil\u001b\\x\u001b]8;;\u001b\\",
    "\u001b]9;evil\u001b\\",
  ],
  ...[
    "\u001bP+q544e\u001b\\",
    "\u001b_evil\u001b\\",
    "\u001b^evil\u001b\\",
    "\u001b]52;c;never ends",
    "\u001b",
    "\u001b[",
  ],
  ...[
    "\u009b31m",
    "\u009d0;evil\u009c",
    "\u0090evil\u009c",
    "\u0085",
    "\u008e",
    "\u0007",
    "\b\b\b",
    "\r",
    "\u007f",
    "\u0000",
  ],
  ...[
    "\u202egnihton\u202c",
    "\u2066x\u2069",
    "\u200e",
    "\u200b",
    "\u00ad",
    "\ufeff",
    "\u2028",
    "\u{e0041}",
    "\u034f",
  ],
  ...[
    "&#27;[31m",
    "&#x9b;2J",
    "`\u001b[1m`",
    "[a](x\u001b]0;t\u0007)",
    "```ts\n\u001b[2Jconst\n```",
    "|a\u001b[2J|\n|-|",
    "# \u001bc",
  ],
  ...["plain words", "한글", "👩‍👩‍👧", "e\u0301", "\n", "\t", "```diff\n+\u009b2J\n```"],
];
const text = fc.array(
  fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 8 })),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const words = text.map((pieces) => `w ${pieces.join("")}`);

const ask = fc.record({
  title: words.map((value) => value.slice(0, 190)),
  prompt: words,
  context: words,
  labels: fc.uniqueArray(words, { minLength: 1, maxLength: 3 }),
  description: words,
  placeholder: words.map((value) => value.slice(0, 400)),
  project: words,
  agentId: words,
});

// Our own sequences: placing the cursor, clearing, showing it, one frame at a time, taking and
// leaving the screen, and styles.
const OURS = /<1b>\[(?:\d+;\d+H|2J|K|\?(?:25|2026|1049|2004|1004)[hl]|[\d;]*m)/g;

describe("hostile text in every field", () => {
  it("reaches the terminal without anything in it that a terminal obeys", async () => {
    await using test = openInboxTest({ size: "120x40" });
    const samples = fc.sample(ask, { numRuns: 60, seed: 20_261_115 });
    const put: AskInput[] = samples.map((sample, index) => ({
      questions: [
        {
          title: sample.title,
          prompt: sample.prompt,
          placeholder: sample.placeholder,
          options: sample.labels.map((label, at) => ({
            label: `${at} ${label}`,
            description: sample.description,
          })),
        },
      ],
      context: sample.context,
      source: { kind: "mcp", project: sample.project, agentId: sample.agentId },
      ...(index % 2 ? { timeoutSeconds: 5000 } : {}),
    }));
    const ids: string[] = [];
    for (const input of put) ids.push((await test.desk.ask({ ...input, mode: "detached" })).id);
    test.say(`tmux pipe-pane -o 'cat > ${test.files.at("raw")}'`);
    await test.start(/askline {2}60 open/);

    for (const _ of ids) test.press("Down");
    test.press("f");
    await test.until(/Everything/);
    test.press("End", "Enter");
    for (const key of ["x", "c", "z", "+"]) {
      test.press(key);
      await test.until(/esc (?:back|no)/);
      test.press("Escape");
      await test.until(/q quit/);
    }
    test.press("Home", "Enter");
    await test.until(/esc list/);
    test.press("n");
    await test.until(/leave the field/);
    test.press("Escape");
    await test.until(/esc list/);
    test.press("e");
    await test.until(/esc back/);
    test.press("Escape");
    await test.until(/esc list/);
    for (const id of ids)
      await test.desk.answer(
        id,
        { answers: [{ optionIds: ["1"] }] },
        { surface: "\u001b[2Jportal", who: "\u009b31mevil\u0007" },
      );
    await test.until(/0 open[\s\S]*was settled/);
    test.press("Enter", "h");
    await test.until(/History · 60 settled/);
    for (const _ of ids.slice(0, 30)) test.press("Down");
    test.press("Enter");
    await test.until(/answered/);
    test.press("q", "q", "q");
    await test.until(/code 0/);

    const sent = bytesIn(test.files.at("raw"));
    const drawn = sent.slice(sent.indexOf("<1b>[?1049h"), sent.lastIndexOf("<1b>[?1049l") + 11);
    expect(drawn.length).toBeGreaterThan(20_000);
    expect(drawn.replace(OURS, "")).not.toMatch(/<\w\w>/);
    expect(drawn).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u00ad\ufeff]/);
    expect(drawn).not.toMatch(/\[(?:\?1049l(?=.)|6n|20t)/s);
  });
});

/** What the terminal received, with control characters as numbers. */
function bytesIn(path: string): string {
  const number = (character: string) =>
    `<${character.charCodeAt(0).toString(16).padStart(2, "0")}>`;
  return readFileSync(path, "utf8").replace(/\p{Cc}/gu, number);
}
