/** The texts of a page with nothing to answer. Every language has the same keys. */
import type { Locale } from "../../../src/core/locale.ts";

const en = {
  none: "No agent is connected yet. Connect one, and its questions appear here by themselves. You can leave this page open.",
  some: "New questions appear here by themselves. You can leave this page open.",
  connect: "Connect an agent",
  first: "each shows its changes first",
  here: "Found on this machine",
  notHere: "Not found here",
  connected: "Connected",
  scripts: "Scripts and CI",
  nothingToSetUp: "Nothing to set up",
  example: 'askline ask "Deploy?" -o Yes -o No',
  copy: "Copy",
  copyFor: (what: string) => `Copy the command for ${what}`,
  copied: "Copied",
  feel: "See how it feels first",
  tryIt: "A question of our own, to try the keys with. It goes nowhere.",
  askMe: "Ask me something",
  failed: "It could not be asked. Is the hub still there?",
  away: "Away from the desk?",
  phone: "Open Askline on your phone",
  phoneHow: "Run askline pair, and scan its code with the phone.",
  keys: "All keys",
};

export type WelcomeWords = typeof en;

const ko: WelcomeWords = {
  none: "아직 연결된 에이전트가 없습니다. 연결하면 질문이 여기에 저절로 나타납니다. 이 페이지를 열어 두어도 됩니다.",
  some: "새 질문은 여기에 저절로 나타납니다. 이 페이지를 열어 두어도 됩니다.",
  connect: "에이전트 연결",
  first: "바꿀 내용을 먼저 보여 줍니다",
  here: "이 컴퓨터에 있음",
  notHere: "이 컴퓨터에 없음",
  connected: "연결됨",
  scripts: "스크립트와 CI",
  nothingToSetUp: "설정할 것 없음",
  example: 'askline ask "배포할까요?" -o 예 -o 아니요',
  copy: "복사",
  copyFor: (what) => `복사: ${what} 명령`,
  copied: "복사함",
  feel: "먼저 써 보기",
  tryIt: "키를 써 볼 수 있는 연습 질문입니다. 답은 어디에도 보내지 않습니다.",
  askMe: "질문 받아 보기",
  failed: "질문하지 못했습니다. 허브가 켜져 있는지 확인하세요.",
  away: "자리를 비우나요?",
  phone: "휴대폰에서 Askline 열기",
  phoneHow: "askline pair를 실행하고 휴대폰으로 코드를 찍으세요.",
  keys: "모든 키",
};

export function welcomeWords(locale: Locale): WelcomeWords {
  return { en, ko }[locale];
}
