/**
 * The one-time codes of links: each lets one browser in, once, within minutes. So a link that stays
 * in a history, a log or a list of processes opens nothing. They live in memory and end with the
 * process, and only their hashes are kept.
 */
import { digest, newSecret } from "./secrets.ts";

export interface OpeningCodes {
  /** `onOver` is called once, when the code was used or is too old. */
  issue(onOver?: () => void): string;
  /** Whether the code is valid. It is not any more afterwards. */
  redeem(code: string): boolean;
  /** Ends every code. */
  close(): void;
}

// Time enough to notice a link in a terminal and to click on it.
const LIVES_MS = 5 * 60_000;
// More links than a person opens. Beyond them the oldest end early.
const MOST_CODES = 200;

export function createOpeningCodes({ livesMs = LIVES_MS } = {}): OpeningCodes {
  const open = new Map<string, () => void>();
  return { issue, redeem, close };

  function issue(onOver: () => void = () => undefined): string {
    const code = newSecret();
    const name = nameOf(code);
    const timer = setTimeout(() => end(name), livesMs).unref();
    open.set(name, () => {
      clearTimeout(timer);
      onOver();
    });
    const [oldest] = open.keys();
    if (open.size > MOST_CODES && oldest !== undefined) end(oldest);
    return code;
  }

  function redeem(code: string): boolean {
    return end(nameOf(code));
  }

  function end(name: string): boolean {
    const over = open.get(name);
    open.delete(name);
    over?.();
    return over !== undefined;
  }

  function close() {
    for (const name of [...open.keys()]) end(name);
  }
}

/** Looked up by its hash, so that the time it takes says nothing about the codes there are. */
function nameOf(code: string): string {
  return digest(code).toString("hex");
}
