/** The budget of Slack calls in words, for `askline slack status`. Pure. */
import type { Locale } from "../../../core/locale.ts";
import type { BudgetState } from "./budget.ts";

const en = {
  used: (calls: string) => `Calls within the last minute: ${calls}.`,
  of: (method: string, calls: number, most: number) => `${method} ${calls} of ${most}`,
  waiting: (now: number, card: number, stream: number) =>
    `Waiting for their turn: ${now + card + stream} ` +
    `(clicked cards ${now}, other cards ${card}, streamed words ${stream}).`,
  refusals: (times: number, method: string, at: string, seconds: number) =>
    `Slack asked for a pause ${times === 1 ? "once" : `${times} times`} since the start, ` +
    `last at ${at} (${method}, ${seconds} s).`,
};

const ko: typeof en = {
  used: (calls) => `지난 1분의 호출: ${calls}.`,
  of: (method, calls, most) => `${method} ${calls}/${most}`,
  waiting: (now, card, stream) =>
    `차례를 기다리는 호출: ${now + card + stream}개 ` +
    `(누른 카드 ${now}, 다른 카드 ${card}, 이어지는 글 ${stream}).`,
  refusals: (times, method, at, seconds) =>
    `시작한 뒤 Slack이 ${times}번 기다리라고 했으며, 마지막은 ${at}입니다 (${method}, ${seconds}초).`,
};

export function budgetInWords(
  { used, waiting, refusals, lastRefusal }: BudgetState,
  locale: Locale,
): string[] {
  const say = locale === "ko" ? ko : en;
  const calls = Object.entries(used).map(([method, { calls, of }]) => say.of(method, calls, of));
  const { now, card, stream } = waiting;
  return [
    ...(calls.length === 0 ? [] : [say.used(calls.join(", "))]),
    ...(now + card + stream === 0 ? [] : [say.waiting(now, card, stream)]),
    ...(lastRefusal === null
      ? []
      : [say.refusals(refusals, lastRefusal.method, lastRefusal.at, lastRefusal.waitSeconds)]),
  ];
}
