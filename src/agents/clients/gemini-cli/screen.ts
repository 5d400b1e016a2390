/**
 * Whether Gemini CLI's screen shows its prompt and the prompt has the keyboard. Its dialogs look
 * different from each other, and Enter acts in all of them, but each of them hides the prompt.
 * Pure.
 */

export function showsGeminiPrompt(screen: string): boolean {
  const lines = screen.split("\n");
  if (lines.some((line) => COMMAND_HAS_KEYBOARD.test(line))) return false;
  const rule = lines.findLastIndex((line) => RULE.test(line));
  if (rule !== -1) return lines.slice(rule + 1).some((line) => PROMPT.test(line));
  const prompt = lines.findLastIndex((line) => SPOKEN_PROMPT.test(line));
  return prompt !== -1 && !lines.slice(prompt + 1).some((line) => SPOKEN_OPTION.test(line));
}

// A line that stands above the prompt and never above a dialog, from the first column on.
const RULE = /^─{20,}[─█]*\s*$/;
// `*` if everything is allowed. `!` is left out: there the shell would run the text.
const PROMPT = /^ [>*](?:\s|$)/;
const COMMAND_HAS_KEYBOARD = /\(\S+ to unfocus\)/;
// For a screen reader no line is drawn. A quotation may look like the prompt, but then options
// follow below it.
const SPOKEN_PROMPT = /^[>*](?:\s|$)/;
const SPOKEN_OPTION = /^(?:\(checked\) )?\d+\. /;
