import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut, placeOf } from "../text/layout.ts";
import { cellWidth, graphemesOf } from "../text/width.ts";
import { edit, insert, pasted, type Writing, writingOf } from "./editor.ts";
import type { Key } from "./key.ts";

const keys: Record<string, Key> = {
  "Alt-B": { name: "b", meta: true, sequence: "\u001bb" },
  "Alt-F": { name: "f", meta: true, sequence: "\u001bf" },
  "Alt-D": { name: "d", meta: true, sequence: "\u001bd" },
  "Ctrl-Left": { name: "left", ctrl: true },
  "Ctrl-Right": { name: "right", ctrl: true },
  "Ctrl-A": { name: "a", ctrl: true },
  "Ctrl-E": { name: "e", ctrl: true },
  "Ctrl-K": { name: "k", ctrl: true },
  "Ctrl-U": { name: "u", ctrl: true },
  "Ctrl-W": { name: "w", ctrl: true },
  "Ctrl-D": { name: "d", ctrl: true },
  "Ctrl-J": { name: "enter", sequence: "\n" },
  "Alt-Enter": { name: "return", meta: true },
  "Alt-Backspace": { name: "backspace", meta: true },
  Left: { name: "left" },
  Right: { name: "right" },
  Up: { name: "up" },
  Down: { name: "down" },
  Home: { name: "home" },
  End: { name: "end" },
  Backspace: { name: "backspace" },
  Delete: { name: "delete" },
};

/** The caret is written as a bar. */
function read(marked: string): Writing {
  return { text: marked.replace("|", ""), caret: marked.indexOf("|") };
}

function show({ text, caret }: Writing): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

function press(marked: string, names: string, width = 40): string {
  const pressed = names
    .split(" ")
    .reduce(
      (writing, name) => edit(writing, keys[name] ?? { sequence: name, name }, width) ?? writing,
      read(marked),
    );
  return show(pressed);
}

function isBetweenCharacters({ text, caret }: Writing): boolean {
  if (caret < 0 || caret > text.length) return false;
  let at = 0;
  // A line break is a character of its own here, whatever stands before it.
  for (const line of text.split(/(?<=\n)|(?=\n)/)) {
    for (const { length } of graphemesOf(line)) {
      if (at === caret) return true;
      at += length;
    }
  }
  return at === caret;
}

