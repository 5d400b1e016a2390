/** Database clients: the SQL on their command line, what they are fed, and their own commands. */

import { regex } from "../shell/regex.ts";
import type { Command, Word } from "../shell/shell-words.ts";
import type { Danger } from "./destructive.ts";
import { dangersOfProgram } from "./destructive-code.ts";
import { dangersOfClientCommands, dangersOfSql } from "./destructive-sql.ts";

export interface DatabaseDangers {
  dangers: Danger[];
  /** Command lines that the client hands to a shell. */
  scripts: string[];
}

export function isDatabaseClient(name: string): boolean {
  return SQL_CLIENTS.has(name);
}

/** `fed` is what the client reads from standard input; null if that cannot be seen. */
export function dangersOfDatabase(
  name: string,
  args: Word[],
  command: Command,
  fed: string | null,
): DatabaseDangers {
  const texts = [...args.map(({ text }) => text.replace(/^--[\w-]+=/, "")), fed ?? ""];
  const own = texts.map((text) => dangersOfClientCommands(text));
  const dangers = [
    ...texts.flatMap((text) => dangersOfSql(text)),
    ...own.flatMap((one) => one.dangers),
  ];
  const scripts = own.flatMap((one) => one.scripts);
  if (name === "redis-cli" && REDIS.test(`${args.map(({ text }) => text).join(" ")} ${fed ?? ""}`))
    dangers.push("deletes_data");
  if (/^mongo(?:sh)?$/.test(name)) {
    const code = dangersOfProgram(texts.filter((text) => !text.startsWith("-")).join("\n"));
    dangers.push(...code.dangers);
    scripts.push(...code.scripts);
    if (args.some(({ text }) => /\.js$/.test(text))) dangers.push("unclear");
  }
  const isFedUnseen = fed === null && command.pipedFrom !== null;
  const isFromFile =
    command.redirects.some(({ operator }) => operator === "<") ||
    args.some(({ text }) => text === "-f");
  const isFilledIn = args.some(
    ({ isLiteral }, index) => !isLiteral && SQL_OPTION.test(args[index - 1]?.text ?? ""),
  );
  if (isFedUnseen || isFromFile || isFilledIn) dangers.push("unclear");
  return { dangers, scripts };
}

const REDIS = regex("i")`
  (?:^|\s)(?:del|unlink|rename|config\s+set|shutdown|slaveof|replicaof|module\s+load|flush\w+
  |script\s+flush|set|getdel|expire|restore|eval(?:sha)?)\s
`;
const SQL_OPTION = /^(?:-c|-e|-q|-Q|--command|--execute|--eval|--query)$/;
const SQL_CLIENTS = new Set(
  `psql mysql mariadb sqlite3 sqlcmd mongosh mongo redis-cli clickhouse-client clickhouse duckdb
  bq cqlsh cypher-shell cockroach snowsql spanner-cli litecli pgcli mycli usql db2 isql
  valkey-cli`.split(/\s+/),
);
