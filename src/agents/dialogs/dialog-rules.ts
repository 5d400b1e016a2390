/** Applies a person's rules to the dialogs of agents. */
import { basename } from "node:path";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { type Ask, rulingOf } from "../../core/ask/ask.ts";
import { isRefusing } from "../../core/ask/consent.ts";
import type { Locale } from "../../core/locale.ts";
import { type Judgement, judge } from "../../desk/rules/rules.ts";
import type { RulesFile } from "../../desk/rules/rules-file.ts";
import type { ScriptMemory, ScriptUse } from "../../desk/rules/script-memory.ts";
import { scriptsIn, subjectOfTool } from "../../desk/rules/subject.ts";
import { OPTIONS } from "./dialog.ts";
import { fenced, seen } from "./fence.ts";
import type { DialogRuling } from "./open-dialog-ask.ts";

const REMARK = {
  en: (file: string, problem: string) =>
    `⚠ No rule decides anything, because ${file} cannot be used. ${problem}`,
  ko: (file: string, problem: string) =>
    `⚠ 규칙을 쓸 수 없어 모든 것을 묻습니다: ${file}. ${problem}`,
};

const CHANGED = {
  en: (rule: string, name: string) =>
    `The rule “${rule}” would allow this, but the project's script \`${name}\` has changed since. ` +
    "Allow it once, and the rule knows the new one:",
  ko: (rule: string, name: string) =>
    `규칙 “${rule}”이(가) 허용하지만, 프로젝트의 스크립트 \`${name}\`이(가) 그 뒤로 바뀌었습니다. ` +
    "한 번 허용하면 규칙이 새 스크립트를 기억합니다:",
};
const MOST_OF_SCRIPT = 2_000;

/** `askId` is the ask that is put if a person has to decide. */
export type DialogRules = (
  event: DialogEvent,
  agentId: number,
  askId: string,
) => Promise<DialogRuling>;

export interface DialogRulesParts {
  file: RulesFile;
  memory: ScriptMemory;
  /** Whether a person allowed what this ask was about. */
  wasAllowed: (askId: string) => Promise<boolean>;
  locale: Locale;
  onWarning: (message: string) => void;
}

/** If the rules file has a problem, no rule applies: a person is asked, and each ask says why. */
export function createDialogRules(parts: DialogRulesParts): DialogRules {
  const { file, memory, wasAllowed, locale, onWarning } = parts;
  let lastProblem = "";
  return rulingOn;

  async function rulingOn(event: DialogEvent, agentId: number, askId: string) {
    const { rules, problems, file: path } = file.load();
    const problem = problems[0] ?? "";
    if (problem !== "" && problem !== lastProblem) onWarning(REMARK.en(path, problems.join(" ")));
    lastProblem = problem;
    if (problem !== "")
      return { decided: null, isForPerson: true, remark: REMARK[locale](path, problem) };
    const { client, workingDirectory, toolName, input } = event;
    const project = basename(workingDirectory);
    const subject = subjectOfTool({
      client,
      agentId: String(agentId),
      project,
      workingDirectory,
      toolName,
      input,
    });
    const { decision, rule, ...wishes } = wishesOf(judge(rules, subject));
    const changed =
      rule === null || decision !== "allow"
        ? null
        : await changedScript({ rule, workingDirectory, scripts: scriptsIn(subject) }, askId);
    if (changed !== null) return { decided: null, isForPerson: true, remark: changed, ...wishes };
    const decided =
      rule === null || decision === "ask"
        ? null
        : { decision, rule: rule.name, reason: rule.reason };
    return { decided, isForPerson: rule !== null && decision === "ask", ...wishes };
  }

  /** What the person is told if a script is not what the rule knew; null if the rule may decide. */
  async function changedScript(use: ScriptUse, askId: string): Promise<string | null> {
    if (use.scripts.length === 0) return null;
    const compared = memory.compare(use);
    if (compared === "same") return null;
    if (compared === "new" || (await isAllowedSince(use))) {
      await memory.remember(use);
      return null;
    }
    await memory.noteAsked(use, askId);
    const names = use.scripts.map(({ name }) => name || "make").join(", ");
    const shown = use.scripts.map(({ text }) => seen(text).text.slice(0, MOST_OF_SCRIPT));
    return `${CHANGED[locale](use.rule.name, names)}\n\n${fenced(shown.join("\n"), "sh")}`;
  }

  async function isAllowedSince(use: ScriptUse): Promise<boolean> {
    for (const askId of memory.asksAbout(use)) if (await wasAllowed(askId)) return true;
    return false;
  }
}

function wishesOf({ decision, rule, surface, timeoutSeconds, passkey }: Judgement) {
  return { decision, rule, surface, timeoutSeconds, passkey };
}

/** Whether a person, and not a rule, allowed the dialog of this ask. */
export function isAllowedByPerson({ outcome }: Pick<Ask, "outcome">): boolean {
  return (
    outcome?.status === "completed" &&
    outcome.provenance.by === "person" &&
    (outcome.reply.answers[0]?.optionIds ?? []).some((id) => !isRefusing(id))
  );
}

/** For the agent's conversation. In English, because no person said it. */
export function rulingInWords({ outcome }: Ask): string {
  const rule = outcome === null ? null : rulingOf(outcome);
  const [chosen] =
    outcome?.status === "completed" ? (outcome.reply.answers[0]?.optionIds ?? []) : [];
  const isAllowed = chosen !== undefined && chosen !== OPTIONS.deny;
  return `${isAllowed ? "Allowed" : "Denied"} by the rule "${rule ?? ""}"`;
}
