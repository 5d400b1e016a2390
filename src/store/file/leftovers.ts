/**
 * What a process leaves in a session's folder while it is at work there. A mark says that it waits
 * for the session, so that clean-up leaves the session alone. Marks and half-written files of
 * processes that died are removed.
 */
import { basename, join } from "node:path";
import { ProcessIdentity } from "../../core/ask/ask.ts";
import { type Machine, thisMachine } from "../machine.ts";
import { isAbandonedTemporary, readJsonOnce, temporaryBeside, uniqueName } from "./durable-file.ts";

const MARK = ".waiting-";
// The files of the state folder are nowhere deeper.
const DEEPEST = 3;

/** Returns the function that removes the mark. A read-only folder gets no mark. */
export function markWaiting(sessionPath: string, machine: Machine): () => void {
  const { disk, processes } = machine;
  const mark = join(sessionPath, `${MARK}${uniqueName(machine)}`);
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
  const names = machine.disk.readdirSync(sessionPath).filter((name) => name.startsWith(MARK));
  return names.some((name) => !isAbandonedMark(join(sessionPath, name), machine));
}

/** Removes what dead processes left in one folder. Safe beside living writers. */
export function removeLeftovers(folder: string, machine: Machine) {
  const { disk } = machine;
  for (const name of disk.readdirSync(folder)) {
    const path = join(folder, name);
    if (isAbandonedTemporary(path, machine) || isAbandonedMark(path, machine))
      disk.rmSync(path, { force: true });
  }
}

/**
 * In a folder and those below it, but for the sessions, which the store looks after. What cannot be
 * looked at is left for the next time.
 */
export function removeLeftoversBelow(
  folder: string,
  except: string,
  machine: Machine = thisMachine,
  depth = 0,
) {
  if (folder === except || depth > DEEPEST) return;
  try {
    removeLeftovers(folder, machine);
    for (const entry of machine.disk.readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory())
        removeLeftoversBelow(join(folder, entry.name), except, machine, depth + 1);
  } catch {
    // Nothing depends on it.
  }
}

/** Whether this is a mark whose process is gone. */
function isAbandonedMark(path: string, { disk, processes }: Machine): boolean {
  if (!basename(path).startsWith(MARK)) return false;
  try {
    const holder = ProcessIdentity.safeParse(readJsonOnce(path, disk)).data;
    return holder === undefined || processes.lifeOf(holder) === "dead";
  } catch {
    return false;
  }
}
