/**
 * Which rule decides an ask, and why. Deny beats ask, and ask beats allow. Among rules with the
 * same decision the one with more conditions wins, then the one written first. If no rule decides,
 * a person is asked.
 *
 * A rule that names no command, file or address allows only what is known to be harmless, and a
 * pattern allows no option that it does not spell out, unless the rule says `unsafe`. A rule allows
 * something destructive only if it names it (`destructive` and a tool or pattern). No rule allows
 * an answer in the person's place, and rules decide nothing but permissions.
 */
import { addressesToDeny, isAllowedAddress } from "./address.ts";
import { type CommandToAllow, commandsToAllow, commandsToDeny, isAllSeen } from "./commands.ts";
import { type Pattern, readPattern, spellsOut } from "./pattern.ts";
import { type Decision, isBare, kindOfProject, type NamedRule } from "./rule.ts";
import type { Subject } from "./subject.ts";

export interface Judgement {
  decision: Decision;
  /** The rule that decided; null if none did, so a person is asked. */
  rule: NamedRule | null;
  surface?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** A rule that holds wants a passkey's signature from the person. */
  passkey: boolean;
  /** Every rule, in the order of the file, with what became of it. */
  considered: Considered[];
}

export interface Considered {
  rule: NamedRule;
  fate: "decides" | "differs" | "overruled";
  /** For `differs`: the condition that does not hold. For `overruled`: what spoke against it. */
  by: Condition | Objection | null;
  /** The part of the call that spoke against it, where there is one. */
  part?: string | null;
}

export type Condition =
  | "source"
  | "agent"
  | "project"
  | "tool"
  | "pattern"
  | "destructive"
  | "unsafe";
export type Objection =
  | "decides_for_you"
  | "destructive"
  | "unclear"
  | "option"
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
      : { rule, fate: "overruled", ...objection };
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
    passkey: ranked.some(({ rule }) => rule.passkey === true),
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

function closeness(rule: NamedRule): number {
  const { project, tool, pattern, agent, source, destructive, unsafe } = rule;
  // To allow, `unsafe` is no condition: it makes the rule wider.
  const doubt = rule.decision === "allow" ? undefined : unsafe;
  return [project, tool, pattern, agent, source, destructive, doubt].filter(
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
  if (rule.decision === "allow") return null;
  if (rule.destructive && subject.verdict !== "destroys") return "destructive";
  return rule.unsafe && subject.verdict === "harmless" ? "unsafe" : null;
}

interface Objected {
  by: Objection;
  part?: string | null;
}

function objectionTo(rule: NamedRule, subject: Subject): Objected | null {
  const { isPermission, verdict, dangers, command, rest = "" } = subject;
  if (rule.decision === "ask") return null;
  if (!isPermission) return { by: "not_a_permission" };
  if (rule.decision === "deny") return null;
  if (dangers.includes("decides_for_you")) return { by: "decides_for_you" };
  if (verdict === "destroys" && rule.destructive !== true) return { by: "destructive" };
  if (Math.max(rest.length, command?.length ?? 0) > LONGEST_ALLOWED) return { by: "too_long" };
  const isUnsafe = rule.unsafe === true || rule.destructive === true;
  return verdict === "cannot_tell" && !isUnsafe ? doubtIn(rule, subject) : null;
}

/**
 * What nobody can tell is allowed only by a pattern, and only with the options that it spells out:
 * `git log*` is not about `git log --output=notes`.
 */
function doubtIn(rule: NamedRule, { command, part }: Subject): Objected | null {
  const { pattern = "" } = rule;
  if (isBare(rule)) return { by: "unclear", part };
  const options = (commandsToAllow(command ?? "") ?? []).flatMap((one) => one.options);
  const smuggled = options.find((option) => !spellsOut(pattern, option));
  return smuggled === undefined ? null : { by: "option", part: smuggled };
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
  const isNamed = ({ text, writes }: CommandToAllow) =>
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
