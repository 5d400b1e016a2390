/** Asking from a program: `import { ask } from "askline"`. */
import { basename } from "node:path";
import type { Ask, SettledAsk, Source } from "./core/ask.ts";
import { AlreadySettled } from "./core/errors.ts";
import { wordOutcome } from "./core/wording.ts";
import { systemClock } from "./desk/clock.ts";
import { type AskInput, createDesk, type Desk } from "./desk/desk.ts";
import { loadSettings } from "./desk/settings.ts";
import { openFileStore } from "./store/file/file-store.ts";
import { lifeOf, thisProcess } from "./store/process-identity.ts";

export type { Answer, Reply } from "./core/answer.ts";
export type { Ask, Outcome, Provenance, SettledAsk } from "./core/ask.ts";
export * from "./core/errors.ts";
export type { Option, Question, QuestionInput } from "./core/question.ts";
export type { AskInput, Decider, Desk, Rejection } from "./desk/desk.ts";
export { wordOutcome };

/** A desk on this person's sessions folder, or on the one given. Close it when done. */
export function openDesk({ sessionsDirectory }: { sessionsDirectory?: string } = {}): Desk {
  const directory = sessionsDirectory ?? loadSettings().values.sessionsDirectory;
  const store = openFileStore({ directory });
  return createDesk({ store, clock: systemClock, newId: () => crypto.randomUUID(), owner: thisProcess(), lifeOf });
}

/** Asks and waits until a person, a deadline or somebody's cancel settles it. An aborted wait withdraws the ask. */
export async function ask(
  input: Omit<AskInput, "source" | "mode"> & { source?: Source },
  { signal, desk: given }: { signal?: AbortSignal; desk?: Desk } = {},
): Promise<SettledAsk> {
  const desk = given ?? openDesk();
  try {
    const put: Ask = await desk.ask({ ...input, source: input.source ?? thisProgram() });
    return await desk.wait(put.id, signal === undefined ? {} : { signal }).catch(async (error) => {
      if (!signal?.aborted) throw error;
      return withdrawn(desk, put.id, error);
    });
  } finally {
    if (given === undefined) await desk.close();
  }
}

/** An answer that came in the very moment of the abort still counts. */
async function withdrawn(desk: Desk, id: string, reason: unknown): Promise<SettledAsk> {
  try {
    await desk.withdraw(id, { surface: "program" });
  } catch (error) {
    if (error instanceof AlreadySettled) return error.ask;
    throw error;
  }
  throw reason;
}

function thisProgram(): Source {
  return { kind: "program", project: basename(process.cwd()), workingDirectory: process.cwd() };
}
