/** The exit codes of the command. Part of the protocol: never renumber. */
import type { AskStatus } from "../core/ask/ask.ts";

export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  rejected: 3,
  timedOut: 4,
  abandoned: 5,
  notFound: 6,
  alreadySettled: 7,
  stillPending: 8,
  givenByAgent: 9,
} as const;

export function exitCodeOf(status: AskStatus): number {
  switch (status) {
    case "pending":
      return EXIT.stillPending;
    case "completed":
      return EXIT.ok;
    case "rejected":
      return EXIT.rejected;
    case "timed_out":
      return EXIT.timedOut;
    case "abandoned":
      return EXIT.abandoned;
  }
}
