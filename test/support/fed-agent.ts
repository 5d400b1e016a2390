/**
 * Agents that say what a test feeds them, at the moment when it does: each is a process that
 * passes on what comes through a named pipe.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface FedAgents {
  /** The command of `agent` in slack.json. The first number in a message picks the agent. */
  command: string[];
  say(index: number, text: string): void;
  finish(index: number): void;
}

// The flags of the protocol come behind, and are ignored.
const SCRIPT = `#!/bin/sh
read -r line
number=$(printf '%s' "$line" | tr -c '0-9' ' ' | awk '{ print $1 }')
exec cat "$(dirname "$0")/$number"
`;

export function openFedAgents(folder: string, count: number): FedAgents {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "agent.sh");
  writeFileSync(program, SCRIPT);
  chmodSync(program, 0o755);
  const pipes = Array.from({ length: count }, (_, index) => {
    const path = join(folder, String(index));
    execFileSync("mkfifo", [path]);
    // Opened for both directions, so that nobody waits for the other end.
    const pipe = openSync(path, "r+");
    const start = { type: "message_start", message: { id: `m${index}` } };
    const line = { type: "stream_event", session_id: `s${index}`, event: start };
    writeSync(pipe, `${JSON.stringify(line)}\n`);
    return pipe;
  });
  return { command: [program], say, finish };

  function say(index: number, text: string) {
    const delta = { type: "text_delta", text };
    const event = { type: "content_block_delta", index: 0, delta };
    write(index, { type: "stream_event", session_id: `s${index}`, event });
  }

  function finish(index: number) {
    write(index, { type: "result", is_error: false, result: "", session_id: `s${index}` });
    closeSync(pipes[index] ?? -1);
  }

  function write(index: number, line: object) {
    writeSync(pipes[index] ?? -1, `${JSON.stringify(line)}\n`);
  }
}
