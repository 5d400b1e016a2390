/** A mark in a session's folder for as long as a process waits for it, so that clean-up leaves the session alone. */
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ProcessIdentity } from "../../core/ask/ask.ts";
import { lifeOf, thisProcess } from "../process-identity.ts";
import { readJsonOnce, temporaryBeside, uniqueName } from "./durable-file.ts";

const PREFIX = ".waiting-";

/** Returns the function that takes the mark away. A folder we may only read gets none. */
export function markWaiting(sessionPath: string): () => void {
  const mark = join(sessionPath, `${PREFIX}${uniqueName()}`);
  const temporary = temporaryBeside(mark);
  try {
    writeFileSync(temporary, JSON.stringify(thisProcess()), { flag: "wx", mode: 0o600 });
    renameSync(temporary, mark);
  } catch {
    return () => undefined;
  }
  return () => rmSync(mark, { force: true });
}

export function isWaitedFor(sessionPath: string): boolean {
  return readdirSync(sessionPath).some((name) => name.startsWith(PREFIX) && !isAbandonedMark(join(sessionPath, name)));
}

/** Whether this is a mark whose process is gone. */
export function isAbandonedMark(path: string): boolean {
  if (!basename(path).startsWith(PREFIX)) return false;
  try {
    const holder = ProcessIdentity.safeParse(readJsonOnce(path)).data;
    return holder === undefined || lifeOf(holder) === "dead";
  } catch {
    return false;
  }
}
