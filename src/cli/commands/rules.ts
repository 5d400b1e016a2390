/**
 * `askline rules`: lists the rules, says what is wrong with them, and which one
 * would decide a given ask.
 */

import { basename, resolve } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { isRecord, jsonIn, printableJson } from "../../core/json.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { type Judgement, judge } from "../../desk/rules/rules.ts";
import { type LoadedRules, openRules } from "../../desk/rules/rules-file.ts";
import { isBareShellRule, type Samples, samplesFor } from "../../desk/rules/samples.ts";
import { type Subject, subjectOfAsk, subjectOfTool } from "../../desk/rules/subject.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { languageHere } from "../language.ts";
import { prose } from "../prose.ts";
import { tableHere } from "../table.ts";
import { type RulesMessages, rulesMessages } from "./rules-messages.ts";

interface RulesOptions extends CommonOptions {
  tool?: string;
  command?: string;
  path?: string;
  url?: string;
  input?: string;
  project?: string;
  dir?: string;
  agent?: string;
  source?: string;
}

export async function rules(
  what: string,
  id: string | undefined,
  options: RulesOptions,
): Promise<number> {
  const text = rulesMessages(languageHere());
  const loaded = openRules().load();
  switch (what) {
    case "list":
      return say(
        options,
        loaded,
        loaded.problems.length > 0 ? complaint(loaded, text) : await listed(loaded, text),
      );
    case "check":
      return checked(options, loaded, text);
    case "test": {
      const subject = id === undefined ? subjectOf(options) : await subjectOfId(id, options);
      const judgement = judge(loaded.rules, subject);
      const { problems } = loaded;
      const words =
        problems.length > 0 ? complaint(loaded, text) : await explained(judgement, subject, text);
      return say(options, { problems, ...forPrograms(judgement, subject) }, words);
    }
    default:
      throw new UsageError((usage) => usage.notOneOf(what, ["list", "test", "check"]));
  }
}

/** A shell that is allowed without a pattern is refused here: it has to be said twice. */
async function checked(
  options: RulesOptions,
  loaded: LoadedRules,
  text: RulesMessages,
): Promise<number> {
  const samples = loaded.rules.map(samplesFor);
  const bare = loaded.rules.filter(isBareShellRule).map(({ name }) => text.bareShell(name));
  const problems = [...loaded.problems, ...bare];
  const value = {
    ...loaded,
    problems,
    samples: samples.map(({ rule, ...both }) => ({ rule: rule.name, ...both })),
  };
  const head =
    loaded.problems.length > 0
      ? complaint(loaded, text)
      : await prose([text.fine(loaded.rules.length, bare.length), ...bare].join("\n"));
  say(options, value, [head, ...samples.map((one) => sampled(one, text))].join("\n\n"));
  return problems.length > 0 ? EXIT.usage : EXIT.ok;
}

function sampled({ rule, fits, others }: Samples, text: RulesMessages): string {
  const words = text.samples[rule.decision];
  const rows = (head: string, calls: string[]) =>
    calls.length === 0 ? [] : [`  ${head}`, ...calls.map((call) => `    ${safeLine(call)}`)];
  const what = [...rows(words.fits, fits), ...rows(words.others, others)];
  return [`${safeLine(rule.name)}:`, ...what].join("\n");
}

function say({ json }: RulesOptions, value: unknown, words: string): number {
  process.stdout.write(`${json ? printableJson(value) : words}\n`);
  return EXIT.ok;
}

function complaint({ file, problems }: LoadedRules, text: RulesMessages): string {
  return [
    text.unusable(file),
    ...problems.map((problem) => `- ${safeLine(problem)}`),
    text.allAsked,
  ].join("\n");
}

async function listed({ file, rules: all }: LoadedRules, text: RulesMessages): Promise<string> {
  if (all.length === 0) return prose(text.none(file));
  const rows = all.map(({ name, decision, ...rest }) => [
    safeLine(name),
    text.decision[decision],
    safeLine(conditionsOf(rest, text)),
  ]);
  return `${await tableHere([text.columns, ...rows], "wrap")}\n\n${await prose(text.order)}`;
}

function conditionsOf(rule: Record<string, unknown>, text: RulesMessages): string {
  const parts = Object.entries(rule).map(([key, value]) =>
    value === true ? key : `${key} ${text.named(key, String(value))}`,
  );
  return parts.length === 0 ? text.everything : parts.join(", ");
}

