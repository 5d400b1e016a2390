/** The texts of set-up for people. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";
import type { Reason } from "./plan.ts";

const en = {
  upToDate: (client: string) => `${client}: everything is there already.`,
  notFound: (clients: string) => `Not found on this machine: ${clients}.`,
  noneFound:
    "No agent was found on this machine. Name the ones to set up, such as: askline init --only claude-code,codex",
  leftAlone: (path: string, reason: string) => `${path} was left alone: ${reason}`,
  addYourself: "This is what Askline would have put there:",
  reason: (reason: Reason): string => {
    switch (reason.kind) {
      case "not_json":
        return `it is not JSON that can be read (line ${reason.line}).`;
      case "not_toml":
        return `it is not TOML that can be read (line ${reason.line}).`;
      case "unusual":
        return `${reason.place || "it"} has a shape that Askline does not know.`;
      case "not_a_file":
        return "it is not a file.";
      case "dangling_link":
        return "it is a link that leads nowhere.";
      case "read_only":
        return "it may not be written to.";
      case "not_text":
        return "it is not UTF-8 text.";
      case "too_large":
        return "it is too large for a configuration file.";
      case "no_folder":
        return "what should be its folder is none.";
      case "forbidden":
        return "you may not read it or write to it.";
      case "disk_full":
        return "the disk is full.";
      case "unreadable":
        return reason.detail;
    }
  },
  /** Above the question: the changes themselves may have scrolled away. */
  summary: (files: readonly string[]) =>
    `${files.length === 1 ? "1 file" : `${files.length} files`} would be changed:`,
  newFile: "new",
  confirm: "Make these changes? [y/N] ",
  yes: /^(y|yes)$/i,
  nothingChanged: "Nothing was changed.",
  dryRun: "Nothing was changed; this is what would be.",
  changedMeanwhile: (path: string) =>
    `${path} was changed meanwhile and left as it is. Run askline init again.`,
  done: (count: number) => (count === 1 ? "Changed 1 file." : `Changed ${count} files.`),
  undo: (folder: string) =>
    `The files as they were are in ${folder}. askline uninit puts them back.`,
  restart: "Agents that are running see it after they are started anew.",
  codexTrust:
    "Codex runs hooks only once you trust them: it asks when you start codex, or enter /hooks there.",
  startHub:
    "Askline's hub follows agents while it runs: askline serve, or askline service install to have it at every login.",
  keepHub:
    "Claude Code posts its hooks to Askline's hub, so the hub should run at all times: askline service install. Without it, Claude Code shows an error at every step.",
  checkIt: "askline doctor says whether everything works.",
  restored: (path: string) => `${path} is as it was.`,
  removed: (path: string) => `${path} is gone again, as it was.`,
  onlyOurs: (path: string) => `${path} was changed since; only Askline's parts were taken out.`,
  noRecord: (path: string) =>
    `Askline's parts were taken out of ${path}; how it was before is not known.`,
  alreadyBack: (path: string) => `${path} has nothing of Askline any more.`,
  stillThere: (path: string, reason: string) =>
    `${path} was left alone, with Askline's parts in it: ${reason}`,
  backupAt: (path: string) => `As it was before askline init: ${path}`,
  nothingToUndo: "There is nothing to undo.",
  confirmUndo: "Take Askline out of these files? [y/N] ",
};

const ko: typeof en = {
  upToDate: (client) => `${client}: 이미 모두 설정되어 있습니다.`,
  notFound: (clients) => `이 컴퓨터에서 찾지 못했습니다: ${clients}`,
  noneFound:
    "이 컴퓨터에서 에이전트를 찾지 못했습니다. 설정할 것을 지정하세요: askline init --only claude-code,codex",
  leftAlone: (path, reason) => `${path} 파일은 그대로 두었습니다: ${reason}`,
  addYourself: "Askline이 넣으려던 내용입니다:",
  reason: (reason) => {
    switch (reason.kind) {
      case "not_json":
        return `읽을 수 있는 JSON이 아닙니다(${reason.line}번째 줄).`;
      case "not_toml":
        return `읽을 수 있는 TOML이 아닙니다(${reason.line}번째 줄).`;
      case "unusual":
        return `Askline이 모르는 형식입니다: ${reason.place || "파일 전체"}`;
      case "not_a_file":
        return "파일이 아닙니다.";
      case "dangling_link":
        return "대상이 없는 링크입니다.";
      case "read_only":
        return "쓸 수 없는 파일입니다.";
      case "not_text":
        return "UTF-8 텍스트가 아닙니다.";
      case "too_large":
        return "설정 파일치고는 너무 큽니다.";
      case "no_folder":
        return "파일이 있어야 할 곳이 폴더가 아닙니다.";
      case "forbidden":
        return "읽거나 쓸 권한이 없습니다.";
      case "disk_full":
        return "디스크가 가득 찼습니다.";
      case "unreadable":
        return reason.detail;
    }
  },
  summary: (files) => `파일 ${files.length}개가 바뀝니다:`,
  newFile: "새 파일",
  confirm: "이대로 바꿀까요? [y/N] ",
  yes: /^(y|yes|네|예)$/i,
  nothingChanged: "아무것도 바꾸지 않았습니다.",
  dryRun: "아무것도 바꾸지 않았습니다. 바뀔 내용만 보였습니다.",
  changedMeanwhile: (path) =>
    `${path} 파일이 그사이 바뀌어 그대로 두었습니다. askline init을 다시 실행하세요.`,
  done: (count) => `파일 ${count}개를 바꿨습니다.`,
  undo: (folder) => `원래 파일은 ${folder}에 있습니다. askline uninit으로 되돌립니다.`,
  restart: "실행 중인 에이전트는 다시 시작해야 적용됩니다.",
  codexTrust:
    "Codex는 신뢰한 훅만 실행합니다. codex를 시작하면 묻습니다. 또는 /hooks에서 신뢰하세요.",
  startHub:
    "허브가 실행되는 동안 에이전트를 따라갑니다: askline serve, 또는 로그인할 때마다 askline service install",
  keepHub:
    "Claude Code가 훅을 허브로 직접 보내므로 허브가 늘 실행되어야 합니다: askline service install. 허브가 없으면 Claude Code가 단계마다 오류를 보입니다.",
  checkIt: "모두 잘 되는지는 askline doctor가 알려 줍니다.",
  restored: (path) => `${path} 파일을 원래대로 되돌렸습니다.`,
  removed: (path) => `${path} 파일을 원래대로 없앴습니다.`,
  onlyOurs: (path) => `${path} 파일이 그사이 바뀌어 Askline의 내용만 뺐습니다.`,
  noRecord: (path) => `${path} 파일에서 Askline의 내용을 뺐습니다. 원래 파일은 남아 있지 않습니다.`,
  alreadyBack: (path) => `${path} 파일에는 이제 Askline의 내용이 없습니다.`,
  stillThere: (path, reason) =>
    `${path} 파일은 Askline의 내용이 든 채로 그대로 두었습니다: ${reason}`,
  backupAt: (path) => `askline init 전의 파일: ${path}`,
  nothingToUndo: "되돌릴 것이 없습니다.",
  confirmUndo: "이 파일들에서 Askline을 뺄까요? [y/N] ",
};

export type SetupMessages = typeof en;

export function setupMessages(locale: Locale): SetupMessages {
  return { en, ko }[locale];
}
