/**
 * How long the search for a choice takes in 10 MB of text written to make it slow. The goal is
 * three times the processor time of a plain scan of the same bytes, measured in the same round.
 */
import { createChoiceStream, extractUserChoice } from "../dist/extract.js";
import { cpuMilliseconds, median } from "./support/figures.mjs";
import { row } from "./support/table.mjs";

const LENGTH = 10 * 1024 * 1024;
const ROUNDS = 5;
const PIECE = 1_000;

const HOSTILE = {
  "unclosed fences": "```json\n",
  "unclosed fences of JSON": '```json\n{"type": "user_choice", ',
  "empty blocks": "```json{}```",
  "backticks, one by one": "` ",
  "brace storm": "{",
  "braces, one by one": "{ ",
  "braces before words": "{a",
  "braces before quotes": '{"',
  "object starts": '{"type": ',
  "objects that never end": '{"question": "a", "x": {',
  "lines that begin with a brace": '{"a":\n{"question": "a"\n',
  "closed objects that ask nothing": '{"type": "other", "a": [1, 2, {"b": "c"}]} ',
  "smallest objects": '{"a":1}',
  "choices with nothing in them": '{"type":"user_choice"}',
  "choices with a part missing": '{"type":"user_choice","question":"a","options":[{}]}',
  "choices in blocks, with a part missing":
    '```json\n{"type":"user_choice","question":"a","options":[{}]}\n```\n',
  "one choice without an end": ['{"type":"user_choice","x":[', "[],"],
  "quotes and backslashes": '{"type": "\\\\\\"',
  "Korean in an object": '{"이름": "값입니다", ',
  "non-breaking spaces behind a block's opening": ["```json", "\u00a0"],
  "line separators behind a block's opening": ["```json", "\u2028"],
  "byte order marks behind a block's opening": ["```json", "\ufeff"],
  "form feeds behind a block's opening": ["```json", "\f"],
  "white space behind a block's object": ['```json{"a":1}', " \t\r\n"],
  "white space in a block's object": ['```json{"a":', "    \n"],
  "spaces behind braces": `{${" ".repeat(50)}`,
  "many spaces behind braces": `{${" ".repeat(510)}`,
  "empty lines in an object": ['{"a":', "\n"],
  "Windows lines in an object": ['{"a":', "\r\n"],
  "indented lines in an object": ['{"a":', "\n    x"],
  "tabs in an object": ['{"a":', "\n\t\t1,"],
  "lines of one brace in an object": ['{"a":', "\n{"],
  "one brace a line": "{\n",
  "braces in an object": ['{"a":', "{"],
  "braces in a string": ['{"a":"', "{"],
  "braces and letters beyond ASCII": ['{"a":', `${"{".repeat(500)}é`],
  "quotes and Korean": ['{"a":', `${'"'.repeat(500)}값`],
  "lone surrogates in a block": ['```json{"a":"', "\ud800"],
  "deep nesting in a block": ["```json\n", '{"a":'],
  "lists and objects by turns": ['```json{"a":', "[{}],"],
  "numbers in a block": ['```json{"a":[', "1,"],
  "commas in an object": ['{"a":', ","],
  "quotes in an object": ['{"a":', '"'],
  "a string without an end": ['{"a":"', "words "],
  "a string without an end in a block": ['```json{"a":"', "words "],
  "escapes in a block": ['```json{"a":"', "\\u0041"],
  "backslashes in a string": ['{"a":"', "\\"],
  "keys without values": ['{"a":', '"a" '],
  "a printed object in a block": [
    '```json{"a":[',
    '{\n  "name": "value",\n  "list": [\n    1\n  ]\n},\n',
  ],
  "backticks in an object": ['{"a":', "`` "],
  "backticks that begin lines": ['{"a":', "\n`"],
  "three backticks within a line of an object": ['{"a":', "x```"],
  "three backticks behind spaces": ['{"a":', "    ``` "],
  "three backticks behind a word, one a line": ['{"a":', "a ```\n"],
  "three backticks behind a word and spaces, one a line": ['{"a":', "a  ```\n"],
  "three backticks behind an indented word": ['{"a":', "\n  a  ```"],
  "lines that end in a backtick": ['{"a":', "`\n"],
  "lines of a backtick in a string": ['{"a":"', "` \n"],
  "backticks without an end": "`",
  "blocks with tildes": "~~~\n{}\n~~~\n",
  "blocks in blocks": "````json\n```json\n",
  "plain prose": "Nothing is asked here, and it goes on and on. ",
};

export async function extract() {
  return Object.entries(HOSTILE).flatMap(([name, shape]) => {
    const [head, unit] = Array.isArray(shape) ? shape : ["", shape];
    const text = flat(head + unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH));
    const { whole, streamed, plain, plainPieces } = medians(text);
    return [
      row(`${name}: whole`, whole, "ms", { goal: 3 * plain }),
      row(`${name}: baseline, looking at each character`, plain, "ms"),
      row(`${name}: in pieces of ${PIECE}`, streamed, "ms", { goal: 3 * plainPieces }),
      row(`${name}: baseline, looking at each character of each piece`, plainPieces, "ms"),
    ];
  });
}

/** The medians of several rounds, each of all four: the machine may be busy with other work. */
function medians(text) {
  const times = { whole: [], streamed: [], plain: [], plainPieces: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.plain.push(timeOf(() => scan(text)));
    times.plainPieces.push(timeOf(() => scanPieces(text)));
    times.whole.push(timeOf(() => extractUserChoice(text)));
    times.streamed.push(timeOf(() => stream(text)));
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function timeOf(work) {
  const start = cpuMilliseconds();
  work();
  return cpuMilliseconds() - start;
}

/** As it would come from outside, and not as the pieces that it was put together from. */
function flat(text) {
  return Buffer.from(text).toString();
}

function stream(text) {
  const choices = createChoiceStream();
  for (let at = 0; at < text.length; at += PIECE) choices.push(text.slice(at, at + PIECE));
  return choices.end();
}

function scan(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}

function scanPieces(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at += PIECE) sum += scan(text.slice(at, at + PIECE));
  return sum;
}
