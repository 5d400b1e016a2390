/** What a program destroys by its arguments, and the commands and files that they name. */

import { regex } from "../shell/regex.ts";
import type { Word } from "../shell/shell-words.ts";
import type { Danger, ToolCallPlace } from "./destructive.ts";
import { decidesByWriting } from "./destructive-decisions.ts";
import { dangersOfGit } from "./destructive-git.ts";
import { dangersOfOptions } from "./destructive-options.ts";
import { dangersOfPath } from "./destructive-paths.ts";
import { rulesOf } from "./destructive-programs.ts";
import { dangersOfService } from "./destructive-services.ts";

export interface CommandDangers {
  dangers: Danger[];
  /** Command lines that the program will run. */
  scripts: string[];
}

export function dangersOfCommand(name: string, args: Word[], place: ToolCallPlace): CommandDangers {
  const words = args.map(({ text }) => text);
  if (name === "git") {
    const start = startOfGit(words);
    const { dangers, scripts, written } = dangersOfGit(words.slice(0, start), words.slice(start));
    return { dangers: [...dangers, ...dangersOfHiddenWrites(written, place)], scripts };
  }
  const { dangers, scripts, written } = dangersOfOptions(name, words);
  const lines = linesOf(words);
  const own = rulesOf(name).flatMap(([pattern, danger]) =>
    // What must not be there has to be looked for in all of it.
    (pattern.source.startsWith("^(?!") ? lines.slice(0, 1) : lines).some((line) =>
      pattern.test(line),
    )
      ? [danger]
      : [],
  );
  return {
    dangers: [
      ...own,
      ...dangers,
      ...(dangersOfService(name, words) ?? []),
      ...dangersOfHiddenWrites(written, place),
      ...writtenBy(name, words).flatMap((path) => dangersOfWriting(path, place)),
      ...(name === "touch" || name === "mkdir" ? dangersOfMaking(words, place) : []),
    ],
    scripts,
  };
}

/** Dangers of a file that a program writes to, as its purpose is. */
export function dangersOfWriting(path: string, place: ToolCallPlace): Danger[] {
  return [
    ...dangersOfPath(path, place),
    ...(decidesByWriting(path) ? (["decides_for_you"] as const) : []),
  ];
}

/** An empty file or a folder does harm only where a program looks for its settings. */
function dangersOfMaking(words: readonly string[], place: ToolCallPlace): Danger[] {
  const isSetting = words.some((path) =>
    /(?:^|\/)\.(?:git|ssh|gnupg)(?:\/|$)|\.(?:bash|z)rc$/.test(path),
  );
  return isSetting ? words.flatMap((path) => dangersOfWriting(path, place)).slice(0, 1) : [];
}

/** Dangers of files that only an option makes a program write to, outside of what it builds. */
function dangersOfHiddenWrites(paths: readonly string[], place: ToolCallPlace): Danger[] {
  return paths.flatMap((path): Danger[] => {
    const dangers = dangersOfWriting(path, place);
    if (dangers.length > 0) return dangers;
    const inProject = path.replace(`${place.workingDirectory ?? "."}/`, "");
    return BUILT.test(inProject) || /^(?:-|\/dev\/|\/tmp\/|\/var\/tmp\/|$)/.test(path)
      ? []
      : ["unclear"];
  });
}

/** Where builds and reports go. */
const BUILT = regex()`
  ^(?:\./)?(?:[\w@-]+/)*(?:dist|build|out|output|bin|target|coverage|reports?|test-results|tmp
  |temp|logs?|lib|public|_?site|\.cache|\.next|\.tmp)(?:/|$)|(?:^|/)[\w.-]*(?:report|result
  |junit|coverage|cover|profile?|bench|trace|tfplan|plan)[\w.-]*$|\.(?:log|lcov|prof|tmp|o|exe
  |wasm|tgz|tar\.gz)$
`;

/**
 * The words as one line, and the lines that begin behind the options before a subcommand. Whether
 * such an option takes the next word cannot be seen, so both are read.
 */
function linesOf(words: readonly string[]): string[] {
  const lines = [words.join(" ")];
  let at = 0;
  while (words[at]?.startsWith("-") && words[at] !== "--" && lines.length < MOST_LINES) {
    at++;
    lines.push(words.slice(at).join(" "));
    const isJoined = words[at - 1]?.includes("=") ?? false;
    if (!isJoined && words[at] !== undefined && !words[at]?.startsWith("-")) {
      lines.push(words.slice(at + 1).join(" "));
      if (words[at + 1]?.startsWith("-")) at++;
    }
  }
  return lines;
}

const MOST_LINES = 12;

/** Index of git's subcommand, behind the options that every subcommand has. */
export function startOfGit(words: readonly string[]): number {
  let at = 0;
  while (words[at]?.startsWith("-")) at += GIT_VALUED.test(words[at] ?? "") ? 2 : 1;
  return at;
}

const GIT_VALUED =
  /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path))$/;

/** The files that a program is told to write to; writing them is what it is for. */
export function writtenBy(name: string, words: readonly string[]): string[] {
  const plain = words.filter((word) => !word.startsWith("-"));
  if (name === "tee") return plain;
  if (name === "dd") return words.flatMap((word) => /^of=(.+)$/.exec(word)?.[1] ?? []);
  if (["cp", "mv", "install", "ln", "rsync", "scp"].includes(name)) {
    const folder = optionValue(
      words,
      /^(?:-t|--target-directory)$/,
      /^(?:-t|--target-directory=)(.+)$/,
    );
    const last = plain.length > 1 ? plain.at(-1) : undefined;
    return [folder, last].flatMap((path) =>
      path === undefined || /^[\w.@-]+:/.test(path) ? [] : [path],
    );
  }
  if (name === "sed" && words.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word)))
    return words.some((word) => /^(?:-e|-f|--expression|--file)/.test(word))
      ? plain
      : plain.slice(1);
  if (name === "tar")
    return [optionValue(words, /^(?:-C|--directory)$/, /^--directory=(.+)$/)].filter(
      (path) => path !== undefined,
    );
  const output =
    name === "curl"
      ? optionValue(words, /^(?:-[a-zA-Z]*o|--output)$/, /^(?:-o|--output=)(.+)$/)
      : name === "wget"
        ? optionValue(
            words,
            /^(?:-[a-zA-Z]*O|--output-document)$/,
            /^(?:-[a-zA-Z]*O|--output-document=)(.+)$/,
          )
        : undefined;
  return output === undefined ? [] : [output];
}

function optionValue(words: readonly string[], apart: RegExp, joined: RegExp): string | undefined {
  const at = words.findIndex((word) => apart.test(word));
  return at === -1 ? words.flatMap((word) => joined.exec(word)?.[1] ?? [])[0] : words[at + 1];
}
