/**
 * The spool: hook calls that found no hub, kept as files until a hub takes them in. Writing one
 * needs nothing but Node itself, since an agent waits for it.
 *
 * A file's first line is JSON about the call; the rest is what the agent's client said, untouched.
 * A name starts with the time, so that sorting names sorts calls.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What only the forwarding process knows. */
export interface CallFacts {
  at: string;
  event: string;
  client: string;
  pane?: string | undefined;
  tmux?: string | undefined;
  pid?: number | undefined;
  /** Whether a person sits at the agent's terminal, where the client says so. */
  isAttended?: boolean | undefined;
  /** The hook process itself, if it waits for a dialog's decision. */
  hook?: HookFacts | undefined;
}

export interface HookFacts {
  /** Its own name for its call, the same when it calls again. */
  call: string;
  pid: number;
  /** The table of processes in which the pid counts; empty where that has no name. */
  table: string;
}

export interface SpooledCall {
  facts: Partial<CallFacts>;
  body: string;
}

const MOST_FILES = 10_000;
const MOST_BYTES = 100 * 1024 * 1024;
// Adding up sizes looks at every file, so it is not done for every call.
const WEIGHED_EVERY = 64;

export function spoolCall(directory: string, facts: CallFacts, body: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  makeRoom(directory);
  const random = Math.random().toString(36).slice(2, 10);
  const name = `${Date.now()}-${process.pid}-${random}.json`;
  const aside = join(directory, `.${name}.tmp`);
  writeFileSync(aside, `${JSON.stringify(facts)}\n${body}`, { mode: 0o600 });
  renameSync(aside, join(directory, name));
}

/** Oldest first. Files whose names start with a dot are still being written. */
export function spooledNames(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => !name.startsWith("."))
      .sort();
  } catch {
    return [];
  }
}

/** Null if it is not a file of ours. */
export function parseSpooled(text: string): SpooledCall | null {
  const end = text.indexOf("\n");
  if (end === -1) return null;
  try {
    const facts: unknown = JSON.parse(text.slice(0, end));
    if (typeof facts !== "object" || facts === null) return null;
    return { facts, body: text.slice(end + 1) };
  } catch {
    return null;
  }
}

/** Removes the oldest calls first: the latest ones matter most. */
function makeRoom(directory: string) {
  const names = spooledNames(directory);
  const tooMany = Math.max(0, names.length + 1 - MOST_FILES);
  for (const name of names.splice(0, tooMany)) rmSync(join(directory, name), { force: true });
  if (names.length % WEIGHED_EVERY !== WEIGHED_EVERY - 1) return;
  const sizes = names.map(
    (name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  let total = sizes.reduce((sum, size) => sum + size, 0);
  for (const [index, name] of names.entries()) {
    if (total <= MOST_BYTES) return;
    rmSync(join(directory, name), { force: true });
    total -= sizes[index] ?? 0;
  }
}
