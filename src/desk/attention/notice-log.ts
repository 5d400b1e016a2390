/**
 * The notices sent for each open ask, with surface and time:
 * one file for each ask, durable before a notice is sent.
 */
import { join } from "node:path";
import { z } from "zod";
import { readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
import { type Machine, thisMachine } from "../../store/machine.ts";
import type { Told } from "./policy.ts";

const ToldFile = z.object({
  told: z.array(
    z.object({
      surface: z.string(),
      step: z.int().min(0),
      at: z.string(),
      state: z.enum(["sending", "sent", "failed"]),
    }),
  ),
});

export interface NoticeLog {
  load(askId: string): Told[];
  /** Resolves once the file is on the disk. */
  save(askId: string, told: readonly Told[]): Promise<void>;
  forget(askId: string): void;
  /** The asks that have a file. */
  asks(): string[];
}

const NAME = /^([0-9a-f-]{36})\.json$/i;

export function openNoticeLog(directory: string, machine: Machine = thisMachine): NoticeLog {
  const { disk } = machine;
  const pathOf = (askId: string) => join(directory, `${askId}.json`);
  return {
    /** An unreadable file counts as empty: to notify twice is better than never. */
    load(askId) {
      try {
        return ToldFile.safeParse(readJsonOnce(pathOf(askId), disk)).data?.told ?? [];
      } catch {
        return [];
      }
    },
    async save(askId, told) {
      disk.mkdirSync(directory, { recursive: true, mode: 0o700 });
      await writeJson(pathOf(askId), { told }, {}, machine);
    },
    forget: (askId) => disk.rmSync(pathOf(askId), { force: true }),
    asks() {
      try {
        return disk.readdirSync(directory).flatMap((name) => NAME.exec(name)?.[1] ?? []);
      } catch {
        return [];
      }
    },
  };
}
