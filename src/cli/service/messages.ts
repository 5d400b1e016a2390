/** The texts of `askline service` for people. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";

const en = {
  noSystemd: (command: string) => ({
    message: "There is no systemd here that could start the hub at login.",
    suggestion: `Have your system start this at login instead: ${command}`,
  }),
  foreignUnit: (path: string) => ({
    message: `${path} was not written by Askline and was left alone.`,
    suggestion: "Move it away, then run askline service install again.",
  }),
  systemdFailed: (detail: string, command: string) => ({
    message: `systemd did not do it: ${detail}`,
    suggestion: `Run it in a login session of your own, or have your system start this at login instead: ${command}`,
  }),
  installed: (path: string) => `The hub runs now and at every login (${path}).`,
  installedForLater: (url: string) =>
    `A hub runs already at ${url}. At the next login the service starts it instead.`,
  uninstalled: "The hub no longer runs at login.",
  hooksStay:
    "Claude Code still posts its hooks to the hub. To have commands instead: askline init --hooks command",
  notInstalled: "The service is not installed. askline service install does that.",
  nothingToUninstall: "The service is not installed, so there is nothing to remove.",
  running: (url: string) => `The service runs, and the hub answers at ${url}.`,
  silent:
    "The service runs, but the hub does not answer: systemctl --user status askline says more.",
  stopped: "The service is installed, but does not run: systemctl --user start askline starts it.",
};

const ko: typeof en = {
  noSystemd: (command) => ({
    message: "로그인할 때 허브를 시작해 줄 systemd가 없습니다.",
    suggestion: `로그인할 때 이 명령이 실행되게 하세요: ${command}`,
  }),
  foreignUnit: (path) => ({
    message: `${path} 파일은 Askline이 쓴 것이 아니어서 그대로 두었습니다.`,
    suggestion: "파일을 옮긴 뒤 askline service install을 다시 실행하세요.",
  }),
  systemdFailed: (detail, command) => ({
    message: `systemd가 실패했습니다: ${detail}`,
    suggestion: `로그인한 세션에서 실행하거나, 로그인할 때 이 명령이 실행되게 하세요: ${command}`,
  }),
  installed: (path) => `허브가 지금, 그리고 로그인할 때마다 실행됩니다(${path}).`,
  installedForLater: (url) =>
    `허브가 이미 ${url}에서 실행 중입니다. 다음 로그인부터 서비스가 시작합니다.`,
  uninstalled: "이제 로그인할 때 허브가 실행되지 않습니다.",
  hooksStay:
    "Claude Code는 아직 훅을 허브로 직접 보냅니다. 명령으로 바꾸려면: askline init --hooks command",
  notInstalled: "서비스가 설치되어 있지 않습니다. askline service install로 설치합니다.",
  nothingToUninstall: "서비스가 설치되어 있지 않아 지울 것이 없습니다.",
  running: (url) => `서비스가 실행 중이고 허브가 ${url}에서 응답합니다.`,
  silent:
    "서비스는 실행 중이지만 허브가 응답하지 않습니다. systemctl --user status askline을 보세요.",
  stopped:
    "서비스가 설치되어 있지만 실행 중이 아닙니다. systemctl --user start askline으로 시작합니다.",
};

export type ServiceMessages = typeof en;

export function serviceMessages(locale: Locale): ServiceMessages {
  return { en, ko }[locale];
}
