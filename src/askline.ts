/** Asking from a program: `import { ask } from "askline"`. */
import { basename, dirname, join } from "node:path";
import type { SettledAsk, Source } from "./core/ask/ask.ts";
import { AlreadySettled } from "./core/ask/errors.ts";
import { wordOutcome } from "./core/ask/wording.ts";
import { refuseAgentsWords } from "./desk/agent-here.ts";
import { type AskInput, createDesk, type Desk } from "./desk/desk.ts";
import { loadSettings } from "./desk/settings.ts";
import { systemClock } from "./store/clock.ts";
import { SEAL_KEY } from "./store/file/seals.ts";
import { openStore } from "./store/open/open-store.ts";
import { lifeOf, thisProcess } from "./store/process-identity.ts";

export type { Answer, Reply } from "./core/ask/answer.ts";
export type { Ask, Outcome, Provenance, SettledAsk } from "./core/ask/ask.ts";
export * from "./core/ask/errors.ts";
export { GivenByAgent } from "./core/ask/given-by-agent.ts";
export { PasskeyNeeded } from "./core/ask/passkey-needed.ts";
export type { Option, Question, QuestionInput } from "./core/ask/question.ts";
export type { AskInput, Decider, Desk, Rejection } from "./desk/desk.ts";
export { InvalidSettings } from "./desk/settings.ts";
export { AtomicReadError, AtomicWriteError } from "./store/file/durable-file.ts";
export { LockTimeout } from "./store/file/lock.ts";
export { SessionDamaged } from "./store/file/session-directory.ts";
export { StoreClosed } from "./store/store-closed.ts";
export { wordOutcome };

/** An ask says what put it; here that is this program, unless given. */
type ProgramAsk = Omit<AskInput, "source"> & { source?: Source | undefined };
type Waiting = Pick<ProgramDesk, "ask" | "wait" | "withdraw" | "close">;
type ProgramDesk = Omit<Desk, "ask"> & { ask(input: ProgramAsk): ReturnType<Desk["ask"]> };

/** A desk on this person's sessions folder, or on the one given. Close it when done. */
export function openDesk({
  sessionsDirectory,
}: {
  sessionsDirectory?: string | undefined;
} = {}): ProgramDesk {
  const own = sessionsDirectory === undefined ? loadSettings().values : null;
  const directory = sessionsDirectory ?? own?.sessionsDirectory ?? "";
  const store = openStore({
    directory,
    databaseUrl: own?.databaseUrl ?? "",
    databaseListenUrl: own?.databaseListenUrl ?? "",
    // Another folder may belong to another key.
    sealKey: own === null ? null : join(own.stateDirectory, SEAL_KEY),
    seals: "read",
  });
  const newId = () => crypto.randomUUID();
  const desk = createDesk({ store, clock: systemClock, newId, owner: thisProcess, lifeOf });
  const folders = {
    stateDirectory: own?.stateDirectory ?? dirname(directory),
    sessionsDirectory: directory,
  };
  return {
    ...desk,
    answer: async (...given) => {
      refuseAgentsWords(folders);
      return desk.answer(...given);
    },
    reject: async (...given) => {
      refuseAgentsWords(folders);
      return desk.reject(...given);
    },
    ask: (input) => desk.ask({ ...input, source: input.source ?? thisProgram() }),
    wait: async (id, options) => fetched(desk, await desk.wait(id, options)),
  };
}

/** What a program asked, it has fetched by waiting. The mark is for those who clean up. */
async function fetched(desk: Desk, ask: SettledAsk): Promise<SettledAsk> {
  if (ask.source.kind === "program") await desk.markTaken(ask.id, "program").catch(() => undefined);
  return ask;
}

/** Asks and waits until a person, a deadline or somebody's cancel settles it. An aborted wait withdraws the ask. */
export async function ask(
  input: ProgramAsk,
  { signal, desk: given }: { signal?: AbortSignal | undefined; desk?: Waiting | undefined } = {},
): Promise<SettledAsk> {
  const desk = given ?? openDesk();
  try {
    const put = await desk.ask(input);
    return await desk.wait(put.id, { signal }).catch(async (error) => {
      if (!signal?.aborted) throw error;
      return withdrawn(desk, put.id, error);
    });
  } finally {
    if (given === undefined) await desk.close();
  }
}

/** An answer that came in the very moment of the abort still counts. */
async function withdrawn(desk: Waiting, id: string, reason: unknown): Promise<SettledAsk> {
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
