/** One kind of attack: what is tried, and whether each try was refused. */
import type { Target } from "./target.ts";

export interface Attempt {
  what: string;
  isRefused: boolean;
}

export interface Attack {
  readonly name: string;
  /** Left out of the test suite, because it has to wait for the hub's own patience to end. */
  readonly isSlow?: boolean;
  run(target: Target): Promise<Attempt[]>;
}

/** Tries each of them, one after the other. */
export async function each<T>(
  tries: readonly T[],
  name: (one: T) => string,
  isRefused: (one: T) => Promise<boolean>,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const one of tries) attempts.push({ what: name(one), isRefused: await isRefused(one) });
  return attempts;
}

/** The hub said no, or ended the connection. */
export function isNo(status: number): boolean {
  return status === 0 || (status >= 400 && status < 600);
}
