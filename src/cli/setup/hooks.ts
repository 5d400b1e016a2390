/**
 * The hooks that clients are given. All of them are commands, although Claude Code could post to the hub by itself: that
 * would put the token into a file that people share, fail aloud while no hub runs, and know no terminal. `askline hook`
 * keeps what nobody took, and costs a start of Node.
 */
import { type Installation, shellCommand } from "./installation.ts";
import type { JsonPart } from "./json-parts.ts";
import type { Json } from "./jsonc.ts";

// It gives up by itself after 2.3 s.
const SECONDS = 5;
// Beside Claude Code's own dialog, which stays as long as it takes.
const HELD_SECONDS = 86_400;
// Codex shows its own dialog only after the hook; the hub lets go after 45 s.
const CODEX_HELD_SECONDS = 130;
// Codex grants no more at the end of a session, and says so each time.
const CODEX_ENDING_SECONDS = 3;

const CLAUDE_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "Notification",
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
  return CLAUDE_EVENTS.map((event) => {
    const timeout = event === "PermissionRequest" ? HELD_SECONDS : SECONDS;
    return part(event, { type: "command", command: commandFor(installation, event), timeout });
  });
}

export function codexHooks(installation: Installation): JsonPart[] {
  const limits: Record<string, number> = { PermissionRequest: CODEX_HELD_SECONDS, SessionEnd: CODEX_ENDING_SECONDS };
  return CODEX_EVENTS.map((event) => {
    const command = commandFor(installation, event, "codex");
    return part(event, { type: "command", command, timeout: limits[event] ?? SECONDS });
  });
}

/**
 * Gemini CLI counts in milliseconds, and takes what a hook complains about for its verdict: where our command has gone,
 * the shell's "not found" would refuse every prompt. The shell makes way for us, as others' shells do by themselves.
 */
export function geminiHooks(installation: Installation): JsonPart[] {
  return GEMINI_EVENTS.map((event) => {
    const plain = commandFor(installation, event, "gemini");
    const command = process.platform === "win32" ? plain : `exec ${plain} 2>/dev/null`;
    return part(event, { name: "askline", type: "command", command, timeout: SECONDS * 1_000 });
  });
}

function part(event: string, hook: Json): JsonPart {
  return { kind: "element", path: ["hooks", event], value: { hooks: [hook] } };
}

function commandFor({ words, flags }: Installation, event: string, client?: string): string {
  const as = client === undefined ? [] : ["--client", client];
  return shellCommand([...words, "hook", event, ...as, ...flags]);
}
