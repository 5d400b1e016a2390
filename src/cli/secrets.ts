/** Asks for words on a terminal; secrets typed or pasted there are not shown. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface SecretPrompt {
  /** The terminal does not show what is typed. Undefined if nothing was typed. */
  ask(question: string): Promise<string | undefined>;
  /** The terminal shows what is typed. Undefined if nothing was, or the signal was aborted. */
  askOpenly(question: string, signal?: AbortSignal): Promise<string | undefined>;
  close(): void;
}

export function openSecretPrompt(): SecretPrompt {
  let isSecret = true;
  // While a secret is typed, readline's own output is discarded, because it would show it; the
  // question is written past it.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const ended = new AbortController();
  terminal.on("close", () => ended.abort());
  // Ctrl-C ends the program, as it does everywhere else.
  terminal.on("SIGINT", () => {
    process.stdout.write("\n");
    terminal.close();
    process.kill(process.pid, "SIGINT");
  });
  return {
    async ask(question) {
      isSecret = true;
      process.stdout.write(`${question} `);
      const typed = await answerTo("", ended.signal);
      process.stdout.write("\n");
      return typed;
    },
    async askOpenly(question, signal) {
      isSecret = false;
      const either = signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]);
      const typed = await answerTo(`${question} `, either);
      if (either.aborted) process.stdout.write("\n");
      isSecret = true;
      return typed;
    },
    close: () => terminal.close(),
  };

  /** Also ends where the terminal was taken away, as by Ctrl-D. */
  async function answerTo(question: string, signal: AbortSignal): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    const typed = await terminal.question(question, { signal }).catch((error: Error) => {
      if (signal.aborted) return "";
      throw error;
    });
    return typed.trim() || undefined;
  }
}
