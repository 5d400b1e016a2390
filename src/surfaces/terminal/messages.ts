/** What the terminal prompt says. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";
import type { Refusal } from "../../core/selection.ts";

const en = {
  recommended: "(recommended)",
  preselected: "(preselected)",
  questionOf: (number: number, total: number) => `Question ${number} of ${total}`,
  pickOne: "Type a number or a label",
  pickMany: (atLeast: number, atMost: number) => `Type numbers such as "1 3" (${atLeast} to ${atMost})`,
  orText: "or your own words",
  typeText: "Type your answer",
  enterKeeps: "Enter takes what is preselected",
  noneIsFine: '"none" chooses nothing',
  cancelHint: "Ctrl-C cancels",
  deadline: (time: string) => `Answer until ${time}.`,
  cancelled: "Cancelled.",
  elsewhere: (who: string, surface: string) => `Already settled by ${who} (${surface}).`,
  ambiguous: (labels: string) => `That could mean ${labels}. Which one?`,
  unclear: "That is none of the options.",
  refusal: (refusal: Refusal): string => {
    switch (refusal.reason) {
      case "unknown_option":
        return "That is none of the options.";
      case "too_few":
        return `Choose at least ${refusal.atLeast}.`;
      case "too_many":
        return `Choose at most ${refusal.atMost}.`;
      case "text_needed":
        return "Type something first.";
      case "text_not_taken":
        return "This question takes one of its options.";
      case "nothing_chosen":
        return "Choose an option first.";
    }
  },
};

const ko: typeof en = {
  recommended: "(추천)",
  preselected: "(미리 선택됨)",
  questionOf: (number, total) => `질문 ${number}/${total}`,
  pickOne: "번호나 이름을 입력하세요",
  pickMany: (atLeast, atMost) => `"1 3"처럼 번호를 입력하세요 (${atLeast}~${atMost}개)`,
  orText: "또는 직접 입력",
  typeText: "답을 입력하세요",
  enterKeeps: "Enter는 미리 선택된 것을 고릅니다",
  noneIsFine: '"없음"은 아무것도 고르지 않습니다',
  cancelHint: "Ctrl-C로 취소",
  deadline: (time) => `${time}까지 답해 주세요.`,
  cancelled: "취소했습니다.",
  elsewhere: (who, surface) => `이미 처리되었습니다: ${who} (${surface}).`,
  ambiguous: (labels) => `${labels} 중 어느 것인가요?`,
  unclear: "선택지에 없는 답입니다.",
  refusal: (refusal) => {
    switch (refusal.reason) {
      case "unknown_option":
        return "선택지에 없는 답입니다.";
      case "too_few":
        return `${refusal.atLeast}개 이상 고르세요.`;
      case "too_many":
        return `${refusal.atMost}개까지만 고를 수 있습니다.`;
      case "text_needed":
        return "먼저 답을 입력하세요.";
      case "text_not_taken":
        return "선택지 중에서 골라 주세요.";
      case "nothing_chosen":
        return "먼저 하나를 고르세요.";
    }
  },
};

export function messages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
