/**
 * Files that contain everything Askline puts into them, without a record of it: the state
 * folder was deleted since.
 */
import { clientsHere } from "./clients.ts";
import { hashOf, readConfig } from "./config-file.ts";
import type { Installation } from "./installation.ts";
import { type DonePart, planFor } from "./plan.ts";
import type { FileRecord } from "./record.ts";

/** As records that can be undone part by part; what was there before is unknown. */
export function orphansBeside(
  known: readonly FileRecord[],
  installation: Installation,
): FileRecord[] {
  const plans = clientsHere(installation).flatMap((client) => planFor(client, known));
  return plans.flatMap(({ client, path, file, action }): FileRecord[] => {
    if (action !== "none" || known.some((record) => record.path === path)) return [];
    const parts = file.parts.map(
      (part): DonePart =>
        part.kind === "table" || part.kind === "whole"
          ? part
          : { ...part, made: containersOf(part) },
    );
    return [
      {
        ...{
          client,
          path,
          at: new Date().toISOString(),
          backup: null,
          existed: true,
          isExact: false,
          madeFolders: [],
        },
        ...{ beforeHash: null, afterHash: hashOf(readConfig(path)) ?? "" },
        parts: structuredClone(parts) as FileRecord["parts"], // the same type, only not readonly
      },
    ];
  });
}

/** The objects and lists around it, which are removed with it if they are empty. */
function containersOf({ kind, path }: { kind: string; path: readonly string[] }): string[][] {
  const depth = kind === "element" ? path.length : path.length - 1;
  return Array.from({ length: depth }, (_, index) => path.slice(0, index + 1));
}
