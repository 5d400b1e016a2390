/** Readline as the prompt uses it: its line editing for fields, and nothing of its history or its idea of the screen. */
import { emitKeypressEvents, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { useEffect } from "@inquirer/core";
import type { Key } from "../../terminal/input/key.ts";

type Readline = Parameters<Parameters<typeof useEffect>[0]>[0];

// Node's interface has these; inquirer's description of it leaves them out.
type LineEditor = Readline & NodeJS.EventEmitter & { cursor: number };

export interface EditorParts {
  /** Where the cursor belongs. The screen manager asks readline, which knows nothing of fields that wrap. */
  cursorPosition(): { rows: number; cols: number };
  onCancel(): void;
  /** The terminal was taken away, which decides nothing. */
  onGone(): void;
  /** Ctrl-Z: the shell gets the terminal, and later gives it back. */
  onSuspend(): void;
  onResume(): void;
}

// Half a second after Esc is an age; what a terminal sends for one key arrives at once.
const ESCAPE_MS = 50;

// What lies in the terminal's buffer is there at once; this leaves time for a key that is on its way.
const TYPE_AHEAD_MS = 50;
const CTRL_C = "\u0003";

/**
 * Forgets what was typed before there was a question to see: it was meant for something else. Leaves the input flowing
 * and raw, as the prompt that follows wants it. Ctrl-C still ends the program.
 */
export async function dropTypeAhead(input: NodeJS.ReadStream) {
  const drop = (typed: Buffer | string) => {
    if (typed.includes(CTRL_C)) process.kill(process.pid, "SIGINT");
  };
  // Otherwise the terminal would keep a line that was begun until its Enter.
  input.setRawMode?.(true);
  input.on("data", drop).resume();
  await sleep(TYPE_AHEAD_MS);
  // A busy process may come here before it has read at all; reading comes before the next turn.
  await new Promise(setImmediate);
  input.off("data", drop);
}

/** Readline sets a terminal back when it closes, which fails on one that is gone; the hang-up itself is told by a signal. */
export function bearHangUp(input: NodeJS.ReadableStream) {
  if (!input.listeners("error").includes(bearMissingTerminal)) input.on("error", bearMissingTerminal);
}

function bearMissingTerminal(error: NodeJS.ErrnoException) {
  if (error.code !== "EIO") throw error;
}

/** Has to come before any readline on this input, which would set the usual half second for good. */
export function hearEscapeAtOnce(input: NodeJS.ReadableStream) {
  // Only this one property of the interface is read.
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
}

export function lineIn(readline: Readline): { line: string; caret: number } {
  const { line, cursor } = readline as LineEditor;
  return { line, caret: cursor };
}

/** No field is an empty line. What a key outside a field left in readline is forgotten with it. */
export function putLine(readline: Readline, field: { line: string; caret: number } | null) {
  Object.assign(readline, { line: field?.line ?? "", cursor: field?.caret ?? 0 });
}

/** Returns how to let go of it. */
export function takeOver(
  readline: Readline,
  { cursorPosition, onCancel, onGone, onSuspend, onResume }: EditorParts,
): () => void {
  const editor = readline as LineEditor;
  editor.getCursorPos = cursorPosition;
  let isEndOfInput = false;
  const onKey = (_: unknown, key: Key | undefined) => {
    isEndOfInput = key?.ctrl === true && key.name === "d";
  };
  // Readline closes on Ctrl-D, which a person presses to leave, and when its terminal is gone.
  const onClose = () => (isEndOfInput ? onCancel() : onGone());
  editor.input.prependListener("keypress", onKey);
  editor.prependListener("SIGINT", onCancel);
  editor.on("close", onClose);
  editor.on("error", bearMissingTerminal);
  editor.on("SIGTSTP", suspend);
  return () => {
    editor.removeListener("SIGTSTP", suspend);
    process.removeListener("SIGCONT", resume);
    editor.input.removeListener("keypress", onKey);
    editor.removeListener("SIGINT", onCancel);
    editor.removeListener("close", onClose);
  };

  function suspend() {
    onSuspend();
    process.stdin.setRawMode?.(false);
    process.once("SIGCONT", resume);
    process.kill(process.pid, "SIGTSTP");
  }

  function resume() {
    process.stdin.setRawMode?.(true);
    onResume();
  }
}
