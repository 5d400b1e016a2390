/** What a script starts: programs of the grammar, scripts of the project, shells in the shell. */
import { dangersOfScript } from "../destroys/destructive-shell.ts";
import type { JudgedPlace } from "../judge.ts";
import { regex } from "../shell/regex.ts";
import { type List, NotKnown, parseScript } from "../shell/script-syntax.ts";
import { ANY, type Argument, type Value } from "../shell/script-values.ts";
import { isHarmlessAssignment } from "./environment.ts";
import type { Call } from "./grammar.ts";
import { isBuildOutput } from "./harmless-paths.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { outputOfWords } from "./outputs.ts";
import { refuseOwn } from "./own-words.ts";
import { PROGRAMS } from "./programs.ts";
import { isConventional, MORE } from "./project-scripts.ts";
import type { ScriptState } from "./script-state.ts";
import { choosesFiles, isBroad } from "./search.ts";
import { namesSecret, secretAmong } from "./secrets.ts";

export class ScriptPrograms {
  /** What runs code of the project. */
  runs: string | null = null;
  /** The name of a secret that a command printed, for whoever reads it. */
  named: string | null = null;
  /** A search that nothing limits to certain names, for whoever opens what it finds. */
  foundAll: string | null = null;
  private scriptDepth = 0;
  private readonly place: JudgedPlace;
  private readonly state: ScriptState;
  private readonly runList: (list: List) => void;

  constructor(place: JudgedPlace, state: ScriptState, runList: (list: List) => void) {
    this.place = place;
    this.state = state;
    this.runList = runList;
  }

