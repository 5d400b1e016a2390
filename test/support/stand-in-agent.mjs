// Stands in for a coding agent in a terminal: reads keys as Claude Code and Codex do, keeps a
// transcript, calls hooks.
//
// Bracketed paste is on. An Enter within 120 ms of a burst of text is a line break; a later one
// submits. Every submitted text becomes a `user` line of the transcript with `promptSource` typed
// or pasted, every key that matters a `system` line. Behind a backslash, Enter is a line break.
// Submitting `exit` ends the agent. `!program` puts that program in front of it. `dialog` shows a
// permission dialog that the next Enter answers with yes. `think` continues until Escape, which
// puts the text back into the prompt a moment later. Ctrl-Z suspends the agent.
//
// STAND_IN_TRANSCRIPT  the file it appends to; the first line names its process STAND_IN_SESSION
// its session id STAND_IN_HOOK        a command to run for each hook, with the event's name behind
// it; optional STAND_IN_SAYS        its reply to `ask`, and to being told to ask again STAND_IN_SWALLOWS    when set, it reads keys
// and ignores them
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";

const PASTE_WINDOW_MS = 120;
const PASTE_START = "\u001b[200~";
const PASTE_END = "\u001b[201~";
const { STAND_IN_TRANSCRIPT: transcript, STAND_IN_SWALLOWS: swallows } = process.env;
const { STAND_IN_HOOK: command, STAND_IN_SAYS: says } = process.env;
const sessionId = process.env.STAND_IN_SESSION ?? randomUUID();

let draft = "";
let source = "typed";
let unread = "";
let burstAt = 0;
let isInDialog = false;
let isThinking = false;

process.on("SIGCONT", takeKeyboard);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (keys) => {
  read(keys);
  if (draft !== "") process.stdout.write(`\r❯ ${draft.length} characters`);
});
takeKeyboard();
note("system", { subtype: "started", pid: process.pid });
await hook("SessionStart", { source: "startup" });
showPrompt();

function takeKeyboard() {
  process.stdin.setRawMode(true);
  process.stdout.write("\u001b[?2004h");
}

function giveKeyboardBack() {
  process.stdout.write("\u001b[?2004l");
  process.stdin.setRawMode(false);
}

function read(keys) {
  if (keys === "\u001b") return pressEscape();
  if (swallows) return;
  unread += keys;
  if (keys.length > 1) burstAt = Date.now();
  while (unread !== "") {
    if (unread.startsWith(PASTE_START)) {
      const end = unread.indexOf(PASTE_END);
      if (end === -1) return; // the rest is on its way
      draft += unread.slice(PASTE_START.length, end);
      source = "pasted";
      burstAt = Date.now();
      unread = unread.slice(end + PASTE_END.length);
    } else if (PASTE_START.startsWith(unread)) {
      return;
    } else {
      const [key] = unread;
      unread = unread.slice(key.length);
      press(key);
    }
  }
}

function pressEscape() {
  note("system", { subtype: "escape" });
  if (!isThinking) return;
  isThinking = false;
  setTimeout(() => {
    draft = "think";
    process.stdout.write("\r❯ 5 characters");
  }, 200);
  process.stdout.write("\r\n Interrupted\r\n❯ ");
}

function press(key) {
  if (key === "\u0003") return note("system", { subtype: "ctrl-c" });
  if (key === "\u001a") return suspend();
  if (isInDialog) return inDialog(key);
  if (key !== "\r") draft += key;
  else if (draft.endsWith("\\")) draft = `${draft.slice(0, -1)}\n`;
  else if (Date.now() - burstAt < PASTE_WINDOW_MS) draft += "\n";
  else void submit();
}

function inDialog(key) {
  if (key !== "\r") return;
  isInDialog = false;
  note("system", { subtype: "allowed" });
  showPrompt();
}

function suspend() {
  giveKeyboardBack();
  process.kill(process.pid, "SIGTSTP");
}

async function submit() {
  const [text, promptSource] = [draft, source];
  process.stdout.write("\r❯ \u001b[K");
  draft = "";
  source = "typed";
  if (text === "exit") return leave();
  if (text === "dialog") return showDialog();
  if (text === "think") {
    isThinking = true;
    return;
  }
  if (text.startsWith("!")) return putInFront(text.slice(1));
  const promptId = randomUUID();
  await hook("UserPromptSubmit", { prompt_id: promptId, prompt: text });
  note("user", { promptId, promptSource, message: { role: "user", content: text } });
  const isAsked = text === "ask" || text.startsWith("Your question was not shown");
  const reply = says && isAsked ? says : `I have read ${text.length} characters.`;
  const content = [{ type: "text", text: reply }];
  note("assistant", {
    message: { id: `msg_${randomUUID()}`, role: "assistant", content, stop_reason: "end_turn" },
  });
  await hook("Stop", {
    prompt_id: promptId,
    stop_hook_active: false,
    last_assistant_message: reply,
  });
  process.stdout.write(`\r\n● ${reply}`);
  showPrompt();
}

async function leave() {
  await hook("SessionEnd", { reason: "prompt_input_exit" });
  giveKeyboardBack();
  process.exit();
}

function putInFront(program) {
  process.stdin.pause();
  giveKeyboardBack();
  const child = spawn("sh", ["-c", program], { stdio: "inherit" });
  child.on("exit", () => {
    process.stdin.resume();
    takeKeyboard();
    showPrompt();
  });
}

function showDialog() {
  isInDialog = true;
  process.stdout.write(
    "\r\n Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel",
  );
}

function showPrompt() {
  process.stdout.write("\r\n❯ ");
}

function note(type, more) {
  const line = {
    type,
    uuid: randomUUID(),
    timestamp: new Date().toISOString(),
    sessionId,
    isSidechain: false,
    ...more,
  };
  if (transcript)
    appendFileSync(
      transcript,
      `${JSON.stringify({ ...line, cwd: process.cwd(), version: "2.1.325" })}\n`,
    );
}

/** As with the real client, a hub that is away or fails does not matter. */
async function hook(event, more) {
  if (!command) return;
  const common = {
    session_id: sessionId,
    transcript_path: transcript,
    cwd: process.cwd(),
    hook_event_name: event,
  };
  return runHook(event, JSON.stringify({ ...common, ...more }));
}

function runHook(event, body) {
  const env = { ...process.env, CLAUDE_PID: String(process.pid) };
  const child = spawn("sh", ["-c", `${command} ${event}`], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end(body);
  return new Promise((resolve) => child.on("close", resolve));
}
