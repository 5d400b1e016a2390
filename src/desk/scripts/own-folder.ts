/**
 * Whether a folder belongs to the project in which an agent works. A repository obeys its own
 * settings, and those name programs; one that lies elsewhere, or that came along inside the
 * project (a bare one needs no `.git`), may have been made by anybody.
 */
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Disk } from "../../store/machine.ts";

export function isOwnFolder(folder: string, workingDirectory: string, disk: Disk): boolean {
  try {
    const home = disk.realpathSync(workingDirectory);
    const real = realFolder(resolve(home, folder), disk);
    // Nobody can go there.
    if (real === null) return true;
    const repository = repositoryOf(real, disk);
    return repository === null ? isBelow(real, home) : repository === repositoryOf(home, disk);
  } catch {
    return false;
  }
}

function realFolder(folder: string, disk: Disk): string | null {
  if (disk.lstatSync(folder, { throwIfNoEntry: false }) === undefined) return null;
  return disk.realpathSync(folder);
}

function isBelow(folder: string, home: string): boolean {
  const path = relative(home, folder);
  return !isAbsolute(path) && !/^\.\.(?:[/\\]|$)/.test(path);
}

/** The folder with the settings that git would obey from here; null if there is none. */
function repositoryOf(start: string, disk: Disk): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const inside = join(folder, ".git");
    const found = disk.lstatSync(inside, { throwIfNoEntry: false });
    if (found?.isDirectory()) return disk.realpathSync(inside);
    if (found !== undefined) return settingsOf(inside, folder, disk);
    if (isBare(folder, disk)) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/** Work trees and submodules keep their settings in the repository that they belong to. */
function settingsOf(file: string, folder: string, disk: Disk): string {
  const [, path = ""] = /^gitdir: (.+)$/m.exec(disk.readFileSync(file, "utf8")) ?? [];
  const real = disk.realpathSync(resolve(folder, path));
  return real.replace(/[/\\](?:worktrees|modules)[/\\].*$/, "");
}

function isBare(folder: string, disk: Disk): boolean {
  return ["HEAD", "objects", "refs"].every((name) => disk.existsSync(join(folder, name)));
}
