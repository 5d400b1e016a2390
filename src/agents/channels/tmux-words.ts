/** Words as tmux reads them: on a control-mode line, and as the arguments of a process. */

/**
 * One line for control mode. Within double quotes tmux reads `\ooo` as a byte. Every special
 * character is written that way, so no word can end the line, itself or the command.
 */
export function commandLine(words: readonly string[]): string {
  return words.map(tmuxWord).join(" ");
}

/** tmux takes a `;` at the end of an argument as the end of the command, unless it is escaped. */
export function processArguments(words: readonly string[]): string[] {
  return words.map((word) => (word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word));
}

function tmuxWord(word: string): string {
  const octal = (letter: string) => letter.charCodeAt(0).toString(8).padStart(3, "0");
  return `"${word.replace(SPECIAL, (letter) => `\\${octal(letter)}`)}"`;
}

const SPECIAL = /[^A-Za-z0-9 .,:_%@/\u0080-\u{10ffff}-]/gu;
