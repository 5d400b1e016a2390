/**
 * Reads globs and regular expressions into one tree. Patterns
 * that cannot be matched in linear time are refused.
 */

export type Tree =
  | { kind: "character"; fits: (character: string) => boolean }
  | { kind: "edge"; edge: "start" | "end" | "word" | "no word" }
  | { kind: "all"; parts: Tree[] }
  | { kind: "any"; choices: Tree[] }
  | { kind: "repeat"; part: Tree; least: number; most: number };

export class UnusablePattern extends Error {}

/** The upper limit of a repeat that has none. */
export const ENDLESS = Number.POSITIVE_INFINITY;
const MOST_REPEATS = 100;

/**
 * `text`: a star matches anything. `path`: a star stays within one folder, two stars do not. A
 * backslash makes the next character literal.
 */
export function readGlob(glob: string, kind: "text" | "path"): Tree {
  const parts: Tree[] = [];
  const within = kind === "text" ? ANYTHING : but("/");
  const characters = [...glob];
  const starts = (what: string, at: number) =>
    [...what].every((one, index) => characters[at + index] === one);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    const next = characters[at + 1];
    if (character === "\\" && next !== undefined) {
      parts.push(literal(next));
      at += 1;
    } else if (starts("**/", at) && kind === "path" && (at === 0 || characters[at - 1] === "/")) {
      parts.push(maybe({ kind: "all", parts: [many(ANYTHING), literal("/")] }));
      at += 2;
    } else if (starts("**", at)) {
      parts.push(many(ANYTHING));
      at += 1;
    } else if (character === "*") parts.push(many(within));
    else if (character === "?") parts.push(within);
    else parts.push(literal(character));
  }
  return { kind: "all", parts };
}

/** The common part of regular expressions: no back-references and no lookaround. */
export function readExpression(source: string): Tree {
  let at = 0;
  const tree = choices();
  if (at < source.length) throw new UnusablePattern('it has a ")" too many');
  return tree;

  function choices(): Tree {
    const found = [sequence()];
    while (source[at] === "|") {
      at++;
      found.push(sequence());
    }
    return found.length === 1 && found[0] !== undefined
      ? found[0]
      : { kind: "any", choices: found };
  }

  function sequence(): Tree {
    const parts: Tree[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")")
      parts.push(repeated(single()));
    return { kind: "all", parts };
  }

  function single(): Tree {
    const character = nextCharacter();
    switch (character) {
      case "(":
        return group();
      case "[":
        return set();
      case ".":
        return { kind: "character", fits: (one) => one !== "\n" && one !== "\r" };
      case "^":
        return { kind: "edge", edge: "start" };
      case "$":
        return { kind: "edge", edge: "end" };
      case "\\":
        return escaped();
      case "*":
      case "+":
      case "?":
        throw new UnusablePattern(`"${character}" repeats nothing there`);
      default:
        return literal(character);
    }
  }

  function group(): Tree {
    if (source.startsWith("?:", at)) at += 2;
    else if (source[at] === "?")
      throw new UnusablePattern("it looks ahead or behind, or names a group; neither is known");
    const inside = choices();
    if (source[at] !== ")") throw new UnusablePattern('a "(" is never closed');
    at++;
    return inside;
  }

  function repeated(part: Tree): Tree {
    const [whole = "", least, comma, most] =
      /^\{(\d+)(,?)(\d*)\}/.exec(source.slice(at, at + 12)) ?? [];
    const sign = source[at];
    let bounds: [number, number] | null = null;
    if (whole !== "")
      bounds = [Number(least), comma === "" ? Number(least) : most === "" ? ENDLESS : Number(most)];
    else if (sign === "*") bounds = [0, ENDLESS];
    else if (sign === "+") bounds = [1, ENDLESS];
    else if (sign === "?") bounds = [0, 1];
    if (bounds === null) return part;
    at += whole.length || 1;
    // A lazy repeat changes only where a match ends; here it matters only whether there is one.
    if (source[at] === "?") at++;
    const [low, high] = bounds;
    if (low > MOST_REPEATS || (high !== ENDLESS && high > MOST_REPEATS) || high < low)
      throw new UnusablePattern(
        `it may repeat something at most ${MOST_REPEATS} times, from fewer to more`,
      );
    return { kind: "repeat", part, least: low, most: high };
  }

  function escaped(): Tree {
    const character = nextCharacter();
    if (character === "") throw new UnusablePattern("it ends in a backslash");
    if (character === "b") return { kind: "edge", edge: "word" };
    if (character === "B") return { kind: "edge", edge: "no word" };
    return { kind: "character", fits: escapedFits(character) };
  }

  function set(): Tree {
    const isNegated = source[at] === "^";
    if (isNegated) at++;
    const tests: ((character: string) => boolean)[] = [];
    while (source[at] !== "]") {
      const from = setMember();
      const isRange = typeof from === "string" && source[at] === "-" && source[at + 1] !== "]";
      if (!isRange) {
        tests.push(typeof from === "string" ? (one) => one === from : from);
        continue;
      }
      at++;
      const to = setMember();
      if (typeof to !== "string" || to < from)
        throw new UnusablePattern("a range in [ ] runs backwards");
      tests.push((one) => one.length === 1 && one >= from && one <= to);
    }
    at++;
    return { kind: "character", fits: (one) => tests.some((fits) => fits(one)) !== isNegated };
  }

  function setMember(): string | ((character: string) => boolean) {
    const character = nextCharacter();
    if (character === "") throw new UnusablePattern('a "[" is never closed');
    if (character !== "\\") return character;
    const meant = nextCharacter();
    return CLASSES[meant] ?? PLAIN_ESCAPES[meant] ?? asItself(meant);
  }

  function nextCharacter(): string {
    const [character = ""] = source.slice(at, at + 2);
    at += character.length;
    return character;
  }
}

const isWord = (character: string) => /^\w$/.test(character);
const isSpace = (character: string) => /^\s$/.test(character);
const isDigit = (character: string) => /^\d$/.test(character);

const CLASSES: Record<string, (character: string) => boolean> = {
  w: isWord,
  W: (character) => !isWord(character),
  s: isSpace,
  S: (character) => !isSpace(character),
  d: isDigit,
  D: (character) => !isDigit(character),
};
const PLAIN_ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

function escapedFits(character: string): (one: string) => boolean {
  const known = CLASSES[character];
  if (known !== undefined) return known;
  const meant = PLAIN_ESCAPES[character] ?? asItself(character);
  return (one) => one === meant;
}

function asItself(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) throw new UnusablePattern(`"\\${character}" is not known`);
  return character;
}

const ANYTHING: Tree = { kind: "character", fits: () => true };

function but(excluded: string): Tree {
  return { kind: "character", fits: (one) => one !== excluded };
}

function literal(character: string): Tree {
  return { kind: "character", fits: (one) => one === character };
}

function many(part: Tree): Tree {
  return { kind: "repeat", part, least: 0, most: ENDLESS };
}

function maybe(part: Tree): Tree {
  return { kind: "repeat", part, least: 0, most: 1 };
}
