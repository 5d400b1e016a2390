/**
 * How a person likes to be asked: the last-used choices
 * of every surface, in one file that every process reads.
 */
import { basename, dirname } from "node:path";
import { z } from "zod";
import type { Ask } from "../core/ask/ask.ts";
import { type Question, sentenceOf } from "../core/ask/question.ts";
import { takesText } from "../core/ask/selection.ts";
import { makeFolder, readJson, writeJson } from "../store/file/durable-file.ts";
import { withLock } from "../store/file/lock.ts";
import { type Machine, thisMachine } from "../store/machine.ts";
import { InvalidSettings } from "./settings.ts";

/** An absent key was never set; the ask or the program's default decides. */
export const Interaction = z.object({
  transport: z.enum(["terminal", "web"]).optional(),
  timeoutSeconds: z.number().positive().optional(),
  submitMode: z.enum(["single", "batch"]).optional(),
  showPlaceholder: z.boolean().optional(),
  annotations: z.boolean().optional(),
  theme: z.enum(["system", "light", "dark"]).optional(),
  language: z.enum(["auto", "en", "ko"]).optional(),
  notifications: z.boolean().optional(),
  quickReplies: z
    .array(z.string().trim().min(1).max(500))
    .max(20)
    .optional()
    .describe("Words that the person uses often in answers"),
  hiddenOptions: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe("Option ids by the question's title"),
});
export type Interaction = z.infer<typeof Interaction>;

/** Null unsets a key. */
export type InteractionChange = { [key in keyof Interaction]?: Interaction[key] | null };

/** The settings for one ask: its own wishes combined with what the person saved. */
export interface EffectiveInteraction {
  transport: "terminal" | "web" | undefined;
  autoSubmit: boolean;
  showPlaceholder: boolean;
  offerOptionNotes: boolean;
  offerGlobalNote: boolean;
  /** Per question, the options kept behind "show hidden". */
  hiddenOptionIds: readonly string[][];
}

/**
 * A saved "off" beats the ask for placeholder and notes;
 * the ask beats the saved transport and submit mode.
 */
export function effectiveInteraction(
  ask: Pick<Ask, "questions" | "presentation">,
  saved: Interaction,
): EffectiveInteraction {
  const wished = ask.presentation ?? {};
  const takesNotes = saved.annotations !== false;
  return {
    transport: wished.transport ?? saved.transport,
    autoSubmit: wished.autoSubmit ?? saved.submitMode === "single",
    showPlaceholder: saved.showPlaceholder !== false && wished.showPlaceholder !== false,
    offerOptionNotes: takesNotes && wished.offerOptionNotes !== false,
    offerGlobalNote: takesNotes && wished.offerGlobalNote !== false,
    hiddenOptionIds: ask.questions.map((question) =>
      hiddenIn(question, saved.hiddenOptions?.[question.title] ?? []),
    ),
  };
}

/** Hiding never makes the minimum unreachable, nor hides what is preselected. */
function hiddenIn(question: Question, hidden: readonly string[]): string[] {
  const ids = question.options.map((option) => option.id);
  const hideable = ids.filter(
    (id) => hidden.includes(id) && !question.defaultOptionIds.includes(id),
  );
  const mustStay = Math.max(question.minSelections, takesText(question) ? 0 : 1);
  return hideable.slice(0, Math.max(0, ids.length - mustStay));
}

export interface InteractionSettings {
  load(): Promise<Interaction>;
  /** Changes only the given keys, under a lock, so that two surfaces can save at once. */
  save(change: InteractionChange): Promise<Interaction>;
  /** Calls back after every save, by whichever process, until the returned function is called. */
  watch(listener: (saved: Interaction) => void): () => void;
}

export function openInteraction(path: string, machine: Machine = thisMachine): InteractionSettings {
  return { load, save, watch };

  async function load(): Promise<Interaction> {
    return valid(await raw());
  }

  async function save(change: InteractionChange): Promise<Interaction> {
    const checked = Interaction.safeParse(withoutNulls(change));
    if (!checked.success) throw new InvalidSettings(checked.error.issues.map(sentenceOf).join(" "));
    const merge = async () => {
      const merged = withoutNulls({ ...(await raw()), ...change });
      await writeJson(path, merged, {}, machine);
      return valid(merged);
    };
    makeFolder(dirname(path), machine.disk);
    return withLock(`${path}.lock`, merge, machine);
  }

  /** Where the system has no events left to give, only what is loaded is seen. */
  function watch(listener: (saved: Interaction) => void): () => void {
    const [folder, file] = [dirname(path), basename(path)];
    try {
      machine.disk.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const watcher = machine.disk.watch(folder, { persistent: false }, (_event, name) => {
        if (name === file) void load().then(listener, () => undefined);
      });
      watcher.on("error", () => watcher.close());
      return () => watcher.close();
    } catch {
      return () => undefined;
    }
  }

  /**
   * An unreadable file counts as absent: a preference must never keep a question from being asked.
   */
  async function raw(): Promise<Record<string, unknown>> {
    const value = await readJson(path, machine).catch(() => null);
    return typeof value === "object" && value !== null ? { ...value } : {};
  }
}

/** Checks key by key, so that one invalid value does not spoil the others. */
function valid(values: Record<string, unknown>): Interaction {
  const entries = Object.entries(Interaction.shape).map(([key, schema]) => [
    key,
    schema.safeParse(values[key]).data,
  ]);
  return Interaction.parse(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
