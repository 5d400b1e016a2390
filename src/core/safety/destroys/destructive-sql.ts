/** Judges SQL and what database clients do besides: deleted data, programs run, files written. */
import { regex } from "../shell/regex.ts";
import type { Danger } from "./destructive.ts";

export function dangersOfSql(sql: string): Danger[] {
  const statements = sql
    .replace(STRINGS_AND_COMMENTS, (found) =>
      found.startsWith("'") ? (/^'[%\s]*'$/.test(found) ? "''" : "'x'") : " ",
    )
    .split(";")
    .map((statement) => statement.trim());
  return [
    ...(statements.some(isDeleting) ? (["deletes_data"] as const) : []),
    ...(RUNS_PROGRAM.test(sql) ? (["runs_hidden_program"] as const) : []),
    ...(WRITES_FILE.test(sql) ? (["overwrites_files"] as const) : []),
    ...(GRANTS.test(sql) ? (["changes_secrets"] as const) : []),
    ...(STOPS.test(sql) ? (["stops_processes"] as const) : []),
    ...(BUILT_LATER.test(sql) ? (["unclear"] as const) : []),
  ];
}

/** Lines that a database client takes for itself: what they run, and whether they write or load. */
export function dangersOfClientCommands(text: string): { dangers: Danger[]; scripts: string[] } {
  const scripts = [...text.matchAll(CLIENT_SHELL)].map(([, script = ""]) => script);
  const isOdd = CLIENT_FILES.test(text);
  return {
    dangers: [
      ...(scripts.length > 0 ? (["runs_hidden_program"] as const) : []),
      ...(isOdd ? (["unclear"] as const) : []),
    ],
    scripts,
  };
}

function isDeleting(statement: string): boolean {
  if (DROPPING.test(statement) || NOT_SQL.test(statement)) return true;
  const [, change] = CHANGING.exec(statement) ?? [];
  if (change === undefined) return false;
  const [, condition] = /\bwhere\b([\s\S]*)$/i.exec(change) ?? [];
  return condition === undefined || isAlwaysTrue(condition);
}

/** Whether a condition leaves out no row, as far as that can be seen. */
function isAlwaysTrue(condition: string): boolean {
  const [bare = ""] = condition
    .replace(/\b(?:returning|limit|order by)\b[\s\S]*$/i, "")
    .replace(/[()]/g, " ")
    .split(/$^/);
  return bare
    .split(/\bor\b/i)
    .some((part) => part.split(/\band\b/i).every((one) => TRUE.test(one)));
}

const TRUE = regex("i")`
  ^\s*(?:true|1|not\s+(?:false|0)|([\w.'"]+)\s*(?:=|<=|>=|like|is)\s*\1|'x'\s*=\s*'x'
  |-?\d+\s*(?:<>|!=|<|>|<=|>=)\s*-?\d+|\w+\s+is\s+not\s+null|\w+\s*(?:>|>=|<>|!=)\s*-?[01]
  |\w+\s+(?:i?like|~)\s*''|exists\s+select\s+\d+|rowid|\w*id)\s*$
`;
const LEAD =
  "(?:^(?:-\\w+\\s?|--[\\w-]+=)?|[()]" +
  "|\\b(?:begin|then|else|loop|as|analyze|explain|do|execute)\\s)\\s*";
// A statement begins at the start, or behind a client's own option, a common table expression or
// the words of a procedure.
const DROPPING = regex("i")`
  ${LEAD}(?:drop\s|truncate\s|alter\s[\s\S]*\b(?:drop|rename)\s|reset\s+master
  |purge\s+(?:binary|master)|replace\s+into|insert\s+or\s+replace
  |merge\s+into[\s\S]*\bdelete\b|(?:match|optional)\s[\s\S]*\bdelete\b
  |alter\s+table\s+\S+\s+(?:delete|update)\b|reassign\s+owned)
`;
const CHANGING = regex("i")`
  ${LEAD}(?:delete\s+(?:\w+\s+)?from|update\s+(?:only\s+)?[\w."\`[\]]+\s+set)\b([\s\S]*)$
`;
const NOT_SQL = regex("i")`
  \b(?:flushall|flushdb|dropDatabase|lo_unlink|query_to_xml)\b|\.(?:drop|deleteMany|remove
  |deleteOne|updateMany|bulkWrite)\s*\(\s*(?:\{\s*\}|\))|\$out\b
  |\brunCommand\s*\(\s*\{\s*"?drop
`;
const STRINGS_AND_COMMENTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const RUNS_PROGRAM = regex("i")`
  \b(?:to|from)\s+program\b|\bxp_cmdshell\b|\blanguage\s+(?:c|plpython\w*|plperlu|plsh)\b
  |\bcreate\s+extension\s+pl|\bload_extension\s*\(|\bedit\s*\([^)]*,|archive_command
  |^\s*load\s+'|^\s*install\s+'|\bsys_exec\b
`;
const WRITES_FILE = regex("i")`
  \binto\s+(?:outfile|dumpfile)\b|\bcopy\b[\s\S]*\bto\s+'|\b(?:lo_export|pg_file_write
  |writefile)\s*\(|\bvacuum\s+into\b|\battach\s+'|\binto\s+function\s+file\b
`;
const GRANTS = regex("i")`
  (?:^|;)\s*(?:-\w\s?)?(?:grant\s[\s\S]*\sto\s|revoke\s[\s\S]*\sfrom\s|alter\s+(?:role|user
  |system)\b|create\s+(?:role|user)\b|set\s+password)
`;
const STOPS = /\bpg_(?:terminate|cancel)_backend\b|^\s*(?:-\w\s?)?shutdown\b/i;
const BUILT_LATER =
  /\bexecute\s+(?:immediate\s+)?['"][^;]*\|\||\bexecute\s+format\b|writable_schema/i;

/** `.shell ls`, `\! ls`, `system ls`, and pipes behind `.once`, `\o` and `\g`. */
const CLIENT_SHELL = regex("g")`
  (?:^|\n|\s|=)(?:\.(?:sh|she|shel|shell|sys|syst|syste|system)\s+|\\!\s*|!!\s*|system\s+
  |\.(?:once|output|import|read|excel)\s+["']?\|\s*|\\(?:o|g|w
  |copy[^\n]*?(?:program))\s*\|?\s*(?:['"$]+|(?<=\|)\s*)|\\set\s+\w+\s+\`)([^\n'"\`]*)
`;
const CLIENT_FILES = regex()`
  (?:^|\n|\s|=)(?:\.(?:output|once|backup|save|clone|restore|load|read|log|trace|archive|ar
  |excel|import|open|dump\s*>)(?:\s|$)|\\(?:o|g|gx|gexec|w|s|e|ef|ev|i|ir|include\w*|copy
  |setenv|set|lo_export|lo_unlink|T|\.|tee|gset)(?:\s|$)|source\s+\S|tee\s+\S|load\s*\()
`;
