/**
 * Whether an agent's screen shows one of its own dialogs, in which Enter would choose an option.
 * Hooks report dialogs a moment late, and not all of them. Pure.
 */
import type { Client } from "../../core/agent/agent.ts";
import { showsGeminiPrompt } from "./gemini-cli/screen.ts";

/**
 * `typed` is the text in the prompt, which may look like a dialog: a numbered list, for example.
 */
export function showsDialog(client: Client, screen: string, typed = ""): boolean {
  if (client === "gemini") return !showsGeminiPrompt(screen);
  const lines = screen.split("\n");
  const at = lines.findLastIndex((line) => CURSOR.test(line));
  if (at === -1) return false;
  const isHint = (line: string) => WAY_OUT.test(line) && !typed.includes(line.trim());
  if (lines.slice(at + 1).some(isHint)) return true;
  const chosen = CHOSEN.exec(lines[at] ?? "")?.[1]?.trim();
  if (chosen === undefined || typed.trimStart().startsWith(chosen)) return false;
  const around = lines.slice(Math.max(0, at - NEAR), at + NEAR + 1);
  return around.some((line) => OTHER_OPTION.test(line));
}

// The prompt and a dialog's cursor look the same; the lowest one on the screen has the keyboard.
const CURSOR = /^[\s│]*[❯›]/;
const CHOSEN = /^[\s│]*[❯›]\s*(\d+\.\s.*?)[\s│]*$/;
const OTHER_OPTION = /^[\s│]*\d+\.\s/;
// A hint below the cursor. "esc to interrupt" also stands there, but belongs to no dialog.
const WAY_OUT = /\besc (?:to )?(?:cancel|close|back|skip|dismiss)\b/i;
const NEAR = 8;
