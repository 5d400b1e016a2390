/** What the shell does by itself: folders, variables, conditions, and commands within commands. */

import { regex } from "../shell/regex.ts";
import { NotKnown } from "../shell/script-syntax.ts";
import { ANY, type Argument, asArgument, beginning, known } from "../shell/script-values.ts";
import { type Call, each, type Grammar, open, type Program, reads } from "./grammar.ts";
import { onlyText } from "./harmless-words.ts";
import { isSecret } from "./secrets.ts";

/** `[[ … ]]`, whose numbers are calculated: what is compared must be a number for sure. */
export function checkCondition(words: readonly Argument[], source: string): void {
  for (const [index, word] of words.entries()) {
    const text = (onlyText(word) ?? "").replace(/^[(!]+/, "");
    const isOption = /^-\w+$/.test(text);
    if (isOption && !UNARY.test(text) && !NUMERIC.test(text)) throw new NotKnown(source);
    if (!NUMERIC.test(text)) continue;
    if (![words[index - 1], words[index + 1]].every((side) => side?.isNumber === true))
      throw new NotKnown(source);
  }
}

const UNARY = /^-(?:[aefdhLnrswxzS]|nt|ot|ef)$/;
const NUMERIC = /^-(?:eq|ne|lt|le|gt|ge)$/;
const BINARY = /^(?:=|==|!=|<|>|-nt|-ot|-ef)$/;

/** `[ … ]`: every operator must be there to be seen, or a value could become one. */
function readTest(words: readonly Argument[], call: Call): void {
  let part: Argument[] = [];
  for (const word of words) {
    if (word.isSplit || word.mayVanish) throw new NotKnown(`${call.name} ${word.source}`);
    const text = onlyText(word);
    if (text === "-a" || text === "-o") {
      checkTest(part, call);
      part = [];
    } else if (text !== "!" || part.length > 0) part.push(word);
  }
  checkTest(part, call);
}

function checkTest(part: readonly Argument[], call: Call): void {
  const [first, second, third] = part;
  const operator = second === undefined ? "" : (onlyText(second) ?? "");
  const isKnown =
    part.length === 1 ||
    (part.length === 2 && first !== undefined && UNARY.test(onlyText(first) ?? "")) ||
    (part.length === 3 &&
      (BINARY.test(operator) ||
        (NUMERIC.test(operator) && first?.isNumber === true && third?.isNumber === true)));
  if (!isKnown) throw new NotKnown(`${call.name} ${part.map(({ source }) => source).join(" ")}`);
}

/** `NAME=value … command`, as env takes them. */
function readEnv(words: readonly Argument[], call: Call): void {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word) ?? (word.isSplit ? "" : word.begins);
    const [, name = "", value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
    if (name !== "") {
      const given = word.texts === null ? { ...word, begins: value } : { ...word, texts: [value] };
      if (!call.isEnvironment(name, given)) throw new NotKnown(word.source);
    } else if (text === "-u") solid(words[++at], call);
    else if (text !== "-i") break;
  }
  if (at < words.length) call.startCommand(words.slice(at));
}

/** The script behind `-c`. The words behind it are its `$0`, `$1` …, which nobody knows. */
function readShell(words: readonly Argument[], call: Call): void {
  let hasScript = false;
  const [first, file] = words.map((word) => onlyText(word) ?? "-");
  // Only looks for mistakes.
  if (first === "-n" && words.length === 2 && !file?.startsWith("-")) return;
  for (const [index, word] of words.entries()) {
    const text = onlyText(word) ?? "";
    if (hasScript) {
      const script = onlyText(word);
      if (script === null) throw new NotKnown(`${call.name} -c ${word.source}`);
      call.startScript(script);
      return;
    }
    const before = index === 0 ? "" : (onlyText(words[index - 1] ?? word) ?? "");
    if (/^-[leux]*o$/.test(before) && /^(?:pipefail|errexit|nounset)$/.test(text)) continue;
    if (/^-[leux]*c$/.test(text)) hasScript = true;
    else if (!/^-[leux]*o?$|^--(?:noprofile|norc|login|posix)$/.test(text) || text === "-")
      throw new NotKnown(`${call.name} ${word.source}`);
  }
  if (hasScript || call.fed === null) throw new NotKnown(call.name);
  call.startScript(call.fed);
}

