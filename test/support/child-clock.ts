/** The clock of a process that a test starts. */
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./child-clock.mjs", import.meta.url));

/** The environment of a process whose clock is set by that much when it gets a SIGUSR2. */
export function clockThatJumps(milliseconds: number): Record<string, string> {
  return { ...clockAtRate(1), TEST_CLOCK_JUMP: String(milliseconds) };
}

/** The environment of a process whose time passes that many times as fast as ours. */
export function clockAtRate(rate: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${PROGRAM}`, TEST_CLOCK_RATE: String(rate) };
}

/**
 * The same for a slow clock that begins a while ahead of ours: what we put must not come from its
 * future, which would mean that the clock was set back.
 */
export function slowClockAhead(rate: number): Record<string, string> {
  return { ...clockAtRate(rate), TEST_CLOCK_AHEAD: "1800000" };
}
