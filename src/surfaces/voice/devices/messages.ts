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
  scopeColumns: ["SCOPE", "PROJECTS", "PERSON", "EXPIRES"],
  device: "device",
  voice: "voice",
  all: "all",
  expired: "expired",
  projectColumns: ["PROJECT", "MAY SEE", "MAY ANSWER"],
  everybody: "everybody with a token for it",
  noProjects:
    "Every project is open to everybody with a token for it. Limit one with: askline project set NAME --answer ada,bob",
  projectSet: (name: string) => `Noted. It counts from now on for ${name}.`,
  projectRemoved: (name: string) => `${name} is open to everybody with a token for it again.`,
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
  scopeColumns: ["권한", "프로젝트", "사람", "만료"],
  device: "기기",
  voice: "음성",
  all: "모두",
  expired: "만료됨",
  projectColumns: ["프로젝트", "볼 수 있는 사람", "답할 수 있는 사람"],
  everybody: "토큰이 있는 모든 사람",
  noProjects:
    "모든 프로젝트가 토큰이 있는 사람 모두에게 열려 있습니다. 사람을 정하려면: askline project set 이름 --answer ada,bob",
  projectSet: (name) => `정했습니다. 지금부터 적용됩니다: ${name}`,
  projectRemoved: (name) => `다시 토큰이 있는 모든 사람에게 열렸습니다: ${name}`,
  revokeLater: (name) => `다시 막으려면: askline token revoke "${name}"`,
};

export function deviceMessages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
