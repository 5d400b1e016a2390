/** Reads SQL and the commands of database clients: only what reads data is known. */

export function isReadingSql(sql: string): boolean {
  const bare = withoutStrings(sql);
  if (bare === null) return false;
  const statements = bare.split(";").filter((statement) => statement.trim() !== "");
  return statements.length > 0 && statements.every(isReading);
}

/** SQL, or a describing command of psql such as `\dt`. */
export function isReadingPsql(text: string): boolean {
  return PSQL.test(text) || isReadingSql(text);
}

/** SQL, or a describing command of sqlite3 such as `.tables`. */
export function isReadingSqlite(text: string): boolean {
  return SQLITE.test(text) || PRAGMA.test(text) || isReadingSql(text);
}

/** Lines that a client is fed: its own commands stand alone on theirs. */
export function isReadingPsqlScript(text: string): boolean {
  return isReadingLines(text, /^\s*\\/, PSQL);
}

export function isReadingSqliteScript(text: string): boolean {
  return isReadingLines(text, /^\s*\./, SQLITE);
}

function isReadingLines(text: string, own: RegExp, known: RegExp): boolean {
  const lines = text.split("\n");
  const sql = lines.filter((line) => !own.test(line)).join("\n");
  const isKnown = lines.every((line) => !own.test(line) || known.test(line));
  return isKnown && (sql.trim() === "" || isReadingSql(sql));
}

const PSQL = /^\s*\\(?:d[a-zA-Z]{0,3}\+?|l\+?|conninfo|z|sf|sv|dt\+?)(?:\s+[\w.*"]+)?\s*;?\s*$/;
const SQLITE =
  /^\s*\.(?:tables|schema|indexes|indices|databases|dbinfo|fullschema|headers? (?:on|off)|mode [a-z]+|show|timeout \d+)(?: [\w.%]+)?\s*$/;
const PRAGMA =
  /^\s*pragma (?:table_info|table_xinfo|index_list|index_info|foreign_key_list)\s*\(\s*['"]?\w+['"]?\s*\)\s*;?\s*$|^\s*pragma (?:table_list|database_list|integrity_check|quick_check|user_version|page_count|journal_mode|foreign_keys)\s*;?\s*$/i;

/** Without strings and quoted names; null if clients could read it in two ways. */
function withoutStrings(sql: string): string | null {
  if (/\\|\/\*|--|\$|#|@|:=|\n\s*[.:!]/.test(sql) || CLIENT_COMMAND.test(sql)) return null;
  const bare = sql.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, (found) => (found[0] === "'" ? "0" : "x"));
  return /['"`]/.test(bare) ? null : bare;
}

// Clients run these by themselves where a line begins with them.
const CLIENT_COMMAND = /\n\s*(?:system|source|tee|pager|edit|delimiter|use|go)\b/i;

function isReading(statement: string): boolean {
  if (!BEGINNING.test(statement) || CHANGING.test(statement)) return false;
  const calls = [...statement.matchAll(/([\w.]+)\s*\(/g)];
  return calls.every(([, name = ""]) => FUNCTIONS.has(name.toLowerCase()));
}

const BEGINNING =
  /^\s*(?:select|with|values|explain(?:\s+(?:analyze|verbose|query\s+plan|format\s*=\s*\w+))*\s+(?:select|with)|show|describe|desc)\b/i;
const CHANGING =
  /\b(?:insert|update|delete|merge|upsert|replace|drop|alter|create|truncate|grant|revoke|copy|call|do|execute|exec|prepare|deallocate|lock|into|set|reset|vacuum|analyze(?!\s+(?:select|with))|cluster|refresh|reindex|attach|detach|load|import|export|unload|outfile|dumpfile|rename|listen|notify|begin|commit|rollback|savepoint|declare|fetch|move|close|discard|kill|flush|purge|shutdown|handler)\b/i;
const FUNCTIONS = new Set(
  `count sum avg min max now coalesce nullif lower upper length char_length substr substring trim
  ltrim rtrim round abs floor ceil ceiling date time datetime strftime julianday extract date_trunc
  date_part to_char to_date age concat concat_ws string_agg group_concat array_agg json_agg
  jsonb_agg json_build_object jsonb_build_object json_extract jsonb_array_length json_array_length
  row_number rank dense_rank lag lead over partition cast convert if ifnull iif greatest least
  distinct in exists any all some values as by and or not on when then else from where using having
  union except intersect filter typeof version current_database current_schema current_user
  pg_size_pretty pg_database_size pg_relation_size pg_total_relation_size pg_table_size to_regclass
  unnest generate_series position left right split_part regexp_matches instr hex lateral interval
  decimal numeric varchar`
    .split(/\s+/)
    .filter(Boolean),
);
