/**
 * Reads every text in a tool's input by what it is (a command, SQL, code, a path, an address),
 * whatever its field is called. Only what is certain to destroy counts: most texts are prose.
 */

import { regex } from "../shell/regex.ts";
import { inShellQuotes } from "../shell/shell-quote.ts";
import type { Danger, ToolCallPlace } from "./destructive.ts";
import { dangersOfProgram } from "./destructive-code.ts";
import { decisionsInText } from "./destructive-decisions.ts";
import { dangersOfScript } from "./destructive-shell.ts";
import { dangersOfSql } from "./destructive-sql.ts";

export function dangersOfInput(input: unknown, place: ToolCallPlace): Danger[] {
  const found: Danger[] = [];
  let left = MOST_TEXTS;
  visit("", input, 0);
  for (const line of programsOf(input)) found.push(...certain(dangersOfScript(line, place)));
  return found;

  function visit(key: string, value: unknown, depth: number): void {
    if (depth > DEEPEST || left-- <= 0) return;
    if (typeof value === "string") found.push(...dangersOfText(key, value, place));
    else if (Array.isArray(value)) {
      found.push(...dangersOfArguments(key, value, place));
      for (const one of value) visit(key, one, depth + 1);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, one] of Object.entries(value)) {
        if (METHOD_KEY.test(name) && /^delete$/i.test(String(one))) found.push("deletes_resources");
        visit(name, one, depth + 1);
      }
    }
  }
}

/** Command lines that a tool is given in parts: `{program, args}`, or `kubectl_args` alone. */
export function programsOf(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  const entries = Object.entries(input);
  const [, program] = entries.find(([key]) => PROGRAM_KEY.test(key)) ?? [];
  return entries.flatMap(([key, value]) => {
    const [, owner = ""] = ARGUMENTS_KEY.exec(key) ?? [];
    const name = owner === "" ? program : owner;
    if (!Array.isArray(value) || typeof name !== "string" || !ARGUMENTS_KEY.test(key)) return [];
    return [[name, ...value].map((word) => inShellQuotes(String(word))).join(" ")];
  });
}

const PROGRAM_KEY = /^(?:program|executable|binary|exe|bin|entrypoint|tool)$/i;
const ARGUMENTS_KEY = /^(?:([a-z]+)_)?(?:args|arguments|argv|params)$/i;

/** Dangers of the files and addresses that a reading tool is given. */
export function decisionsOfInput(input: unknown, place: ToolCallPlace): Danger[] {
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    typeof value === "string" && value.length < 2000 && PLACE_KEY.test(key)
      ? decisionsInText(value, place)
      : [],
  );
}

const DEEPEST = 6;
const MOST_TEXTS = 300;
const LONGEST = 4000;
const METHOD_KEY = /^(?:http_?|request_?)?(?:method|verb)$/i;
const PLACE_KEY = /path|file|folder|directory|^dir$|url|uri|address|^glob$|^pattern$/i;
const PROSE = regex("i")`
  ^(?:description|title|body|content|contents|text|message|prompt|comment|summary|reason|note
  |notes|todos?|name|label|labels|subject|details|explanation|thought|plan|question|questions
  |header|old_\w+|new_\w+|oldString|newString|markdown|html|caption|instructions?|status
  |activeForm)$
`;
const SEARCH = /^(?:query|q|search|keywords?|pattern|regex|filter|term)$/i;
const CODE =
  /^(?:code|js|javascript|typescript|python|source_code|expression|function|snippet|eval|lambda)$/i;

function dangersOfText(key: string, text: string, place: ToolCallPlace): Danger[] {
  if (text.length > LONGEST * 5) return CODE.test(key) ? ["unclear"] : [];
  if (PROSE.test(key)) return [];
  const isPlace = !/\n/.test(text) && text.length < 500;
  const deciding = isPlace && !SEARCH.test(key) ? decisionsInText(text, place) : [];
  if (CODE.test(key)) {
    const { dangers, scripts } = dangersOfProgram(text);
    const inside = scripts.flatMap((script) => certain(dangersOfScript(script, place)));
    return [...dangers, ...inside, ...deciding];
  }
  if (!/\s/.test(text.trim()) || text.length > LONGEST) return deciding;
  const sql = SQL_START.test(text) ? certain(dangersOfSql(text)) : [];
  const script = SEARCH.test(key) ? [] : certain(dangersOfScript(text, place));
  return [...deciding, ...sql, ...script];
}

/** A list of words may be a program with its arguments. */
function dangersOfArguments(key: string, value: unknown[], place: ToolCallPlace): Danger[] {
  if (PROSE.test(key) || SEARCH.test(key) || value.length < 2 || value.length > 200) return [];
  if (!value.every((one) => typeof one === "string")) return [];
  return certain(dangersOfScript(value.map((word) => inShellQuotes(word)).join(" "), place));
}

/** A statement with what it changes; prose also begins with "drop" or "delete from". */
const SQL_START = regex("i")`
  (?:^|;|\(|\bas\b)\s*(?:drop\s+(?:table|database|schema|view|index|role|user|type|function
  |column|collection|keyspace|materialized|owned)\b|truncate\s+(?:table\s+)?[\w."\`]+\s*(?:;|$
  |cascade|,)|delete\s+from\s+[\w."\`]+\s*(?:;|$|where\b|using\b|returning\b)
  |update\s+[\w."\`]+\s+set\s|alter\s+(?:table|role|user|database|system)\b|grant\s|copy\s
  |with\s|merge\s+into\b)
`;

function certain(dangers: Danger[]): Danger[] {
  return dangers.filter((danger) => danger !== "unclear");
}