  /** Judges a command and says what is known of its output. */
  start(words: readonly Argument[], fed: string | null = null): Value {
    const [first, ...rest] = words;
    const name = first === undefined ? null : onlyText(first);
    // A name that the shell puts together may be another one in each round of a loop.
    if (first === undefined || name === null || /[$`*?{]/.test(first.source))
      throw new NotKnown(first?.source ?? "");
    for (const word of words) refuseOwn(word, this.place.workingDirectory);
    const secret = secretAmong(programName(name), rest);
    if (secret !== undefined) throw new NotKnown(secret.source);
    const named = namesSecret(programName(name), rest);
    const isOpened = rest.some(({ source }) =>
      /^(?:-exec|-execdir|-x|-X|--exec|--exec-batch)$/.test(source),
    );
    if (named !== undefined && isOpened) throw new NotKnown(named.source);
    this.named ??= named?.source ?? null;
    if (findsAll(programName(name), rest)) this.foundAll = first.source;
    if (this.scriptDepth > 0 && this.isOwnFile(first, rest)) return ANY;
    const program = namedIn(PROGRAMS, programName(name));
    if (program === undefined) throw new NotKnown(first.source);
    this.state.deeper(first.source, () =>
      readWords(program, rest, this.callOf(programName(name), first.source, fed)),
    );
    return outputOfWords(words);
  }

  /** Whether `NAME=value program` leaves the program what it is, or makes it load the project. */
  isEnvironment(name: string, value: Argument): boolean {
    if (name !== "PYTHONPATH") return isHarmlessAssignment(name, value);
    const folders = value.texts?.flatMap((text) => text.split(":"));
    const isOwn = this.state.folders.isInProject({ ...value, texts: folders ?? null });
    if (!isOwn || folders?.some((folder) => folder === "" || isBuildOutput(folder))) return false;
    this.run(`${name}=${value.texts?.[0] ?? ""}`);
    return true;
  }

  /** A folder that is not known, or that anybody may fill, is no project to trust. */
  private run(what: string): void {
    if (this.state.folders.now.isAway) throw new NotKnown(what);
    this.runs ??= what;
  }

  /** A project's own script may run the project's own files. */
  private isOwnFile(first: Argument, rest: readonly Argument[]): boolean {
    const name = onlyText(first) ?? "";
    const isInterpreter = /^(?:node|tsx|ts-node|bun|deno|python3?|bash|sh|ruby)$/.test(name);
    const [file] = isInterpreter ? rest : [first];
    if (file === undefined) return false;
    const text = onlyText(file) ?? "-";
    if (!/^(?:\.\/)?[\w@-][\w@./-]*\.?\w+$/.test(text) || !this.state.folders.isInProject(file))
      return false;
    if (!isInterpreter && !text.includes("/")) return false;
    this.run(file.source);
    return true;
  }

  private callOf(name: string, source: string, fed: string | null = null): Call {
    const { folders } = this.state;
    return {
      name: source,
      fed,
      mayWrite: (path) => folders.mayWrite(path),
      isInProject: (path) => folders.isInProject(path),
      isEnvironment: (variable, value) => this.isEnvironment(variable, value),
      visitRepository: () => {
        // Its own settings name programs, and anybody may have left them there.
        if (folders.now.isAway) throw new NotKnown(source);
      },
      startCommand: (words) => void this.state.apart(() => this.start(words, fed)),
      startElsewhere: (words) =>
        this.state.apart(() => {
          folders.enter(null);
          this.start(words);
        }),
      startScript: (text) => this.innerScript(text),
      startProjectScript: (runner, script, more) => this.projectScript(runner, script, more, name),
      runProject: () => this.run(source),
      setVariable: (variable) => this.state.forget(variable),
      enter: (folder) => folders.enter(folder),
      isOwnFolder: (path) => folders.isOwnPath(path),
      isProjectScript: this.scriptDepth > 0,
      isRunner: false,
    };
  }

  private innerScript(text: string): void {
    this.state.deeper(text.slice(0, 40), (depth) => {
      const list = parseScript(text, depth);
      this.state.apart(() => {
        this.state.forgetAll();
        this.runList(list);
      });
    });
  }

  private projectScript(
    runner: string,
    script: Argument,
    more: readonly Argument[],
    name: string,
  ): void {
    const said = `${name} ${script.source}`;
    this.run(said);
    if (script.texts === null || script.isSplit || script.isMany) throw new NotKnown(said);
    for (const target of script.texts) this.projectTarget(runner, target, more, name, said);
  }

  private projectTarget(
    runner: string,
    target: string,
    more: readonly Argument[],
    name: string,
    said: string,
  ): void {
    const text = this.state.folders.isAtHome ? this.place.scriptText?.(runner, target) : null;
    const isKnown = typeof text === "string";
    if (!isConventional(target) && !(isKnown && this.scriptDepth > 0)) throw new NotKnown(said);
    const isOneLine = isKnown && !text.includes("\n") && runner !== "make";
    if (!isOneLine) readWords(MORE, more, this.callOf(name, name));
    if (!isKnown || this.scriptDepth > 2) return;
    this.scriptDepth++;
    const line = isOneLine ? [text, ...more.map(quoted)].join(" ") : text;
    this.innerScript(line);
    this.scriptDepth--;
    // The grammar lets a project's script delete what it builds, and nothing else.
    const dangers = dangersOfScript(line, this.place).filter((one) => one !== "deletes_files");
    if (dangers.length > 0) throw new NotKnown(said);
  }
}

/** `find .`: it finds files with keys as well. */
function findsAll(name: string, words: readonly Argument[]): boolean {
  if (name !== "find") return false;
  const places = words.filter((word, at) => at === 0 || isBroad(word));
  return (
    words[0] !== undefined &&
    places.some(isBroad) &&
    !choosesFiles(words.map((word) => onlyText(word) ?? ""))
  );
}

const FOLDERS = regex()`
  ^(?:/bin|/usr/bin|/usr/local/bin|/opt/homebrew/bin|(?:\./)?node_modules/\.bin
  |(?:\./)?\.?venv/bin)/([\w.-]+)$
`;

/** The compiler and its companions for another machine: `arm-none-eabi-size`. */
const CROSS = regex()`
  ^(?:arm|aarch64|riscv(?:32|64)|xtensa|x86_64|i[3-6]86|avr|mips|powerpc\w*)(?:-[a-z0-9_]+)*-(gcc|g\+\+
  |size|nm|objdump|readelf|addr2line|strings)$
`;

/** A program's name without the usual folders of programs. */
function programName(name: string): string {
  const bare = FOLDERS.exec(name)?.[1] ?? name;
  return CROSS.exec(bare)?.[1] ?? bare;
}

function quoted({ texts }: Argument): string {
  const [text] = texts ?? [];
  if (texts?.length !== 1 || text === undefined) throw new NotKnown("--");
  return `'${text.replaceAll("'", "'\\''")}'`;
}
