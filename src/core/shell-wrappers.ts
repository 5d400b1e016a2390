/** Programs whose arguments are another command: what it is that they start. */
import type { Word } from "./shell-words.ts";

/** Words are started as they are; text goes through a shell once more. */
export type Started = { words: Word[] } | { script: Word[] };

export function startedBy(name: string, args: Word[]): Started | null {
  return Object.hasOwn(STARTERS, name) ? (STARTERS[name]?.(args) ?? null) : null;
}

/** `valued` are the letters of options whose value is the next word. */
export function afterOptions(words: Word[], valued: string): Word[] {
  let at = 0;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (text === "--") return words.slice(at + 1);
    if (!text.startsWith("-") || text === "-") break;
    at += /^-[a-zA-Z]$/.test(text) && valued.includes(text.charAt(1)) ? 2 : 1;
  }
  return words.slice(at);
}

export function withoutAssignments(words: Word[]): Word[] {
  const start = words.findIndex(({ text }) => !/^\w+\+?=/.test(text));
  return start === -1 ? [] : words.slice(start);
}

/** Options, `skipped` words of its own, then the command. */
function wrapper(valued = "", skipped = 0): (args: Word[]) => Started {
  return (args) => ({ words: withoutAssignments(afterOptions(args, valued)).slice(skipped) });
}

/** The command stands behind a subcommand. */
function behind(subcommands: string[], valued = "", skipped = 0): (args: Word[]) => Started | null {
  return (args) => {
    const at = args.findIndex(({ text }) => subcommands.includes(text));
    return at === -1 ? null : { words: afterOptions(args.slice(at + 1), valued).slice(skipped) };
  };
}

const inContainer = behind(["exec", "run"], "euwvpl", 1);
const ofPackage = behind(["exec", "dlx", "x"], "pc");

const STARTERS: Record<string, (args: Word[]) => Started | null> = {
  sudo: wrapper("ughpCrtTUD"),
  doas: wrapper("uC"),
  pkexec: wrapper(),
  su: (args) => textAfter(args, "-c"),
  env: wrapper("uSC"),
  command: (args) => (/^-\w*[vV]/.test(args[0]?.text ?? "") ? null : wrapper()(args)),
  builtin: wrapper(),
  exec: wrapper("a"),
  coproc: wrapper(),
  nohup: wrapper(),
  nice: wrapper("n"),
  ionice: wrapper("cn"),
  timeout: wrapper("ks", 1),
  stdbuf: wrapper("ioe"),
  setsid: wrapper(),
  unshare: wrapper(),
  nsenter: wrapper("tSG"),
  chroot: wrapper("", 1),
  flock: wrapper("wE", 1),
  xargs: wrapper("adEIiLlnPs"),
  parallel: wrapper("jIN"),
  strace: wrapper("eop"),
  busybox: wrapper(),
  npx: wrapper("pc"),
  bunx: wrapper(),
  npm: ofPackage,
  pnpm: ofPackage,
  yarn: ofPackage,
  bun: ofPackage,
  find: behind(["-exec", "-execdir", "-ok", "-okdir"]),
  docker: inContainer,
  podman: inContainer,
  kubectl: (args) => (args.some(({ text }) => text === "exec") ? behind(["--"])(args) : null),
  watch: (args) => ({ script: afterOptions(args, "n") }),
  trap: (args) => ({ script: args.slice(0, 1) }),
  script: (args) => textAfter(args, "-c"),
  ssh: (args) => ({ script: afterOptions(args, "bcDEFIiJLlmOopQRSWw").slice(1) }),
  git: (args) => {
    const at = args.findIndex(({ text }) => text === "foreach");
    return at === -1 ? null : { script: afterOptions(args.slice(at + 1), "") };
  },
};

function textAfter(args: Word[], option: string): Started | null {
  const at = args.findIndex(({ text }) => text === option);
  return at === -1 ? null : { script: args.slice(at + 1, at + 2) };
}
