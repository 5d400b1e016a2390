// Splits a line of `tmux capture-pane -e` into runs of one look, each with its column.
import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const PALETTE = [
  ...["#3b4048", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"],
  ...["#8b949e", "#ffa198", "#aff5b4", "#f2cc60", "#a5d6ff", "#e2c5ff", "#b3f0ff", "#ffffff"],
];

/**
 * Trailing blanks without a background are left out. A character of two cells is a run of its own.
 */
export function runsOf(line) {
  const runs = [];
  let look = {};
  let column = 0;
  for (const { codes, character } of tokensOf(line)) {
    if (codes !== undefined) look = lookAfter(look, codes);
    if (character === undefined) continue;
    const cells = stringWidth(character);
    const last = runs.at(-1);
    const goesOn = last?.look === look && cells === 1 && last.cells === last.length;
    if (goesOn)
      Object.assign(last, {
        text: last.text + character,
        cells: last.cells + 1,
        length: last.length + 1,
      });
    else runs.push({ column, cells, length: 1, text: character, look });
    column += cells;
  }
  return runs.flatMap(withoutBlankEnds);
}

/** Blanks at the ends of a run would only make the file longer. */
function withoutBlankEnds(run) {
  if (run.look.background || run.look.isInverse || run.look.u) return [run];
  const text = run.text.trim();
  if (text === "") return [];
  const blanks = run.text.length - run.text.trimStart().length;
  const cells = run.cells - (run.text.length - text.length);
  return [{ ...run, text, column: run.column + blanks, cells }];
}

/** Characters and changes of look, in turn. Other escape sequences are skipped. */
function* tokensOf(line) {
  const [start, ...sequences] = line.split("\u001b");
  yield* charactersOf(start);
  for (const sequence of sequences) {
    const [, codes, text] = /^\[([\d;:]*)m(.*)$/s.exec(sequence) ?? [];
    if (codes !== undefined) yield { codes };
    yield* charactersOf(text ?? "");
  }
}

function* charactersOf(text) {
  for (const { segment } of graphemes.segment(text.replace(/\p{Cc}/gu, "")))
    yield { character: segment };
}

function lookAfter(look, codes) {
  const numbers = codes.split(/[;:]/).map(Number);
  const next = { ...look };
  while (numbers.length > 0) apply(numbers.shift(), numbers, next);
  return next;
}

function apply(code, rest, look) {
  if (code === 0) for (const key of Object.keys(look)) delete look[key];
  else if (MARKS[code] !== undefined) look[MARKS[code]] = true;
  else if (code === 22) Object.assign(look, { b: false, d: false });
  else if (ENDS[code] !== undefined) delete look[ENDS[code]];
  else if (code === 38 || code === 48)
    look[code === 38 ? "foreground" : "background"] = extended(rest);
  else if (code >= 30 && code <= 37) look.foreground = PALETTE[code - 30];
  else if (code >= 90 && code <= 97) look.foreground = PALETTE[code - 82];
  else if (code >= 40 && code <= 47) look.background = PALETTE[code - 40];
  else if (code >= 100 && code <= 107) look.background = PALETTE[code - 92];
}

const MARKS = { 1: "b", 2: "d", 3: "i", 4: "u", 7: "isInverse", 9: "s" };
const ENDS = { 23: "i", 24: "u", 27: "isInverse", 29: "s", 39: "foreground", 49: "background" };

/** `5;n` is one of 256, `2;r;g;b` any colour. */
function extended(rest) {
  if (rest.shift() === 2) return hex(rest.splice(0, 3));
  const number = rest.shift() ?? 0;
  if (number < 16) return PALETTE[number];
  if (number >= 232) return hex(Array(3).fill(8 + 10 * (number - 232)));
  const step = (value) => (value === 0 ? 0 : 55 + 40 * value);
  const cube = number - 16;
  return hex([step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6)]);
}

function hex(channels) {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
