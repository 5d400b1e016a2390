/**
 * The open asks that were told of, each with the notice that tells of it, so that a hub after this one
 * can take their notices back too. Several asks may share a notice.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { createQueue } from "../../core/queue.ts";
import { readJsonOnce, writeJson } from "../../store/file/durable-file.ts";

const File = z.object({ told: z.record(z.string(), z.string()) });

export interface Told {
  all(): string[];
  has(askId: string): boolean;
  /** The notice that tells of it; undefined if none does. */
  noticeOf(askId: string): string | undefined;
  /** From now on this notice tells of them. Returns the notices that tell of nothing any more. */
  add(askIds: readonly string[], notice: string): Promise<string[]>;
  /** Returns its notice if that tells of nothing else. */
  remove(askId: string): Promise<string | null>;
}

export function openTold(path: string): Told {
  const told = new Map(Object.entries(read(path)));
  const inTurn = createQueue();
  return {
    all: () => [...told.keys()],
    has: (askId) => told.has(askId),
    noticeOf: (askId) => told.get(askId),
    async add(askIds, notice) {
      const before = new Set(askIds.flatMap((id) => told.get(id) ?? []));
      for (const id of askIds) told.set(id, notice);
      await keep();
      return [...before].filter(isOver);
    },
    async remove(askId) {
      const notice = told.get(askId);
      if (notice === undefined) return null;
      told.delete(askId);
      await keep();
      return isOver(notice) ? notice : null;
    },
  };

  function isOver(notice: string): boolean {
    return ![...told.values()].includes(notice);
  }

  function keep(): Promise<void> {
    return inTurn(async () => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await writeJson(path, { told: Object.fromEntries(told) }, { durable: false });
    });
  }
}

function read(path: string): Record<string, string> {
  try {
    return File.safeParse(readJsonOnce(path)).data?.told ?? {};
  } catch {
    return {};
  }
}
