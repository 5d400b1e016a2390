/** What is asked, in one line for a list. Pure. */
import { safeLine } from "../safety/safe-text.ts";
import type { Ask } from "./ask.ts";
import { isPermissionAsk } from "./consent.ts";

type Asked = Pick<Ask, "questions" | "source" | "returnPath" | "presentation">;

/**
 * A header like "DB" or "Test runner" says nothing of what is asked, so the question's first line
 * follows it. Paths of the agent's own project are relative.
 */
export function rowTitle(ask: Asked): string {
  const [question] = ask.questions;
  if (question === undefined) return "";
  const title = safeLine(question.title);
  if (isPermissionAsk(ask)) return withoutFolder(title, ask.source.workingDirectory ?? "");
  const asked = firstLine(question.prompt);
  if (!isMereHeader(title, asked)) return title;
  const isPart = asked.toLowerCase().startsWith(title.replace(/…$/, "").toLowerCase());
  return isPart ? asked : `${title}: ${asked}`;
}

/** The first line of an agent's text as plain words; empty if it has none. */
export function firstLine(markdown: string): string {
  let isCode = false;
  for (const line of markdown.slice(0, LONGEST_READ).split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode && /[\p{L}\p{N}]/u.test(line)) return plain(line);
  }
  return "";
}

const LONGEST_READ = 4_000;

/** Whether the title says less than the question's first line. */
export function isMereHeader(title: string, asked: string): boolean {
  if (asked === "" || asked.length <= title.length) return false;
  if (/…$/.test(title)) return asked.startsWith(title.slice(0, -1));
  if (/[?？؟!.:]$/.test(title)) return false;
  return asked.startsWith(title) || title.split(/\s+/).length <= MOST_WORDS;
}

const MOST_WORDS = 4;

function plain(line: string): string {
  const text = line
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+)+/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|`)(.+?)\1/g, "$2");
  return safeLine(text).trim();
}

function withoutFolder(title: string, folder: string): string {
  return folder.length < 2 ? title : title.replaceAll(`${safeLine(folder)}/`, "");
}
