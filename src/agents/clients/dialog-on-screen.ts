/**
 * Whether an agent's screen shows a dialog of its own, where an Enter would take an option. Hooks tell of dialogs, but a
 * moment late, and not of all of them. Pure.
 */
import type { Client } from "../../core/agent/agent.ts";
import { showsGeminiPrompt } from "./gemini-cli/screen.ts";

/** What was already typed may be a numbered list, or speak of dialogs, and is none. */
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

// The prompt and a dialog's cursor are the same sign; whichever is lowest on the screen has the keyboard.
const CURSOR = /^[\s│]*[❯›]/;
const CHOSEN = /^[\s│]*[❯›]\s*(\d+\.\s.*?)[\s│]*$/;
const OTHER_OPTION = /^[\s│]*\d+\.\s/;
// Below the prompt; that Escape would interrupt the agent's work is said there too, and is no dialog.
const WAY_OUT = /\besc (?:to )?(?:cancel|close|back|skip|dismiss)\b/i;
const NEAR = 8;
