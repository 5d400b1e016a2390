/** An open ask in the list on the server, and the list's orders and groups. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { agentOf, kindOf, projectOf } from "./row-of.ts";
import type { RowGroup, RowGroupCount, RowQuery, RowSort } from "./row-wire.ts";
import { foldedForSearch } from "./trigrams.ts";

export interface Entry {
  ask: Ask;
  project: string;
  agent: string;
  isPermission: boolean;
  /** Infinity without a deadline. */
  dueAt: number;
  /** What is looked through for words. Made when it is asked for. */
  searched(): string;
}

export function entryOf(ask: Ask): Entry {
  const [project, agent] = [projectOf(ask), agentOf(ask)];
  return {
    ask,
    project,
    agent,
    isPermission: ["command", "edit", "plan", "permission"].includes(kindOf(ask)),
    dueAt: ask.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(ask.expiresAt),
    searched: () => searchedIn(ask, [project, agent]),
  };
}

// Longer texts are plans and logs, whose ends nobody searches for.
const LONGEST_SEARCHED = 2_000;

function searchedIn({ questions, source }: Ask, names: string[]): string {
  const texts = questions.flatMap(({ title, prompt, options }) => [
    title,
    prompt.slice(0, LONGEST_SEARCHED),
    ...options.map(({ label }) => label),
  ]);
  return foldedForSearch([...texts, ...names, source.workingDirectory ?? ""].join("\n"));
}

export function fits(entry: Entry, { project, agent, kind }: RowQuery): boolean {
  if (project !== undefined && entry.project !== project) return false;
  if (agent !== undefined && entry.agent !== agent) return false;
  return kind === "all" || entry.isPermission === (kind === "permissions");
}

const URGENCY = { high: 0, normal: 1, low: 2 };

export function sorted(entries: Entry[], sort: RowSort): Entry[] {
  const byAge = (one: Entry, other: Entry) =>
    compared(one.ask.createdAt, other.ask.createdAt) || compared(one.ask.id, other.ask.id);
  const byDeadline = (one: Entry, other: Entry) =>
    one.dueAt === other.dueAt ? byAge(one, other) : one.dueAt - other.dueAt;
  switch (sort) {
    case "deadline":
      return entries.sort(byDeadline);
    case "newest":
      return entries.sort((one, other) => -byAge(one, other));
    case "urgency":
      return entries.sort(
        (one, other) =>
          URGENCY[one.ask.urgency] - URGENCY[other.ask.urgency] || byDeadline(one, other),
      );
  }
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A group comes where its first entry is, so that the list begins with what is first anyway. */
export function grouped(
  entries: Entry[],
  group: RowGroup,
  now: number,
): { ordered: Entry[]; groups: RowGroupCount[] } {
  if (group === "none") return { ordered: entries, groups: [] };
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = group === "time" ? timeGroup(entry, now) : entry[group];
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [entry]);
    else known.push(entry);
  }
  return {
    ordered: [...groups.values()].flat(),
    groups: [...groups].map(([name, { length }]) => ({ name, count: length })),
  };
}

const SOON_MS = 5 * 60_000;

function timeGroup({ dueAt }: Entry, now: number): "soon" | "waiting" {
  return dueAt - now < SOON_MS ? "soon" : "waiting";
}
