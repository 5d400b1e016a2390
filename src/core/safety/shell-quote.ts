/** Words written so that a POSIX shell reads each of them as one word, letter by letter. */

/** The words as one command, as a person would type it. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

/** In quotes only where the shell would read something else. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : inShellQuotes(word);
}

/** Always in quotes, so that it is neither a keyword nor an assignment. */
export function inShellQuotes(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
