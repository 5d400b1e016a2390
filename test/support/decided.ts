/** Asks that stand for an agent's dialog, and what became of their decisions, on a real store. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Effect } from "../../src/core/ask/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { openOwnDesk } from "./own-desk.ts";

export const ALLOW = { answers: [{ optionIds: ["1"] }] };

/** What a hostile agent would have people read and run. */
export const HOSTILE = "MySQL \u001b[31m<b>bold</b> <!channel> \u202eevil";

export interface Dialogs extends AsyncDisposable {
  readonly desk: Desk;
  /** A permission that a hook waits for. That hook is this process. */
  put(prompt: string, project?: string): Promise<string>;
  /** The hook is dead from now on, and nobody has noticed yet. */
  killHook(id: string): void;
  /** Put, allowed by Ada on that surface, and then this became of it. */
  decided(prompt: string, surface: string, effect?: Omit<Effect, "at">): Promise<string>;
  /** Put, and then decided in the agent's terminal alone. */
  inTerminal(prompt: string, effect: Omit<Effect, "at" | "kind">): Promise<string>;
}

export function openDialogs(sessionsDirectory: string): Dialogs {
  const desk = openOwnDesk(sessionsDirectory);
  return { desk, put, killHook, decided, inTerminal, [Symbol.asyncDispose]: () => desk.close() };

  async function put(prompt: string, project = "shop"): Promise<string> {
    const options = [{ label: "Allow once" }, { label: "Reject" }];
    const { id } = await desk.ask({
      questions: [{ prompt, options, selectionMode: "single" }],
      source: { kind: "hook", client: "claude-code", project },
      returnPath: "hook",
    });
    return id;
  }

  /** Its process id now belongs to a process that has ended. */
  function killHook(id: string) {
    const path = join(sessionsDirectory, id, "status.json");
    const status = JSON.parse(readFileSync(path, "utf8"));
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(path, JSON.stringify({ ...status, owner: { ...status.owner, pid } }));
  }

  async function decided(prompt: string, surface: string, effect?: Omit<Effect, "at">) {
    const id = await put(prompt);
    await desk.answer(id, ALLOW, { surface, who: "Ada" });
    if (effect !== undefined) await desk.noteEffect(id, effect);
    return id;
  }

  async function inTerminal(prompt: string, effect: Omit<Effect, "at" | "kind">) {
    const id = await put(prompt);
    await desk.withdraw(id, { surface: "agent" });
    await desk.noteEffect(id, { kind: "in_terminal", ...effect });
    return id;
  }
}