describe("the editor", () => {
  it.each([
    ["types where the caret is", "a|c", "b", "ab|c"],
    ["types a wide letter", "|", "한", "한|"],
    ["moves over an emoji as one", "a👩‍👩‍👧|", "Left", "a|👩‍👩‍👧"],
    ["deletes a letter with its marks", "xe\u0301|", "Backspace", "x|"],
    ["deletes the character after", "a|👍🏽b", "Delete", "a|b"],
    ["deletes like Ctrl-D", "a|bc", "Ctrl-D", "a|c"],
    ["moves back by words", "one two, three|", "Alt-B Alt-B", "one |two, three"],
    ["moves on by words", "|one two", "Alt-F Ctrl-Right", "one two|"],
    ["moves by words with Ctrl and arrows", "하나 둘|", "Ctrl-Left", "하나 |둘"],
    ["deletes words to both sides", "one two| three", "Alt-Backspace Alt-D", "one |"],
    ["deletes up to white space with Ctrl-W", "see http://x.y |", "Ctrl-W", "see |"],
    ["goes to the ends of a line", "one\ntwo|\nthree", "Ctrl-A", "one\n|two\nthree"],
    ["stays in its line", "one\n|two\nthree", "End", "one\ntwo|\nthree"],
    ["goes to the beginning of the first line", "o|ne", "Home", "|one"],
    [
      "deletes to the end of a line, then joins it with the next",
      "a|bc\nd",
      "Ctrl-K Ctrl-K",
      "a|d",
    ],
    ["deletes to the beginning of a line", "a\nbc|d", "Ctrl-U", "a\n|d"],
    ["deletes nothing at the beginning of the text", "|abc", "Ctrl-U", "|abc"],
    ["goes past a letter with its joiner by words", "|می\u200cخواهم", "Alt-F", "می\u200c|خواهم"],
    ["keeps the caret out of a flag that two letters become", "🇰|a🇷", "Delete", "🇰🇷|"],
    [
      "takes the odd letter behind many flags alone",
      `${"🇰🇷".repeat(40)}🇰|`,
      "Backspace",
      `${"🇰🇷".repeat(40)}|`,
    ],
    ["breaks lines", "a|b", "Alt-Enter Ctrl-J", "a\n\n|b"],
    [
      "moves up and down, and keeps to its column over short lines",
      "long one\nx\nlong| two",
      "Up Up",
      "long| one\nx\nlong two",
    ],
    ["moves up and down in cells", "한국어\nabcd|", "Up", "한국|어\nabcd"],
    ["stays at the ends", "|", "Left Right Backspace Delete Home End", "|"],
  ])("%s", (_, before, names, after) => {
    expect(press(before, names)).toBe(after);
  });

  it("moves over rows that are wrapped, and says when there is no row to go to", () => {
    expect(press("one two three|", "Up", 8)).toBe("one t|wo three");
    expect(press("one t|wo three", "Down", 8)).toBe("one two three|");
    expect(edit(read("one| two"), { name: "up" }, 40)).toBeNull();
    expect(edit(read("one| two"), { name: "down" }, 40)).toBeNull();
    expect(edit(read("one|"), { name: "return" }, 40)).toBeNull();
    expect(edit(read("one|"), { name: "f5", sequence: "\u001b[15~" }, 40)).toBeNull();
  });

  it.each([
    ["between words", "one two three", 9, ["one two ", "three"]],
    ["inside words that are longer than a row", "abcdefghij", 5, ["abcd", "efgh", "ij"]],
    ["at line breaks", "a\n\nb", 9, ["a", "", "b"]],
    ["before a wide letter that does not fit", "가나다", 6, ["가나", "다"]],
    [
      "inside a word that fits no row either after the space before it",
      " abc한 d",
      5,
      [" ", "abc", "한 d"],
    ],
    ["before a tab that fits no row either with its word", "a bcd\te", 6, ["a ", "bcd", "    e"]],
  ])("wraps %s", (_, text, width, rows) => {
    expect(layOut(text, width).map(({ shown }) => shown)).toEqual(rows);
  });

  it("shows what would drive a terminal as a dot, and a tab as spaces", () => {
    expect(layOut("a\u001b[2J\tb", 20).map(({ shown }) => shown)).toEqual(["a·[2J    b"]);
  });

  it("shows a letter with its joiner as it is, whatever else stands in the line", () => {
    expect(layOut("می\u200cخواهم", 20).map(({ shown }) => shown)).toEqual(["می\u200cخواهم"]);
    expect(layOut("می\u200cخواهم\u0007", 20).map(({ shown }) => shown)).toEqual(["می\u200cخواهم·"]);
    expect(layOut("می\u200cخواهم\t", 3).map(({ shown }) => shown)).toEqual([
      "می\u200c",
      "خو",
      "اه",
      "م",
      "",
    ]);
  });

  it("takes a paste with its line breaks and without its controls", () => {
    expect(pasted("a\r\nb\rc\u001b[31m\u0007\td")).toBe("a\nb\nc\td");
    expect(
      pasted("see \u001b]8;;https://example.org\u001b\\this\u001b]8;;\u0007 \u001b[1;38:5:1mnow"),
    ).toBe("see this now");
    expect(show(insert(read("x|z"), "y\n"))).toBe("xy\n|z");
  });

  it("whatever is pressed, the caret stays between characters and on the screen", () => {
    const typed = fc.constantFrom(
      "a",
      " ",
      "한",
      "👩‍👩‍👧",
      "e\u0301",
      "🇰🇷",
      "🇰",
      "\u0301",
      "\u200d",
      "ی\u200c",
      "🏽",
    );
    const key = fc.oneof(
      fc.constantFrom(...Object.values(keys)),
      typed.map((sequence): Key => ({ sequence })),
    );
    const texts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.string({ unit: fc.oneof(typed, fc.constant("\n")), maxLength: 40 }),
    );
    fc.assert(
      fc.property(
        texts,
        fc.array(key, { maxLength: 40 }),
        fc.integer({ min: 4, max: 20 }),
        (text, pressed, width) => {
          let writing = writingOf(text);
          for (const one of pressed) {
            const next = edit(writing, one, width) ?? writing;
            expect(next.text.length).toBeLessThanOrEqual(
              writing.text.length + (one.sequence ?? "\n").length,
            );
            expect(isBetweenCharacters(next)).toBe(true);
            writing = next;
          }
          const rows = layOut(writing.text, width);
          const { row, column } = placeOf(rows, writing.caret, writing.text);
          expect(rows[row]).toBeDefined();
          expect(column).toBeLessThan(width + 1);
          for (const { shown } of rows)
            expect(cellWidth(shown)).toBeLessThanOrEqual(Math.max(2, width - 1));
          expect(rows.map(({ start, end }) => writing.text.slice(start, end)).join("")).toBe(
            writing.text.replaceAll("\n", ""),
          );
        },
      ),
    );
  });

  it("lays a long text out the same after an edit as if it had never been laid out before", () => {
    const words = fc.constantFrom(
      ...[
        "a",
        "word",
        "띄어쓰기",
        "é",
        "\n",
        "\t",
        "\r",
        "x".repeat(90),
        "  ",
        " ",
        "می\u200cخواهم",
        "क्\u200dष",
        "\u200b",
      ],
      ...[
        "👩‍👩‍👧",
        "👩",
        "\u200d",
        "☝",
        "🏽",
        "🌀",
        "❤",
        "\ufe0f",
        "🇰",
        "🇷",
        "\u0301",
        "\u1112",
        "\u1161",
        "\ud83c",
        "\udffd",
      ],
    );
    const texts = fc
      .tuple(fc.array(words, { minLength: 1_800, maxLength: 2_200 }), fc.constantFrom("", " "))
      .map(([parts, between]) => parts.join(between));
    const edits = fc.array(
      fc.record({ at: fc.nat(), gone: fc.nat(40), put: fc.oneof(words, fc.string()) }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(texts, edits, fc.integer({ min: 2, max: 90 }), (text, changes, width) => {
        let now = text;
        for (const { at, gone, put } of changes) {
          const from = at % now.length;
          now = now.slice(0, from) + put + now.slice(from + gone);
          const rows = layOut(now, width);
          layOut("z".repeat(5_000), width + 1);
          expect(rows).toEqual(layOut(now, width));
        }
      }),
      { numRuns: 12 },
    );
  });
});
