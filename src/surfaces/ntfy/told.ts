/** The open asks that were told of, so that a hub after this one can take their notices back too. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { createQueue } from "../../core/queue.ts";
import { readJsonOnce, writeJson } from "../../store/file/durable-file.ts";

const File = z.object({ told: z.array(z.string()) });

export interface Told {
  all(): string[];
  has(askId: string): boolean;
  add(askId: string): Promise<void>;
  remove(askId: string): Promise<void>;
}

export function openTold(path: string): Told {
  const told = new Set(read(path));
  const inTurn = createQueue();
  return {
    all: () => [...told],
    has: (askId) => told.has(askId),
    async add(askId) {
      if (told.has(askId)) return;
      told.add(askId);
      await keep();
    },
    async remove(askId) {
      if (told.delete(askId)) await keep();
    },
  };

  function keep(): Promise<void> {
    return inTurn(async () => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await writeJson(path, { told: [...told] }, { durable: false });
    });
  }
}

function read(path: string): string[] {
  try {
    return File.safeParse(readJsonOnce(path)).data?.told ?? [];
  } catch {
    return [];
  }
}
