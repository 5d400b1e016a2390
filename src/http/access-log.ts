/**
 * Who called the voice API, when, and with what result: a JSON line for each request, refused ones
 * too. Never a token, a query or a body. It fills up to five files of 5 MB, then drops the oldest.
 */
import { chmodSync, mkdirSync, renameSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Auth } from "./guard.ts";

export interface AccessEntry {
  timestamp: string;
  source_ip: string;
  endpoint: string;
  method: string;
  target_agent: string | null;
  auth: Auth;
  /** The id of the device whose token or cookie was used. */
  device: string | null;
  /** Null if the client left before there was an answer. */
  status: number | null;
  latency_ms: number;
}

/** What is known of a request when it comes in, and what its handler adds. */
export type AccessFacts = Omit<AccessEntry, "timestamp" | "status" | "latency_ms">;

export interface AccessLog {
  /**
   * Writes the line once the response is sent. The facts
   * are read then, so what the handler added is included.
   */
  follow(response: ServerResponse, facts: AccessFacts): void;
  /** Resolves once everything is written. */
  close(): Promise<void>;
}

export interface AccessLogOptions {
  directory: string;
  largestBytes?: number;
  files?: number;
}

const NAME = "voice-access.log";
// The length of our longest id. A longer part of a path is not ours, and might be a stray secret.
const LONGEST_SEGMENT = 36;

export function createAccessLog({
  directory,
  largestBytes = 5 * 1024 * 1024,
  files = 5,
}: AccessLogOptions): AccessLog {
  const path = join(directory, NAME);
  const waiting: string[] = [];
  let writing: Promise<void> | undefined;
  return { follow, close: async () => writing };

  function follow(response: ServerResponse, facts: AccessFacts) {
    const timestamp = new Date().toISOString();
    const started = performance.now();
    response.once("close", () => {
      const status = response.headersSent ? response.statusCode : null;
      const latency = Math.round((performance.now() - started) * 100) / 100;
      write({ timestamp, ...withoutLongParts(facts), status, latency_ms: latency });
    });
  }

  function write(entry: AccessEntry) {
    waiting.push(`${JSON.stringify(entry)}\n`);
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
  }

  /** A full disk costs the lines, not the requests. */
  async function writeAll() {
    while (waiting.length > 0) {
      const lines = takeWhatFits();
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        if (sizeOf(path) + lines.length > largestBytes) rotate();
        await appendFile(path, lines, { mode: 0o600 });
        chmodSync(path, 0o600);
      } catch {
        // There is nowhere to report it: this is the log.
      }
    }
  }

  /**
   * As many lines as one file may hold, and at least one: many may have come during the last write.
   */
  function takeWhatFits(): string {
    let lines = waiting.shift() ?? "";
    while (waiting[0] !== undefined && lines.length + waiting[0].length <= largestBytes)
      lines += waiting.shift();
    return lines;
  }

  function rotate() {
    for (let age = files - 1; age > 0; age--) {
      const younger = age === 1 ? path : `${path}.${age - 1}`;
      if (sizeOf(younger) > 0) renameSync(younger, `${path}.${age}`);
    }
  }
}

function withoutLongParts(facts: AccessFacts): AccessFacts {
  const { endpoint, target_agent: agent } = facts;
  return {
    ...facts,
    endpoint: endpoint.split("/").map(shortOf).join("/").slice(0, 200),
    target_agent: agent === null ? null : shortOf(agent),
  };
}

function shortOf(segment: string): string {
  return segment.length > LONGEST_SEGMENT ? "…" : segment;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
