/** Finds files that a script writes and then runs: what is run was seen by nobody. */

import { regex } from "../shell/regex.ts";
import type { Command, Word } from "../shell/shell-words.ts";
import type { Danger } from "./destructive.ts";
import { writtenBy } from "./destructive-commands.ts";

export interface WrittenThenRun {
  /** Takes note of what a command writes. `words` are the command's own, without keywords. */
  remember(command: Command, words: Word[]): void;
  /** Dangers of running what was written before, and its text where it was seen. */
  dangersOfRunning(words: Word[]): { dangers: Danger[]; texts: string[] };
}

export function createWrittenThenRun(): WrittenThenRun {
  const written = new Map<string, { text: string | null; isRemote: boolean }>();
  let hasForeignFolder = false;
  return { remember, dangersOfRunning };

  function remember(command: Command, words: Word[]): void {
    if (written.size > MOST_FILES) return;
    const [first, ...rest] = words;
    const name = baseName(first?.text ?? "");
    const args = rest.map(({ text }) => text);
    const targets = [
      ...command.redirects.flatMap(({ operator, target }) =>
        operator.includes(">") ? [target.text] : [],
      ),
      ...writtenBy(name, args),
      ...downloadedBy(name, args),
      ...builtBy(name, args),
      ...(/^(?:touch|mkfifo)$/.test(name) ? args : []),
    ];
    const text = command.fed ?? (/^(?:echo|printf)$/.test(name) ? args.join(" ") : null);
    const isRemote = /^(?:curl|wget|aria2c)$/.test(name);
    for (const target of targets)
      if (!/^(?:\/dev\/|&|\d$)/.test(target)) written.set(plain(target), { text, isRemote });
    if (name === "git" && args.includes("clone")) hasForeignFolder = true;
    if (/^(?:tar|unzip|bsdtar|7z)$/.test(name)) hasForeignFolder = true;
    if (/^(?:npm|pnpm)$/.test(name) && /^(?:pkg set|set-script)/.test(args.join(" ")))
      written.set("package.json", { text: null, isRemote: false });
  }

  function dangersOfRunning(words: Word[]): { dangers: Danger[]; texts: string[] } {
    const none = { dangers: [], texts: [] };
    if (written.size === 0 && !hasForeignFolder) return none;
    const [first, ...rest] = words;
    if (first === undefined) return none;
    const name = baseName(first.text);
    if (hasForeignFolder && /^\.{0,2}\/(?!usr\/|bin\/)/.test(first.text))
      return { dangers: ["unclear"], texts: [] };
    const isRunner = RUNNERS.test(name);
    const run = [first.text, ...(isRunner ? rest.map(({ text }) => text) : [])];
    const files = run.flatMap((word) => written.get(plain(word)) ?? []);
    // A test runner or a build runs more files than it is told.
    const isBuild = BUILDERS.test(name) && [...written.keys()].some((path) => CODE.test(path));
    if (files.length === 0 && !isBuild) return none;
    const isRemote = files.some((file) => file.isRemote);
    return {
      dangers: isRemote ? ["runs_remote_code", "unclear"] : ["unclear"],
      texts: files.flatMap(({ text }) => text ?? []),
    };
  }
}

const MOST_FILES = 200;
const RUNNERS = regex()`
  ^(?:(?:ba|z|da|k|a)?sh|source|\.|python[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh
  |Rscript|tsx|ts-node|make|gmake|env|exec|sudo|nohup|time|timeout|npx|go|java|chmod)$
`;
const BUILDERS = regex()`
  ^(?:npm|pnpm|yarn|bun|npx|make|gmake|pytest|vitest|jest|mocha|cargo|go|gradle|gradlew|mvn
  |rake|just|task|tox|nox|git)$
`;
/** Files that a build or a test runner runs, or that say what it runs. */
const CODE = regex()`
  (?:^|/)(?:package\.json|[Mm]akefile[\w.-]*|conftest\.py|[Jj]ustfile|Rakefile|build\.(?:rs
  |gradle\S*)|\.git/hooks/.*|[\w.-]*(?:[._-]test|[._-]spec|config)\.\w+|test_[\w-]+\.py)$
`;

function downloadedBy(name: string, args: string[]): string[] {
  const isNamedByServer =
    name === "wget" ||
    (name === "curl" && args.some((word) => /^-[a-zA-Z]*O|^--remote-name/.test(word)));
  return isNamedByServer
    ? args.filter((word) => /^\w+:\/\//.test(word)).map((address) => baseName(address))
    : [];
}

function builtBy(name: string, args: string[]): string[] {
  if (!/^(?:gcc|g\+\+|cc|clang|rustc|go|base64|openssl|xxd|awk|sed|perl)$/.test(name)) return [];
  const at = args.findIndex((word) => /^-o(?:ut)?$/.test(word));
  const sources = name === "rustc" ? args.map((word) => word.replace(/\.rs$/, "")) : [];
  const printed = args.flatMap((word) => /[>]\s*"([^"]+)"/.exec(word)?.[1] ?? []);
  return [...(at === -1 ? [] : [args[at + 1] ?? ""]), ...sources, ...printed];
}

function baseName(path: string): string {
  return path.split("/").at(-1) ?? "";
}

function plain(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}
