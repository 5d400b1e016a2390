/** Makes the row of an ask: a line that says what is asked, and what can be said at once. */
import { localizedDialog } from "../../../agents/dialogs/localized-dialog.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { isDestructiveAsk, isPermissionAsk, isRefusing } from "../../../core/ask/consent.ts";
import type { Question } from "../../../core/ask/question.ts";
import { isQuickAnswer } from "../../../core/ask/quick-answer.ts";
import { firstLine, isMereHeader } from "../../../core/ask/row-title.ts";
import type { Locale } from "../../../core/locale.ts";
import { askerName } from "../../../core/names.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { shortened } from "../../../core/shortened.ts";
import type { Row, RowKind, RowOption } from "./row-wire.ts";

const LONGEST_TITLE = 160;
const LONGEST_LABEL = 80;
const MOST_OPTIONS = 9;

export interface RowTools {
  locale: Locale;
  remainingSeconds: number | null;
  /** Whether the person wants a pick to wait for Submit. */
  waitsForSubmit: boolean;
}

export function rowOf(ask: Ask, { locale, remainingSeconds, waitsForSubmit }: RowTools): Row {
  const { questions, source, presentation } = ask;
  const [first] = questions.map((question) =>
    ask.dialog === undefined ? question : localizedDialog(question, locale),
  );
  const kind = kindOf(ask);
  const options = questions.length === 1 ? (first?.options ?? []) : [];
  const risk = presentation?.risk?.level;
  const more = options.length - MOST_OPTIONS;
  return {
    id: ask.id,
    kind,
    ...wordsOf(ask, kind, first),
    questions: questions.length,
    options: options.slice(0, MOST_OPTIONS).map((option): RowOption => {
      const isAtOnce = !waitsForSubmit && isQuickAnswer(ask, option.id);
      const pick = isAtOnce ? "at_once" : "opens";
      return {
        id: option.id,
        label: shortened(safeLine(option.label), LONGEST_LABEL),
        ...(option.recommended === true && risk === undefined && { isRecommended: true }),
        // What destroys is asked about once more, however picking works.
        pick: isDestructiveAsk(ask) && !isRefusing(option.id) ? "confirms" : pick,
      };
    }),
    ...(more > 0 && { moreOptions: more }),
    project: projectOf(ask),
    agent: agentOf(ask),
    client: source.client ?? clientNamed(source.agentId) ?? source.kind,
    createdAt: ask.createdAt,
    remainingSeconds,
    givenSeconds: ask.expiresAt === null ? null : secondsBetween(ask.createdAt, ask.expiresAt),
    urgency: ask.urgency,
    ...(risk && { risk: risk === "destructive" ? ("destroys" as const) : ("unclear" as const) }),
  };
}

const SHELL_TOOL = /^(?:bash|shell|powershell|local_shell|exec_command|run_shell_command)$/i;
const FILE_TOOL = /^(?:write|write_file|edit|multi_?edit|notebook_?edit|replace|apply_patch)$/i;
const TOOL_TITLE = /^([\w-]{1,40}): (.+)$/s;

export function kindOf(ask: Ask): RowKind {
  if (ask.questions.length > 1) return "several";
  if (ask.dialog?.kind === "plan_approval") return "plan";
  if (!isPermissionAsk(ask)) return "question";
  const tool = ask.dialog?.toolName ?? TOOL_TITLE.exec(ask.questions[0]?.title ?? "")?.[1] ?? "";
  if (SHELL_TOOL.test(tool)) return "command";
  return FILE_TOOL.test(tool) ? "edit" : "permission";
}

/** The folder's name where no project is known. */
export function projectOf({ source }: Ask): string {
  const folder = source.workingDirectory?.split(/[\\/]/).filter(Boolean).at(-1);
  return safeLine(source.project ?? folder ?? "");
}

export function agentOf({ source }: Ask): string {
  const isNamed = source.agentId !== undefined || source.client !== undefined;
  return isNamed ? safeLine(askerName(source)) : "";
}

function wordsOf(
  ask: Ask,
  kind: RowKind,
  question: Question | undefined,
): Pick<Row, "title" | "header" | "code"> {
  if (question === undefined) return { title: "" };
  if (kind === "command" || kind === "edit") return callOf(ask, question);
  if (kind === "plan") {
    const plan = ask.dialog?.input["plan"];
    return { title: typeof plan === "string" ? cut(firstLine(plan)) : "" };
  }
  const title = safeLine(question.title);
  const asked = firstLine(question.prompt);
  // A title that was cut from the question would stand beside the same words.
  const isCut = title.endsWith("…");
  if (isCut || kind === "permission" || !isMereHeader(title, asked)) return { title: cut(title) };
  return { title: cut(asked), ...(asked.startsWith(title) ? {} : { header: title }) };
}

/** What would run or change, and why. */
function callOf(ask: Ask, { title }: Question): Pick<Row, "title" | "code"> {
  const { input = {} } = ask.dialog ?? {};
  const text = (name: string) => (typeof input[name] === "string" ? String(input[name]) : "");
  const target = text("command") || relative(text("file_path") || text("path"), ask);
  const [, , named = title] = TOOL_TITLE.exec(title) ?? [];
  const why = ask.dialog === undefined ? "" : firstLine(text("description"));
  return { title: cut(why), code: cut(safeLine(target || relative(named, ask))) };
}

function relative(path: string, { source: { workingDirectory = "" } }: Ask): string {
  return workingDirectory !== "" && path.startsWith(`${workingDirectory}/`)
    ? path.slice(workingDirectory.length + 1)
    : path;
}

function cut(line: string): string {
  return shortened(line, LONGEST_TITLE);
}

function secondsBetween(from: string, to: string): number {
  return Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

/** An agent that told only its name. */
function clientNamed(agentId = ""): string | undefined {
  const [, name] = /^(claude[ -]code|codex|gemini)/i.exec(agentId) ?? [];
  return name?.toLowerCase().replace(" ", "-");
}
