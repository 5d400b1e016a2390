/** What a person reads about an agent's dialog. Every language has the same keys. */

import type { Locale } from "../../core/locale.ts";
import { DANGERS, type Danger } from "../../core/safety/destroys/destructive.ts";

const en = {
  wantsTo: {
    run: (agent: string) => `${agent} wants to run this command:`,
    write: (agent: string, file: string) => `${agent} wants to write ${file}:`,
    edit: (agent: string, file: string) => `${agent} wants to change ${file}:`,
    fetch: (agent: string) => `${agent} wants to fetch this address:`,
    use: (agent: string, tool: string) => `${agent} wants to use ${tool}:`,
    build: (agent: string) => `${agent} has a plan and asks to go ahead with it:`,
  },
  destructive: (reasons: string) => `⚠ **Look twice.** ${reasons}`,
  dangers: DANGERS as Record<Danger, string>,
  remark: (agent: string) => `${agent} says about it:`,
  givenBesides: "With these settings:",
  replacesUnseen: "⚠ It replaces a file that is too long to compare, or no text.",
  hiddenCharacters: "⚠ It holds characters that cannot be seen; they are written out below.",
  notWhole:
    "⚠ It is too long to be shown whole, so it can be allowed only in the agent's own terminal.",
  leftOut: (count: number) =>
    `[${count} characters left out: read them in the agent's own terminal]`,
  noPlan: "The plan itself is shown in the agent's own terminal.",
  onlyDenied: (agent: string) =>
    `${agent} takes a yes only in its own terminal. Here you can deny it, or leave it to the ` +
    "terminal, which asks unless you told it not to.",
  onlyThere: (agent: string) =>
    `${agent} asks this in its own terminal. It can be allowed or refused only there.`,
  leaveToTerminal: "Leave it to the terminal",
  decideThere: "I will decide there",
  allowOnce: "Allow once",
  always: (what: string) => `Always: ${what}`,
  deny: "Deny",
  denyReason: "Why not, or what to do instead",
  approve: "Approve",
  approveAnd: (what: string) => `Approve, and ${what}`,
  keepPlanning: "Keep planning",
  planReason: "What the plan should do otherwise",
  runCommand: "Run a command",
  approvePlan: "Approve the plan",
  preview: (label: string) => `**${label}**`,
  rules: (rules: string) => `allow ${rules}`,
  formAsks: (server: string) => `The MCP server "${server}" asks:`,
  linkAsks: (server: string) => `The MCP server "${server}" asks you to open this address:`,
  leadsTo: (host: string) => `It leads to ${host}.`,
  accept: "Accept",
  opened: "I have opened it: go on",
  decline: "Decline",
  leaveOut: "Leave it out",
  yes: "Yes",
  no: "No",
  mode: {
    acceptEdits: "accept edits without asking",
    auto: "switch to auto mode",
    bypassPermissions: "stop asking for any permission",
    default: "ask each time",
    plan: "switch to plan mode",
    dontAsk: "stop asking; what no rule allows is denied",
  } as Record<string, string>,
  directories: (folders: string) => `allow access to ${folders}`,
  where: {
    session: "in this session",
    localSettings: "in this project, for you",
    projectSettings: "in this project, for everybody",
    userSettings: "everywhere, for you",
  } as Record<string, string>,
};

export type DialogMessages = typeof en;

