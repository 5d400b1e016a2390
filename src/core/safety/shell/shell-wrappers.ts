/** Programs whose arguments are another command, and the command that they start. */
import type { Word } from "./shell-words.ts";

/** `words` are started as they are; a `script` goes through a shell once more. */
export type Started = { words: Word[] } | { script: Word[] };

/** Every command it may start. If its options can be read in two ways, both readings. */
export function startedBy(name: string, args: Word[]): Started[] {
  return Object.hasOwn(STARTERS, name) ? (STARTERS[name]?.(args) ?? []) : [];
}

export function isShell(name: string): boolean {
  return /^(?:ba|rba|z|da|k|mk|pdk|a|c|tc|ya|fi)?sh$/.test(name);
}

/**
 * The script behind a shell's `-c`; null without such an option, undefined if nothing follows it.
 */
export function scriptFor(args: Word[]): Word | null | undefined {
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text));
  return at === -1 ? null : args.slice(at + 1).find(({ text }) => !text.startsWith("-"));
}

/** `valued` are the letters of options whose value is the next word. */
export function afterOptions(words: Word[], valued: string): Word[] {
  return readings(words, valued)[0] ?? [];
}

export function withoutAssignments(words: Word[]): Word[] {
  const start = words.findIndex(({ text }) => !/^\w+\+?=/.test(text));
  return start === -1 ? [] : words.slice(start);
}

/**
 * The possible rests behind the options: whether a long option takes the next word cannot be seen.
 */
function readings(words: Word[], valued: string): Word[][] {
  const ends = new Set<number>();
  const seen = new Set<number>();
  const waiting = [0];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at) || ends.size >= MOST_READINGS) continue;
    seen.add(at);
    const text = words[at]?.text;
    if (text === "--") ends.add(at + 1);
    else if (text === undefined || !text.startsWith("-") || text === "-") ends.add(at);
    else if (/^-[a-zA-Z]$/.test(text) && valued.includes(text.charAt(1))) waiting.push(at + 2);
    else if (/^--[\w-]+$/.test(text)) waiting.push(at + 2, at + 1);
    else waiting.push(at + 1);
  }
  return [...ends].map((end) => words.slice(end));
}

const MOST_READINGS = 4;

/** The command behind a program's options and `skipped` words of its own. */
export function wrapped(args: Word[], valued: string, skipped: number): Started[] {
  return wrapper(valued, skipped)(args);
}

/** The script that one of these options is given, if any is. */
export function textAfter(args: Word[], options: string[]): Started[] {
  return textOr(options, none)(args);
}

type Starter = (args: Word[]) => Started[];

/** A wrapper with options, then `skipped` words of its own, then the command. */
function wrapper(valued = "", skipped = 0): Starter {
  return (args) =>
    readings(args, valued).map((words) => ({ words: withoutAssignments(words.slice(skipped)) }));
}

/** A wrapper whose command follows one of these subcommands. */
function behind(subcommands: string[], valued = "", skipped = 0): Starter {
  return (args) => {
    const at = args.findIndex(({ text }) => subcommands.includes(text));
    return at === -1
      ? []
      : readings(args.slice(at + 1), valued).map((words) => ({ words: words.slice(skipped) }));
  };
}

/** The text behind one of these options; without them, what `otherwise` finds. */
function textOr(options: string[], otherwise: Starter): Starter {
  return (args) => {
    const at = args.findIndex(({ text }) =>
      options.some((option) => text === option || text.startsWith(`${option}=`)),
    );
    if (at === -1) return otherwise(args);
    const [, joined] = /^--[\w-]+=(.*)$/s.exec(args[at]?.text ?? "") ?? [];
    return [
      {
        script:
          joined === undefined ? args.slice(at + 1, at + 2) : [{ text: joined, isLiteral: true }],
      },
    ];
  };
}

/** Drops the version from a package name, as in `name@1.2`. */
function ofPackage(starter: Starter): Starter {
  const bare = ({ text, isLiteral }: Word) => ({
    text: text.replace(/(.)@[^/@]*$/, "$1"),
    isLiteral,
  });
  return (args) =>
    starter(args).map((started) => {
      if (!("words" in started)) return started;
      const [first, ...rest] = started.words;
      return { words: first === undefined ? [] : [bare(first), ...rest] };
    });
}

const none: Starter = () => [];
const inContainer = behind(["exec", "run"], "euwvpl", 1);
const inEnvironment = behind(["run", "exec"], "np");
const execOfPackage = ofPackage(textOr(["--call"], behind(["exec", "dlx", "x"], "p")));
const npx = ofPackage((args) => {
  // Behind the package's name, `-c` is the package's own option.
  const end = args.findIndex(
    ({ text }, index) =>
      !text.startsWith("-") && !/^(?:-[pc]|--(?:package|call))$/.test(args[index - 1]?.text ?? ""),
  );
  const own = textOr(["-c", "--call"], none)(end === -1 ? args : args.slice(0, end));
  return own.length > 0 ? own : wrapper("p")(args);
});

/**
 * `pnpm` and its like also run a package's program by its bare name, unless that is a
 * subcommand of their own.
 */
function orDirectly(words: Word[]): Started[] {
  // Which packages it is for is no name of a program.
  const args = words.filter(
    ({ text }, at) =>
      !/^(?:--filter|-F)(?:=|$)/.test(text) && !FILTER.test(words[at - 1]?.text ?? ""),
  );
  const [first] = args;
  const isOwn = first === undefined || /^(?:rm|unlink|run|exec|dlx|x)$/.test(first.text);
  return [...execOfPackage(args), ...(isOwn ? [] : ofPackage(wrapper())(args))];
}

