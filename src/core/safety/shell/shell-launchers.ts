/**
 * Programs that can start another one, though that is not what people use them for: tracers,
 * debuggers, the dynamic loader, version managers. Only the search for dangers looks here.
 */
import type { Word } from "./shell-words.ts";
import { afterOptions, type Started, textAfter, wrapped } from "./shell-wrappers.ts";

export function launchedBy(name: string, args: Word[]): Started[] {
  if (LOADER.test(name)) return wrapped(args, "", 0);
  if (/^(?:python|pypy)[\d.]*$/.test(name)) return behindWord(args, /^-\w*m$/, 0);
  return Object.hasOwn(LAUNCHERS, name) ? (LAUNCHERS[name]?.(args) ?? []) : [];
}

/** `ld-linux-x86-64.so.2 /bin/rm x` runs rm. */
const LOADER = /^ld(?:-linux|-musl|\.so|64\.so|-\d)[\w.-]*$/;

type Launcher = (args: Word[]) => Started[];

const launcher =
  (valued = "", skipped = 0): Launcher =>
  (args) =>
    wrapped(args, valued, skipped);

/** The command behind the first word that fits, and `skipped` words more. */
function behindWord(args: Word[], word: RegExp, skipped: number): Started[] {
  const at = args.findIndex(({ text }) => word.test(text));
  return at === -1 ? [] : [{ words: args.slice(at + 1 + skipped) }];
}

const behindDashes: Launcher = (args) => behindWord(args, /^--$/, 0);

/** Every word after the options is a script of its own. */
const scripts: Launcher = (args) => afterOptions(args, "").map((word) => ({ script: [word] }));

const LAUNCHERS: Record<string, Launcher> = {
  prlimit: launcher(),
  setpriv: launcher(),
  capsh: (args) => textAfter(args, ["-c"]),
  numactl: launcher("CNmpi"),
  choom: launcher("np"),
  setarch: (args) => [...launcher()(args), ...launcher("", 1)(args)],
  linux64: launcher(),
  linux32: launcher(),
  x86_64: launcher(),
  i386: launcher(),
  valgrind: launcher(),
  perf: (args) =>
    behindWord(args, /^(?:stat|record|trace|mem|c2c|kvm|lock|sched)$/, 0).flatMap((one) =>
      "words" in one ? launcher("oeFpCcrsgD")(one.words) : [],
    ),
  gdb: (args) => behindWord(args, /^-{1,2}args$/, 0),
  lldb: behindDashes,
  rr: (args) => behindWord(args, /^record$/, 0),
  heaptrack: launcher(),
  uftrace: launcher(),
  catchsegv: launcher(),
  bpftrace: (args) => textAfter(args, ["-c"]),
  bwrap: (args) => {
    const at = args.findIndex(({ text }) => /^(?:rm|sh|bash)$|\/(?:rm|sh|bash)$/.test(text));
    return at === -1 ? [] : [{ words: args.slice(at) }];
  },
  proot: launcher("rbwq"),
  logsave: launcher("", 1),
  "systemd-inhibit": launcher(),
  "ssh-agent": launcher("aEOPt"),
  "gpg-agent": behindDashes,
  daemonize: launcher("acelopu"),
  "start-stop-daemon": (args) => {
    const at = args.findIndex(({ text }) => /^(?:--exec|-x|--startas|-a)$/.test(text));
    const dashes = args.findIndex(({ text }) => text === "--");
    return at === -1 ? [] : [{ words: [...args.slice(at + 1, at + 2), ...args.slice(dashes + 1)] }];
  },
  scriptlive: (args) => textAfter(args, ["-c", "--command"]),
  fd: (args) => behindWord(args, /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/, 0),
  fdfind: (args) => behindWord(args, /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/, 0),
  npm: (args) => [
    ...textAfter(args, ["-c", "--call"]),
    ...(args.some(({ text }) => text === "explore") ? behindDashes(args) : []),
  ],
  pnpm: (args) =>
    behindWord(args, /^exec$/, 0).flatMap((one) => ("words" in one ? [{ script: one.words }] : [])),
  cargo: (args) => (args[0]?.text === "watch" ? textAfter(args, ["-s", "--shell"]) : []),
  parallel: (args) => {
    const words = afterOptions(args, "jIN");
    const end = words.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
    return words.length === 0 ? [] : [{ script: end === -1 ? words : words.slice(0, end) }];
  },
  concurrently: scripts,
  "npm-run-all": scripts,
  cmake: (args) => behindWord(args, /^(?:env|time)$/, 0),
  ctest: (args) => behindWord(args, /^--test-command$/, 0),
  just: (args) => behindWord(args, /^--command$/, 0),
  mosh: behindDashes,
  lxc: behindDashes,
  multipass: behindDashes,
  "docker-compose": (args) =>
    behindWord(args, /^(?:exec|run)$/, 0).flatMap((one) =>
      "words" in one ? launcher("euwvpl", 1)(one.words) : [],
    ),
  nerdctl: (args) =>
    behindWord(args, /^(?:exec|run)$/, 0).flatMap((one) =>
      "words" in one ? launcher("euwvpl", 1)(one.words) : [],
    ),
  docker: ofDocker,
  podman: ofDocker,
  vagrant: (args) => textAfter(args, ["-c", "--command"]),
  heroku: (args) => behindWord(args, /^run(?::\w+)?$/, 0),
  fly: (args) => textAfter(args, ["-C", "--command"]),
  flyctl: (args) => textAfter(args, ["-C", "--command"]),
  gcloud: (args) => textAfter(args, ["--command"]),
  "nix-shell": (args) => textAfter(args, ["--run", "--command"]),
  nix: (args) => [...behindWord(args, /^(?:-c|--command)$/, 0), ...behindDashes(args)],
  oc: (args) => [...behindWord(args, /^(?:rsh|exec)$/, 1), ...behindDashes(args)],
  wsl: launcher("du"),
  adb: (args) => behindWord(args, /^shell$/, 0),
  psexec: launcher(),
  mapfile: (args) => textAfter(args, ["-C"]),
  readarray: (args) => textAfter(args, ["-C"]),
  compgen: (args) => textAfter(args, ["-C", "-W"]),
  complete: (args) => textAfter(args, ["-C", "-W"]),
  bind: (args) => textAfter(args, ["-x"]),
};

/** With another entry point the words behind the image are its arguments. */
function ofDocker(args: Word[]): Started[] {
  const at = args.findIndex(({ text }) => /^--entrypoint/.test(text));
  const entry = args[at];
  const compose = behindWord(args, /^compose$/, 0).flatMap((one) =>
    "words" in one
      ? behindWord(one.words, /^(?:exec|run)$/, 0).flatMap((inner) =>
          "words" in inner ? wrapped(inner.words, "euwvpl", 1) : [],
        )
      : [],
  );
  if (entry === undefined) return compose;
  const [, joined] = /=(.*)$/s.exec(entry.text) ?? [];
  const program = joined === undefined ? args[at + 1] : { ...entry, text: joined };
  return program === undefined
    ? compose
    : [...compose, { words: [program, ...args.slice(at + 2)] }];
}
