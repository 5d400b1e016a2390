/** Where a script may be, and what a path means from there. */
import type { JudgedPlace } from "../judge.ts";
import type { Argument } from "../shell/script-values.ts";
import { isTemporary, whole, writing } from "./harmless-paths.ts";

const MOST_FOLDERS = 6;

export class Folders {
  /** A `cd` may have failed, so there may be several. Null is a folder that is not known. */
  all: readonly (string | null)[] = [""];
  /** A file that the project may read, written by the script. */
  wrote: string | null = null;
  /** Whether it was ever in a folder that is not known, or that anybody may fill. */
  wasAway = false;
  private readonly place: JudgedPlace;

  constructor(place: JudgedPlace) {
    this.place = place;
  }

  get isTemporary(): boolean {
    return this.all.some(isTemporary);
  }

  get isAtHome(): boolean {
    return this.all.length === 1 && this.all[0] === "";
  }

  enter(folder: Argument | null): void {
    const isPath = folder?.texts === null && folder.begins.startsWith("/");
    // A folder that a pattern finds in the project is part of it, wherever that is.
    const isFound = folder?.isFound === true && this.all.every((from) => !isTemporary(from));
    const texts = folder?.texts ?? [isPath ? "/…" : null];
    const next = this.all.flatMap((from) =>
      texts.map((text) => (text === null ? null : whole(text, from))),
    );
    const isAway = next.some((one) => (one === null ? !isFound : isTemporary(one)));
    if (isAway) this.wasAway = true;
    // It may fail, and the script goes on where it was.
    this.all = limited([...this.all, ...next]);
  }

  /** After a part of the script that may have run or not: where it was is possible, too. */
  orElse(folders: readonly (string | null)[]): void {
    this.all = limited([...folders, ...this.all]);
  }

  mayWrite(path: Argument): boolean {
    if (path.texts === null || path.isSplit || path.isMany || path.mayVanish) return false;
    return path.texts.every((text) =>
      this.all.every((folder) => {
        const what = writing(whole(text, folder), this.place);
        if (what === "read by the project") this.wrote ??= `> ${text}`;
        return what !== null;
      }),
    );
  }

  /** Whether a path is in the project, as far as its text says. */
  isInProject({ texts, isSplit, begins, isMany, isFound }: Argument): boolean {
    if (isSplit) return false;
    const all = texts ?? ((isMany || isFound) && begins !== "" ? [begins] : []);
    const { workingDirectory } = this.place;
    return (
      all.length > 0 &&
      all.every((text) => {
        // Some programs take `@file` for more options, and some settings for code.
        if (/(?:^|\/)\.\.(?:\/|$)/.test(text) || !/^[\w./*[(][\w@./+,=% *?[\]{}()!-]*$/.test(text))
          return false;
        if (!text.startsWith("/")) return true;
        return workingDirectory !== undefined && `${text}/`.startsWith(`${workingDirectory}/`);
      })
    );
  }
}

function limited(folders: readonly (string | null)[]): (string | null)[] {
  const all = [...new Set(folders)];
  return all.length > MOST_FOLDERS ? [null] : all;
}
