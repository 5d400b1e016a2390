/**
 * Finds what decides in the person's place: Askline's own files and address, its commands that
 * answer, and the doors through which other clients take their answers.
 */

import { regex } from "../shell/regex.ts";
import type { Word } from "../shell/shell-words.ts";
import type { Danger, ToolCallPlace } from "./destructive.ts";

/** Dangers of a command line, whatever its program does with the words. */
export function decisionsInCommand(name: string, args: Word[], place: ToolCallPlace): Danger[] {
  const words = args.map(({ text }) => text);
  const line = words.join(" ");
  const isFound =
    answersAsklineWith(name, words) ||
    (CLIENT_DOORS.get(name)?.test(` ${line}`) ?? false) ||
    (KEY_PRESSES.get(name)?.test(line) ?? false) ||
    (CALLERS.test(name) && isHubCall(line)) ||
    (name === "expect" && ASKLINE_CALLED.test(line)) ||
    readByCommand(name, words).some((text) => decidesByPath(text, place));
  return isFound ? ["decides_for_you"] : [];
}

/** Dangers of a text that another program reads: a path, an address, code. */
export function decisionsInText(text: string, place: ToolCallPlace = {}): Danger[] {
  return decidesByPath(text, place) ||
    isHubCall(text) ||
    ASKLINE_LIBRARY.test(text) ||
    ASKLINE_CALLED.test(text)
    ? ["decides_for_you"]
    : [];
}

/** Whether a path leads to the files by which Askline or a client knows what was decided. */
export function decidesByPath(text: string, { at, workingDirectory }: ToolCallPlace): boolean {
  if (text.length > LONGEST) return false;
  const isPath = /^[^\s'"]+$/.test(text) && !/^(?:[/~$-]|\w+:)/.test(text);
  const whole = isPath ? `${at ?? workingDirectory ?? "."}/${text}` : text;
  return ASKLINE_PLACE.test(plainPath(whole)) || CLIENT_DOOR_FILES.test(whole);
}

/** Settings that tell a client what needs no question; writing them decides. */
export function decidesByWriting(path: string): boolean {
  return CLIENT_SETTINGS.test(path);
}

/** Words that a program only prints or searches for are not paths that it reads. */
function readByCommand(name: string, words: string[]): string[] {
  if (/^(?:echo|printf)$/.test(name)) return words.filter((text) => SECRET_VARIABLE.test(text));
  if (/^(?:e|f|r)?grep$|^(?:rg|ag|ack|env|printenv)$/.test(name)) {
    const [pattern, ...files] = words.filter((text) => !text.startsWith("-"));
    const isOfInput = files.length === 0 && SECRET_VARIABLE.test(pattern ?? "");
    return isOfInput ? ["ASKLINE_STATE_DIR"] : files;
  }
  if (/^(?:find|fd|fdfind|locate)$/.test(name))
    return words.map((text) =>
      /^(?:hub|rules|seal-key|local-token|passkeys)\.json$/.test(text) ? "ASKLINE_STATE_DIR" : text,
    );
  if (name === "git" || name === "gh") {
    const at = words.findIndex((text) => /^-\w*m$|^--(?:message|body|title|grep)$|^-S$/.test(text));
    return words.filter((text, index) => index !== at + 1 && !/^(?:-m.|--\w+=)/.test(text));
  }
  return words;
}

function plainPath(path: string): string {
  let plain = path.replace(/\/(?:\.?\/)+/g, "/");
  for (let steps = 0; steps < 8 && /[^/]\/\.\.(?:\/|$)/.test(plain); steps++)
    plain = plain.replace(/(?:^|\/)(?!\.\.\/)[^/\s]+\/\.\.(?=\/|$)/, "");
  return plain;
}

function answersAsklineWith(name: string, words: string[]): boolean {
  if (name === "askline") return ASKLINE_COMMAND.test(words.join(" "));
  if (!/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(name)) return false;
  const [first = ""] = words.filter((text) => !text.startsWith("-"));
  // The path comes out of a substitution, such as `$(which askline)`.
  if (first === "") return ASKLINE_COMMAND.test(words.slice(words.indexOf("") + 1).join(" "));
  const at = words.findIndex((text) =>
    /(?:^|[/)])(?:askline|cli)(?:\.[cm]?[jt]s)?$|askline\)+$/.test(text),
  );
  if (at === -1) return false;
  const rest = words.slice(at + 1).join(" ");
  return /askline/.test(words[at] ?? "") || /dist\/|\bcli\./.test(words[at] ?? "")
    ? ASKLINE_COMMAND.test(rest)
    : false;
}

