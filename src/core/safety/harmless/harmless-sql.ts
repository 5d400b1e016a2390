/** Reads SQL and the commands of database clients: only what reads data is known. */
import { regex } from "../shell/regex.ts";

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
const SQLITE = regex()`
  ^\s*\.(?:tables|schema|indexes|indices|databases|dbinfo|fullschema|headers? (?:on|off)
  |mode [a-z]+|show|timeout \d+)(?: [\w.%]+)?\s*$
`;
const PRAGMA = regex("i")`
  ^\s*pragma (?:table_info|table_xinfo|index_list|index_info
  |foreign_key_list)\s*\(\s*['"]?\w+['"]?\s*\)\s*;?\s*$|^\s*pragma (?:table_list|database_list
  |integrity_check|quick_check|user_version|page_count|journal_mode|foreign_keys)\s*;?\s*$
`;

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

const BEGINNING = regex("i")`
  ^\s*(?:select|with|values|explain(?:\s+(?:analyze|verbose|query\s+plan
  |format\s*=\s*\w+))*\s+(?:select|with)|show|describe|desc)\b
`;
const CHANGING = regex("i")`
  \b(?:insert|update|delete|merge|upsert|replace|drop|alter|create|truncate|grant|revoke|copy
  |call|do|execute|exec|prepare|deallocate|lock|into|set|reset|vacuum|analyze(?!\s+(?:select
  |with))|cluster|refresh|reindex|attach|detach|load|import|export|unload|outfile|dumpfile
  |rename|listen|notify|begin|commit|rollback|savepoint|declare|fetch|move|close|discard|kill
  |flush|purge|shutdown|handler|pg_authid|pg_shadow|authentication_string|mysql\.user)\b
`;
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
  decimal numeric varchar btrim initcap ascii chr concat_ws format reverse repeat lpad rpad strpos
    quote_ident quote_literal md5 sha256 encode to_hex array_length array_to_string cardinality
    array_position string_to_array regexp_replace regexp_match regexp_count regexp_substr
    regexp_like
    json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
    json_each jsonb_each json_object_keys jsonb_object_keys json_typeof jsonb_typeof jsonb_pretty
    json_extract_path_text json_object_agg jsonb_object_agg json_value json_query json_array
    json_object
    json_group_array json_group_object json_valid json_type json_tree json_quote row_to_json to_json
    to_jsonb bool_and bool_or every stddev variance var_pop stddev_pop percentile_cont
    percentile_disc
    mode corr covar_pop first_value last_value nth_value ntile cume_dist percent_rank make_date
    make_interval to_timestamp localtimestamp clock_timestamp statement_timestamp timeofday date_add
    date_sub datediff timestampdiff date_format str_to_date unix_timestamp from_unixtime year month
    day hour minute second week quarter dayofweek dayofyear last_day curdate curtime sysdate
    timestamp timestamptz time timetz printf hex quote unicode zeroblob total likely unlikely
    last_insert_rowid pow power sqrt exp ln log log10 sign mod div trunc pi degrees radians
    sin cos tan random rand width_bucket char varbinary binary bigint int integer text boolean bool
    real float double uuid jsonb json bytea date_bin isfinite justify_days greatest obj_description
    col_description shobj_description format_type pg_get_viewdef pg_get_functiondef pg_get_indexdef
    pg_get_constraintdef pg_get_expr pg_get_triggerdef pg_get_serial_sequence pg_table_is_visible
    pg_indexes_size pg_column_size pg_postmaster_start_time pg_backend_pid pg_is_in_recovery
    pg_last_wal_receive_lsn pg_current_wal_lsn pg_wal_lsn_diff inet_server_addr inet_server_port
    has_table_privilege has_schema_privilege current_setting txid_current array unnest row
    grouping sets cube rollup tablesample lateral materialized recursive database schema user
    session_user found_rows row_count connection_id strcmp field elt find_in_set locate mid space
    soundex substring_index if ifnull nvl nvl2 decode any_value countif array_contains
    todate todatetime formatreadablesize uniq uniqexact quantile`
    .split(/\s+/)
    .filter(Boolean),
);
