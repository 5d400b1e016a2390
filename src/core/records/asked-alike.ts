/**
 * What people were asked most and always decided alike: each could be a rule. Only permissions count,
 * and nothing that may destroy something is ever proposed as allowed.
 */
import type { SettledAsk } from "../ask/ask.ts";
import { isDestructiveAsk } from "../ask/consent.ts";
import { editedIn } from "../ask/edited-call.ts";
import { safeLine } from "../safety/safe-text.ts";
import { type Decision, decisionOf } from "./decision.ts";
import { grouped } from "./figures.ts";

export interface AskedAlike {
  kind: "command" | "edit" | "tool";
  /** `npm test`, `git diff *`, `docs/**` or the tool's name. On one line and safe to show. */
  what: string;
  /** Empty when several projects asked. */
  project: string;
  times: number;
  decided: "allowed" | "denied";
}

/** One decision of a person about one call. */
export interface AskedCall {
  kind: AskedAlike["kind"];
  /** From the narrowest to the widest name of what was asked. */
  names: string[];
  project: string;
  isAllowed: boolean;
  isDestructive: boolean;
}

const LEAST_TIMES = 3;
const MOST_LISTED = 10;
const LONGEST_NAME = 120;

/** Null for what is no permission, or was not decided by a person. */
export function askedCallOf(
  ask: SettledAsk,
  decision: Decision = decisionOf(ask),
): AskedCall | null {
  const { kind, result, by, project } = decision;
  if (by !== "person" || (kind !== "command" && kind !== "edit" && kind !== "tool")) return null;
  if (result !== "answered" && result !== "denied") return null;
  // No rule can make a person's own change.
  if ("reply" in ask.outcome && ask.outcome.reply && editedIn(ask.outcome.reply)) return null;
  const names = namesOf(ask, kind).map((name) => safeLine(name).slice(0, LONGEST_NAME));
  return {
    ...{ kind, names, project },
    isAllowed: result === "answered",
    isDestructive: isDestructiveAsk(ask),
  };
}

export function askedAlike(calls: readonly AskedCall[]): AskedAlike[] {
  const left = new Set(calls);
  const found: AskedAlike[] = [];
  // The widest name first: `git diff *` stands for everything below it that was decided alike.
  for (const depth of [1, 0]) {
    const named = [...left].filter(({ names }) => names[depth] !== undefined);
    for (const [, some] of grouped(named, ({ kind, names }) => `${kind} ${names[depth]}`)) {
      const alike = alikeIn(some, depth);
      if (alike === null) continue;
      found.push(alike);
      for (const call of some) left.delete(call);
    }
  }
  return found
    .sort((one, other) => other.times - one.times || one.what.localeCompare(other.what, "en"))
    .slice(0, MOST_LISTED);
}

function alikeIn(calls: readonly AskedCall[], depth: number): AskedAlike | null {
  const [first] = calls;
  if (first === undefined || calls.length < LEAST_TIMES) return null;
  // A wide name for one and the same call would claim more than was asked.
  if (depth > 0 && new Set(calls.map(({ names }) => names[0])).size === 1) return null;
  if (calls.some(({ isAllowed }) => isAllowed !== first.isAllowed)) return null;
  if (first.isAllowed && calls.some(({ isDestructive }) => isDestructive)) return null;
  const projects = new Set(calls.map(({ project }) => project));
  return {
    kind: first.kind,
    what: first.names[depth] ?? "",
    project: projects.size === 1 ? first.project : "",
    times: calls.length,
    decided: first.isAllowed ? "allowed" : "denied",
  };
}

function namesOf({ dialog, source }: SettledAsk, kind: AskedCall["kind"]): string[] {
  const { input = {}, toolName = "" } = dialog ?? {};
  if (kind === "command") return commandNames(input);
  if (kind === "edit") return fileNames(input, source.workingDirectory ?? "");
  return [toolName];
}

// A command of several parts has no program of its own.
const SEVERAL_PARTS = /[;&|<>`$(){}\n]/;

function commandNames({ command }: Record<string, unknown>): string[] {
  const words = Array.isArray(command) ? command.map(String) : String(command ?? "").split(/\s+/);
  const whole = words.filter(Boolean).join(" ");
  if (whole === "") return [];
  const [program = "", second = ""] = words.filter(Boolean);
  const isPlain = !SEVERAL_PARTS.test(whole) && /^[a-z][\w.-]*$/i.test(second);
  return isPlain ? [whole, `${program} ${second} *`] : [whole];
}

function fileNames(input: Record<string, unknown>, folder: string): string[] {
  const path = [input["file_path"], input["notebook_path"], input["path"]].find(
    (one): one is string => typeof one === "string" && one !== "",
  );
  if (path === undefined) return [];
  const inside = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  const [top = "", ...rest] = inside.split("/");
  return rest.length === 0 || top === "" ? [inside] : [inside, `${top}/**`];
}
