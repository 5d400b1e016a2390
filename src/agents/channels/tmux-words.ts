/** Words as tmux reads them: on a control-mode line, and as the arguments of a process. */

/**
 * One line for control mode. Within double quotes tmux reads `\ooo` as a byte and `\n` as a line break, so nothing a
 * word holds can end the line, the word or the command; whatever is not plainly a letter goes as its number.
 */
export function commandLine(words: readonly string[]): string {
  return words.map(tmuxWord).join(" ");
}

/** tmux takes a `;` at the end of an argument as the end of the command, unless a backslash stands before it. */
export function processArguments(words: readonly string[]): string[] {
  return words.map((word) => (word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word));
}

function tmuxWord(word: string): string {
  return `"${word.replace(SPECIAL, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}

const SPECIAL = /[^A-Za-z0-9 .,:_%@/\u0080-\u{10ffff}-]/gu;
