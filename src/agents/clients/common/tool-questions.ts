/** The questions that an agent's own tools ask a person, and the answers, as text. Pure. */
import type { TurnOption, TurnQuestion } from "../../../core/agent/agent.ts";
import { isRecord } from "../../../core/json.ts";
import { pathsOf } from "../../../core/safety/destroys/destructive.ts";
import { isBlank, oneLine } from "./content.ts";

export interface CalledTool {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The question of a tool whose result is a person's answer. Null for every other tool. */
export function questionOfTool({ toolName, input }: CalledTool): TurnQuestion | null {
  if (PLAN_TOOLS.has(toolName)) return planQuestion();
  if (!ASKING_TOOLS.has(toolName)) return null;
  const questions = questionsIn(input);
  if (questions.length === 0) return null;
  const options = questions.flatMap((question) => question.options);
  const texts = questions.map((question) => question.text);
  return {
    text:
      texts.length === 1
        ? (texts[0] ?? "")
        : texts.map((text, index) => `${index + 1}. ${text}`).join("\n"),
    options: options.length === 0 ? null : options,
    source: "ask_user_question",
  };
}

export function isAskingTool(toolName: string): boolean {
  return PLAN_TOOLS.has(toolName) || ASKING_TOOLS.has(toolName);
}

/** Whether it is one of Askline's own tools that ask a person. */
export function isAskingThroughUs(toolName: string): boolean {
  return /(?:ask_user_questions|provide_choice)$/.test(toolName);
}

/** `mcp__server__tool` is a call of that server's. */
export function serverOfTool(toolName: string): string | null {
  return /^mcp__(.+?)__/.exec(toolName)?.[1] ?? null;
}

/** The text of the question's turn: the plan itself, or the question. */
export function textOfQuestion({ toolName, input }: CalledTool, question: TurnQuestion): string {
  const plan = input["plan"];
  return PLAN_TOOLS.has(toolName) && typeof plan === "string" && !isBlank(plan)
    ? plan
    : question.text;
}

/** The question whether the agent may use this tool. */
export function permissionQuestion({ toolName, input }: CalledTool): TurnQuestion {
  const subject = patchedFiles(input) ?? SUBJECT_FIELDS.map((field) => input[field]).find(isText);
  const of =
    subject !== undefined && !isBlank(subject) ? `: ${oneLine(subject, SHOWN_SUBJECT)}` : "";
  return {
    text: `Allow ${toolName}${of}?`,
    options: [{ label: "Allow" }, { label: "Deny" }],
    source: "permission",
  };
}

/** A patch is named by its files, since its first line says nothing. */
function patchedFiles({ command }: CalledTool["input"]): string | null {
  if (!isText(command) || !command.trimStart().startsWith("*** Begin Patch")) return null;
  return [...new Set(pathsOf({ command }))].join(", ") || null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** How many characters of a command a question shows. */
export const SHOWN_SUBJECT = 300;

/** A single answer stands alone; several are each preceded by their question. */
export function answerInWords(
  answers: Readonly<Record<string, unknown>>,
  annotations: unknown,
): string {
  const given = Object.entries(answers);
  const words = given.map(([question, answer]) => {
    const said = [wordsOf(answer), noteOn(question, annotations)]
      .filter((part) => part !== "")
      .join(" – ");
    return given.length === 1 ? said : `${question} ${said}`;
  });
  return words.join("\n");
}

export const APPROVED = "Approved";
export const ALLOWED = "Allowed";
export const DENIED = "Denied";
export const DECLINED = "Declined";
/** Claude Code's own option below a question: the person wants to talk about it first. */
export const CHAT = "Chat about this";

/** What the model reads then was written by the client, in nobody's name. */
export function isChat(result: string): boolean {
  return /(?:^|:)\s*the user wants to clarify these questions\b/i.test(result);
}

/** Whether an answer from the transcript is a no. A yes shows in the finished tool instead. */
export function isNo(answer: string): boolean {
  return [DENIED, DECLINED, CHAT].some((no) => answer === no || answer.startsWith(`${no}: `));
}

const ASKING_TOOLS = new Set(["AskUserQuestion", "request_user_input", "ask_user"]);
const PLAN_TOOLS = new Set(["ExitPlanMode", "exit_plan_mode"]);
const SUBJECT_FIELDS = [
  "command",
  "file_path",
  "notebook_path",
  "url",
  "path",
  "query",
  "pattern",
  "description",
];

function planQuestion(): TurnQuestion {
  return {
    text: "Approve this plan?",
    options: [{ label: "Approve" }, { label: "Keep planning" }],
    source: "plan_approval",
  };
}

function questionsIn(input: CalledTool["input"]): { text: string; options: TurnOption[] }[] {
  const questions = input["questions"];
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((question: unknown) => {
    if (!isRecord(question) || typeof question["question"] !== "string") return [];
    const options = Array.isArray(question["options"]) ? question["options"].flatMap(optionOf) : [];
    return [{ text: question["question"], options }];
  });
}

function optionOf(option: unknown): TurnOption[] {
  if (!isRecord(option) || typeof option["label"] !== "string") return [];
  const { label, description } = option;
  return [
    typeof description === "string" && description !== "" ? { label, description } : { label },
  ];
}

function wordsOf(answer: unknown): string {
  if (typeof answer === "string") return answer;
  if (Array.isArray(answer)) return answer.map(wordsOf).join(", ");
  return isRecord(answer) ? Object.values(answer).map(wordsOf).join(", ") : String(answer ?? "");
}

function noteOn(question: string, annotations: unknown): string {
  const annotation = isRecord(annotations) ? annotations[question] : null;
  const notes = isRecord(annotation) ? annotation["notes"] : null;
  return typeof notes === "string" ? notes : "";
}
