/** A mark in a session's folder for as long as a process waits for it, so that clean-up leaves the session alone. */
import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProcessIdentity } from "../../core/ask.ts";
import { lifeOf, thisProcess } from "../process-identity.ts";
import { readJsonOnce, temporaryBeside } from "./durable-file.ts";

const PREFIX = ".waiting-";

/** Returns the function that takes the mark away. A folder we may only read gets none. */
export function markWaiting(sessionPath: string): () => void {
  const mark = join(sessionPath, `${PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`);
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
  const marks = readdirSync(sessionPath).filter((name) => name.startsWith(PREFIX));
  return marks.some((name) => isHeldByTheLiving(join(sessionPath, name)));
}

function isHeldByTheLiving(mark: string): boolean {
  try {
    const holder = ProcessIdentity.safeParse(readJsonOnce(mark)).data;
    return holder !== undefined && lifeOf(holder) !== "dead";
  } catch {
    return false;
  }
}
