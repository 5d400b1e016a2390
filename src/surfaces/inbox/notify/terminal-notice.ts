/** A notice as an escape sequence of the terminal, which decides how to show it. */
import type { Notice } from "./notice.ts";

type Environment = Record<string, string | undefined>;
type Protocol = "osc9" | "osc777" | "osc99";

export interface TerminalWay {
  protocol: Protocol;
  /**
   * False if the terminal may drop the notice silently: a build without the feature, or tmux
   * without `allow-passthrough`.
   */
  isSure: boolean;
  isInTmux: boolean;
}

export const BELL = "\u0007";
const ESC = "\u001b";
const END = `${ESC}\\`;

/**
 * Null for a terminal not known to support any of the protocols: it might print the sequence as
 * text.
 */
export function terminalWay(env: Environment): TerminalWay | null {
  // screen and Zellij do not pass such sequences on.
  if (env["STY"] || env["ZELLIJ"]) return null;
  const protocol = protocolOf(env);
  const isInTmux = Boolean(env["TMUX"]);
  if (protocol !== null) return { protocol, isSure: !isInTmux, isInTmux };
  // Some distributions build VTE with notifications; the others ignore them.
  return env["VTE_VERSION"] && !isNamed(env)
    ? { protocol: "osc777", isSure: false, isInTmux }
    : null;
}

const BY_TERM: [RegExp, Protocol][] = [
  [/^xterm-kitty$/, "osc99"],
  [/^xterm-ghostty$/, "osc777"],
  [/^wezterm$/, "osc777"],
  [/^foot(-|$)/, "osc777"],
];
const BY_PROGRAM: Record<string, Protocol> = {
  "iTerm.app": "osc9",
  WezTerm: "osc777",
  ghostty: "osc777",
  WarpTerminal: "osc777",
};
const BY_VARIABLE: [string, Protocol][] = [
  ["KITTY_WINDOW_ID", "osc99"],
  ["WEZTERM_PANE", "osc777"],
  ["GHOSTTY_RESOURCES_DIR", "osc777"],
  ["ITERM_SESSION_ID", "osc9"],
];

/**
 * A terminal started from another one inherits its variables, so the variables that every terminal
 * sets itself are checked first.
 */
function protocolOf(env: Environment): Protocol | null {
  const byTerm = BY_TERM.find(([pattern]) => pattern.test(env["TERM"] ?? ""));
  if (byTerm !== undefined) return byTerm[1];
  if (isNamed(env)) return BY_PROGRAM[env["TERM_PROGRAM"] ?? ""] ?? null;
  const byVariable = BY_VARIABLE.find(([name]) => env[name]);
  if (byVariable !== undefined) return byVariable[1];
  // The only name that is passed on over SSH.
  return env["LC_TERMINAL"] === "iTerm2" ? "osc9" : null;
}

/** tmux gives its own name, in whichever terminal it runs. */
function isNamed({ TERM_PROGRAM = "" }: Environment): boolean {
  return TERM_PROGRAM !== "" && TERM_PROGRAM !== "tmux";
}

export function terminalNotice(notice: Notice, { protocol, isInTmux }: TerminalWay): string {
  const bytes = sequences(notice, protocol);
  return isInTmux ? `${ESC}Ptmux;${bytes.replaceAll(ESC, ESC + ESC)}${END}` : bytes;
}

function sequences({ id, summary, detail, isUrgent }: Notice, protocol: Protocol): string {
  switch (protocol) {
    case "osc9":
      return `${ESC}]9;${field(detail === "" ? summary : `${summary} – ${detail}`)}${END}`;
    case "osc777":
      return `${ESC}]777;notify;${field(summary)};${field(detail)}${END}`;
    case "osc99": {
      // Kitty takes the text in base64, and shows nothing while its window has the focus.
      const shared = `i=askline-${id}:e=1:o=unfocused:u=${isUrgent ? 2 : 1}`;
      if (detail === "") return `${ESC}]99;${shared};${base64(summary)}${END}`;
      const body = `${ESC}]99;i=askline-${id}:e=1:p=body;${base64(detail)}${END}`;
      return `${ESC}]99;${shared}:d=0;${base64(summary)}${END}${body}`;
    }
  }
}

// Semicolons separate fields, and "4;1" behind a 9 would be a progress bar. Controls are gone
// already, but this is the last place that could let one through.
function field(text: string): string {
  return text.replace(/\p{Cc}/gu, "").replaceAll(";", ",");
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
