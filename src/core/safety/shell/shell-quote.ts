/** Quotes words so that a POSIX shell reads each of them literally, as one word. */

/** The words as one command, as a person would type it. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

/** In quotes only if the shell would otherwise read something else. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : inShellQuotes(word);
}

/** Always in quotes, so that it is neither a keyword nor an assignment. */
export function inShellQuotes(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
