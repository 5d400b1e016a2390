/**
 * Reads the whole lines that were added to a transcript since last time. A line ends at the byte
 * 0x0A and nowhere else: JSON may hold U+2028 and half-written characters, but never that byte.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface Transcript {
  /** The end of the last line read, and an identity that shows if the bytes before it changed. */
  readonly position: Position;
  /**
   * Hands over about `maxBytes` of whole lines, and at least one line if there is one. The bytes
   * are valid only during the call. A file that was cut or replaced is read again from its
   * beginning.
   */
  read(maxBytes: number, onLine: (line: Buffer) => void): Progress;
}

export interface Position {
  readonly offset: number;
  readonly identity: string;
}

export interface Progress {
  /** Nothing more to read for now, except perhaps a half-written line. */
  isAtEnd: boolean;
  wasReplaced: boolean;
}

export const START: Position = { offset: 0, identity: "" };

export function openTranscript(path: string, from: Position = START): Transcript {
  let position = from;
  // An unfinished line has no end up to here, so only later bytes need to be searched.
  let scannedTo = from.offset;

  return {
    get position() {
      return position;
    },
    read(maxBytes, onLine) {
      const file = open(path);
      if (file === null) return { isAtEnd: true, wasReplaced: false };
      try {
        const wasReplaced =
          position.offset > 0 && identityOf(file, position.offset) !== position.identity;
        if (wasReplaced) startAgain();
        const isAtEnd = readFrom(file, maxBytes, onLine);
        return { isAtEnd, wasReplaced };
      } finally {
        closeSync(file);
      }
    },
  };

  function startAgain(): void {
    position = START;
    scannedTo = 0;
  }

  function readFrom(file: number, maxBytes: number, onLine: (line: Buffer) => void): boolean {
    const { size } = fstatSync(file);
    if (size <= scannedTo) return true;
    if (scannedTo > position.offset && !hasLineEnd(file, scannedTo, size)) {
      scannedTo = size;
      return true;
    }
    const start = position.offset;
    const end = takeLines(file, start, maxBytes, onLine);
    if (end > start) position = { offset: end, identity: identityOf(file, end) };
    const isAtEnd = end - start < maxBytes || end >= size;
    scannedTo = isAtEnd ? Math.max(size, end) : end;
    return isAtEnd;
  }
}

const CHUNK_BYTES = 256 * 1024;
/** A longer line is skipped: nobody says that much, and memory is limited. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const LINE_END = 0x0a;

// Reading is synchronous, so one buffer serves all transcripts.
const chunk = Buffer.allocUnsafe(CHUNK_BYTES);

/** Returns where the last whole line ends. */
function takeLines(
  file: number,
  from: number,
  maxBytes: number,
  onLine: (line: Buffer) => void,
): number {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let taken = from;
  for (let at = from; ; ) {
    const count = readSync(file, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) return taken;
    let lineStart = 0;
    for (let end = nextEnd(0, count); end !== -1; end = nextEnd(lineStart, count)) {
      hand(chunk.subarray(lineStart, end));
      lineStart = end + 1;
      taken = at + lineStart;
      if (taken - from >= maxBytes) return taken;
    }
    keep(chunk.subarray(lineStart, count));
    at += count;
  }

  function hand(rest: Buffer): void {
    const length = begunBytes + rest.length;
    const line =
      begunBytes === 0 || length > LONGEST_LINE_BYTES
        ? rest
        : Buffer.concat([...begun, rest], length);
    begun = [];
    begunBytes = 0;
    if (length <= LONGEST_LINE_BYTES) onLine(line);
  }

  function keep(part: Buffer): void {
    begunBytes += part.length;
    if (begunBytes > LONGEST_LINE_BYTES) begun = [];
    else begun.push(Buffer.from(part));
  }
}

function nextEnd(from: number, count: number): number {
  // Behind `count`, the buffer still holds bytes of an earlier read.
  const end = chunk.indexOf(LINE_END, from);
  return end < count ? end : -1;
}

function hasLineEnd(file: number, from: number, size: number): boolean {
  for (let at = from; at < size; ) {
    const count = readSync(file, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) return false;
    if (nextEnd(0, count) !== -1) return true;
    at += count;
  }
  return false;
}

const IDENTITY_BYTES = 256;

/**
 * Identifies what was read by its first and last bytes. Inode numbers would not do: they are
 * reused, and a file restored from a copy is still the same transcript.
 */
function identityOf(file: number, offset: number): string {
  const hash = createHash("sha256");
  const edge = Math.min(IDENTITY_BYTES, offset);
  for (const at of [0, offset - edge]) {
    const bytes = Buffer.allocUnsafe(edge);
    const count = readSync(file, bytes, 0, edge, at);
    hash.update(bytes.subarray(0, count));
  }
  return hash.digest("base64url").slice(0, 22);
}

/** Opens regular files only: a pipe would block, and a device has no end. */
function open(path: string): number | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
    return null;
  } catch {
    return null;
  }
}

// A session's instructions may stand in it.
const LONGEST_FIRST_LINE = 1024 * 1024;

/** Null if there is none yet, or one that is longer than any client writes. */
export function firstLineOf(path: string): string | null {
  let line: string | null = null;
  linesBefore(path, LONGEST_FIRST_LINE, LONGEST_FIRST_LINE, (bytes) => {
    line ??= bytes.toString();
  });
  return line;
}

/** Reads the whole lines within the last `maxBytes` before `offset`. */
export function linesBefore(
  path: string,
  offset: number,
  maxBytes: number,
  onLine: (line: Buffer) => void,
): void {
  const file = open(path);
  if (file === null) return;
  try {
    const start = Math.max(0, offset - maxBytes);
    const bytes = Buffer.allocUnsafe(offset - start);
    const count = readSync(file, bytes, 0, bytes.length, start);
    let lineStart = start === 0 ? 0 : bytes.indexOf(LINE_END) + 1;
    for (let end = bytes.indexOf(LINE_END, lineStart); end !== -1 && end < count; ) {
      onLine(bytes.subarray(lineStart, end));
      lineStart = end + 1;
      end = bytes.indexOf(LINE_END, lineStart);
    }
  } finally {
    closeSync(file);
  }
}