/** xargs adds words that nobody knows; with `-I` they stand where the mark is. */
function readXargs(words: readonly Argument[], call: Call): void {
  let at = 0;
  let mark: string | null = null;
  for (; at < words.length; at++) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word) ?? "";
    if (/^-I./.test(text)) mark = text.slice(2);
    else if (text === "-I") mark = solid(words[++at], call);
    else if (/^-[nPLdsa]$|^--(?:max-args|max-procs|max-lines|delimiter)$/.test(text))
      solid(words[++at], call);
    else if (!XARGS_OPTION.test(text)) break;
  }
  const command = words.slice(at);
  if (command.length === 0) return;
  const any = asArgument(ANY, "…");
  call.startCommand(
    mark === null
      ? [...command, { ...any, isSplit: true }]
      : command.map((word) => filledIn(word, mark)),
  );
}

/** A value that is sure to be there, so that the next word is not taken for it. */
function solid(word: Argument | undefined, call: Call): string {
  const text = word === undefined ? null : onlyText(word);
  if (text === null || word?.mayVanish) throw new NotKnown(`${call.name} ${word?.source ?? ""}`);
  return text;
}

const XARGS_OPTION = regex()`
  ^(?:-[0rtx]+|-[nPL]\d+|-d.+|-0n\d+|--(?:null|no-run-if-empty|verbose|exit|max-(?:args|procs
  |lines)=\d+|delimiter=.*))$
`;

/** A word in which a mark stands for something unknown. */
export function filledIn(word: Argument, mark: string | null, begins = ""): Argument {
  const text = onlyText(word);
  if (text === null || mark === null || mark === "" || !text.includes(mark)) return word;
  const before = text.slice(0, text.indexOf(mark));
  return asArgument(beginning(before + begins, false), word.source);
}

function readCommand(words: readonly Argument[], call: Call): void {
  const option = onlyText(words[0] ?? asArgument(ANY, ""));
  if (option === "-v" || option === "-V") return;
  const command = option === "-p" ? words.slice(1) : words;
  const name = command[0] === undefined ? "" : (onlyText(command[0]) ?? "");
  // These would change this shell itself.
  if (/^(?:read|cd|pushd|popd|export|set|shopt|source|\.|command)$/.test(name)) fail(call);
  call.startCommand(command);
}

function readFolder(words: readonly Argument[], call: Call): void {
  const [first, ...more] = words.filter((word) => onlyText(word) !== "--");
  if (more.length > 0 || first?.isMany || first?.isSplit)
    throw new NotKnown(`${call.name} ${(more[0] ?? first)?.source}`);
  if (first !== undefined && isSecret(first)) throw new NotKnown(`${call.name} ${first.source}`);
  const isBack = first !== undefined && onlyText(first) === "-";
  if (first === undefined || isBack || first.mayVanish) call.enter(null);
  if (first !== undefined && !isBack) call.enter(first);
}

function readRead(words: readonly Argument[], call: Call): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word) ?? "";
    if (/^-[rs]*[ptnd]$/.test(text)) at++;
    else if (!/^-[rs]+$/.test(text)) call.setVariable(word);
  }
}

