/**
 * What a call would do, prepared for a page: the command with its risk marked, or each changed file
 * line by line. It shows nothing less than the ask's own prompt; where it cannot, there is none, and
 * the prompt is shown.
 */
import type { Ask, Risk } from "../../../core/ask/ask.ts";
import { isRefusing } from "../../../core/ask/consent.ts";
import type { CallInput } from "../../../core/ask/edited-call.ts";
import type { Question } from "../../../core/ask/question.ts";
import type { Locale } from "../../../core/locale.ts";
import { riskMarksIn } from "../../../core/safety/risk-marks.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { judgedPlace } from "../../../desk/scripts/judged-place.ts";
import { placeHere } from "../../../desk/scripts/place-here.ts";
import { riskOfCall } from "../../../desk/scripts/risk-of-call.ts";
import { dialogsOf } from "../../clients/clients.ts";
import type { DialogTools } from "../dialog.ts";
import { OPTIONS } from "../dialog.ts";
import { dangersInWords, localizedDialog } from "../localized-dialog.ts";
import { type DialogMessages, dialogMessages } from "../messages.ts";
import { seenInput } from "../permission.ts";
import { type ShownInput, shownInput } from "../shown-input.ts";
import { type ChangedFile, changedFiles } from "./changed-files.ts";

export interface Evidence {
  about: "command" | "change" | "address" | "input";
  /** What people call the agent's client. */
  agent: string;
  tool: string;
  /** What our own judge found, and its reasons in words; null if it is harmless. */
  risk: Risk["level"] | null;
  reasons: string[];
  /** Sentences of ours that a person must not miss. */
  notices: string[];
  /** The agent's own words about the call. */
  remark: string | null;
  /** The rest of the input, as JSON. */
  rest: string | null;
  parts: EvidencePart[];
  /** The question in the reader's language. */
  question: Question;
}

export type EvidencePart =
  | { kind: "text"; text: string; language: string; marks: TextMark[] }
  | ({ kind: "change" } & ChangedFile);

export interface TextMark {
  from: number;
  to: number;
  level: Risk["level"];
  why: string;
}

export interface EvidenceTools extends Pick<DialogTools, "readText"> {
  locale: Locale;
  /** The call as the person changed it, in place of the agent's. */
  edited?: CallInput | undefined;
}

export async function evidenceOf(ask: Ask, given: EvidenceTools): Promise<Evidence | null> {
  const { dialog, questions } = ask;
  const [question] = questions;
  const client = dialog && dialogsOf(dialog.client);
  if (dialog?.kind !== "permission" || question === undefined || !client) return null;
  // What came from another machine is not about the files of this one, which its sender may not read.
  const tools = ask.askedBy === undefined ? given : { ...given, readText: async () => null };
  const text = dialogMessages(tools.locale);
  const input = tools.edited ?? dialog.input;
  const call = {
    toolName: dialog.toolName,
    input,
    workingDirectory: ask.source.workingDirectory ?? "",
  };
  const shown = await shownInput(call, { text, readText: tools.readText, agentName: client.name });
  const { body, rest, isCut } = seenInput(shown);
  if (isCut) return null;
  const risk = riskOfCall(call.toolName, input, placeHere(ask));
  const reasons = dangersInWords(risk?.level === "destructive" ? risk.reasons : [], tools.locale);
  const files = await changedFiles(call, tools);
  return {
    ...{ about: aboutOf(shown, files), agent: client.name, tool: safeLine(dialog.toolName) },
    ...{ risk: risk?.level ?? null, reasons },
    notices: [
      ...(body.hasUnseen || rest.hasUnseen ? [text.hiddenCharacters] : []),
      ...placeOf(question, client.name, client.onlyRefuses === true, text),
      ...(shown.unshown === undefined ? [] : [shown.unshown]),
    ],
    remark: tools.edited === undefined ? (remarkIn(question, client.name) ?? shown.remark) : null,
    rest: rest.text || null,
    parts:
      files === null
        ? [textPart(shown, body, placeHere(ask), tools.locale)]
        : files.map((file) => ({ kind: "change", ...file })),
    question: localizedDialog(question, tools.locale, ask.presentation?.risk?.reasons ?? []),
  };
}

function aboutOf({ language }: ShownInput, files: ChangedFile[] | null): Evidence["about"] {
  if (files !== null) return "change";
  if (language === "sh") return "command";
  return language === "json" ? "input" : "address";
}

/** Marks of a text with hidden characters would stand elsewhere, so it is marked as a whole. */
function textPart(
  { language, body: raw }: ShownInput,
  { text, hasUnseen }: { text: string; hasUnseen: boolean },
  workingDirectory: string | undefined,
  locale: Locale,
): EvidencePart {
  const found = language === "sh" ? riskMarksIn(raw, judgedPlace(workingDirectory)) : [];
  const isSame = !hasUnseen && text === raw;
  const marks = found.map(({ from, to, level, reasons }) => ({
    ...(isSame ? { from, to } : { from: 0, to: text.length }),
    ...{ level, why: dangersInWords(reasons, locale).join(" ") },
  }));
  return { kind: "text", text, language, marks: isSame ? marks : marks.slice(0, 1) };
}

/** Where it is decided, if not everywhere: as the ask was put. */
function placeOf(
  { options }: Question,
  name: string,
  onlyRefuses: boolean,
  text: DialogMessages,
): string[] {
  if (!onlyRefuses || options.some(({ id }) => !isRefusing(id))) return [];
  const isThere = options.every(({ id }) => id === OPTIONS.inTerminal);
  return [isThere ? text.onlyThere(name) : text.onlyDenied(name)];
}

/** A client may give its remark beside the call, so that only the prompt has it. */
function remarkIn({ prompt }: Question, name: string): string | null {
  for (const locale of ["en", "ko"] as const) {
    const [, remark = ""] = prompt.split(`\n\n${dialogMessages(locale).remark(name)}\n\n`);
    const [, words] = /^(?:`{3,})\n([\s\S]*)\n`{3,}$/.exec(remark) ?? [];
    if (words !== undefined) return words;
  }
  return null;
}
