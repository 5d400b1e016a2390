/** Reads secrets typed or pasted on a terminal, without showing them. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface SecretPrompt {
  /** Undefined if nothing was typed. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

export function openSecretPrompt(): SecretPrompt {
  // Readline's own output is discarded, because it would show the secret; the
  // questions are written past it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  return {
    async ask(question) {
      process.stdout.write(`${question} `);
      const typed = await terminal.question("");
      process.stdout.write("\n");
      return typed.trim() || undefined;
    },
    close: () => terminal.close(),
  };
}
