/** An ask in the few words that a notice has room for, without markdown. Pure. */
import { safeLine, safeText } from "../safety/safe-text.ts";
import { shortened } from "../shortened.ts";
import type { Ask } from "./ask.ts";

const LONGEST_TITLE = 100;
const LONGEST_BODY = 400;
const LONGEST_PROJECT = 60;
const LONGEST_OPTION = 60;

/** The first question's title; empty if it shows nothing. */
export function noticeTitle({ questions: [first] }: Pick<Ask, "questions">): string {
  return shortened(safeLine(first?.title ?? ""), LONGEST_TITLE);
}

export function noticeBody({
  questions: [first],
  source,
}: Pick<Ask, "questions" | "source">): string {
  const plain = safeText(first?.prompt ?? "")
    .replace(/^ *(?:```|~~~).*$/gm, "")
    .replace(/\*\*|`/g, "")
    .replace(/\n\s*\n+/g, "\n")
    .trim();
  const project = shortened(safeLine(source.project ?? ""), LONGEST_PROJECT);
  return shortened(project === "" ? plain : `${project}: ${plain}`, LONGEST_BODY);
}

/** A project's name. */
export function noticeLine(text: string): string {
  return shortened(safeLine(text), LONGEST_PROJECT);
}

export function noticeOption({ label }: { label: string }): string {
  return shortened(safeLine(label), LONGEST_OPTION);
}
