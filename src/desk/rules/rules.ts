/**
 * Which rule decides an ask, and why. Deny beats ask, and ask beats allow. Among rules with the
 * same decision the one with more conditions wins, then the one written first. If no rule decides,
 * a person is asked.
 *
 * A rule allows something destructive only if it names it (`destructive` and a tool or pattern),
 * and rules decide nothing but permissions.
 */
import { addressesToDeny, isAllowedAddress } from "./address.ts";
import { commandsToAllow, commandsToDeny, isAllSeen } from "./commands.ts";
import { type Pattern, readPattern } from "./pattern.ts";
import { type Decision, kindOfProject, type NamedRule } from "./rule.ts";
import type { Subject } from "./subject.ts";

export interface Judgement {
  decision: Decision;
  /** The rule that decided; null if none did, so a person is asked. */
  rule: NamedRule | null;
  surface?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** Every rule, in the order of the file, with what became of it. */
  considered: Considered[];
}

export interface Considered {
  rule: NamedRule;
  fate: "decides" | "differs" | "overruled";
  /** For `differs`: the condition that does not hold. For `overruled`: what spoke against it. */
  by: Condition | Objection | null;
}

export type Condition = "source" | "agent" | "project" | "tool" | "pattern" | "destructive";
export type Objection =
  | "destructive"
  | "not_a_permission"
  | "too_long"
  | "unseen"
  | "deny"
  | "ask"
  | "closer";

// Nobody reads a command this long before allowing it, so no rule allows it either.
const LONGEST_ALLOWED = 64_000;

export function judge(rules: readonly NamedRule[], subject: Subject): Judgement {
  const considered = rules.map((rule): Considered => {
    const differs = differenceOf(rule, subject);
    if (differs !== null) return { rule, fate: "differs", by: differs };
    const objection = objectionTo(rule, subject);
    return objection === null
      ? { rule, fate: "decides", by: null }
      : { rule, fate: "overruled", by: objection };
  });
  if (mayHideAnother(considered, subject))
    for (const one of considered) if (isAllowing(one)) object(one, "unseen");
  const ranked = considered.filter(({ fate }) => fate !== "differs").sort(byRank);
  const winner = ranked.find(({ fate }) => fate === "decides");
  for (const one of ranked) if (one.fate === "decides" && one !== winner) overrule(one, winner);
  return {
    decision: winner?.rule.decision ?? "ask",
    rule: winner?.rule ?? null,
    surface: ranked.find(({ rule }) => rule.surface !== undefined)?.rule.surface,
    timeoutSeconds: ranked.find(({ rule }) => rule.timeoutSeconds !== undefined)?.rule
      .timeoutSeconds,
    considered,
  };
}

/**
 * Whether the script could, as it runs, build a command that a denying or asking pattern is about.
 */
function mayHideAnother(considered: readonly Considered[], { command }: Subject): boolean {
  const isAnother = ({ rule, by }: Considered) => rule.decision !== "allow" && by === "pattern";
  return command !== undefined && considered.some(isAnother) && !isAllSeen(command);
}

function isAllowing({ rule, fate }: Considered): boolean {
  return rule.decision === "allow" && fate === "decides";
}

function object(one: Considered, by: Objection) {
  one.fate = "overruled";
  one.by = by;
}

const RANK: Record<Decision, number> = { deny: 0, ask: 1, allow: 2 };

function byRank({ rule: one }: Considered, { rule: other }: Considered): number {
  return RANK[one.decision] - RANK[other.decision] || closeness(other) - closeness(one);
}

function closeness({ project, tool, pattern, agent, source, destructive }: NamedRule): number {
  return [project, tool, pattern, agent, source, destructive].filter(
    (condition) => condition !== undefined,
  ).length;
}

function overrule(one: Considered, winner: Considered | undefined) {
  const decision = winner?.rule.decision;
  object(
    one,
    decision === one.rule.decision || decision === undefined || decision === "allow"
      ? "closer"
      : decision,
  );
}

