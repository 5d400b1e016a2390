/**
 * One rule: what it is about, and what it decides. A
 * condition that is left out holds for everything.
 */
import { z } from "zod";
import { fitsEverything, readPattern } from "./pattern.ts";
import { UnusablePattern } from "./pattern-tree.ts";

const DECISIONS = ["allow", "ask", "deny"] as const;
const glob = z.string().trim().min(1).max(500);

export const Rule = z
  .strictObject({
    name: z.string().trim().min(1).max(80).optional().describe("What it is called in the history"),
    project: glob.optional().describe("The project's name, or a path such as ~/work/**"),
    tool: glob.optional().describe("The agent's tool, such as Bash or mcp__github__*"),
    pattern: glob
      .optional()
      .describe("The command, file or address: a glob, or a regular expression between slashes"),
    agent: glob.optional().describe("The agent's client, such as claude-code or codex"),
    source: glob.optional().describe("The way it was asked: hook, mcp, command, agent"),
    destructive: z
      .literal(true)
      .optional()
      .describe("To allow: even what may destroy something. Else: only that"),
    unsafe: z
      .literal(true)
      .optional()
      .describe("To allow: even what nobody can tell. Else: only what is not known to be harmless"),
    passkey: z.literal(true).optional().describe("To ask: it can only be allowed with a passkey"),
    decision: z.enum(DECISIONS),
    surface: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe("Where a person is told of it first"),
    timeoutSeconds: z
      .number()
      .positive()
      .max(604_800)
      .optional()
      .describe("How long a person is waited for"),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe("What the agent is told when it is denied"),
  })
  .superRefine((rule, context) => {
    for (const [key, kind] of GLOBS) {
      const problem = problemWith(rule[key], kind(rule[key] ?? ""));
      if (problem !== null) context.addIssue({ code: "custom", path: [key], message: problem });
    }
    if (rule.passkey && rule.decision !== "ask") {
      const message = "Only what a person is asked can need a passkey: make the decision `ask`.";
      context.addIssue({ code: "custom", path: ["passkey"], message });
    }
    if (rule.decision === "allow" && rule.destructive && !namesSomething(rule)) {
      const message =
        "A rule that allows what may destroy something names the tool or the pattern it means.";
      context.addIssue({ code: "custom", path: ["destructive"], message });
    }
  });
export type Rule = z.infer<typeof Rule>;
export type Decision = Rule["decision"];

export type NamedRule = Rule & { name: string };

/** The conditions that are globs, and how their stars treat slashes. */
const GLOBS = [
  ["project", kindOfProject],
  ["tool", () => "text"],
  ["pattern", () => "text"],
  ["agent", () => "text"],
  ["source", () => "text"],
] as const satisfies [keyof Rule, (written: string) => "text" | "path"][];

/** With a slash it is a path, else a name. */
export function kindOfProject(written: string): "text" | "path" {
  return written.includes("/") ? "path" : "text";
}

function problemWith(written: string | undefined, kind: "text" | "path"): string | null {
  if (written === undefined) return null;
  try {
    readPattern(written, kind);
    return null;
  } catch (error) {
    if (!(error instanceof UnusablePattern)) throw error;
    return `${JSON.stringify(written)} cannot be used, because ${error.message}.`;
  }
}

function namesSomething({ tool, pattern }: Pick<Rule, "tool" | "pattern">): boolean {
  return [tool, pattern].some(
    (written) =>
      written !== undefined && problemWith(written, "text") === null && !fitsEverything(written),
  );
}

/** Whether the rule names no command, file or address, and so allows only what is harmless. */
export function isBare({ pattern }: Pick<Rule, "pattern">): boolean {
  return pattern === undefined || fitsEverything(pattern);
}
