/** Where a tool call would run, as the judge of commands sees it: what is there on this disk. */
import { isAbsolute, resolve } from "node:path";
import type { JudgedPlace } from "../../core/safety/judge.ts";
import { type Disk, thisMachine } from "../../store/machine.ts";
import { isOwnFolder } from "./own-folder.ts";
import { scriptText } from "./script-text.ts";

export function judgedPlace(
  workingDirectory: string | undefined,
  disk: Disk = thisMachine.disk,
): JudgedPlace {
  if (workingDirectory === undefined) return {};
  return {
    workingDirectory,
    exists: (path) => isThere(path, workingDirectory, disk),
    isOwnFolder: (folder) => isOwnFolder(folder, workingDirectory, disk),
    scriptText: (runner, name) => scriptText(workingDirectory, runner, name, disk),
  };
}

/** A link counts even if it leads to nothing yet; a path whose folder is not known counts too. */
function isThere(path: string, workingDirectory: string, disk: Disk): boolean {
  if (path.startsWith("~")) return true;
  const whole = isAbsolute(path) ? path : resolve(workingDirectory, path);
  return disk.lstatSync(whole, { throwIfNoEntry: false }) !== undefined;
}
