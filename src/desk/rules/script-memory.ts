/**
 * What a project's scripts said when a rule first allowed them: `rule-scripts.json` in the state
 * folder. A script that changed since is asked once, and a person's Allow makes it known.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder, readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
import { type Machine, thisMachine } from "../../store/machine.ts";
import type { ProjectScript } from "../scripts/scripts-run.ts";
import type { NamedRule } from "./rule.ts";

export interface ScriptUse {
  rule: NamedRule;
  workingDirectory: string;
  scripts: readonly ProjectScript[];
}

export interface ScriptMemory {
  /** `new` before the rule has allowed these scripts, in their present words or others. */
  compare(use: ScriptUse): "new" | "same" | "changed";
  /** The asks in which a person was shown these very scripts since they changed. */
  asksAbout(use: ScriptUse): readonly string[];
  remember(use: ScriptUse): Promise<void>;
  /** A person is asked about the changed scripts in this ask. */
  noteAsked(use: ScriptUse, askId: string): Promise<void>;
}

const Entry = z.object({
  known: z.string(),
  asked: z.object({ hash: z.string(), askIds: z.array(z.string()) }).optional(),
});
const File = z.record(z.string(), Entry);
type File = z.infer<typeof File>;

const MOST_ENTRIES = 2_000;
const MOST_ASKS = 20;

export function scriptMemoryPath(stateDirectory: string): string {
  return join(stateDirectory, "rule-scripts.json");
}

export function openScriptMemory(path: string, machine: Machine = thisMachine): ScriptMemory {
  return { compare, asksAbout, remember, noteAsked };

  function compare(use: ScriptUse) {
    const known = entries()[keyOf(use)]?.known;
    if (known === undefined) return "new";
    return known === hashOf(use) ? "same" : "changed";
  }

  function asksAbout(use: ScriptUse) {
    const asked = entries()[keyOf(use)]?.asked;
    return asked?.hash === hashOf(use) ? asked.askIds : [];
  }

  async function remember(use: ScriptUse) {
    await write(use, { known: hashOf(use) });
  }

  async function noteAsked(use: ScriptUse, askId: string) {
    const known = entries()[keyOf(use)]?.known ?? "";
    const askIds = [...asksAbout(use), askId].slice(-MOST_ASKS);
    await write(use, { known, asked: { hash: hashOf(use), askIds } });
  }

  async function write(use: ScriptUse, entry: z.infer<typeof Entry>) {
    const key = keyOf(use);
    const { [key]: _, ...others } = entries();
    // The oldest go first; a forgotten script is new again.
    const kept = Object.fromEntries(Object.entries(others).slice(1 - MOST_ENTRIES));
    makeFolder(join(path, ".."), machine.disk);
    await writeJson(path, { ...kept, [key]: entry }, {}, machine);
  }

  function entries(): File {
    try {
      return File.safeParse(readJsonOnce(path, machine.disk)).data ?? {};
    } catch {
      return {};
    }
  }
}

/** By what the rule says, so that a rule that was rewritten begins anew. */
function keyOf({ rule, workingDirectory, scripts }: ScriptUse): string {
  const names = scripts.map(({ runner, name }) => `${runner}:${name}`);
  return `${rule.name} ${digest(JSON.stringify(rule)).slice(0, 8)} ${names.join(" ")} ${workingDirectory}`;
}

function hashOf({ scripts }: ScriptUse): string {
  return digest(JSON.stringify(scripts.map(({ name, text }) => [name, text])));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