/** The first condition that does not hold; null if all hold. */
function differenceOf(rule: NamedRule, subject: Subject): Condition | null {
  const { decision } = rule;
  if (!isOne(rule.source, [subject.source], decision)) return "source";
  if (!isOne(rule.agent, subject.agents, decision)) return "agent";
  if (rule.project !== undefined && !isProject(rule.project, subject, decision)) return "project";
  if (
    !isOne(
      inAnyCase(rule.tool),
      subject.tool === undefined ? [] : [subject.tool.toLowerCase()],
      decision,
    )
  )
    return "tool";
  if (rule.pattern !== undefined && !isAbout(rule.pattern, rule.decision, subject))
    return "pattern";
  return rule.destructive && rule.decision !== "allow" && subject.dangers.length === 0
    ? "destructive"
    : null;
}

function objectionTo(
  rule: NamedRule,
  { isPermission, dangers, command, rest = "" }: Subject,
): Objection | null {
  if (rule.decision === "ask") return null;
  if (!isPermission) return "not_a_permission";
  if (rule.decision === "deny") return null;
  if (dangers.length > 0 && rule.destructive !== true) return "destructive";
  return Math.max(rest.length, command?.length ?? 0) > LONGEST_ALLOWED ? "too_long" : null;
}

function isOne(written: string | undefined, names: readonly string[], decision: Decision): boolean {
  if (written === undefined) return true;
  const pattern = readPattern(written);
  return names.some((name) => fits(pattern, name, decision));
}

function isProject(
  written: string,
  { project, workingDirectory }: Subject,
  decision: Decision,
): boolean {
  const kind = kindOfProject(written);
  const name = kind === "path" ? workingDirectory : project;
  return name !== undefined && fits(readPattern(written, kind), name, decision);
}

/** A pattern that allows must match the whole name, or it would allow every longer name too. */
function fits(pattern: Pattern, name: string, decision: Decision): boolean {
  return decision === "allow" ? pattern.isWhole(name) : pattern.isIn(name);
}

/** A regular expression gets the flag `i` instead: lower case would turn its `\S` into `\s`. */
function inAnyCase(written: string | undefined): string | undefined {
  if (written === undefined || !/^\/.+\/i?$/s.test(written)) return written?.toLowerCase();
  return written.endsWith("i") ? written : `${written}i`;
}

function isAbout(written: string, decision: Decision, subject: Subject): boolean {
  return decision === "allow" ? isAllOf(written, subject) : isSomewhereIn(written, subject);
}

/**
 * To allow, the pattern has to match everything: every command
 * of a script from end to end, every file of a change.
 */
function isAllOf(written: string, { command, paths, address }: Subject): boolean {
  const ofPaths = readPattern(written, "path");
  if (command === undefined && paths.length === 0 && address === undefined) return false;
  if (command !== undefined && !isWholeScript(written, command)) return false;
  if (address !== undefined && !isAllowedAddress(written, address)) return false;
  return paths.every((ways) => ways.some((way) => ofPaths.isWhole(way)));
}

function isWholeScript(written: string, command: string): boolean {
  if (command.length > LONGEST_ALLOWED) return false;
  const pattern = readPattern(written);
  const commands = commandsToAllow(command) ?? [];
  const isNamed = ({ text, writes }: { text: string; writes: boolean }) =>
    pattern.isWhole(text) && (!writes || written.includes(">"));
  return commands.length > 0 && commands.every(isNamed);
}

/**
 * To deny or to ask, one match is enough: in any
 * command, file or address, or else in the whole input.
 */
function isSomewhereIn(written: string, { command, paths, address, rest = "" }: Subject): boolean {
  const pattern = readPattern(written);
  const ofPaths = readPattern(written, "path");
  // The rest of a longer command is not searched, but such a command is never allowed either.
  const commands = command === undefined ? [] : commandsToDeny(command.slice(0, LONGEST_ALLOWED));
  const addresses = address === undefined ? [] : addressesToDeny(address);
  if ([...commands, ...addresses].some((text) => pattern.isIn(text))) return true;
  if (paths.flat().some((path) => ofPaths.isIn(path) || pattern.isIn(path))) return true;
  return (
    command === undefined && paths.length === 0 && pattern.isIn(rest.slice(0, LONGEST_ALLOWED))
  );
}
