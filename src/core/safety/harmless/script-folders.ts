/** Where a script may be, and what a path means from there. */
import type { JudgedPlace } from "../judge.ts";
import type { Argument } from "../shell/script-values.ts";
import { isTemporary, whole, writing } from "./harmless-paths.ts";

const MOST_FOLDERS = 6;

/** Where a script may be, at one point of it. */
interface Whereabouts {
  /** A `cd` may have failed, so there may be several. Null is a folder that is not known. */
  readonly all: readonly (string | null)[];
  /** Whether one of them is not the project's, so that somebody else may have filled it. */
  readonly isAway: boolean;
}

export class Folders {
  now: Whereabouts = { all: [""], isAway: false };
  /** Where the command that ran just now leads, if it succeeds. */
  private entered: Whereabouts | null = null;
  /** A file that the project may read, written by the script. */
  wrote: string | null = null;
  private readonly place: JudgedPlace;

  constructor(place: JudgedPlace) {
    this.place = place;
  }

  get all(): readonly (string | null)[] {
    return this.now.all;
  }

  get isAtHome(): boolean {
    return this.all.length === 1 && this.all[0] === "";
  }

  enter(folder: Argument | null): void {
    const isPath = folder?.texts === null && folder.begins.startsWith("/");
    const isOwn = folder !== null && OWN.test(folder.source);
    // A folder that a pattern finds in the project is part of it, wherever that is.
    const isFound = folder?.isFound === true && !this.now.isAway;
    const texts = folder?.texts ?? [isPath ? "/…" : null];
    const next = this.all.flatMap((from) =>
      texts.map((text) => (text === null ? null : this.fromHome(whole(text, from)))),
    );
    const isAway = next.some((one) => (one === null ? !isFound : !isOwn && !this.isOwnFolder(one)));
    const before = this.entered ?? { all: [], isAway: false };
    this.entered = {
      all: limited([...before.all, ...next]),
      // What git says is its top is the top of where the script is.
      isAway: before.isAway || isAway || (isOwn && this.now.isAway),
    };
    // It may fail, and the script goes on where it was.
    this.now = {
      all: limited([...this.all, ...next]),
      isAway: this.now.isAway || this.entered.isAway,
    };
  }

  /** A command begins: what the one before did to the folder may have failed. */
  begin(): void {
    this.entered = null;
  }

  /** What follows runs only if the command before did what it should. */
  succeed(): void {
    if (this.entered !== null) this.now = this.entered;
  }

  /** A loop may have changed the folder any number of times. */
  lose(): void {
    this.now = { all: [null], isAway: this.now.isAway };
  }

  /** After a part that ran in a shell of its own. */
  goBack(to: Whereabouts): void {
    this.now = to;
    this.entered = null;
  }

  /** After a part of the script that may have run or not: where it was is possible, too. */
  orElse(before: Whereabouts): void {
    this.now = {
      all: limited([...before.all, ...this.all]),
      isAway: before.isAway || this.now.isAway,
    };
    this.entered = null;
  }

  /** The folder in which the script began has no name here, however it is called. */
  private fromHome(folder: string | null): string | null {
    const { workingDirectory } = this.place;
    return folder !== null && folder === workingDirectory ? "" : folder;
  }

  /** Whether nobody but the project can have filled a folder. */
  isOwnFolder(folder: string): boolean {
    const { workingDirectory, isOwnFolder } = this.place;
    if (folder === "") return true;
    if (folder.startsWith("~") || folder.startsWith("/…") || OTHERS.test(folder)) return false;
    if (isOwnFolder !== undefined) return isOwnFolder(folder);
    const isBelow = workingDirectory !== undefined && folder.startsWith(`${workingDirectory}/`);
    return isBelow || !(/^(?:\/|\.\.(?:\/|$))/.test(folder) || isTemporary(folder));
  }

  /** The same for a folder that a word names, from wherever the script is. */
  isOwnPath({ texts, begins, source, isFound }: Argument): boolean {
    if (OWN.test(source)) return !this.now.isAway;
    // What is not found by a pattern may lead anywhere: `packages/$x`.
    if (texts === null) return isFound === true && !this.now.isAway && !begins.startsWith("/");
    const isKnown = (text: string): boolean =>
      this.all.every((from) => {
        const path = this.fromHome(whole(text, from));
        return path === null
          ? !this.now.isAway && !/^[/~]|\.\./.test(text)
          : this.isOwnFolder(path);
      });
    return texts.every(isKnown);
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

/** Packages of others that lie in the project: their scripts are theirs. */
const OTHERS = /(?:^|\/)(?:node_modules|bower_components|site-packages|vendor)\/[^/]/;

/** The top of the repository in which the script is, or the folder in which it is. */
const OWN =
  /^["']?(?:\$\(git rev-parse --show-(?:toplevel|cdup)\)|\$\{?PWD\}?)(?:\/[\w.-]+)*["']?$/;

function limited(folders: readonly (string | null)[]): (string | null)[] {
  const all = [...new Set(folders)];
  return all.length > MOST_FOLDERS ? [null] : all;
}
