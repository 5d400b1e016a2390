/**
 * What the rules say about an ask that they may not decide:
 * where a person is notified first, and how long it waits.
 */
import type { Ask } from "../../core/ask/ask.ts";
import { once } from "../../core/cache.ts";
import { judge } from "./rules.ts";
import { openRules } from "./rules-file.ts";
import { subjectOfAsk } from "./subject.ts";

const rulesFile = once(() => openRules());

export function ruledTimeout(ask: Pick<Ask, "source">): number | undefined {
  return ruled(ask).timeoutSeconds;
}

export function ruledSurface(ask: Pick<Ask, "source">): string | undefined {
  return ruled(ask).surface;
}

function ruled(ask: Pick<Ask, "source">) {
  return judge(rulesFile().load().rules, subjectOfAsk(ask));
}
