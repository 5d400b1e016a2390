/** The texts of `askline migrate`. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";
import type { Copied } from "../../store/copy-asks.ts";

const MOST_NAMED = 10;

const en = {
  progress: (done: number) => `${done} asks …`,
  planned: ({ asks, written, different }: Copied) =>
    [
      `Of ${asks} asks, ${written} would be written.`,
      ...(different.length === 0 ? [] : [en.differing(different)]),
    ].join("\n"),
  copied: ({ asks, open, written, drafts, different, hashes }: Copied) =>
    [
      `${asks} asks are there, ${open} of them open; ${written} were written now` +
        `${drafts === 0 ? "" : `, and ${drafts} half-filled forms`}.`,
      ...(different.length === 0
        ? [`Every one was read again and is the same (${hashes.to.slice(0, 16)}).`]
        : [en.differing(different)]),
      "Nothing was removed where they came from.",
    ].join("\n"),
  differing: (ids: readonly string[]) =>
    `${ids.length} are different there, and were left so: ${named(ids)}`,
};

const ko: typeof en = {
  progress: (done) => `질문 ${done}개 …`,
  planned: ({ asks, written, different }) =>
    [
      `질문 ${asks}개 가운데 ${written}개를 쓰게 됩니다.`,
      ...(different.length === 0 ? [] : [ko.differing(different)]),
    ].join("\n"),
  copied: ({ asks, open, written, drafts, different, hashes }) =>
    [
      `질문 ${asks}개가 그곳에 있고 그중 ${open}개가 열려 있습니다. 이번에 ${written}개` +
        `${drafts === 0 ? "" : `와 쓰다 만 답 ${drafts}개`}를 썼습니다.`,
      ...(different.length === 0
        ? [`하나하나 다시 읽었고 모두 같습니다 (${hashes.to.slice(0, 16)}).`]
        : [ko.differing(different)]),
      "원래 있던 곳에서는 아무것도 지우지 않았습니다.",
    ].join("\n"),
  differing: (ids) => `${ids.length}개는 그곳의 것이 달라서 그대로 두었습니다: ${named(ids)}`,
};

function named(ids: readonly string[]): string {
  return [...ids.slice(0, MOST_NAMED), ...(ids.length > MOST_NAMED ? ["…"] : [])].join(", ");
}

export function migrateMessages(locale: Locale): typeof en {
  return locale === "ko" ? ko : en;
}
