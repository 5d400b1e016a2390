/**
 * Checks the machine itself: Node, the state folder and its permissions, the disk, the
 * clock, and leftover files.
 */
import { existsSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "../../desk/settings.ts";
import { knowsAncestry } from "../../store/agent-behind.ts";
import { temporaryBeside } from "../../store/file/durable-file.ts";
import { isStaleLock } from "../../store/file/lock.ts";
import { thisMachine } from "../../store/machine.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

const OLDEST_NODE = [20, 19];
const LEAST_FREE_BYTES = 100 * 1024 * 1024;
const CLOCK_TOLERANCE_MS = 2 * 60_000;
// Files that a hub keeps writing. A time in the future there means that the clock has changed.
const DATED_FILES = ["hub.json", "agents.sqlite", "interaction.json", "local-token.json"];

export function examineMachine(settings: Settings): Finding[] {
  const { stateDirectory, sessionsDirectory } = settings;
  const isThere = existsSync(stateDirectory);
  return [
    nodeVersion(process.versions.node),
    ...(isThere ? [stateFolder(stateDirectory), ...secrets(stateDirectory)] : []),
    disk(stateDirectory),
    clock(stateDirectory),
    ...(isThere ? staleLocks(stateDirectory, sessionsDirectory) : []),
    ...(knowsAncestry() ? [] : [warning("ancestry", (words) => words.noAncestry)]),
  ];
}

function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE;
  const isNewEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  const least = OLDEST_NODE.join(".");
  return isNewEnough
    ? well("node", (words) => words.node(version))
    : problem("node", (words) => words.nodeTooOld(version, least));
}

function stateFolder(path: string): Finding {
  const { mode, uid } = statSync(path);
  if (isSomebodyElses(uid)) return problem("state-folder", (words) => words.notYours(path));
  if ((mode & 0o077) !== 0 && process.platform !== "win32")
    return problem("state-folder", (words) => words.openToOthers(path, "700"));
  return well("state-folder", (words) => words.stateFolder(path));
}

function secrets(folder: string): Finding[] {
  return ["local-token.json", "hub.json", "seal-key.json", "agents.sqlite"].flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    const isOpen =
      stats !== undefined && (stats.mode & 0o077) !== 0 && process.platform !== "win32";
    return isOpen ? [problem("secrets", (words) => words.openToOthers(path, "600"))] : [];
  });
}

function disk(stateDirectory: string): Finding {
  const folder = nearestExisting(stateDirectory);
  try {
    rmSync(probeIn(folder));
  } catch (error) {
    return problem("disk", (words) => words.cannotWrite(folder, (error as Error).message));
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < LEAST_FREE_BYTES)
    return warning("disk", (words) => words.diskNearlyFull(folder));
  return well("disk", (words) => words.disk);
}

/** Compares the file system's current time with the times of our own files. */
function clock(stateDirectory: string): Finding {
  const probe = quietly(() => probeIn(nearestExisting(stateDirectory)));
  if (probe !== undefined) {
    const difference = Math.abs(statSync(probe).mtimeMs - Date.now());
    rmSync(probe, { force: true });
    if (difference > CLOCK_TOLERANCE_MS)
      return problem("clock", (words) => words.clockDiffers(minutes(difference)));
  }
  const times = DATED_FILES.map(
    (name) => statSync(join(stateDirectory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  const ahead = Math.max(...times) - Date.now();
  if (ahead > CLOCK_TOLERANCE_MS)
    return problem("clock", (words) => words.clockWentBack(minutes(ahead)));
  return well("clock", (words) => words.clock);
}

function staleLocks(stateDirectory: string, sessionsDirectory: string): Finding[] {
  const inState = namesIn(stateDirectory).filter((name) => name.endsWith(".lock"));
  const paths = [
    ...inState.map((name) => join(stateDirectory, name)),
    ...namesIn(sessionsDirectory).map((name) => join(sessionsDirectory, name, ".lock")),
    join(sessionsDirectory, ".create.lock"),
  ];
  const stale = paths.filter((path) => existsSync(path) && isStaleLock(path));
  return stale.map((path) => warning("locks", (words) => words.staleLock(path)));
}

function probeIn(folder: string): string {
  const path = temporaryBeside(join(folder, "probe"), thisMachine);
  writeFileSync(path, "probe", { flag: "wx", mode: 0o600 });
  return path;
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function namesIn(folder: string): string[] {
  return quietly(() => readdirSync(folder)) ?? [];
}

function isSomebodyElses(uid: number): boolean {
  const own = process.getuid?.();
  return own !== undefined && own !== uid;
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / 60_000);
}
