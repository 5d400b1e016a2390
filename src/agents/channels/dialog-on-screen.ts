/**
 * Whether an agent's screen shows a dialog of its own, where an Enter would take an option. Hooks tell of dialogs, but a
 * moment late, and not of all of them. Pure.
 */
import type { Client } from "../../core/agent.ts";
import { showsGeminiPrompt } from "./gemini-screen.ts";

/** What was already typed may be a numbered list, and is no dialog. */
export function showsDialog(client: Client, screen: string, typed = ""): boolean {
  if (client === "gemini") return !showsGeminiPrompt(screen);
  const lines = screen.split("\n");
  const at = lines.findLastIndex((line) => CURSOR.test(line));
  if (at === -1) return false;
  if (lines.slice(at + 1).some((line) => CANCEL_HINT.test(line))) return true;
  const chosen = CHOSEN.exec(lines[at] ?? "")?.[1]?.trim();
  if (chosen === undefined || typed.trimStart().startsWith(chosen)) return false;
  const around = lines.slice(Math.max(0, at - NEAR), at + NEAR + 1);
  return around.some((line) => OTHER_OPTION.test(line));
}

// The prompt and a dialog's cursor are the same sign; whichever is lowest on the screen has the keyboard.
const CURSOR = /^[\s│]*[❯›]/;
const CHOSEN = /^[\s│]*[❯›]\s*(\d+\.\s.*?)[\s│]*$/;
const OTHER_OPTION = /^[\s│]*\d+\.\s/;
const CANCEL_HINT = /\bEsc to cancel\b/;
const NEAR = 8;
