/**
 * Makes agent text safe to show: nothing in it can drive a terminal, reorder what is read,
 * or hide from the reader.
 */
import { once } from "../cache.ts";

/** Keeps lines and tabs. Safe text comes back unchanged, so it may be made safe again anywhere. */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text;
  const { controls, pileOfMarks, invisible } = expressions();
  return text
    .replace(LONE_SURROGATE, "\ufffd")
    .replace(controls, "")
    .replace(LINE_BREAK, "\n")
    .replace(BRAILLE_BLANK, " ")
    .replace(pileOfMarks, "$1")
    .replace(invisible, "");
}

/** Safe text on one line, for labels and titles: every run of white space becomes one space. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/g, " ").trim();
}

// An escape sequence is removed whole, as a terminal would read it. A sequence without an end loses
// only its introducer, so that the text after it stays readable. A command string (OSC, DCS, SOS,
// PM, APC) contains no control character, not even a line break, so two attempts to read one never
// cross the same text, which keeps this linear. ECMA-48 gives the ranges.
const ESC = "\u001b";
const STRING_BEGIN = `(?:${ESC}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])`;
const STRING_END = `(?:\u0007|\u009c|${ESC}\\\\)`;
const COMMAND_STRING = `${STRING_BEGIN}[\\P{Cc}\\t]*${STRING_END}`;
const CONTROL_SEQUENCE = `(?:${ESC}\\[|\u009b)[0-?]*[ -/]*[@-~]`;
const SHORT_ESCAPE = `${ESC}[ -/]{0,2}[0-~]`;
const OTHER_CONTROL = "(?![\\t\\n\\r])\\p{Cc}";
const CONTROLS = [COMMAND_STRING, CONTROL_SEQUENCE, SHORT_ESCAPE, OTHER_CONTROL].join("|");

const LONE_SURROGATE = /\p{Surrogate}/gu;
const LINE_BREAK = /\r\n|[\r\u2028\u2029]/g;
const BRAILLE_BLANK = /\u2800/g;

// Bidi controls, zero-width characters, soft hyphens, fillers, tags and variation selectors
// are all default ignorable.
const UNSEEN = "\\p{Default_Ignorable_Code_Point}\ufff9-\ufffb";

// Four marks on one letter are more than any language needs. Unseen characters count too, or
// removing them would create new piles.
const PILE_OF_MARKS = `([\\p{Mn}\\p{Me}${UNSEEN}]{4})[\\p{Mn}\\p{Me}${UNSEEN}]+`;

// Scripts where a joiner or non-joiner between two letters is spelling: Persian, Hindi,
// Sinhala and their relatives.
const JOINING = [
  ...[
    "Arabic",
    "Syriac",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
  ],
  ...["Malayalam", "Sinhala", "Khmer", "Myanmar"],
].map((script) => `\\p{Script_Extensions=${script}}`);

const MEANT = [
  "(?<=\\p{Extended_Pictographic}[\ufe0f\\p{Emoji_Modifier}]?)\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})[\ufe0e\ufe0f]",
  "(?<=[0-9#*])\ufe0f(?=\u20e3)",
  "(?<=\\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]",
  `(?<=[${JOINING.join("")}])[\u200c\u200d](?=[${JOINING.join("")}])`,
];
const INVISIBLE = `(?=[${UNSEEN}])(?!${MEANT.join("|")}).`;

// Most text is plain. The patterns below take some milliseconds to build, which every start of
// a command would pay for.
const PLAIN = /^[\n\t -~]*$/;
const expressions = once(() => ({
  controls: new RegExp(CONTROLS, "gu"),
  pileOfMarks: new RegExp(PILE_OF_MARKS, "gu"),
  invisible: new RegExp(INVISIBLE, "gu"),
}));
