/** The texts of `askline token` and `askline pair`. Every language has the same keys. */
import type { Locale } from "../../../core/locale.ts";

const en = {
  columns: ["ID", "NAME", "CREATED", "LAST USED"],
  noDevices: "No device has a token yet. Make one with: askline token create NAME",
  never: "never",
  created: (name: string) => `The token of ${name}, shown this once:`,
  revoked: (name: string) => `Revoked ${name}. Its token and its pages open nothing from now on.`,
  rotated:
    "This machine has a new token; the old one opens nothing from now on. A running hub has taken it. Open pages and paired phones have to be let in again: askline serve --open, askline pair. If Claude Code posts its hooks by itself, run askline init once more.",
  unencrypted: "What goes between them is not encrypted: use it in networks you trust.",
  scan: (name: string) =>
    `Scan this with ${name}, or open the address there, within ten minutes. It lets in whoever opens it first, and works once.`,
  openThere: (name: string) =>
    `Open this address on ${name} within ten minutes; the window is too small for a code to scan. It lets in whoever opens it first, and works once.`,
  notRunning: "No hub runs yet. Start it with: askline serve",
  revokeLater: (name: string) => `To shut it out again: askline token revoke "${name}"`,
};

const ko: typeof en = {
  columns: ["ID", "이름", "만든 때", "마지막 사용"],
  noDevices: "아직 토큰이 있는 기기가 없습니다. 만들려면: askline token create 이름",
  never: "없음",
  created: (name) => `기기 "${name}"의 토큰입니다. 지금 한 번만 보여 줍니다:`,
  revoked: (name) =>
    `기기 "${name}"의 토큰을 없앴습니다. 이제 그 토큰과 열린 페이지로는 아무것도 할 수 없습니다.`,
  rotated:
    "이 컴퓨터의 토큰을 새로 만들었습니다. 이제 옛 토큰으로는 아무것도 할 수 없습니다. 실행 중인 허브는 새 토큰을 씁니다. 열린 페이지와 연결한 휴대전화는 다시 들여야 합니다: askline serve --open, askline pair. Claude Code가 훅을 직접 보낸다면 askline init을 한 번 더 실행하세요.",
  unencrypted: "오가는 내용은 암호화되지 않습니다. 믿을 수 있는 네트워크에서만 쓰세요.",
  scan: (name) =>
    `10분 안에 기기 "${name}"에서 이 코드를 찍거나 주소를 여세요. 한 번만 쓸 수 있고, 먼저 여는 사람이 들어옵니다.`,
  openThere: (name) =>
    `10분 안에 기기 "${name}"에서 이 주소를 여세요. 창이 작아서 코드는 보여 줄 수 없습니다. 한 번만 쓸 수 있고, 먼저 여는 사람이 들어옵니다.`,
  notRunning: "아직 실행 중인 허브가 없습니다. 시작하려면: askline serve",
  revokeLater: (name) => `다시 막으려면: askline token revoke "${name}"`,
};

export function deviceMessages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
