/** Reads an awk program: one that only calculates and prints to its own output is known. */

export function isHarmlessAwk(program: string): boolean {
  const bare = withoutTexts(program);
  if (bare === null || NEVER.test(bare.replaceAll("||", ""))) return false;
  // A statement may go on behind a line's end, so only these end one for sure.
  return bare.split(/[;{}]/).every((statement) => {
    const [, printed] = /\bprintf?\b(.*)$/s.exec(statement) ?? [];
    return printed === undefined || !printed.includes(">");
  });
}

// A pipe, an input of its own, a call of a program, a function called by its name, an extension.
const NEVER = /\||\bgetline\b|\bsystem\b|@|\\/;

/** The program with its strings and patterns emptied; null if it can be read in two ways. */
function withoutTexts(program: string): string | null {
  let bare = "";
  for (let at = 0; at < program.length; at++) {
    const character = program.charAt(at);
    if (character === "#") return null;
    if (character !== '"' && !(character === "/" && isPattern(bare))) {
      if (character === "/" && !isDivision(bare)) return null;
      bare += character;
      continue;
    }
    const end = endOf(program, at, character);
    if (end === null) return null;
    bare += character === '"' ? '""' : "0";
    at = end;
  }
  return bare;
}

function endOf(program: string, start: number, quote: string): number | null {
  for (let at = start + 1; at < program.length; at++) {
    const character = program[at];
    if (character === "\\") at++;
    else if (character === "\n") return null;
    // awks disagree on a slash inside brackets.
    else if (quote === "/" && character === "[" && /^\[[^\]]*\//.test(program.slice(at, at + 40)))
      return null;
    else if (character === quote) return at;
  }
  return null;
}

function isPattern(before: string): boolean {
  return /(?:^|[~(,!&|={;}\n])\s*$/.test(before.slice(-40));
}

/** Behind a number, a field or a name that is no word of the language. */
function isDivision(before: string): boolean {
  const [, word] = /([\w\]]+)\s*$/.exec(before.slice(-40)) ?? [];
  return word !== undefined && !/^(?:printf?|return|in|case|do|else|delete)$/.test(word);
}
