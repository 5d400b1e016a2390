/** The texts of `askline tunnel` for people. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";

const en = {
  opens: (address: string, port: number) =>
    `${address} will lead to the hub on this machine (port ${port}).`,
  whom: {
    tailscale: "Reached by: the devices of your own Tailscale network, and nobody else.",
    ssh: "Reached by: whoever the web server on the other machine lets through, perhaps the whole internet.",
    proxy: "Reached by: whoever your own proxy lets through, perhaps the whole internet.",
  },
  behind:
    "Behind it: nothing without a device's own token. `askline token revoke` shuts a device out, `askline tunnel stop` shuts the address.",
  runs: (command: string) => `This runs: ${command}`,
  runsNothing:
    "Nothing runs: your proxy leads here already, and the hub answers to its name from now on.",
  question: "Open it?",
  yes: /^y(es)?$/i,
  nothingDone: "Nothing was opened.",
  opened: (address: string) =>
    `The hub is reached at ${address}. To close it: askline tunnel stop\n`,
  openAlready: (address: string) => `It is open already: ${address}`,
  pairLater: "To let a phone in: askline pair",
  isOpen: (address: string, whom: string) => `${address} leads to the hub. ${whom}`,
  isDown: (address: string) =>
    `${address} does not lead here any more. To open it again: askline tunnel`,
  bySetting: (address: string) =>
    `No tunnel of ours is open. The setting voice_bridge.network.public_address says ${address}.`,
  none: "No tunnel is open.",
  closed: {
    closed: (address: string) => `Closed: ${address} does not lead here any more.`,
    left: (address: string) =>
      `The hub no longer answers to ${address}. What opened it was gone already, or leads elsewhere by now, and was left alone.`,
    forgotten: (address: string) =>
      `The hub no longer answers to ${address}. Your proxy itself was left as it is.`,
  },
  bypass: (from: string) => ({
    message:
      "localhost_bypass is on, which lets everybody in who comes from this machine; a tunnel comes from this machine.",
    suggestion: `Set voice_bridge.auth.localhost_bypass to false (it comes from ${from}), start the hub again, then run this again.`,
  }),
  addressSet: (address: string, from: string) => ({
    message: `The hub answers to ${address} already, by the setting voice_bridge.network.public_address.`,
    suggestion: `Pair with askline pair, or take the setting away (it comes from ${from}) to open a tunnel.`,
  }),
  noPort: {
    message: "Nobody knows yet which port the hub will have.",
    suggestion: "Start it first: askline serve",
  },
  noWay: {
    message: "There is no Tailscale here, and no other way was named.",
    suggestion:
      "Install Tailscale here and on the phone (tailscale.com/download) and run this again. " +
      "Or, with a web server of yours that has https: askline tunnel --ssh me@server --address https://askline.example.net. " +
      "Or, if a proxy leads to this machine already: askline tunnel --address https://askline.example.net",
  },
  tailscaleDown: {
    message: "Tailscale is installed, but not connected.",
    suggestion: "Run tailscale up, then this again.",
  },
  noCertificates: {
    message: "This Tailscale network gives no https names.",
    suggestion:
      "Turn on MagicDNS and HTTPS certificates at login.tailscale.com/admin/dns, then run this again.",
  },
  portsTaken: (ports: readonly number[]) => ({
    message: `Tailscale serves something else on all of the ports ${ports.join(", ")}.`,
    suggestion: "See tailscale serve status, and free one of them.",
  }),
  sshNeedsAddress: {
    message:
      "ssh leads to a port of the other machine; its web server gives that an https address.",
    suggestion: "Name it: askline tunnel --ssh me@server --address https://askline.example.net",
  },
  notAnAddress: (given: string) => ({
    message: `"${given}" is not an https address.`,
    suggestion: "Write it as https://askline.example.net, without a path.",
  }),
  notAHost: (given: string) => ({
    message: `"${given}" is not a machine that ssh could connect to.`,
    suggestion: "Write it as me@server, or as a name from your ~/.ssh/config.",
  }),
  noSsh: { message: "There is no ssh here.", suggestion: "Install it, then run this again." },
  programFailed: (program: string, line: string) => ({
    message: `${program} did not do it: ${line}`,
    suggestion: "Nothing stays open. Mend that, then run this again.",
  }),
  programEnded: (program: string) => ({
    message: `${program} did not do it; what it said stands above.`,
    suggestion: "Nothing stays open. Mend that, then run this again.",
  }),
  doctor: {
    up: (address: string, whom: string) => ({ what: `${address} leads to the hub. ${whom}` }),
    down: (address: string) => ({
      what: `${address} does not lead to the hub any more.`,
      todo: "Open it again with askline tunnel, or drop it with askline tunnel stop.",
    }),
  },
};

const ko: typeof en = {
  opens: (address, port) => `${address} 주소가 이 컴퓨터의 허브(포트 ${port})로 이어집니다.`,
  whom: {
    tailscale: "닿을 수 있는 곳: 본인 Tailscale 네트워크의 기기뿐입니다.",
    ssh: "닿을 수 있는 곳: 다른 컴퓨터의 웹 서버가 들이는 모두이며, 인터넷 전체일 수 있습니다.",
    proxy: "닿을 수 있는 곳: 직접 둔 프록시가 들이는 모두이며, 인터넷 전체일 수 있습니다.",
  },
  behind:
    "열리는 것: 기기의 토큰 없이는 아무것도 열리지 않습니다. 기기는 `askline token revoke`로, 주소는 `askline tunnel stop`으로 막습니다.",
  runs: (command) => `실행할 명령: ${command}`,
  runsNothing: "실행할 것은 없습니다. 이미 이어진 프록시의 이름으로 허브가 응답하게 됩니다.",
  question: "열까요?",
  yes: /^(y(es)?|네|예)$/i,
  nothingDone: "아무것도 열지 않았습니다.",
  opened: (address) => `허브의 주소: ${address}. 닫으려면: askline tunnel stop\n`,
  openAlready: (address) => `이미 열려 있습니다: ${address}`,
  pairLater: "휴대전화를 들이려면: askline pair",
  isOpen: (address, whom) => `${address} 주소가 허브로 이어집니다. ${whom}`,
  isDown: (address) => `${address} 주소가 더는 이어지지 않습니다. 다시 열려면: askline tunnel`,
  bySetting: (address) =>
    `열린 터널이 없습니다. voice_bridge.network.public_address 설정의 주소: ${address}`,
  none: "열린 터널이 없습니다.",
  closed: {
    closed: (address) => `닫았습니다. ${address} 주소는 더는 이어지지 않습니다.`,
    left: (address) =>
      `허브가 ${address} 이름으로 더는 응답하지 않습니다. 터널은 이미 없거나 다른 곳으로 이어져 있어 그대로 두었습니다.`,
    forgotten: (address) =>
      `허브가 ${address} 이름으로 더는 응답하지 않습니다. 프록시 자체는 그대로 두었습니다.`,
  },
  bypass: (from) => ({
    message:
      "localhost_bypass가 켜져 있어 이 컴퓨터에서 오는 요청은 모두 들어옵니다. 터널도 이 컴퓨터에서 옵니다.",
    suggestion: `voice_bridge.auth.localhost_bypass를 false로 바꾸고(출처: ${from}) 허브를 다시 시작한 뒤 다시 실행하세요.`,
  }),
  addressSet: (address, from) => ({
    message: `voice_bridge.network.public_address 설정에 따라 허브가 이미 이 주소로 응답합니다: ${address}`,
    suggestion: `askline pair로 연결하거나, 터널을 열려면 그 설정을 지우세요(출처: ${from}).`,
  }),
  noPort: {
    message: "허브가 쓸 포트를 아직 알 수 없습니다.",
    suggestion: "먼저 시작하세요: askline serve",
  },
  noWay: {
    message: "Tailscale이 없고, 다른 방법도 정하지 않았습니다.",
    suggestion:
      "이 컴퓨터와 휴대전화에 Tailscale을 설치하고(tailscale.com/download) 다시 실행하세요. " +
      "https 웹 서버가 있다면: askline tunnel --ssh me@server --address https://askline.example.net. " +
      "이미 이 컴퓨터로 이어지는 프록시가 있다면: askline tunnel --address https://askline.example.net",
  },
  tailscaleDown: {
    message: "Tailscale이 설치되어 있지만 연결되어 있지 않습니다.",
    suggestion: "tailscale up을 실행한 뒤 다시 실행하세요.",
  },
  noCertificates: {
    message: "이 Tailscale 네트워크는 https 이름을 주지 않습니다.",
    suggestion:
      "login.tailscale.com/admin/dns에서 MagicDNS와 HTTPS 인증서를 켠 뒤 다시 실행하세요.",
  },
  portsTaken: (ports) => ({
    message: `Tailscale의 포트가 모두 다른 데 쓰이고 있습니다: ${ports.join(", ")}`,
    suggestion: "tailscale serve status를 보고 하나를 비우세요.",
  }),
  sshNeedsAddress: {
    message: "ssh는 다른 컴퓨터의 포트로 이어지고, https 주소는 그곳의 웹 서버가 줍니다.",
    suggestion:
      "주소를 알려 주세요: askline tunnel --ssh me@server --address https://askline.example.net",
  },
  notAnAddress: (given) => ({
    message: `https 주소가 아닙니다: "${given}"`,
    suggestion: "경로 없이 https://askline.example.net처럼 쓰세요.",
  }),
  notAHost: (given) => ({
    message: `ssh로 연결할 수 있는 컴퓨터가 아닙니다: "${given}"`,
    suggestion: "me@server나 ~/.ssh/config의 이름으로 쓰세요.",
  }),
  noSsh: { message: "ssh가 없습니다.", suggestion: "설치한 뒤 다시 실행하세요." },
  programFailed: (program, line) => ({
    message: `${program} 실행에 실패했습니다: ${line}`,
    suggestion: "열린 것은 없습니다. 고친 뒤 다시 실행하세요.",
  }),
  programEnded: (program) => ({
    message: `${program} 실행에 실패했습니다. 까닭은 위에 있습니다.`,
    suggestion: "열린 것은 없습니다. 고친 뒤 다시 실행하세요.",
  }),
  doctor: {
    up: (address, whom) => ({ what: `${address} 주소가 허브로 이어집니다. ${whom}` }),
    down: (address) => ({
      what: `${address} 주소가 더는 허브로 이어지지 않습니다.`,
      todo: "askline tunnel로 다시 열거나 askline tunnel stop으로 지우세요.",
    }),
  },
};

export type TunnelMessages = typeof en;

export function tunnelMessages(locale: Locale): TunnelMessages {
  return { en, ko }[locale];
}
