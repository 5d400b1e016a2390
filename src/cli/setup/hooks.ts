/**
 * The hooks that clients are given. They are commands: `askline hook` saves undelivered calls, is
 * quiet while no hub runs, and costs a start of Node. Claude Code can instead post to the hub
 * itself, if the person wants that.
 */
import { shellCommand } from "../../core/safety/shell/shell-quote.ts";
import type { Installation, PostedHooks } from "./installation.ts";
import type { JsonPart } from "./json-parts.ts";
import type { Json } from "./jsonc.ts";

// The command gives up by itself after 2.3 s.
const SECONDS = 5;
// The hook is held while Claude Code's own dialog is open, which stays as long as it takes.
const HELD_SECONDS = 86_400;
// Codex shows its own dialog only after the hook; the hub lets go before.
const CODEX_HELD_SECONDS = 130;
// Codex grants no more to a hook of an interrupt or a session end, and warns at every start
// about a hook that wants more.
const CODEX_ENDING_SECONDS = 3;

// Claude Code shows another server's form only once this hook has ended. It is over in a moment
// unless nobody is there to see the form.
const FORM_EVENT = "Elicitation";

const HELD_EVENTS = new Set(["PermissionRequest", FORM_EVENT]);

const CLAUDE_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "Notification",
  "Elicitation",
  "ElicitationResult",
  "SubagentStop",
  "Stop",
  "StopFailure",
  "SessionEnd",
];
const CODEX_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "Stop",
  "Interrupt",
  "SessionEnd",
];
const GEMINI_EVENTS = [
  "SessionStart",
  "BeforeAgent",
  "BeforeTool",
  "AfterTool",
  "AfterAgent",
  "Notification",
  "SessionEnd",
];

export function claudeHooks(installation: Installation): JsonPart[] {
  const { posts = null } = installation;
  return CLAUDE_EVENTS.map((event) => {
    const timeout = HELD_EVENTS.has(event) ? HELD_SECONDS : SECONDS;
    const isPosted = posts !== null && event !== "SessionStart";
    return part(event, isPosted ? posted(posts, event, timeout) : command(event, timeout));
  });

  /**
   * The start of a session is always a command: the client does not post it, and only a
   * process sees its terminal.
   */
  function command(event: string, timeout: number): Json {
    const flags = event === FORM_EVENT ? ["--waits"] : [];
    return { type: "command", command: commandFor(installation, event, flags), timeout };
  }
}

function posted({ url, token }: PostedHooks, event: string, timeout: number): Json {
  return {
    type: "http",
    url: `${url}/hook/${event}`,
    timeout,
    headers: { Authorization: `Bearer ${token}` },
  };
}

export function codexHooks(installation: Installation): JsonPart[] {
  const limits: Record<string, number> = {
    PermissionRequest: CODEX_HELD_SECONDS,
    Interrupt: CODEX_ENDING_SECONDS,
    SessionEnd: CODEX_ENDING_SECONDS,
  };
  return CODEX_EVENTS.map((event) => {
    const command = commandFor(installation, event, ["--client", "codex"]);
    return part(event, { type: "command", command, timeout: limits[event] ?? SECONDS });
  });
}

/**
 * Gemini CLI counts in milliseconds, and takes a hook's complaints for its verdict: if our command
 * were gone, the shell's "not found" would refuse every prompt. `exec` replaces the shell with our
 * command, as other clients' shells do by themselves.
 */
export function geminiHooks(installation: Installation): JsonPart[] {
  return GEMINI_EVENTS.map((event) => {
    const isHeld = event === "BeforeTool";
    const waits = isHeld ? ["--waits"] : [];
    const plain = commandFor(installation, event, ["--client", "gemini", ...waits]);
    const seconds = isHeld ? HELD_SECONDS : SECONDS;
    const command = process.platform === "win32" ? plain : `exec ${plain} 2>/dev/null`;
    return part(event, { name: "askline", type: "command", command, timeout: seconds * 1_000 });
  });
}

function part(event: string, hook: Json): JsonPart {
  return { kind: "element", path: ["hooks", event], value: { hooks: [hook] } };
}

function commandFor({ words, flags }: Installation, event: string, own: string[]): string {
  return shellCommand([...words, "hook", event, ...own, ...flags]);
}
