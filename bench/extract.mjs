/**
 * How long the search for a choice takes in 10 MB of text written to make it slow. The goal is
 * 200 ms of processor time.
 */
import { createChoiceStream, extractUserChoice } from "../dist/extract.js";
import { cpuMilliseconds } from "./support/figures.mjs";
import { row } from "./support/table.mjs";

const LENGTH = 10 * 1024 * 1024;
const ROUNDS = 3;
const PIECE = 1_000;

const HOSTILE = {
  "unclosed fences": "```json\n",
  "unclosed fences of JSON": '```json\n{"type": "user_choice", ',
  "brace storm": "{",
  "object starts": '{"type": ',
  "objects that never end": '{"question": "a", "x": {',
  "closed objects that ask nothing": '{"type": "other", "a": [1, 2, {"b": "c"}]} ',
  "quotes and backslashes": '{"type": "\\\\\\"',
  "plain prose": "Nothing is asked here, and it goes on and on. ",
};

export async function extract() {
  return Object.entries(HOSTILE).flatMap(([name, unit]) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
    const whole = best(() => extractUserChoice(text));
    const streamed = best(() => stream(text));
    const baseline = best(() => scan(text));
    return [
      row(`${name}: whole`, whole, "ms", { goal: 200 }),
      row(`${name}: in pieces of ${PIECE}`, streamed, "ms"),
      row(`${name}: baseline, looking at each character`, baseline, "ms"),
    ];
  });
}

function best(work) {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = cpuMilliseconds();
    work();
    return cpuMilliseconds() - start;
  });
  return Math.min(...times);
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
