/** Database clients that are told a question, and nothing that changes the answer. */

import { NotKnown } from "../shell/script-syntax.ts";
import { ANY, type Argument, asArgument } from "../shell/script-values.ts";
import { type Call, type Grammar, reads } from "./grammar.ts";
import { isOfKind } from "./harmless-kinds.ts";
import { isReadingSqliteScript } from "./harmless-sql.ts";
import { onlyText } from "./harmless-words.ts";

const REDIS = new Set(
  `get mget keys scan ttl pttl type exists strlen llen lrange lindex hget hgetall hkeys hvals
    hlen hmget hexists smembers scard sismember zrange zrevrange zcard zscore zcount ping info
    dbsize time lastsave xlen xrange xinfo object memory`.split(/\s+/),
);

const NONE = { ...asArgument(ANY, ""), mayVanish: true };

function readRedis(words: readonly Argument[], call: Call): void {
  let at = 0;
  for (; at < words.length; at++) {
    const text = onlyText(words[at] as Argument) ?? ""; // inside the array
    if (/^-[hu]$/.test(text) && !isOfKind(words[at + 1] ?? NONE, "source", call))
      throw new NotKnown(`${call.name} ${text} ${words[at + 1]?.source ?? ""}`);
    if (/^-[hpnua]$|^--(?:user|pass|pattern)$/.test(text)) at++;
    else if (!/^--(?:raw|no-raw|csv|json|tls|no-auth-warning|scan|stat)$/.test(text)) break;
  }
  const command = words[at] === undefined ? "" : (onlyText(words[at] as Argument) ?? ""); // seen
  const isScan = command === "" && words.some((word) => onlyText(word) === "--scan");
  const isReading = isScan || REDIS.has(command.toLowerCase());
  const isPurge = words
    .slice(at)
    .some((word) => /^(?:purge|set|reset)$/i.test(onlyText(word) ?? "set"));
  if (!isReading || isPurge || words.some((word) => word.mayVanish || word.isSplit))
    throw new NotKnown(`${call.name} ${words[at]?.source ?? ""}`);
}

export const DATABASES: Grammar = {
  psql: {
    options: `-c=psql -d=source -h=source -p=number -U= -A -t -q -x -X -w -W -l -P= -F= -R= -H
      --command=psql --dbname=source --host=source --port=number --username= --list --csv
      --tuples-only
      --no-align --expanded --quiet --no-psqlrc --no-password --html --pset=`,
    arguments: "source text",
    needs: "-c --command -l --list",
    feeds: "psqlscript",
  },
  "mysql|mariadb": {
    options: `-e=mysql --execute=mysql -h=source -P=number -u= -p? -D= --host=source --port=number
      --user=
      --password? --database= -N -B -s -t -r --batch --silent --table --skip-column-names --raw
      --protocol=tcp -E --vertical --column-names --ssl-mode=`,
    arguments: "name",
    needs: "-e --execute",
    feeds: "sql",
  },
  "sqlite3|sqlite": {
    options: `-header -noheader -column -csv -json -line -list -markdown -table -box -html
      -readonly -separator= -nullvalue= -batch --readonly -bail`,
    hasLongDashes: true,
    arguments: "text sqlite…",
    check: (given, call) => {
      // Without a question it reads one from its input.
      const isAsked = given.arguments.length > 1 || given.options.has("--version");
      const isFed = given.arguments.length === 1 && isReadingSqliteScript(call.fed ?? ".shell");
      if (!isAsked && !isFed) throw new NotKnown(call.name);
    },
  },
  duckdb: {
    options: "-readonly -c=sql -csv -json -markdown -box -line -list -header -noheader",
    hasLongDashes: true,
    arguments: "text sql",
    needs: "-c",
  },
  "redis-cli|valkey-cli": { read: readRedis },
  pg_isready: reads("-h=source -p=number -U= -d= -t=number -q", ""),
  pg_dump: {
    ...reads(
      `-s -a -d= -h= -p=number -U= -t= -n= -T= --schema-only --data-only --table= --schema=
        --no-owner --no-privileges --dbname= -O -x`,
      "text",
    ),
  },
  alembic: {
    subcommands: {
      "current|history|heads|branches|show|check": reads("-v --verbose -i -r=", "text"),
    },
    runsProject: true,
  },
};
