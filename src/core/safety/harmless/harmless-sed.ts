/** Reads a sed script: only commands that print, change or drop lines are known. */

export function isHarmlessSed(script: string): boolean {
  let at = 0;
  let open = 0;
  while (at < script.length) {
    skip(/[\s;]*/y);
    if (at >= script.length) break;
    if (script[at] === "}") {
      if (--open < 0) return false;
      at++;
      continue;
    }
    if (script[at] === "#") {
      skip(/[^\n]*/y);
      continue;
    }
    if (!readAddresses()) return false;
    const command = script[at++] ?? "";
    if (command === "{") open++;
    else if (command === "s") {
      if (!readParts(2) || !ends(/[gpIiMm\d]*/y)) return false;
    } else if (command === "y") {
      if (!readParts(2) || !ends(/(?:)/y)) return false;
    } else if ("aic".includes(command) && command !== "") {
      // The text goes on to the end of the line; seds disagree on a backslash in it.
      skip(/[^\n\\]*/y);
      if (script[at] === "\\") return false;
    } else if ("btT:".includes(command) && command !== "") {
      if (!ends(/[ \t]*[\w.-]*/y)) return false;
    } else if ("qQlL".includes(command) && command !== "") {
      if (!ends(/[ \t]*\d*/y)) return false;
    } else if (command === "" || !"pPdDnNgGhHxz=F".includes(command) || !ends(/(?:)/y))
      return false;
  }
  return open === 0;

  function skip(pattern: RegExp): void {
    pattern.lastIndex = at;
    at += pattern.exec(script)?.[0].length ?? 0;
  }

  /** What may follow a command, and then its end. */
  function ends(pattern: RegExp): boolean {
    skip(pattern);
    skip(/[ \t]*/y);
    return at >= script.length || /[;\n}#]/.test(script.charAt(at));
  }

  function readAddresses(): boolean {
    for (let count = 0; count < 2; count++) {
      const start = at;
      skip(count === 0 ? /\d+(?:~\d+)?|\$/y : /[+~]?\d+|\$/y);
      if (at === start && script[at] === "/" && !readUntil("/")) return false;
      else if (at === start && script[at] === "\\") {
        at++;
        if (!readUntil(script.charAt(at))) return false;
      }
      if (at > start) skip(/[IM]*/y);
      skip(/[ \t]*/y);
      if (script[at] !== "," || count === 1) break;
      at++;
      skip(/[ \t]*/y);
    }
    skip(/[ \t!]*/y);
    return true;
  }

  function readParts(count: number): boolean {
    const delimiter = script.charAt(at);
    if (!/^[^\w\s\\;]$/.test(delimiter)) return false;
    for (let part = 0; part < count; part++) {
      if (!readUntil(delimiter, part > 0)) return false;
      at--; // what ends one part begins the next
    }
    at++;
    return true;
  }

  /** From one delimiter to the next, past escapes and, in a pattern, sets of characters. */
  function readUntil(delimiter: string, isReplacement = false): boolean {
    for (at++; at < script.length; at++) {
      const character = script[at];
      if (character === "\\") at++;
      // A delimiter inside a set of characters is one of them.
      else if (character === "[" && !isReplacement) {
        const [set] = /^\[\^?\]?(?:\[:\w+:\]|[^\][\n])*\]/.exec(script.slice(at, at + 80)) ?? [];
        if (set === undefined) return false;
        at += set.length - 1;
      } else if (character === delimiter) {
        at++;
        return true;
      } else if (character === "\n" && !isReplacement) return false;
    }
    return false;
  }
}
