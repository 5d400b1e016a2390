/**
 * Whether the person is away, and until when: `away.json`,
 * written by `askline away` and read by the hub.
 */
import { dirname, join } from "node:path";
import { z } from "zod";
import { makeFolder, readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
import { type Machine, thisMachine } from "../../store/machine.ts";

export const Away = z.object({ since: z.string(), until: z.string().nullable() });
export type Away = z.infer<typeof Away>;

export interface AwayFile {
  /** Null if the person is here, or should be back by now. */
  load(now: Date): Away | null;
  leave(away: Away): Promise<void>;
  /** Returns whether the person was away. */
  comeBack(now: Date): boolean;
}

/** In a folder of its own, which the hub watches. */
export function awayPath(stateDirectory: string): string {
  return join(stateDirectory, "attention", "away.json");
}

export function openAway(path: string, machine: Machine = thisMachine): AwayFile {
  const { disk } = machine;
  return {
    load,
    async leave(away) {
      makeFolder(dirname(path), disk);
      await writeJson(path, away, {}, machine);
    },
    comeBack(now) {
      const wasAway = load(now) !== null;
      disk.rmSync(path, { force: true });
      return wasAway;
    },
  };

  function load(now: Date): Away | null {
    const away = readQuietly();
    return away === null || (away.until !== null && Date.parse(away.until) <= now.getTime())
      ? null
      : away;
  }

  function readQuietly(): Away | null {
    try {
      return Away.safeParse(readJsonOnce(path, disk)).data ?? null;
    } catch {
      return null;
    }
  }
}
