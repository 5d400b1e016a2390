/**
 * The rules of this person: `rules.json` in the config folder.
 * If the file cannot be used, no rule decides anything.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Ask } from "../../core/ask/ask.ts";
import { sentenceOf } from "../../core/ask/question.ts";
import { once } from "../../core/cache.ts";
import { jsonIn } from "../../core/json.ts";
import { nearestWord } from "../../core/nearest-word.ts";
import { type Exposure, exposureInWords, fileExposure } from "../../store/file/private-file.ts";
import { type Disk, thisMachine } from "../../store/machine.ts";
import { configDirectory } from "../places.ts";
import { type NamedRule, Rule } from "./rule.ts";
import { judge } from "./rules.ts";
import { subjectOfAsk } from "./subject.ts";

export interface LoadedRules {
  file: string;
  rules: NamedRule[];
  /** What is wrong with the file, in sentences. If anything is, `rules` is empty. */
  problems: string[];
}

export interface RulesFile {
  /** Reads the file as it is now. Never throws. */
  load(): LoadedRules;
}

const MOST_RULES = 500;
const File = z.strictObject({ rules: z.array(z.unknown()).max(MOST_RULES) });

export function rulesPath(environment?: Record<string, string | undefined>): string {
  return join(configDirectory(environment), "rules.json");
}

export function openRules(file: string = rulesPath(), disk: Disk = thisMachine.disk): RulesFile {
  let last: { text: string; loaded: LoadedRules } | undefined;
  return { load };

  function load(): LoadedRules {
    try {
      const exposure = fileExposure(file, disk);
      if (exposure !== null && disk.existsSync(file)) return unusable(file, exposure);
      const text = disk.readFileSync(file, "utf8");
      if (last?.text !== text) last = { text, loaded: rulesIn(text, file) };
      return last.loaded;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      return {
        file,
        rules: [],
        problems: isMissing ? [] : [`It cannot be read: ${(error as Error).message}.`],
      };
    }
  }
}

// The person's own, as commands and the hub read it beside what they load themselves.
const ownRules = once(() => openRules());

/** How long the rules let an ask wait that they may not decide. */
export function ruledTimeout(ask: Pick<Ask, "source">): number | undefined {
  return ruled(ask).timeoutSeconds;
}

/** Where they want a person notified of it first. */
export function ruledSurface(ask: Pick<Ask, "source">): string | undefined {
  return ruled(ask).surface;
}

function ruled(ask: Pick<Ask, "source">) {
  return judge(ownRules().load().rules, subjectOfAsk(ask));
}

/** Rules that another account could have written are not this person's. */
function unusable(file: string, exposure: Exposure): LoadedRules {
  const { message, suggestion } = exposureInWords(exposure).en;
  return { file, rules: [], problems: [`${message} ${suggestion}`] };
}

export function rulesIn(text: string, file: string): LoadedRules {
  const parsed = File.safeParse(jsonIn(text));
  if (!parsed.success)
    return { file, rules: [], problems: ['It should be {"rules": […]}, and nothing beside it.'] };
  const problems: string[] = [];
  const rules = parsed.data.rules.flatMap((written, index): NamedRule[] => {
    const rule = Rule.safeParse(written);
    if (rule.success) return [named(rule.data, index)];
    problems.push(
      ...rule.error.issues.map(
        (issue) => `Rule ${index + 1}: ${sentenceOf(issue)}${guessFor(issue)}`,
      ),
    );
    return [];
  });
  problems.push(...sameNames(rules));
  return { file, rules: problems.length === 0 ? rules : [], problems };
}

/** What was probably meant by an unknown field. */
function guessFor(issue: z.core.$ZodIssue): string {
  const [key = ""] = issue.code === "unrecognized_keys" ? issue.keys : [];
  const nearest = key === "" ? undefined : nearestWord(key, Object.keys(Rule.shape));
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}

function named(rule: Rule, index: number): NamedRule {
  const project = rule.project?.replace(/^~(?=\/)/, homedir());
  return { ...rule, ...(project && { project }), name: rule.name ?? `rule ${index + 1}` };
}

/** The history names the rule that decided, so names must be unique. */
function sameNames(rules: NamedRule[]): string[] {
  const names = rules.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => `Two rules are called ${JSON.stringify(name)}.`);
}
