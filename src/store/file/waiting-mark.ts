/**
 * A mark in a session's folder for as long as a process
 * waits for it, so that clean-up leaves the session alone.
 */
import { basename, join } from "node:path";
import { ProcessIdentity } from "../../core/ask/ask.ts";
import type { Machine } from "../machine.ts";
import { readJsonOnce, temporaryBeside, uniqueName } from "./durable-file.ts";

const PREFIX = ".waiting-";

/** Returns the function that removes the mark. A read-only folder gets no mark. */
export function markWaiting(sessionPath: string, machine: Machine): () => void {
  const { disk, processes } = machine;
  const mark = join(sessionPath, `${PREFIX}${uniqueName(machine)}`);
  const temporary = temporaryBeside(mark, machine);
  try {
    disk.writeFileSync(temporary, JSON.stringify(processes.self()), { flag: "wx", mode: 0o600 });
    disk.renameSync(temporary, mark);
  } catch {
    return () => undefined;
  }
  return () => disk.rmSync(mark, { force: true });
}

export function isWaitedFor(sessionPath: string, machine: Machine): boolean {
  const names = machine.disk.readdirSync(sessionPath).filter((name) => name.startsWith(PREFIX));
  return names.some((name) => !isAbandonedMark(join(sessionPath, name), machine));
}

/** Whether this is a mark whose process is gone. */
export function isAbandonedMark(path: string, { disk, processes }: Machine): boolean {
  if (!basename(path).startsWith(PREFIX)) return false;
  try {
    const holder = ProcessIdentity.safeParse(readJsonOnce(path, disk)).data;
    return holder === undefined || processes.lifeOf(holder) === "dead";
  } catch {
    return false;
  }
}
