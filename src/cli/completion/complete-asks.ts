/**
 * `askline __asks`: lists ids for the completion scripts. A person has just pressed a key,
 * so it is quick or silent.
 */
import { join } from "node:path";
import { type Ask, isExpired } from "../../core/ask/ask.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { loadSettings } from "../../desk/settings.ts";
import { peekStatus, readSessionOnce, statusFrom } from "../../store/file/read-session.ts";
import { listSessionIds } from "../../store/file/session-directory.ts";
import { askFromFiles } from "../../store/file/session-format.ts";
import { thisMachine } from "../../store/machine.ts";

const PATIENCE_MS = 1_000;
const MOST_OFFERED = 100;
// More settled asks would bury the open ones.
const MOST_SETTLED = 200;
const SHORT_ID_LENGTH = 8;
const TITLE_LENGTH = 60;

/**
 * Prints a line for each ask: its id, a tab, its title. Takes the word being typed and the words
 * before it. Only reads; after any error there is nothing to offer.
 */
export function completeAsks([typed = "", command, ...words]: string[]): void {
  try {
    const directory = loadSettings({ stateDirectory: stateDirectoryIn(words) }).values
      .sessionsDirectory;
    const ids = listSessionIds(directory, thisMachine.disk).filter((id) =>
      id.toLowerCase().startsWith(typed.toLowerCase()),
    );
    const wantsSettled = command === "show" && ids.length <= MOST_SETTLED;
    const asks = read(directory, ids, wantsSettled).slice(0, MOST_OFFERED);
    process.stdout.write(
      asks.map((ask) => `${shortestId(ask.id, typed, ids)}\t${titleOf(ask)}\n`).join(""),
    );
  } catch {}
}

/** Newest first, as many as the time allows. */
function read(directory: string, ids: string[], wantsSettled: boolean): Ask[] {
  const { disk } = thisMachine;
  const until = Date.now() + PATIENCE_MS;
  const asks: Ask[] = [];
  for (const id of ids) {
    if (Date.now() > until) break;
    try {
      const path = join(directory, id);
      const status = statusFrom(peekStatus(path, disk));
      if (!wantsSettled && SETTLED.has(status.status)) continue;
      const ask = askFromFiles(readSessionOnce(path, disk, status));
      if (wantsSettled || (ask.outcome === null && !isExpired(ask, new Date()))) asks.push(ask);
    } catch {
      // An unreadable session is not offered.
    }
  }
  return asks.sort(
    (one, other) =>
      Number(one.createdAt < other.createdAt) - Number(one.createdAt > other.createdAt),
  );
}

// Any other status is another program's word for an open session.
const SETTLED = new Set(["completed", "rejected", "timed_out", "abandoned"]);

/** As short as `askline list` shows it, unless more was typed or another id begins alike. */
function shortestId(id: string, typed: string, ids: string[]): string {
  const short = id.slice(0, SHORT_ID_LENGTH);
  const isClear = ids.filter((other) => other.startsWith(short)).length === 1;
  return isClear && typed.length <= SHORT_ID_LENGTH ? short : id;
}

function titleOf({ questions, source }: Ask): string {
  const title = safeLine(questions[0]?.title ?? "").slice(0, TITLE_LENGTH);
  return source.project === undefined
    ? title
    : `${title} (${safeLine(source.project).slice(0, TITLE_LENGTH)})`;
}

/** `--state-dir folder`, `--state-dir=folder`, or the latter as bash splits it. */
export function stateDirectoryIn(words: string[]): string | undefined {
  const flat = words.flatMap((word) =>
    word.startsWith("--state-dir=") ? word.split(/=(.*)/s, 2) : [word],
  );
  const at = flat.indexOf("--state-dir");
  return at === -1 ? undefined : flat.slice(at + 1).find((word) => word !== "=");
}
