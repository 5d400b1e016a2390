/**
 * Decides from a line's bytes, before decoding, whether it can matter: most of a transcript is
 * bookkeeping and tool output. Quotes inside JSON strings are escaped, so a match of a quoted name
 * is always a real field.
 */

/** False only if the line has nothing for the log; a true line may still have nothing. */
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