function readPrintf(words: readonly Argument[], call: Call): void {
  const [format, ...rest] =
    onlyText(words[0] ?? asArgument(ANY, "")) === "--" ? words.slice(1) : words;
  const text = format === undefined ? null : onlyText(format);
  if (text === null || text.startsWith("-")) throw new NotKnown(`${call.name} ${format?.source}`);
  // zsh calculates what it prints as a number.
  const isCalculated = /%[^%sbqc]*[diouxXeEfFgG]/.test(text);
  const odd = rest.find((word) => {
    const isSafe = word.isNumber || (word.texts ?? ["["]).every((one) => !/[[$`(]/.test(one));
    return isCalculated && !isSafe;
  });
  if (odd !== undefined) throw new NotKnown(`${call.name} ${odd.source}`);
}

const VIRTUAL_ENVIRONMENT = /^(?:\.\/)?(?:[\w-]+\/)?\.?venv\/bin\/activate$/;

/** A Python environment of the project is loaded by convention; no other file is. */
const source: Program = {
  runsProject: true,
  read: (words, call) => {
    const [file, ...more] = words;
    const text = file === undefined ? "" : (onlyText(file) ?? "");
    if (more.length > 0 || !VIRTUAL_ENVIRONMENT.test(text))
      throw new NotKnown(`${call.name} ${file?.source ?? ""}`);
  },
};

export const SHELL_ITSELF: Grammar = {
  ...open("true false : echo pwd dirs sleep yes seq expr basename dirname type which"),
  ...each("break continue exit return", { arguments: "number" }),
  // Other options of these two run a command or set a variable.
  jobs: { options: "-l -p -r -s" },
  wait: { options: "-n", arguments: "text…" },
  "cd|pushd": { read: readFolder },
  // It leads back to where the script was before, or fails.
  popd: {
    read: (words, call) => {
      if (words.length > 0) fail(call);
    },
  },
  read: { read: readRead },
  printf: { read: readPrintf },
  test: { read: readTest },
  "[": {
    read: (words, call) => {
      const last = words.at(-1);
      if (last === undefined || onlyText(last) !== "]") fail(call);
      readTest(words.slice(0, -1), call);
    },
  },
  set: {
    read: (words, call) => {
      const line = words.map((word) => onlyText(word) ?? "?").join(" ");
      if (!/^(?:[-+][euxfv]*(?:o (?:pipefail|errexit|nounset))? ?)+$/.test(line)) fail(call);
    },
  },
  shopt: { options: "-s -u", arguments: "globstar|nullglob|dotglob|nocaseglob|failglob…" },
  export: {
    read: (words, call) => {
      for (const word of words) {
        const text = onlyText(word) ?? "";
        const [, name, value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
        const given = { ...word, texts: [value] };
        if (name === undefined || !call.isEnvironment(name, given))
          throw new NotKnown(`${call.name} ${word.source}`);
      }
    },
  },
  local: {
    read: (words, call) => {
      for (const word of words) {
        const [name = ""] = (onlyText(word) ?? word.begins).split("=");
        // Some shells split the value into further names.
        if (word.isSplit || word.isMany || word.mayVanish || !/^[a-z_]\w*$/.test(name)) fail(call);
        call.setVariable(asArgument(known(name), word.source));
      }
    },
  },
  // Gives up names of the script's own.
  unset: { options: "-v", arguments: "variable…" },
  history: { arguments: "number" },
  ulimit: { options: "-a -n -u -s", hasLongDashes: true },
  umask: {},
  "source|.": source,
  env: { read: readEnv },
  "bash|sh|zsh|dash": { read: readShell },
  xargs: { read: readXargs },
  command: { read: readCommand },
  timeout: {
    options:
      "-k=number -s=name --signal=name --kill-after=number --foreground --preserve-status -v",
    arguments: "number",
    startsCommand: true,
  },
  gtimeout: { options: "-k=number", arguments: "number", startsCommand: true },
  time: { options: "-p -v -l", startsCommand: true },
  nice: { options: "-n=number", startsCommand: true },
  stdbuf: { options: "-o=name -e=name -i=name", startsCommand: true },
  // With a word they set something.
  ...each("alias hash times disown fg bg reset bindkey", { arguments: "" }),
  trap: { options: "-l -p", needs: "-l -p" },
  compgen: { options: "-c -a -b -k -f -d -v", arguments: "name", needs: "-c -a -b -k -f -d" },
  help: reads("-d -s -m", "name…"),
  // What it prints goes where it is told to, or into a file of its own name.
  nohup: { startsCommand: true },
  watch: { read: readWatch },
  caffeinate: { options: "-i -s -d", startsCommand: true },
};

/** What stands behind the options is one script, run again and again. */
function readWatch(words: readonly Argument[], call: Call): void {
  let at = 0;
  for (; at < words.length; at++) {
    const text = onlyText(words[at] as Argument) ?? ""; // inside the array
    if (/^(?:-n|--interval)$/.test(text)) solid(words[++at], call);
    else if (
      !/^-[tdgcebw]+$|^-n[\d.]+$|^--(?:no-title|differences|chgexit|color|interval=[\d.]+)$/.test(
        text,
      )
    )
      break;
  }
  const script = words.slice(at).map((word) => onlyText(word));
  if (script.length === 0 || script.includes(null)) throw new NotKnown(call.name);
  call.startScript(script.join(" "));
}

function fail(call: Call): never {
  throw new NotKnown(call.name);
}
