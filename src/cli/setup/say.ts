/** Describes the planned changes to configuration files, for people. */
import { safeText } from "../../core/safety/safe-text.ts";
import { paint, wantsPlain } from "../../terminal/text/style.ts";
import { prose } from "../prose.ts";
import type { Client } from "./clients.ts";
import { unifiedDiff } from "./diff.ts";
import { withParts } from "./json-parts.ts";
import type { SetupMessages } from "./messages.ts";
import type { FilePlan } from "./plan.ts";

export interface Announcement {
  plans: readonly FilePlan[];
  wanted: readonly Client[];
  missing: readonly Client[];
  text: SetupMessages;
}

export async function sayPlans({ plans, wanted, missing, text }: Announcement) {
  const isPlain = process.stdout.isTTY !== true || wantsPlain(process.env);
  const paragraphs: string[] = [];
  for (const client of wanted) {
    const mine = plans.filter((plan) => plan.client === client.id);
    const title = paint([{ text: client.name, styles: ["bold", "underline"] }], { isPlain });
    const isDone = mine.every(({ action }) => action === "none");
    const changes = await Promise.all(mine.map((plan) => inWords(plan, text, isPlain)));
    paragraphs.push(isDone ? text.upToDate(client.name) : [title, ...changes.flat()].join("\n"));
  }
  if (wanted.length === 0) paragraphs.push(await prose(text.noneFound));
  else if (missing.length > 0)
    paragraphs.push(await prose(text.notFound(missing.map(({ name }) => name).join(", "))));
  process.stdout.write(`${paragraphs.join("\n\n")}\n\n`);
}

export function diffInWords(
  plan: Extract<FilePlan, { action: "change" }>,
  how: { isPlain: boolean },
): string {
  return unifiedDiff(plan.path, plan.before, plan.after)
    .map((line) => paint(line, how))
    .join("\n");
}

async function inWords(plan: FilePlan, text: SetupMessages, isPlain: boolean): Promise<string[]> {
  if (plan.action === "none") return [];
  if (plan.action === "change") return [diffInWords(plan, { isPlain })];
  const sentence = safeText(text.leftAlone(plan.path, text.reason(plan.reason)));
  return [await prose(sentence), text.addYourself, snippetOf(plan)];
}

/** The parts as a file of their own, for a person who wants to add them by hand. */
function snippetOf({ file: { parts } }: FilePlan): string {
  const [first] = parts;
  if (first?.kind === "table") return first.lines.join("\n");
  if (first?.kind === "whole") return first.text.trimEnd();
  return withParts(
    "",
    parts.flatMap((part) => (part.kind === "table" || part.kind === "whole" ? [] : [part])),
  ).text.trimEnd();
}
