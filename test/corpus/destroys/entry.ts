/** How a family of the corpus is written down: commands that destroy the same thing, together. */
import type { Danger } from "../../../src/core/safety/destroys/destructive.ts";

export interface Destroying {
  command: string;
  /** What is destroyed, in few words. */
  why: string;
  /** The danger that the finder has to name; without it any danger will do, also `unclear`. */
  danger?: Danger;
}

/** Commands that do the same harm. Without a danger it is enough that somebody is asked. */
export function each(why: string, danger: Danger | null, commands: string[]): Destroying[] {
  return commands.map((command) => ({ command, why, ...(danger === null ? {} : { danger }) }));
}
