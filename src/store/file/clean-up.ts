/** Takes away sessions past their retention and what killed processes left behind. One failure never stops the rest. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Owner } from "../../core/ask/ask.ts";
import { lifeOf } from "../process-identity.ts";
import { readJsonOnce } from "./durable-file.ts";
import { isSessionId, listSessionIds, REQUEST, STATUS } from "./session-directory.ts";
import { isWaitedFor } from "./waiting-mark.ts";

const LEFTOVER_AGE_MS = 60 * 60 * 1000;

export async function removeOldSessions(parts: {
  directory: string;
  createdBefore: Date;
  /** False when somebody began to wait for it meanwhile. */
  remove: (id: string) => Promise<boolean>;
  onWarning: (message: string) => void;
}): Promise<number> {
  const { directory, createdBefore, remove, onWarning } = parts;
  let removed = 0;
  for (const id of listSessionIds(directory)) {
    try {
      const path = join(directory, id);
      // Written so that a moment that is none removes nothing.
      const isOld = createdAt(path) < createdBefore.getTime();
      if (isOld && !isAwaited(path) && (await remove(id))) removed += 1;
    } catch (error) {
      onWarning(`Session ${id} could not be cleaned up: ${(error as Error).message}`);
    }
  }
  removeLeftovers(directory, onWarning);
  return removed;
}

/** By the status, else the request, else the folder: damaged sessions grow old too. */
function createdAt(path: string): number {
  const recorded = [field(path, STATUS, "createdAt"), field(path, REQUEST, "timestamp")].map((at) =>
    Date.parse(String(at)),
  );
  return recorded.find((time) => !Number.isNaN(time)) ?? statSync(path).mtimeMs;
}

export function isAwaited(path: string): boolean {
  const owner = Owner.safeParse(field(path, STATUS, "owner")).data;
  const isOwned = field(path, STATUS, "status") === "pending" && owner?.mode === "blocking" && lifeOf(owner) !== "dead";
  return isOwned || isWaitedFor(path);
}

function field(path: string, fileName: string, name: string): unknown {
  try {
    return (readJsonOnce(join(path, fileName)) as Record<string, unknown> | null)?.[name];
  } catch {
    return undefined;
  }
}

function removeLeftovers(directory: string, onWarning: (message: string) => void) {
  try {
    const names = readdirSync(directory);
    const sessions = new Set(names);
    for (const name of names) {
      if (/^\.(new|old)-/.test(name) && isLongGone(join(directory, name))) remove(join(directory, name));
    }
    if (!sessions.has(".changed")) return;
    for (const id of readdirSync(join(directory, ".changed"))) {
      if (isSessionId(id) && !sessions.has(id)) remove(join(directory, ".changed", id));
    }
  } catch (error) {
    // Where nobody has asked anything yet, there is no folder, and nothing in it.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    onWarning(`Leftovers could not be cleaned up: ${(error as Error).message}`);
  }
}

function remove(path: string) {
  rmSync(path, { recursive: true, force: true });
}

function isLongGone(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > LEFTOVER_AGE_MS;
}
