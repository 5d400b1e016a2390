/**
 * Refuses files and folders that other accounts could have written, as ssh does: an answer, a rule
 * or a token found there would not be this person's.
 */
import { dirname } from "node:path";
import { SpokenError } from "../../core/ask/spoken-error.ts";
import { shellWord } from "../../core/safety/shell/shell-quote.ts";
import { type Disk, thisMachine } from "../machine.ts";

/** What is wrong with a file or folder, and the command that mends it. */
export interface Exposure {
  path: string;
  kind: "not_yours" | "writable" | "readable";
  mend: string;
  /** Only its group may write, as a umask of 002 leaves it: another program may do so again. */
  isByGroup?: boolean;
}

export class Exposed extends SpokenError {
  readonly code = "exposed";
  constructor(exposure: Exposure) {
    super(exposureInWords(exposure));
  }
}

export function exposureInWords({ path, kind, mend, isByGroup = false }: Exposure) {
  const en = {
    not_yours: `${path} belongs to another account, so it is not used.`,
    writable: `Other accounts may write to ${path}, so it is not used.`,
    readable: `Other accounts may read ${path}, so it is not used.`,
  };
  const ko = {
    not_yours: `다른 계정의 것이라 쓰지 않습니다: ${path}`,
    writable: `다른 계정이 쓸 수 있어 쓰지 않습니다: ${path}`,
    readable: `다른 계정이 읽을 수 있어 쓰지 않습니다: ${path}`,
  };
  return {
    en: { message: en[kind], suggestion: `Run: ${mend}${isByGroup ? BY_GROUP.en : ""}` },
    ko: { message: ko[kind], suggestion: `실행하세요: ${mend}${isByGroup ? BY_GROUP.ko : ""}` },
  };
}

const BY_GROUP = {
  en: " (the program that made it needs a umask of 022, or this comes again)",
  ko: " (이것을 만든 프로그램을 umask 022로 실행하지 않으면 다시 생깁니다)",
};

/** Nobody but its owner may read or write it. What does not exist is no exposure. */
export function secretExposure(path: string, disk: Disk = thisMachine.disk): Exposure | null {
  return exposureOf(path, 0o077, disk);
}

/** Others may read it, but not write to it. */
export function writeExposure(path: string, disk: Disk = thisMachine.disk): Exposure | null {
  return exposureOf(path, 0o022, disk);
}

/** A file that its folder's writers could replace is as exposed as the folder. */
export function fileExposure(path: string, disk: Disk = thisMachine.disk): Exposure | null {
  return writeExposure(path, disk) ?? writeExposure(dirname(path), disk);
}

export function refuseExposed(exposure: Exposure | null): void {
  if (exposure !== null) throw new Exposed(exposure);
}

const STICKY = 0o1000;

function exposureOf(path: string, forbidden: number, disk: Disk): Exposure | null {
  const own = process.getuid?.();
  const stats = own === undefined ? undefined : disk.statSync(path, { throwIfNoEntry: false });
  if (own === undefined || stats === undefined) return null;
  const word = shellWord(path);
  // The administrator can write everywhere anyway.
  if (stats.uid !== own && stats.uid !== 0)
    return { path, kind: "not_yours", mend: `sudo chown ${own} ${word}` };
  // In a folder like /tmp others cannot replace what is not theirs.
  const isShared = stats.isDirectory() && (stats.mode & STICKY) !== 0;
  const open = isShared ? 0 : stats.mode & forbidden;
  if (open === 0) return null;
  const kind = (open & 0o022) === 0 ? "readable" : "writable";
  const mend = forbidden === 0o077 ? "chmod 600" : "chmod go-w";
  const isByGroup = forbidden === 0o022 && open === 0o020;
  return { path, kind, mend: `${mend} ${word}`, isByGroup };
}
