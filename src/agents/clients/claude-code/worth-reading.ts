/**
 * Tells from a line's bytes whether it can matter, before anyone decodes it: most of a transcript is bookkeeping and
 * the output of tools. Quotes inside JSON strings are escaped, so a match of a quoted name is always a real field.
 */

/** False only when the line has nothing for the log; true may still turn out to be nothing. */
export function isWorthReading(line: Buffer): boolean {
  if (line.length < SHORTEST) return false;
  const head = line.toString("latin1", 0, HEAD_BYTES);
  if (head.startsWith(TYPE_FIRST))
    return TYPES.has(head.slice(TYPE_FIRST.length, head.indexOf('"', TYPE_FIRST.length)));
  const message = head.indexOf('"message":');
  const envelope = message === -1 ? head : head.slice(0, message);
  if (envelope.includes('"isSidechain":true')) return false;
  const attachment = envelope.indexOf(ATTACHMENT);
  if (attachment !== -1) return envelope.startsWith(QUEUED, attachment + ATTACHMENT.length);
  return true;
}

const SHORTEST = 20;
const HEAD_BYTES = 320;
const TYPE_FIRST = '{"type":"';
const TYPES = new Set(["user", "assistant", "system", "attachment"]);
const ATTACHMENT = '"attachment":{"type":"';
const QUEUED = 'queued_command"';