const ko: DialogMessages = {
  wantsTo: {
    run: (agent) => `${agent}가 이 명령을 실행하려고 합니다:`,
    write: (agent, file) => `${agent}가 이 파일을 쓰려고 합니다: ${file}`,
    edit: (agent, file) => `${agent}가 이 파일을 고치려고 합니다: ${file}`,
    fetch: (agent) => `${agent}가 이 주소를 읽으려고 합니다:`,
    use: (agent, tool) => `${agent}가 이 도구를 쓰려고 합니다: ${tool}`,
    build: (agent) => `${agent}가 계획을 세우고 진행해도 되는지 묻습니다:`,
  },
  destructive: (reasons) => `⚠ **한 번 더 확인하세요.** ${reasons}`,
  dangers: {
    decides_for_you: "사람 대신 답하거나, Askline이 에이전트에게 허용하는 것을 바꿉니다.",
    deletes_files: "파일을 지웁니다.",
    overwrites_files: "프로젝트 밖의 파일이나 시스템에 필요한 파일을 덮어씁니다.",
    overwrites_disk: "디스크를 덮어씁니다.",
    discards_changes: "커밋하지 않은 변경을 버립니다.",
    rewrites_history: "git 기록을 고치거나 지웁니다.",
    deletes_data: "데이터베이스의 데이터를 지웁니다.",
    deletes_resources: "실행 중인 서비스나 저장된 자원을 지웁니다.",
    changes_permissions: "많은 파일의 권한을 바꿉니다.",
    stops_processes: "프로그램이나 컴퓨터를 멈춥니다.",
    publishes: "다른 사람이 받게 될 것을 공개합니다.",
    runs_remote_code: "네트워크에서 받은 프로그램을 바로 실행합니다.",
    runs_as_administrator: "관리자 권한으로 실행합니다.",
    changes_secrets: "인증 정보나 계정 설정을 바꿉니다.",
    runs_hidden_program: "옵션을 통해 다른 프로그램을 실행합니다.",
    unclear: "무엇을 실행하는지 알 수 없습니다.",
  },
  remark: (agent) => `${agent}의 설명:`,
  givenBesides: "함께 주는 설정:",
  replacesUnseen: "⚠ 비교하기에는 너무 길거나 텍스트가 아닌 파일을 덮어씁니다.",
  hiddenCharacters: "⚠ 보이지 않는 글자가 있어 아래에 풀어 썼습니다.",
  notWhole: "⚠ 너무 길어 다 보여 줄 수 없으므로 에이전트의 터미널에서만 허용할 수 있습니다.",
  leftOut: (count) => `[${count}자 생략: 에이전트의 터미널에서 볼 수 있습니다]`,
  noPlan: "계획은 에이전트의 터미널에 나와 있습니다.",
  onlyDenied: (agent) =>
    `${agent}는 자체 터미널에서만 허용할 수 있습니다. 여기서는 거부하거나 터미널에 맡길 수 있으며, ` +
    "묻지 않도록 설정하지 않았다면 터미널에서 묻습니다.",
  onlyThere: (agent) =>
    `${agent}가 자체 터미널에서 묻고 있습니다. 그곳에서만 허용하거나 거부할 수 있습니다.`,
  leaveToTerminal: "터미널에 맡기기",
  decideThere: "그곳에서 결정하기",
  allowOnce: "이번만 허용",
  always: (what) => `항상: ${what}`,
  deny: "거부",
  denyReason: "안 되는 이유나 대신 할 일",
  approve: "승인",
  approveAnd: (what) => `승인하고 ${what}`,
  keepPlanning: "계획 계속하기",
  planReason: "계획에서 바꿀 점",
  runCommand: "명령 실행",
  approvePlan: "계획 승인",
  preview: (label) => `**${label}**`,
  rules: (rules) => `${rules} 허용`,
  formAsks: (server) => `MCP 서버 "${server}"의 질문:`,
  linkAsks: (server) => `MCP 서버 "${server}"가 이 주소를 열어 달라고 합니다:`,
  leadsTo: (host) => `${host}(으)로 연결됩니다.`,
  accept: "수락",
  opened: "열었으니 계속",
  decline: "거절",
  leaveOut: "비워 두기",
  yes: "예",
  no: "아니요",
  mode: {
    acceptEdits: "수정은 묻지 않고 받기",
    auto: "자동 모드로 바꾸기",
    bypassPermissions: "어떤 권한도 묻지 않기",
    default: "매번 묻기",
    plan: "계획 모드로 바꾸기",
    dontAsk: "묻지 않기. 규칙이 허용하지 않는 것은 거부",
  },
  directories: (folders) => `${folders} 접근 허용`,
  where: {
    session: "이 세션에서",
    localSettings: "이 프로젝트에서 나만",
    projectSettings: "이 프로젝트에서 모두",
    userSettings: "어디서나 나만",
  },
};

export function dialogMessages(locale: Locale): DialogMessages {
  return { en, ko }[locale];
}
