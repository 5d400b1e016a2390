/** The texts of `askline rules` for people. Every language has the same keys. */
import { dialogMessages } from "../../agents/dialogs/messages.ts";
import type { Locale } from "../../core/locale.ts";
import { clientName } from "../../core/names.ts";
import type { Considered } from "../../desk/rules/rules.ts";
import { placeIn, placeName, sourceName } from "../../surfaces/names.ts";

type Reason = NonNullable<Considered["by"]>;

const en = {
  columns: ["RULE", "DECISION", "ABOUT"],
  decision: { allow: "allow", ask: "ask", deny: "deny" },
  everything: "everything",
  /** What a rule names by a key is shown by its name. */
  named: (key: string, value: string): string => namedIn("en", key, value),
  order:
    'Deny comes before ask, ask before allow; then the rule with more conditions, then the first. What may destroy something is only allowed by a rule that names it, and what nobody can tell by a pattern or "unsafe".',
  none: (file: string) =>
    `There are no rules, so everything is asked. Write some in ${file}; docs/rules.md shows how.`,
  fine: (count: number, bare: number) => {
    const rules = count === 1 ? "1 rule" : `${count} rules`;
    return bare === 0
      ? `${rules}, nothing wrong with them.`
      : `${rules}, ${bare} to be said twice:`;
  },
  bareShell: (rule: string) =>
    `- The rule “${rule}” allows a shell without a pattern, so it allows only what is known to be harmless. Give it a pattern, or say "unsafe": true if it is to allow what nobody can tell as well.`,
  samples: {
    allow: { fits: "allows", others: "does not allow" },
    deny: { fits: "denies", others: "does not deny" },
    ask: { fits: "asks about", others: "is not about" },
  },
  unusable: (file: string) => `${file} cannot be used:`,
  allAsked: "Until that is corrected no rule decides anything, and everything is asked.",
  verdict: {
    allow: (rule: string) => `Allowed by the rule “${rule}”.`,
    ask: (rule: string) => `Asked, because the rule “${rule}” says so.`,
    deny: (rule: string) => `Denied by the rule “${rule}”.`,
  },
  nobody: "Asked: no rule decides it.",
  destructive: (reasons: string) => `It may destroy something. ${reasons}`,
  unclear: (part: string) =>
    part === "" ? "Nobody can tell what it does." : `Nobody can tell what \`${part}\` does.`,
  harmless: "It is known to be harmless.",
  dangers: dialogMessages("en").dangers,
  surface: (name: string) => `A person is told ${placeIn(name, "en")} first.`,
  timeout: (seconds: number) => `It waits for ${seconds} seconds.`,
  decides: "decides",
  differs: (by: Reason) => `is about something else (${by})`,
  overruled: (by: Reason, part: string): string => overruledWords[by]?.(part) ?? by,
};

const overruledWords: Partial<Record<Reason, (part: string) => string>> = {
  decides_for_you: () =>
    "would allow it, but no rule allows what decides in your place or changes the rules",
  destructive: () => "would allow it, but it may destroy something and the rule does not name that",
  unclear: () => 'would allow it, but nobody can tell what it does and the rule is not "unsafe"',
  option: (part) => `fits, but nobody can tell what it does and ${part} is not in its pattern`,
  not_a_permission: () => "fits, but only permissions are decided by rules",
  too_long: () => "would allow it, but it is too long to be read",
  unseen: () =>
    "would allow it, but not all it runs can be seen, and another rule denies or asks about some commands",
  deny: () => "fits, but a rule that denies comes first",
  ask: () => "fits, but a rule that asks comes first",
  closer: () => "fits, but a closer or earlier rule decides",
};