const LONGEST = 20_000;
const ASKLINE_COMMAND = regex()`
  ^(?:--(?:state|sessions|config)-dir[ =][^-\s]\S* |-\S+ )*(?:answer|reject|send|inbox|prompt
  |token|passkey|pair|(?:un)?init|service|away|back|cleanup|portal|web|slack (?:connect|setup)
  |serve .*--open|config (?:set|unset|edit)|rules (?!check\b|test\b|show\b|list\b)\w+)(?: |$)
`;
const ASKLINE_LIBRARY =
  /(?:require|import|from)\s*\(?\s*["'`](?:[^"'`]*\/)?askline(?:\/(?:session|dist)[^"'`]*)?["'`]/;
/** Its command within code, and the way in which code types into a terminal. */
const ASKLINE_CALLED = regex()`
  ["'\`]askline["'\`]\s*,\s*\[?\s*["'\`](?:answer|reject|send|token|pair|passkey)["'\`]
  |\bspawn\s+(?:\S*/)?askline\s+(?:answer|reject|send)|\bTIOCSTI\b
`;
/** The folders of Askline on every system, by name or by variable, and its files in any folder. */
const ASKLINE_PLACE = regex("i")`
  (?:\.config|\.local/state|Application\\? Support|Preferences|AppData/Local|XDG_(?:STATE
  |CONFIG)_HOME[^/\s]*|(?:\.config|\.local/state)\})/(?:askline|ask[*?][^/\s]*
  |[*?][^/\s]*/(?:hub|rules|local-token)\.json)(?:[/\s"'\`)};:|&]|$)|ASKLINE_(?:STATE|CONFIG
  |SESSIONS)_DIR|ASKLINE_SLACK\w*|local-token\.json|systemd/user/askline\.|askline/(?:hub
  |rules|attention|local-token|slack|seal)[\w-]*\.(?:json|key)
`;
const SECRET_VARIABLE = /ASKLINE/;
const CLIENT_DOOR_FILES = regex()`
  app-server-control(?:\.sock)?|codex-daemon-|\.config/opencode/plugins?/|(?:^
  |/)\.opencode/plugins?/
`;
const CLIENT_SETTINGS = regex()`
  (?:^|/)(?:\.claude/settings[\w.]*\.json|\.claude\.json|\.codex/(?:config\.toml|hooks|rules)
  |\.gemini/settings\.json|opencode\.jsonc?)$|/opencode/plugins?/|(?:^|/)\.opencode/plugins?/
`;

const LOCAL = regex("i")`
  (?:^|[\s/"'\`@=:([])(?:127(?:\.\d+){1,3}|localhost|[\w-]+\.localhost|0\.0\.0\.0|\[::1?\]|::1
  |0x7f[\da-f]+|2130706433|0)(?=[:/\s"'\`,)]|$)|^:\d|\s:\d|tcp/(?:127\.|localhost)|(?:TCP|TCP4
  |TCP6):(?:127\.|localhost)|::127\.
`;
const HUB_HOST = /askline\.localhost/i;
const HUB_PORT = /[:/\s,]8475\b/;
const HUB_PATH = regex()`
  /(?:api/(?:asks|agents|attention|presence|watched|voice|pair|tokens?|rules|passkeys?
  |devices)|choice|hook)(?:/|[\s"'\`?]|$)
`;
/** Where opencode's program takes answers, when it listens. */
const OPENCODE = regex()`
  [:/]4096\b|/(?:permission|question)/[\w$-]+/(?:reply|reject)|/session/[\w$-]+/(?:permissions
  |prompt_async)
`;

function isHubCall(text: string): boolean {
  if (HUB_HOST.test(text) || /Bearer askline_/.test(text)) return true;
  if (!LOCAL.test(text)) return false;
  return HUB_PORT.test(text) || HUB_PATH.test(text) || OPENCODE.test(text);
}

const CALLERS = regex()`
  ^(?:curl|curlie|wget2?|https?|xh|nc|ncat|netcat|socat|telnet|websocat|wscat|openssl|ssh
  |grpcurl|aria2c|ab|hey|lynx|w3m|links|open|xdg-open)$
`;
const CLIENT_DOORS = new Map<string, RegExp>(
  Object.entries({
    codex: regex()`
        [ ](?:app-server|remote-control)(?: |$)|[ ]--(?:yolo|dangerously-\S+)(?: |$)
        |[ ](?:-a|--ask-for-approval)[ =]never|[ ](?:-s|--sandbox)[ =]danger
      `,
    opencode: / (?:attach|serve|web)(?: |$)| --(?:attach|port)(?:[ =]|$)/,
    claude: regex()`
        [ ]--(?:dangerously-\S+|allow-dangerously-\S+)|[ ]--permission-mode[ =]bypass
        |[ ]--allowed-?[tT]ools[ =]\S*Bash(?:\(\*|(?: |,|$))
      `,
    gemini: / (?:-y|--yolo)(?: |$)| --approval-mode[ =](?:yolo|auto_edit)/,
  }),
);
/** Programs that press keys in another window, where an agent's dialog may wait. */
const KEY_PRESSES = new Map<string, RegExp>(
  Object.entries({
    xdotool: /(?:^| )(?:key|type|click)/,
    ydotool: /(?:^| )(?:key|type|click)/,
    wtype: /./,
    kitty: /(?:^| )(?:@|\+kitten @) ?send-(?:text|key)/,
    wezterm: /cli send-text/,
    zellij: /action write/,
    osascript: /keystroke|key code/,
    screen: /(?:^| )stuff /,
    tmux: /(?:^| )(?:send(?:-\w+)?|send-prefix|paste-?b\w*|set-?b\w*) /,
  }),
);