const FILTER = /^(?:--filter|-F)$/;

const STARTERS: Record<string, Starter> = {
  sudo: wrapper("ughpCrtTUD"),
  doas: wrapper("uC"),
  pkexec: wrapper(),
  su: textOr(["-c", "--command"], none),
  sg: textOr(["-c"], wrapper("", 1)),
  runuser: textOr(["-c", "--command"], wrapper("ugG")),
  env: ofEnvironment,
  command: (args) => (/^-\w*[vV]/.test(args[0]?.text ?? "") ? [] : wrapper()(args)),
  builtin: wrapper(),
  exec: wrapper("a"),
  // A coprocess may have a name first.
  coproc: (args) => [{ words: args }, ...(args[1]?.text === "{" ? [{ words: args.slice(1) }] : [])],
  nohup: wrapper(),
  nice: wrapper("n"),
  ionice: wrapper("cnpPu"),
  time: wrapper("fo"),
  timeout: wrapper("ks", 1),
  stdbuf: wrapper("ioe"),
  setsid: wrapper(),
  unshare: wrapper("SG"),
  nsenter: wrapper("tSG"),
  chroot: wrapper("", 1),
  flock: (args) => wrapper("wE", 1)(args).flatMap((started) => asText(started)),
  taskset: wrapper("", 1),
  chrt: wrapper("TPD", 1),
  gosu: wrapper("", 1),
  fakeroot: wrapper("lsib"),
  firejail: wrapper(),
  "systemd-run": wrapper("pEuMHt"),
  "xvfb-run": wrapper("nsfwep"),
  "dbus-run-session": wrapper(),
  caffeinate: wrapper("tw"),
  unbuffer: wrapper(),
  ltrace: wrapper("eop"),
  xargs: wrapper("adEILnPsJRS"),
  parallel: wrapper("jIN"),
  entr: wrapper(),
  strace: wrapper("eop"),
  busybox: wrapper(),
  toybox: wrapper(),
  shx: wrapper(),
  "cross-env": wrapper(),
  dotenv: wrapper("efv"),
  npx,
  bunx: npx,
  uvx: npx,
  npm: execOfPackage,
  pnpm: orDirectly,
  yarn: orDirectly,
  bun: orDirectly,
  uv: inEnvironment,
  poetry: inEnvironment,
  pipenv: inEnvironment,
  pdm: inEnvironment,
  bundle: inEnvironment,
  conda: inEnvironment,
  mise: inEnvironment,
  direnv: behind(["exec"], "", 1),
  find: ofFind,
  docker: inContainer,
  podman: inContainer,
  kubectl: (args) => (args.some(({ text }) => text === "exec") ? behind(["--"])(args) : []),
  watch: (args) => readings(args, "n").map((script) => ({ script })),
  hyperfine: (args) =>
    readings(args, "wmrpc").flatMap((words) => words.map((word) => ({ script: [word] }))),
  trap: (args) => [{ script: afterOptions(args, "").slice(0, 1) }],
  script: (args) => [...textOr(["--command"], none)(args), ...behindLetter(args, "c")],
  ssh: (args) => [{ script: afterOptions(args, "bcDEFIiJLlmOopQRSWw").slice(1) }],
  git: ofGit,
};

/** The script behind a letter among other letters, in the same word or the next: `-qc 'ls'`. */
function behindLetter(args: Word[], letter: string): Started[] {
  const at = args.findIndex(({ text }) => new RegExp(`^-[a-zA-Z]*${letter}`).test(text));
  const word = args[at];
  if (word === undefined) return [];
  const joined = word.text.slice(word.text.indexOf(letter) + 1);
  return [{ script: joined === "" ? args.slice(at + 1, at + 2) : [{ ...word, text: joined }] }];
}

/** `env -S` takes a whole command as one word. */
function ofEnvironment(args: Word[]): Started[] {
  const at = args.findIndex(({ text }) => /^(?:-[i0v]*S|--split-string)/.test(text));
  const word = args[at];
  if (word === undefined) return wrapper("uC")(args[0]?.text === "-" ? args.slice(1) : args);
  const joined = { ...word, text: word.text.replace(/^(?:-[i0v]*S|--split-string=?)/, "") };
  return [{ script: [joined, ...args.slice(at + 1)] }];
}

/** Each command of `find` ends with a semicolon or a plus. */
function ofFind(args: Word[]): Started[] {
  const started: Started[] = [];
  for (let at = 0; at < args.length; at++) {
    if (!/^-(?:exec|ok)(?:dir)?$/.test(args[at]?.text ?? "")) continue;
    const length = args.slice(at).findIndex(({ text }) => text === ";" || text === "+");
    const end = length === -1 ? args.length : at + length;
    started.push({ words: args.slice(at + 1, end) });
    at = end;
  }
  return started;
}

function ofGit(args: Word[]): Started[] {
  const has = (...names: string[]) => args.some(({ text }) => names.includes(text));
  if (has("foreach")) {
    const at = args.findIndex(({ text }) => text === "foreach");
    return [{ script: afterOptions(args.slice(at + 1), "") }];
  }
  if (has("bisect") && has("run")) return behind(["run"])(args);
  return has("rebase") ? textOr(["-x", "--exec"], none)(args) : [];
}

function asText(started: Started): Started {
  const isText = "words" in started && /^(?:-c|--command)$/.test(started.words[0]?.text ?? "");
  return isText ? { script: started.words.slice(1, 2) } : started;
}
