/** How a command of the corpus is written down. */

export interface Labelled {
  command: string;
  why: string;
}

/** Commands that share a reason. */
export function labelled(why: string, commands: string[]): Labelled[] {
  return commands.map((command) => ({ command, why }));
}
