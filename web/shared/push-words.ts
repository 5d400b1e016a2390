/** What the panel of push says. Every language has the same keys. */
import type { Locale } from "../../src/core/locale.ts";
import type { Hindrance } from "./push.ts";

/** What to do, and a word on how; what stands between backquotes is typed. */
type Step = readonly [string, string];

const en = {
  title: "Notices on this device",
  off: "Push is off here",
  on: "Push is on here",
  offWhy: "Askline can tell you of a question while no page is open.",
  onWhy: "When nobody answers at your desk, you are told here.",
  why: {
    insecure:
      "You opened Askline at a plain address in this network. Phones deliver push only to pages with https.",
    home_screen: "An iPhone or iPad delivers push only to what stands on the home screen.",
    unsupported: "This browser knows no push.",
    denied: "This browser was told to show no notices of Askline's.",
  } satisfies Record<Hindrance, string> as Record<Hindrance, string>,
  steps: {
    insecure: [
      ["Give the hub an https address", "On the computer, run `askline tunnel`"],
      ["Open the link it shows", "Scan its code with this phone"],
      ["Add Askline to the home screen", "Then turn on push, here"],
    ],
    home_screen: [
      ["Add Askline to the home screen", "In Safari: Share, then Add to Home Screen"],
      ["Open it from there", "Then turn on push, here"],
    ],
    unsupported: [
      ["Open Askline in another browser", "Chrome, Edge, Firefox and Safari know push"],
    ],
    denied: [
      ["Open this site's settings", "The sign beside the address, or the app's own settings"],
      ["Allow notifications", "Then turn on push, here"],
    ],
  } satisfies Record<Hindrance, readonly Step[]> as Record<Hindrance, readonly Step[]>,
  withoutText: "A notice says only that a question waits, encrypted for this device.",
  withText:
    "A notice holds the question's text, encrypted for this device. Nothing that destroys gets a button.",
  orNtfy: "Without https: a topic of ntfy's, by `askline ntfy connect` on the computer.",
  showsText: "The question's text in notices",
  turnOn: "Turn on push",
  turnOff: "Turn off push",
  test: "Send a test notice",
  sent: "Sent. It shows in a moment.",
  failed: (why: string) => `It did not work: ${why}`,
  noReason: "the browser gave no reason",
};

const ko: typeof en = {
  title: "이 기기의 알림",
  off: "이 기기는 푸시가 꺼져 있습니다",
  on: "이 기기는 푸시가 켜져 있습니다",
  offWhy: "열린 페이지가 없을 때도 질문을 알릴 수 있습니다.",
  onWhy: "컴퓨터 앞에서 답하지 않으면 여기로 알립니다.",
  why: {
    insecure: "이 네트워크의 http 주소로 열었습니다. 휴대전화는 https 페이지에만 푸시를 보냅니다.",
    home_screen: "iPhone과 iPad는 홈 화면에 추가한 앱에만 푸시를 보냅니다.",
    unsupported: "이 브라우저에는 푸시가 없습니다.",
    denied: "이 브라우저에서 Askline의 알림이 차단되어 있습니다.",
  },
  steps: {
    insecure: [
      ["허브에 https 주소 만들기", "컴퓨터에서 실행: `askline tunnel`"],
      ["표시된 링크 열기", "이 휴대전화로 코드를 찍으세요"],
      ["홈 화면에 Askline 추가", "그다음 여기서 푸시 켜기"],
    ],
    home_screen: [
      ["홈 화면에 Askline 추가", "Safari에서 공유, 홈 화면에 추가"],
      ["홈 화면에서 열기", "그다음 여기서 푸시 켜기"],
    ],
    unsupported: [["다른 브라우저로 열기", "Chrome, Edge, Firefox, Safari에는 푸시가 있습니다"]],
    denied: [
      ["사이트 설정 열기", "주소 옆의 표시나 앱 설정"],
      ["알림 허용", "그다음 여기서 푸시 켜기"],
    ],
  },
  withoutText: "알림은 질문이 기다린다는 것만 알리고, 이 기기용으로 암호화됩니다.",
  withText:
    "알림에는 질문 내용이 이 기기용으로 암호화되어 담깁니다. 삭제하는 일에는 버튼이 없습니다.",
  orNtfy: "https 없이: 컴퓨터에서 `askline ntfy connect`로 ntfy 토픽을 쓸 수 있습니다.",
  showsText: "알림에 질문 내용 담기",
  turnOn: "푸시 켜기",
  turnOff: "푸시 끄기",
  test: "시험 알림 보내기",
  sent: "보냈습니다. 곧 나타납니다.",
  failed: (why) => `되지 않았습니다: ${why}`,
  noReason: "브라우저가 까닭을 알리지 않았습니다",
};

export type PushWords = typeof en;

export function pushWords(locale: Locale): PushWords {
  return { en, ko }[locale];
}
