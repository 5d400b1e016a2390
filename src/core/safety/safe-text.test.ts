/** Hostile text loses its weapons; ordinary text in any language keeps every character. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { safeLine, safeText } from "./safe-text.ts";

function expectNothingUnseen(codes: readonly number[]) {
  const safe = safeText(codes.map((code) => `a${String.fromCodePoint(code)}b`).join(""));
  const [code = 0] = codes;
  if (FORBIDDEN.test(safe) || UNSEEN.test(safe)) expect.fail(`U+${code.toString(16)} or later`);
  // Nobody took a neighbour along, so each stood alone.
  if (codes.length > 1 && safe.split("b").length !== codes.length + 1)
    expect.fail(`U+${code.toString(16)} or later took a letter along`);
}

describe("safeText", () => {
  it.each([
    ["a colour", "\u001b[1;31mred\u001b[0m", "red"],
    ["a colour in 8 bits", "\u009b31mred\u009b0m", "red"],
    ["a cleared screen", "before\u001b[2J\u001b[Hafter", "beforeafter"],
    ["a sequence with intermediates", "a\u001b[?25$pb\u001b(Bc", "abc"],
    ["a window title", "\u001b]0;evil\u0007hello", "hello"],
    [
      "a hyperlink",
      "\u001b]8;;https://evil.example\u001b\\safe.example\u001b]8;;\u001b\\",
      "safe.example",
    ],
    ["a clipboard write", "\u001b]52;c;cm0gLXJm\u0007ok", "ok"],
    ["a clipboard write in 8 bits", "\u009d52;c;cm0gLXJm\u009cok", "ok"],
    ["a device control string", "\u001bP+q544e\u001b\\ok\u0090q\u009c", "ok"],
    ["SOS, PM and APC strings", "\u001bXa\u001b\\1\u001b^b\u001b\\2\u001b_c\u001b\\3", "123"],
    ["two-character escapes", "\u001bcreset\u001b7saved", "resetsaved"],
    ["an escape before an escape", "\u001b\u001b[31mred", "red"],
    ["an escape before Hangul", "\u001b가", "가"],
    ["a string that never ends", "\u001b]0;title\nthe rest", "0;title\nthe rest"],
    ["a sequence that never ends", "\u001b[31", "31"],
    ["bells, deletes, nulls and back spaces", "a\u0007b\u007fc\u0000d\u0008", "abcd"],
    ["bidi controls", "\u202eevil\u202c \u2066x\u2069 \u200e\u200f\u061c", "evil x "],
    ["zero-width characters", "pass\u200bword\u2060\ufeff\u00ad\u180e", "password"],
    ["fillers that look empty", "\u115f\u1160\u3164\uffa0", ""],
    ["tags that carry hidden text", "hi\u{e0001}\u{e0068}\u{e007f}", "hi"],
    ["variation selectors that carry hidden bytes", "a\ufe01\ufe0f\u{e0105}", "a"],
    ["joiners inside Latin words", "pay\u200dpal\u200c.com", "paypal.com"],
    ["a joiner after a stray selector", "a\ufe0f\u200d👩", "a👩"],
    ["annotation marks", "\ufff9a\ufffab\ufffb", "ab"],
    ["a pile of marks", `Z${"\u0351".repeat(40)}algo`, `Z${"\u0351".repeat(4)}algo`],
    ["a pile with hidden characters between", `Z${"\u0351\u200b".repeat(40)}`, "Z\u0351\u0351"],
    ["half an emoji", "a\ud83d b\ude00", "a\ufffd b\ufffd"],
    ["half an emoji, a control, the other half", "\ud83d\u0007\ude00", "\ufffd\ufffd"],
    ["line endings of every kind", "a\r\nb\rc\u2028d\u2029e\tf", "a\nb\nc\nd\ne\tf"],
  ])("takes the danger out of %s", (_, hostile, safe) => {
    expect(safeText(hostile)).toBe(safe);
  });

  it.each([
    ["Korean", "어느 색으로 할까요? 각 한글"],
    ["Korean in separate letters", "한글".normalize("NFD")],
    ["Japanese", "どちらの色にしますか。ガ ｶﾞ カ\u3099"],
    ["a Japanese name's variant", "葛\u{e0100}城"],
    ["Chinese", "你想要哪种颜色？𠮷"],
    ["Arabic with vowels", "السَّلَامُ عَلَيْكُمْ"],
    ["Persian with a non-joiner", "می\u200cخواهم"],
    ["Hindi with a joiner", "क्\u200dष"],
    ["Burmese with many marks", "လျှို့ဝှက်"],
    ["Thai", "น้ำผึ้ง"],
    ["Vietnamese in separate marks", "Việt Nam".normalize("NFD")],
    ["a family", "👨\u200d👩\u200d👧\u200d👦"],
    ["a kiss", "👩\u200d❤\ufe0f\u200d💋\u200d👨"],
    ["a skin tone", "🧑🏽\u200d💻"],
    ["flags and keycaps", "🇰🇷 1\ufe0f\u20e3 #\ufe0f\u20e3"],
    ["code", "```ts\n\tconst a = [1, 2]; // \\u001b[31m\n```"],
  ])("keeps %s as it is", (_, text) => {
    expect(safeText(text)).toBe(text);
  });

  it("never gives back a forbidden character, and changes nothing the second time", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const safe = safeText(text);
        expect(safe).not.toMatch(FORBIDDEN);
        expect(safeText(safe)).toBe(safe);
      }),
      { numRuns: rounds(1_000, 50_000) },
    );
  });

  it("keeps ordinary text in any mixture", () => {
    fc.assert(
      fc.property(ordinaryText(), (text) => {
        expect(safeText(text)).toBe(text);
      }),
    );
  });

  it("removes or replaces every unseen code point standing alone", () => {
    // Below 0x100, one may take its neighbours along; above, many stand in one text, each alone.
    for (let code = 0; code < 0x100; code++) expectNothingUnseen([code]);
    for (let start = 0x100; start <= 0x10ffff; start += 0x100)
      expectNothingUnseen(Array.from({ length: 0x100 }, (_, index) => start + index));
  });

  it.each([
    "\u001b",
    "\u001b]",
    "\u001b]a",
    "\u009d",
    "\u001b[1",
    "\u009b;",
    "\u0301",
    "👩\u200d",
    "\u200b",
  ])("reads a megabyte of %j quickly", (fragment) => {
    const text = fragment.repeat(2 ** 20 / fragment.length);
    const read = () => [safeText(text), safeText(`\u001b]${text}`)];
    // Linear takes some tens of milliseconds even on a slow machine, quadratic takes minutes.
    expect(processorTime(read)).toBeLessThan(5_000);
  });
});

describe("safeLine", () => {
  it("puts everything on one line", () => {
    expect(safeLine("  one\r\n\ttwo \u2028 \u001b[31mthree\u3000 ")).toBe("one two three");
  });

  it("is empty when nothing would be seen", () => {
    expect(safeLine("\u200b\u2800\u3164\u001b[2J\n")).toBe("");
  });

  it("is one line whatever it is given, and stays the same when read again", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const line = safeLine(text);
        expect(line).not.toMatch(/[\n\t]| {2}|^ | $/);
        expect(safeLine(line)).toBe(line);
        expect(safeText(line)).toBe(line);
      }),
    );
  });
});

const FORBIDDEN = new RegExp(
  [
    "(?![\\t\\n])\\p{Cc}",
    "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]",
    "[\\u00ad\\u115f\\u1160\\u180e\\u200b\\u2028\\u2029\\u2060-\\u2064\\u3164\\ufeff\\uffa0]",
    "[\\u{e0000}-\\u{e007f}]",
    "\\p{Surrogate}",
    "[\\p{Mn}\\p{Me}]{5}",
  ].join("|"),
  "u",
);
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const ESCAPE_FRAGMENTS = [
  ...[
    "\u001b",
    "\u001b[",
    "\u001b]",
    "\u001b\\",
    "\u001bP",
    "\u001bX",
    "\u001b^",
    "\u001b_",
    "\u001bc",
    "\u001b(B",
  ],
  ...[
    "\u0090",
    "\u0098",
    "\u009b",
    "\u009c",
    "\u009d",
    "\u009e",
    "\u009f",
    "\u0007",
    "\u0018",
    "\u007f",
    "\u0085",
  ],
  ...[
    "0",
    ";",
    "?",
    "31",
    "m",
    "H",
    "8;;",
    "52;c;",
    " ",
    "$",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\u2028",
    "가",
    "x",
  ],
];
const UNSEEN_FRAGMENTS = [
  ...[
    "\u200b",
    "\u200c",
    "\u200d",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ufe0e",
    "\ufe0f",
    "\u{e0100}",
    "\u{e0041}",
  ],
  ...[
    "\ud83d",
    "\ude00",
    "\u0301",
    "\u0651",
    "\u094d",
    "\u20e3",
    "👩",
    "🏽",
    "❤",
    "1",
    "می",
    "क",
    "葛",
    "a",
    "\ufff9",
  ],
];

function hostileText() {
  return fc
    .array(
      fc.oneof(
        fc.constantFrom(...ESCAPE_FRAGMENTS, ...UNSEEN_FRAGMENTS),
        fc.string({ unit: "binary" }),
      ),
      {
        maxLength: 30,
      },
    )
    .map((fragments) => fragments.join(""));
}

function ordinaryText() {
  const character = fc.oneof(
    fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }),
    fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(
      "\n",
      "\t",
      "😀",
      "👍🏽",
      "❤\ufe0f",
      "🇰🇷",
      "👨\u200d👩\u200d👧",
      "1\ufe0f\u20e3",
      "🏳\ufe0f\u200d🌈",
    ),
  );
  return fc.array(character).map((characters) => characters.join(""));
}
