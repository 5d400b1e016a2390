/** The options of a permission as the page says them: in the reader's language, with what each means. */
import type { Evidence } from "../../../src/agents/dialogs/evidence/evidence.ts";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { isPermissionAsk } from "../../../src/core/ask/consent.ts";
import type { Option, Question } from "../../../src/core/ask/question.ts";
import type { PaneWords } from "../parts/pane-words.ts";

export function shownOptions(
  { options }: Question,
  evidence: Evidence | null | undefined,
  { why }: PaneWords,
): readonly Option[] {
  if (!evidence) return options;
  const isDestructive = evidence.risk === "destructive";
  return evidence.question.options.map((option) => {
    if (option.id === "deny") return { ...option, description: why.deny };
    if (option.id === "allow") {
      const description = isDestructive ? why.asksAgain : why.once[evidence.about];
      return { ...option, label: isDestructive ? `${option.label}…` : option.label, description };
    }
    const [, label, rest] = /^([^:]+): (.+)$/s.exec(option.label) ?? [];
    if (!option.id.startsWith("always-") || label === undefined) return option;
    return { ...option, label: isDestructive ? `${label}…` : label, description: rest ?? "" };
  });
}

/** Few and short options stand in the bar, where the eye and the thumb look for them. */
export function standsInBar(
  { options }: Question,
  shown: readonly Option[],
  ask: Pick<Ask, "questions" | "returnPath" | "presentation">,
): boolean {
  if (options.length === 0 || options.length > MOST_IN_BAR) return false;
  return isPermissionAsk(ask) || shown.every(isShort);
}

const MOST_IN_BAR = 4;
const LONGEST_LABEL = 40;
const LONGEST_DESCRIPTION = 90;

function isShort({ label, description = "" }: Option): boolean {
  const isOneLine = !description.includes("\n");
  return label.length <= LONGEST_LABEL && description.length <= LONGEST_DESCRIPTION && isOneLine;
}

/** Up to three short ones stand beside each other. */
export function fitAcross(options: readonly Option[]): boolean {
  return options.length <= 3 && options.every(({ label }) => label.length <= 26);
}
