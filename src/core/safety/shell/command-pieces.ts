/**
 * A shell script cut where one command ends and the next begins, for showing and not for judging:
 * a script with anything but plain commands in a row stays in one piece.
 */
export interface Piece {
  from: number;
  text: string;
}

const ENDS = {
  command: /^(?:&&|\|\||;|\n|&(?![>&\d]))/,
  pipe: /^\|&?(?!\|)/,
};
const COMPOUND = /(?:^|[\s;&|])(?:if|for|while|until|case|select|function|do|then|else|coproc)\s/;

export function piecesOf(script: string, by: keyof typeof ENDS): Piece[] {
  const whole = [{ from: 0, text: script }];
  if (script.includes("<<") || COMPOUND.test(script)) return whole;
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < script.length; ) {
    const behind = skipped(script, at);
    if (behind === null) return whole;
    if (behind > at) {
      at = behind;
      continue;
    }
    const end = script[at - 1] === ">" ? null : ENDS[by].exec(script.slice(at, at + 2));
    if (end !== null) {
      pieces.push({ from, text: script.slice(from, at) });
      from = at + end[0].length;
    }
    at += end?.[0].length ?? (script.startsWith("||", at) ? 2 : 1);
  }
  pieces.push({ from, text: script.slice(from) });
  return pieces.filter(({ text }) => text.trim() !== "");
}

/** Behind the quoted text or the brackets that begin here; the same place if none do; null if they never end. */
function skipped(script: string, at: number): number | null {
  const sign = script[at] ?? "";
  if (sign === "\\") return at + 2;
  if (sign === "'") return behind(script, at + 1, "'", false);
  if (sign === '"' || sign === "`") return behind(script, at + 1, sign, true);
  if (sign === "#" && /(?:^|\s)$/.test(script.slice(0, at))) {
    const end = script.indexOf("\n", at);
    return end === -1 ? script.length : end;
  }
  if (sign === "(" || sign === "{") return behindBracket(script, at, sign === "(" ? ")" : "}");
  return sign === ")" || sign === "}" ? null : at;
}

function behind(script: string, from: number, sign: string, escapes: boolean): number | null {
  for (let at = from; at < script.length; at += 1) {
    if (escapes && script[at] === "\\") at += 1;
    else if (script[at] === sign) return at + 1;
  }
  return null;
}

function behindBracket(script: string, from: number, sign: string): number | null {
  for (let at = from + 1; at < script.length; ) {
    if (script[at] === sign) return at + 1;
    const next = skipped(script, at);
    if (next === null) return null;
    at = next > at ? next : at + 1;
  }
  return null;
}
