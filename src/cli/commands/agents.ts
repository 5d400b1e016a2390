/**
 * `askline agents`: the agents at work, their states and tasks. Reads the log, so it needs no hub.
 */

import { existsSync } from "node:fs";
import { type AgentLine, roster } from "../../agents/roster.ts";
import { stateInWords } from "../../core/agent/failure-words.ts";
import { printableJson } from "../../core/json.ts";
import type { Locale } from "../../core/locale.ts";
import { clientName } from "../../core/names.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { shortened } from "../../core/shortened.ts";
import { agentLogPath } from "../agent-log.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { span } from "../describe.ts";
import { EXIT } from "../exit-codes.ts";
import { messages } from "../messages.ts";
import { tableHere } from "../table.ts";
import { type WaitingCaller, waitingCallers } from "../waiting-callers.ts";
import { withAway } from "./with-away.ts";

const LONGEST_TASK = 60;

export async function agents(options: CommonOptions & { all?: boolean }): Promise<number> {
  return withContext(options, async ({ desk, locale, settings }) => {
    const known = await linesIn(agentLogPath(settings), options.all === true);
    const lines = [...known, ...(await waitingCallers(desk, known))];
    const table = await forPeople(lines, locale);
    const shown = await withAway(table, settings.values.stateDirectory, locale);
    process.stdout.write(`${options.json ? printableJson(lines) : shown}\n`);
    return EXIT.ok;
  });
}

/** Without a log there are no agents; none is created. */
async function linesIn(path: string, withEnded: boolean): Promise<AgentLine[]> {
  if (!existsSync(path)) return [];
  const { openSqlLog } = await import("../../store/sql/sql-log.ts");
  const log = await openSqlLog({ path });
  try {
    return await roster(log, { withEnded });
  } finally {
    await log.close();
  }
}

async function forPeople(
  lines: readonly (AgentLine | WaitingCaller)[],
  locale: Locale,
): Promise<string> {
  const text = messages(locale);
  if (lines.length === 0) return text.noAgents;
  const now = Date.now();
  const rows = lines.map((line) => [
    String(line.id ?? "–"),
    safeLine(line.project),
    safeLine(clientName(line.client)),
    stateInWords(line, locale, new Date(now)),
    span(now - Date.parse(line.lastSeenAt), locale),
    shortened(safeLine(line.question ?? line.task ?? "–"), LONGEST_TASK),
  ]);
  return tableHere([text.agentColumns, ...rows]);
}
