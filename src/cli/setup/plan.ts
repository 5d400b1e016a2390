/**
 * What set-up would do to each configuration file: nothing, one exact change, or
 * leave it alone for a reason.
 */
import type { Client, ClientFile, ClientId } from "./clients.ts";
import { LeaveAlone, type Obstacle, readConfig, readToChange } from "./config-file.ts";
import {
  type DoneJsonPart,
  type JsonPart,
  UnusualJson,
  withoutParts,
  withParts,
} from "./json-parts.ts";
import { NotJson, nodeAt, readJsonc } from "./jsonc.ts";
import { type DoneTomlPart, UnusualToml, withoutTable, withTable } from "./toml-part.ts";
import { NotToml } from "./toml-scan.ts";
import { type WholeFile, withFile, withoutFile } from "./whole-file.ts";

export type DonePart = DoneJsonPart | DoneTomlPart | WholeFile;

/** A problem reported by the system. */
type Trouble = "no_folder" | "forbidden" | "disk_full";

/** Why a file is left alone: what it is, what is broken in it, or where its shape is unusual. */
export type Reason =
  | { kind: Obstacle | Trouble }
  | { kind: "not_json" | "not_toml"; line: number }
  | { kind: "unusual"; place: string }
  | { kind: "unreadable"; detail: string };

export type FilePlan = {
  readonly client: ClientId;
  readonly path: string;
  readonly file: ClientFile;
} & (
  | { readonly action: "none" }
  | {
      readonly action: "change";
      readonly before: string | null;
      readonly after: string;
      readonly done: DonePart[];
    }
  | { readonly action: "leave"; readonly reason: Reason }
);

/** `known` says what earlier set-ups put into which file. */
export function planFor(
  client: Client,
  known: readonly { path: string; parts: readonly DonePart[] }[] = [],
): FilePlan[] {
  return client.files.map((file) => {
    const earlier = known.filter(({ path }) => path === file.path).flatMap(({ parts }) => parts);
    return planFile(client.id, file, earlier);
  });
}

function planFile(client: ClientId, file: ClientFile, earlier: readonly DonePart[]): FilePlan {
  const { path, parts, foreign = [] } = file;
  try {
    const before = readConfig(path);
    if (before?.trim() && foreign.length > 0 && nodeAt(readJsonc(before), foreign))
      throw new UnusualJson(foreign);
    const { text: after, done } = withAll(before ?? "", parts, earlier);
    if (done.length === 0) return { client, path, file, action: "none" };
    readToChange(path);
    return { client, path, file, action: "change", before, after, done };
  } catch (error) {
    return { client, path, file, action: "leave", reason: reasonOf(error) };
  }
}

function withAll(
  text: string,
  parts: ClientFile["parts"],
  earlier: readonly DonePart[],
): { text: string; done: DonePart[] } {
  const [first] = parts;
  if (first?.kind === "table") return withTable(text, first);
  if (first?.kind === "whole") return withFile(text, first);
  return withParts(text, parts.filter(isJsonPart), earlier.filter(isDoneJsonPart));
}

/** The text without our parts, for a file that was changed since. */
export function withoutAll(text: string, done: readonly DonePart[]): string {
  const [first] = done;
  if (first?.kind === "table") return withoutTable(text, first);
  if (first?.kind === "whole") return withoutFile(text, first);
  return withoutParts(text, done.filter(isDoneJsonPart));
}

/** Turns errors about the file into reasons with texts in every language. Others are thrown on. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof LeaveAlone) return { kind: error.obstacle };
  if (error instanceof NotJson) return { kind: "not_json", line: error.line };
  if (error instanceof NotToml) return { kind: "not_toml", line: error.line };
  if (error instanceof UnusualJson || error instanceof UnusualToml)
    return { kind: "unusual", place: error.path.join(".") };
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const known = KNOWN_TROUBLES[code];
  if (known !== undefined) return { kind: known };
  return { kind: "unreadable", detail: message };
}

const KNOWN_TROUBLES: Partial<Record<string, Obstacle | Trouble>> = {
  ENOTDIR: "no_folder",
  ELOOP: "dangling_link",
  EACCES: "forbidden",
  EPERM: "forbidden",
  EROFS: "read_only",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
};

function isJsonPart(part: ClientFile["parts"][number]): part is JsonPart {
  return part.kind !== "table" && part.kind !== "whole";
}

function isDoneJsonPart(part: DonePart): part is DoneJsonPart {
  return part.kind !== "table" && part.kind !== "whole";
}