const ko: typeof en = {
  columns: ["규칙", "결정", "대상"],
  decision: { allow: "허용", ask: "질문", deny: "거부" },
  everything: "모두",
  named: (key, value) => namedIn("ko", key, value),
  order:
    '거부가 질문보다, 질문이 허용보다 먼저입니다. 같은 결정이면 조건이 많은 규칙, 그다음은 먼저 쓴 규칙입니다. 무언가를 없앨 수 있는 것은 그것을 밝힌 규칙만, 무엇을 하는지 알 수 없는 것은 패턴이나 "unsafe"가 있는 규칙만 허용합니다.',
  none: (file) =>
    `규칙이 없어 모든 것을 묻습니다. ${file}에 쓸 수 있습니다. docs/rules.md를 보세요.`,
  fine: (count, bare) =>
    bare === 0
      ? `규칙 ${count}개에 문제가 없습니다.`
      : `규칙 ${count}개 가운데 ${bare}개는 한 번 더 밝혀야 합니다:`,
  bareShell: (rule) =>
    `- 규칙 “${rule}”은(는) 패턴 없이 셸을 허용하므로, 해가 없다고 알려진 것만 허용합니다. 패턴을 쓰거나, 무엇을 하는지 알 수 없는 것도 허용하려면 "unsafe": true라고 쓰세요.`,
  samples: {
    allow: { fits: "허용하는 것", others: "허용하지 않는 것" },
    deny: { fits: "거부하는 것", others: "거부하지 않는 것" },
    ask: { fits: "묻는 것", others: "대상이 아닌 것" },
  },
  unusable: (file) => `쓸 수 없는 파일입니다: ${file}`,
  allAsked: "고치기 전에는 어떤 규칙도 결정하지 않고 모든 것을 묻습니다.",
  verdict: {
    allow: (rule) => `규칙 “${rule}”에 따라 허용합니다.`,
    ask: (rule) => `규칙 “${rule}”에 따라 묻습니다.`,
    deny: (rule) => `규칙 “${rule}”에 따라 거부합니다.`,
  },
  nobody: "결정하는 규칙이 없어 묻습니다.",
  destructive: (reasons) => `무언가를 없앨 수 있습니다. ${reasons}`,
  unclear: (part) =>
    part === "" ? "무엇을 하는지 알 수 없습니다." : `무엇을 하는지 알 수 없습니다: \`${part}\``,
  harmless: "해가 없다고 알려진 것입니다.",
  dangers: dialogMessages("ko").dangers,
  surface: (name) => `먼저 알릴 곳: ${placeName(name, "ko")}`,
  timeout: (seconds) => `${seconds}초 동안 기다립니다.`,
  decides: "결정합니다",
  differs: (by) => `다른 것에 대한 규칙입니다 (${by})`,
  overruled: (by, part) => koreanOverruled[by]?.(part) ?? by,
};

const koreanOverruled: typeof overruledWords = {
  decides_for_you: () =>
    "허용하려 하지만, 사람 대신 결정하거나 규칙을 바꾸는 것은 어떤 규칙도 허용하지 않습니다",
  destructive: () => "허용하려 하지만, 무언가를 없앨 수 있는데 규칙이 그것을 밝히지 않았습니다",
  unclear: () => '허용하려 하지만, 무엇을 하는지 알 수 없고 규칙에 "unsafe"가 없습니다',
  option: (part) => `맞지만, 무엇을 하는지 알 수 없고 패턴에 없는 옵션이 있습니다: ${part}`,
  not_a_permission: () => "맞지만, 규칙은 권한만 결정합니다",
  too_long: () => "허용하려 하지만, 다 읽기에 너무 깁니다",
  unseen: () =>
    "허용하려 하지만, 실행할 내용이 다 보이지 않고 일부 명령을 거부하거나 묻는 다른 규칙이 있습니다",
  deny: () => "맞지만, 거부하는 규칙이 먼저입니다",
  ask: () => "맞지만, 묻는 규칙이 먼저입니다",
  closer: () => "맞지만, 더 가깝거나 먼저 쓴 규칙이 결정합니다",
};

function namedIn(locale: Locale, key: string, value: string): string {
  if (key === "surface") return placeName(value, locale);
  if (key === "source") return sourceName(value, locale);
  return key === "agent" ? clientName(value) : value;
}

export type RulesMessages = typeof en;

export function rulesMessages(locale: Locale): RulesMessages {
  return { en, ko }[locale];
}
