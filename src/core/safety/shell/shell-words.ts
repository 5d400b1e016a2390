/** Takes a shell script apart into its simple commands, as far as possible without running it. */

export interface Word {
  text: string;
  /** False when the shell inserts something that we do not know. */
  isLiteral: boolean;
}

export interface Redirect {
  operator: string;
  target: Word;
}

export interface Command {
  words: Word[];
  redirects: Redirect[];
  /** The command whose output this one reads. */
  pipedFrom: Command | null;
  /** The text that a here-document or here-string feeds it. */
  fed: string | null;
}

export interface Script {
  /** All commands, also those inside substitutions. */
  commands: Command[];
  /** False when a part could not be read. The parts that were read still count. */
  isClear: boolean;
}

interface HereDocument {
  command: Command;
  end: string;
  isQuoted: boolean;
  /** `<<-`: tabs before the lines are dropped. */
  isIndented: boolean;
}

export function readScript(source: string, depth = 0): Script {
  const commands: Command[] = [];
  let isClear = depth < DEEPEST;
  let at = 0;
  let current = emptyCommand(null);
  const waiting: HereDocument[] = [];
  let open = 0;
  let hasCase = false;

  while (isClear && at < source.length) readNext();
  finish(null);
  if (waiting.length > 0) isClear = false;
  return { commands, isClear };

  function readNext(): void {
    const rest = source.slice(at, at + 3);
    const character = source.charAt(at);
    const operator = OPERATORS.find((known) => rest.startsWith(known));
    const redirect = redirectAt(at);
    if (character === "\n") {
      at++;
      finish(null);
      for (const document of waiting.splice(0)) readHereDocument(document);
    } else if (isBlank(character)) at++;
    else if (character === "\\" && source[at + 1] === "\n") at += 2;
    else if (character === "#") at = endOfLine(at);
    else if (redirect !== null) readRedirect(redirect);
    else if (operator !== undefined) {
      at += operator.length;
      if (operator === "(") open++;
      // What stands before the parenthesis that nothing opened is a pattern of `case`.
      if (operator === ")" && open === 0 && hasCase) current = emptyCommand(null);
      else if (operator === ")" && open > 0) open--;
      finish(operator === "|" || operator === "|&" ? current : null);
    } else {
      const word = readWord();
      current.words.push(word);
      if (word.text === "case") hasCase = true;
    }
  }

  function finish(pipedFrom: Command | null): void {
    const isEmpty = current.words.length === 0 && current.redirects.length === 0;
    if (!isEmpty) commands.push(current);
    current = emptyCommand(isEmpty ? current.pipedFrom : pipedFrom);
  }

  function redirectAt(from: number): string | null {
    const found = source.slice(from, from + 6).match(REDIRECT)?.[0] ?? null;
    return found !== null && !/^[<>]\($/.test(source.slice(from, from + 2)) ? found : null;
  }

  function readRedirect(text: string): void {
    at += text.length;
    const operator = text.replace(/^\d+/, "");
    while (source[at] === " " || source[at] === "\t") at++;
    const start = at;
    const target = readWord();
    if (operator === "<<" || operator === "<<-") {
      const isQuoted = /["'\\]/.test(source.slice(start, at));
      if (target.text === "" || IN_ARITHMETIC.test(source.slice(0, start))) isClear = false;
      waiting.push({
        command: current,
        end: target.text,
        isQuoted,
        isIndented: operator === "<<-",
      });
    } else if (operator === "<<<") current.fed = target.isLiteral ? target.text : null;
    else current.redirects.push({ operator, target });
    if (operator === "<<<" && !target.isLiteral) isClear = false;
  }

  function readHereDocument({ command, end, isQuoted, isIndented }: HereDocument): void {
    const lines: string[] = [];
    while (at < source.length) {
      const stop = endOfLine(at);
      const line = source.slice(at, stop);
      at = Math.min(stop + 1, source.length);
      if ((isIndented ? line.replace(/^\t+/, "") : line) === end) {
        // Shells disagree on whether a continued line ends the here-document.
        if (!isQuoted && /(?:^|[^\\])(?:\\\\)*\\$/.test(lines.at(-1) ?? "")) isClear = false;
        command.fed = lines.join("\n");
        if (!isQuoted) include(substitutionsIn(command.fed));
        return;
      }
      lines.push(line);
    }
    isClear = false;
  }

  function readWord(): Word {
    let text = "";
    let isLiteral = true;
    const start = at;
    while (at < source.length && !isWordEnd(at, start)) {
      const character = source.charAt(at);
      if (character === "'") text += readUntilQuote();
      else if (character === '"') {
        at++;
        while (at < source.length && source[at] !== '"') expand(true);
        if (at >= source.length) isClear = false;
        at++;
      } else expand(false);
    }
    if (at === start) at++;
    return { text, isLiteral };

    function expand(isInQuotes: boolean): void {
      const character = source.charAt(at);
      if (character === "\\") {
        const next = source.charAt(at + 1);
        if (next !== "\n") text += isInQuotes && !'$`"\\'.includes(next) ? `\\${next}` : next;
        at += 2;
      } else if (character === "`" || (character === "$" && source[at + 1] === "(")) substitute();
      else if (character === "$" && /[\w{@*#?$!-]/.test(source.charAt(at + 1))) readVariable();
      else if (character === "$" && source[at + 1] === "'" && !isInQuotes) {
        isLiteral = false;
        at++;
        text += readUntilQuote();
      } else if (character === "$" && source[at + 1] === '"' && !isInQuotes) {
        // A text that the shell may translate; the quotes follow.
        at++;
      } else if (
        !isInQuotes &&
        (character === "<" || character === ">") &&
        source[at + 1] === "("
      ) {
        text += `${character}(`;
        substitute();
      } else {
        // Arithmetic, zsh's own expansions, and a line continued between the
        // sign and what it expands.
        if (character === "$" && /[[~=^+]/.test(source.charAt(at + 1))) isLiteral = false;
        if (source.startsWith("$\\\n", at)) isClear = false;
        text += character;
        at++;
      }
    }

    function substitute(): void {
      isLiteral = false;
      const isTick = source[at] === "`";
      const from = at + (isTick ? 1 : 2);
      const to = isTick ? closingTick(from) : closingParenthesis(source, from);
      if (to === -1) {
        isClear = false;
        at = source.length;
        return;
      }
      const inside = source.slice(from, to);
      // Plain arithmetic runs nothing.
      const printed: string[] = [];
      const bare = inside.replace(/\$\(([^()`]*)\)/g, (_, script: string) => {
        printed.push(script);
        return "0";
      });
      if (!isTick && /^\([\w\s+*/%<>=!^~?:,$-]*\)$/.test(bare)) {
        for (const script of printed) include(readScript(script, depth + 1));
        at = to + 1;
        return;
      }
      include(readScript(isTick ? inside.replace(/\\([`$\\])/g, "$1") : inside, depth + 1));
      at = to + 1;
    }

    function readVariable(): void {
      isLiteral = false;
      const [name = "$"] = /^\$(?:\{[^}]*\}?|\w+|.)/.exec(source.slice(at, at + 200)) ?? [];
      // `@P` expands the variable's value once more.
      if (name.endsWith("@P}")) isClear = false;
      text += name;
      at += name.length;
      include(substitutionsIn(name.slice(2)));
    }

    function readUntilQuote(): string {
      const end = source.indexOf("'", at + 1);
      if (end === -1) isClear = false;
      const inside = source.slice(at + 1, end === -1 ? source.length : end);
      at = end === -1 ? source.length : end + 1;
      return inside;
    }
  }

  function isWordEnd(position: number, start: number): boolean {
    const character = source.charAt(position);
    if (isBlank(character) || character === "\n") return true;
    if ((character === "<" || character === ">") && source[position + 1] === "(")
      return position > start;
    return ";&|()<>".includes(character);
  }

  function closingTick(from: number): number {
    for (let end = from; end < source.length; end++) {
      if (source[end] === "\\") end++;
      else if (source[end] === "`") return end;
    }
    return -1;
  }

  function substitutionsIn(text: string): Script {
    const isThere = /\$\(|`/.test(text);
    return isThere
      ? readScript(`: "${text.replaceAll('"', "")}"`, depth + 1)
      : { commands: [], isClear: true };
  }

  function include(inner: Script): void {
    commands.push(...inner.commands);
    isClear &&= inner.isClear;
  }

  function endOfLine(from: number): number {
    const end = source.indexOf("\n", from);
    return end === -1 ? source.length : end;
  }
}

/**
 * Position of the parenthesis that closes the one open before `from`, past quotes,
 * nesting and here-documents.
 */
function closingParenthesis(source: string, from: number): number {
  let open = 1;
  let quote = "";
  for (let at = from; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === "\\" && quote !== "'") at++;
    else if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (source.startsWith("<<", at) && source[at + 2] !== "<") {
      const [opening = "", word = ""] =
        /^<<-?\s*["']?(\w+)["']?/.exec(source.slice(at, at + 80)) ?? [];
      const end =
        word === "" ? -1 : source.slice(at).search(new RegExp(`\\n\\t*${word}(?:\\n|\\)|$)`));
      if (end === -1) continue;
      at += Math.max(opening.length, end + source.slice(at + end).indexOf(word) + word.length) - 1;
    } else if (character === "(") open++;
    else if (character === ")" && --open === 0) return at;
  }
  return -1;
}

/**
 * No other character separates words in a shell: text behind another kind of space begins
 * neither a word nor a comment.
 */
function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

function emptyCommand(pipedFrom: Command | null): Command {
  return { words: [], redirects: [], pipedFrom, fed: null };
}

const DEEPEST = 12;
const OPERATORS = ["&&", "||", ";;", "|&", "|", ";", "&", "(", ")"];
// In arithmetic `<<` shifts bits, and the lines after it are commands, not a here-document.
const IN_ARITHMETIC = /\(\(|\$\[[^\]]*$|\[[^\]\s]*$/;
const REDIRECT = /^(?:\d*(?:<<<|<<-|<<|>>|>\||>&|<&|<>|>|<)|&>>|&>)/;