/** The subject of an agent's call, as described on the command line. */
function subjectOf({
  tool,
  command,
  path,
  url,
  input,
  project,
  dir,
  agent,
  source,
}: RulesOptions): Subject {
  const workingDirectory = resolve(dir ?? ".");
  const place = { project: project ?? basename(workingDirectory), workingDirectory };
  if (source !== undefined && source !== "hook")
    return subjectOfAsk({ source: { kind: source, ...place } });
  const isNothing = [tool, command, path, url, input].every((word) => word === undefined);
  if (isNothing) throw new UsageError((usage) => usage.nothingToTest());
  const given = {
    ...inputIn(input),
    ...(command !== undefined && { command }),
    ...(path !== undefined && { file_path: path }),
    ...(url !== undefined && { url }),
  };
  const toolName =
    tool ?? (command !== undefined ? "Bash" : path !== undefined ? "Write" : "WebFetch");
  return subjectOfTool({ ...place, client: agent ?? "claude-code", toolName, input: given });
}

function inputIn(input: string | undefined): Record<string, unknown> {
  if (input === undefined) return {};
  const value = jsonIn(input);
  if (isRecord(value)) return value;
  throw new UsageError((usage) => usage.notAnObject(input));
}

/**
 * An ask does not keep the agent's input, only what a person was shown of it, which is
 * enough to know its subject.
 */
async function subjectOfId(id: string, options: RulesOptions): Promise<Subject> {
  const { withContext } = await import("../context.ts");
  const { findAsk } = await import("../find-ask.ts");
  return withContext(options, async ({ desk }) => {
    const ask = await findAsk(desk, id);
    return subjectShownIn(ask) ?? subjectOfAsk(ask);
  });
}

function subjectShownIn({ source, questions }: Ask): Subject | null {
  const [question] = questions;
  const isPermission =
    source.kind === "hook" && question?.options.some((option) => option.id === "allow");
  const [, toolName, about] = /^([\w-]+)(?:: (.*))?$/s.exec(question?.title ?? "") ?? [];
  if (!isPermission || toolName === undefined) return null;
  const [, command] = /^(`{3,})sh\n([\s\S]*?)\n\1$/m.exec(question?.prompt ?? "")?.slice(1) ?? [];
  const isAddress = /^https?:/.test(about ?? "");
  const input =
    command !== undefined ? { command } : isAddress ? { url: about } : { file_path: about };
  const { agentId, project, workingDirectory } = source;
  return subjectOfTool({
    agentId,
    project,
    workingDirectory,
    toolName,
    input: about === undefined ? {} : input,
  });
}

function forPrograms(
  { decision, rule, surface, timeoutSeconds, considered }: Judgement,
  { verdict, part, dangers }: Subject,
) {
  return {
    ...{
      decision,
      rule: rule?.name ?? null,
      surface: surface ?? null,
      timeoutSeconds: timeoutSeconds ?? null,
    },
    ...{ verdict, part, destructive: dangers },
    considered: considered.map(({ rule: one, fate, by, part: what }) => ({
      ...{ rule: one.name, fate, by },
      ...(what == null ? {} : { part: what }),
    })),
  };
}

async function explained(
  { decision, rule, surface, timeoutSeconds, considered }: Judgement,
  { verdict: judged, part, dangers, isPermission }: Subject,
  text: RulesMessages,
): Promise<string> {
  const verdict = rule === null ? text.nobody : text.verdict[decision](safeLine(rule.name));
  const known = { harmless: [text.harmless], cannot_tell: [text.unclear(safeLine(part ?? ""))] };
  const judgement =
    judged === "destroys"
      ? [text.destructive(dangers.map((one) => text.dangers[one]).join(" "))]
      : known[judged];
  const danger = isPermission ? judgement : [];
  const wishes = [
    ...(decision === "ask" && surface !== undefined ? [text.surface(safeLine(surface))] : []),
    ...(decision === "ask" && timeoutSeconds !== undefined ? [text.timeout(timeoutSeconds)] : []),
  ];
  const rows = considered.map((one) => [
    safeLine(one.rule.name),
    text.decision[one.rule.decision],
    one.by === null
      ? text.decides
      : one.fate === "differs"
        ? text.differs(one.by)
        : text.overruled(one.by, safeLine(one.part ?? "")),
  ]);
  const reasons = rows.length === 0 ? [] : ["", await tableHere(rows, "wrap")];
  return [await prose([verdict, ...danger, ...wishes].join("\n")), ...reasons].join("\n");
}
