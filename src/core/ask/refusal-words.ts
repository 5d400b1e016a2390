/**
 * Why a question refuses a choice or a text, in words for people. Every surface uses the same ones.
 */
import type { Locale } from "../locale.ts";
import type { Refusal } from "./selection.ts";

export const refusalWords: Record<Locale, (refusal: Refusal) => string> = { en, ko };

function en(refusal: Refusal): string {
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
}

function ko(refusal: Refusal): string {
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
}
