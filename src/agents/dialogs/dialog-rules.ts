/** Applies a person's rules to the dialogs of agents. */
import { basename } from "node:path";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { type Ask, rulingOf } from "../../core/ask/ask.ts";
import type { Locale } from "../../core/locale.ts";
import { judge } from "../../desk/rules/rules.ts";
import type { RulesFile } from "../../desk/rules/rules-file.ts";
import { subjectOfTool } from "../../desk/rules/subject.ts";
import type { DialogRuling } from "./open-dialog-ask.ts";

const REMARK = {
  en: (file: string, problem: string) =>
    `⚠ No rule decides anything, because ${file} cannot be used. ${problem}`,
  ko: (file: string, problem: string) =>
    `⚠ 규칙을 쓸 수 없어 모든 것을 묻습니다: ${file}. ${problem}`,
};

export type DialogRules = (event: DialogEvent, agentId: number) => DialogRuling;

/** If the rules file has a problem, no rule applies: a person is asked, and each ask says why. */
export function createDialogRules(
  file: RulesFile,
  locale: Locale,
  onWarning: (message: string) => void,
): DialogRules {
  let lastProblem = "";
  return rulingOn;

  function rulingOn(event: DialogEvent, agentId: number): DialogRuling {
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
    const { decision, rule, surface, timeoutSeconds } = judge(rules, subject);
    const decided =
      rule === null || decision === "ask"
        ? null
        : { decision, rule: rule.name, reason: rule.reason };
    return { decided, isForPerson: rule !== null && decision === "ask", surface, timeoutSeconds };
  }
}

/** For the agent's conversation. In English, because no person said it. */
export function rulingInWords({ questions, outcome }: Ask): string {
  const rule = outcome === null ? null : rulingOf(outcome);
  const [chosen] =
    outcome?.status === "completed" ? (outcome.reply.answers[0]?.optionIds ?? []) : [];
  const isAllowed = questions[0]?.options[0]?.id === chosen;
  return `${isAllowed ? "Allowed" : "Denied"} by the rule "${rule ?? ""}"`;
}
