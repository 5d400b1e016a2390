/**
 * The doctor's texts for people: how a thing is and, if needed, what to do. Every
 * language has the same keys.
 */
import type { Locale } from "../../core/locale.ts";
import { span } from "../describe.ts";
import { setupMessages } from "../setup/messages.ts";
import type { Sentence } from "./finding.ts";

const en = {
  locale: "en" as Locale,
  setup: setupMessages("en"),
  pagesAt: (address: string) => `your pages, to paired devices at ${address}`,
  leaves: (places: readonly string[]): Sentence => ({
    what:
      places.length === 0
        ? "No text of a question leaves this machine."
        : `What leaves this machine: ${places.join("; ")}.`,
  }),
  allWell: "Nothing keeps Askline from working.",
  problems: (count: number) => (count === 1 ? "1 thing needs you." : `${count} things need you.`),
  node: (version: string): Sentence => ({ what: `Node ${version}.` }),
  nodeTooOld: (version: string, least: string): Sentence => ({
    what: `Node ${version} is too old.`,
    todo: `Install Node ${least} or newer.`,
  }),
  stateFolder: (path: string): Sentence => ({ what: `${path} is yours alone.` }),
  notYours: (path: string): Sentence => ({
    what: `${path} belongs to somebody else.`,
    todo: "Choose another with ASKLINE_STATE_DIR, or have it given to you.",
  }),
  openToOthers: (path: string, mode: string): Sentence => ({
    what: `Others on this machine can look into ${path}.`,
    todo: `Run: chmod ${mode} ${path}`,
  }),
  inFile: (file: string, sentence: string): Sentence => ({
    what: sentence.startsWith(file) ? sentence : `${file}: ${sentence}`,
    todo: `Correct it in ${file}.`,
  }),
  remote: (url: string, token: string): Sentence => ({
    what: `This machine works with the hub at ${url}${token === "" ? "" : ` as ${token}`}.`,
  }),
  remoteTrouble: (url: string, trouble: { message: string; suggestion: string }): Sentence => ({
    what: `This machine works with the hub at ${url}. ${trouble.message}`,
    todo: trouble.suggestion,
  }),
  remoteQueue: (count: number): Sentence => ({
    what: `${count === 1 ? "1 thing is" : `${count} things are`} still to be sent to it.`,
    todo: "Run: askline remote status",
  }),
  remoteRefused: (count: number): Sentence => ({
    what: `It refused ${count === 1 ? "1 thing" : `${count} things`} for good; all is kept here.`,
    todo: "See why: askline remote status. To send once more: askline remote status --retry",
  }),
  questionsTo: (url: string) => `questions and answers, to the hub at ${url}`,
  disk: { what: "The state folder can be written to." } as Sentence,
  cannotWrite: (path: string, detail: string): Sentence => ({
    what: `Nothing can be written to ${path}: ${detail}`,
    todo: "Make room or permission there; until then no answer can be kept.",
  }),
  diskNearlyFull: (path: string): Sentence => ({
    what: `The disk of ${path} is nearly full.`,
    todo: "Make some room.",
  }),
  retention: (rules: readonly (readonly [project: string, days: number])[]): Sentence => ({
    what: `A running hub removes what was settled: ${rules
      .map(([project, days]) => {
        const whose = project === "*" ? "all others" : project;
        return days === 0 ? `${whose} not at all` : `${whose} after ${days} days`;
      })
      .join(", ")}.`,
  }),
  clock: { what: "The clock agrees with the disk." } as Sentence,
  clockDiffers: (minutes: number): Sentence => ({
    what: `The clock and the disk differ by ${minutes} minutes.`,
    todo: "Set the clock (timedatectl set-ntp true), else deadlines come early or late.",
  }),
  clockWentBack: (minutes: number): Sentence => ({
    what: `Askline's files are ${minutes} minutes ahead of the clock.`,
    todo: "Set the clock (timedatectl set-ntp true), else deadlines come early or late.",
  }),
  storeInFiles: (path: string): Sentence => ({ what: `Asks are kept in files, in ${path}.` }),
  storeInDatabase: (what: string): Sentence => ({ what: `Asks are kept in ${what}.` }),
  storeBehindPooler: (what: string): Sentence => ({
    what: `Asks are kept in ${what}, behind a pooler that drops notifications.`,
    todo: "Set ASKLINE_DATABASE_LISTEN_URL to a direct connection; until then Askline polls.",
  }),
  storeAdvice: "Correct ASKLINE_DATABASE_URL; until then no question can be asked.",
  noAncestry: {
    what: "This system does not tell which process started another.",
    todo: "An agent that answers in your place is known by its environment alone: see SECURITY.md.",
  } as Sentence,
  staleLock: (path: string): Sentence => ({
    what: `${path} was left by a program that is gone.`,
    todo: "Nothing: the next one who needs it takes it over.",
  }),
  hub: (url: string): Sentence => ({ what: `The hub answers at ${url}.` }),
  noHub: {
    what: "No hub runs, so agents' dialogs are not shown and there is no dashboard.",
    todo: "Run: askline serve, or askline service install to have it at every login.",
  } as Sentence,
  hubEnded: { what: "The hub ended without saying so.", todo: "Run: askline serve" } as Sentence,
  foreignHub: (url: string): Sentence => ({
    what: `Somebody else answers at ${url}, where the hub should be.`,
    todo: "End the other program, then run: askline serve",
  }),
  hooksByProxy: (variable: string): Sentence => ({
    what: `${variable} is set here, and Claude Code posts its hooks to that proxy, with all they hold.`,
    todo: "Add 127.0.0.1 to NO_PROXY wherever Claude Code is started, or run: askline init --hooks command",
  }),
  nobodyToPostTo: (url: string, hubUrl: string | null): Sentence => ({
    what:
      hubUrl === null
        ? `Claude Code posts its hooks to ${url}, where no hub runs, and shows an error at every step.`
        : `Claude Code posts its hooks to ${url}, but the hub is at ${hubUrl}.`,
    todo: "Have the hub there at all times (askline service install), or run: askline init --hooks command",
  }),
  otherVersion: (theirs: string, ours: string): Sentence => ({
    what: `The hub is version ${theirs}, this is ${ours}.`,
    todo: "End the hub and start it anew (systemctl --user restart askline, or askline serve).",
  }),
  portTaken: (port: number): Sentence => ({
    what: `Port ${port} is taken by another program.`,
    todo: "Choose another with the setting port (askline config), or end that program.",
  }),
  otherHub: (port: number, pid: number): Sentence => ({
    what: `Another hub, process ${pid}, has port ${port} and shows the questions of another state folder.`,
    todo: "End it, or give it a port of its own.",
  }),
  connected: (name: string): Sentence => ({ what: `Connected: ${name}.` }),
  notConnected: (name: string, detail: string): Sentence => ({
    what: `Not connected: ${name}. ${detail}`.trim(),
    todo: "Check its settings (askline config), then start the hub anew.",
  }),
  spoolWaits: (count: number): Sentence => ({
    what: `What agents said while no hub ran is kept: ${count}.`,
    todo: "Run: askline serve",
  }),
  spoolStuck: (count: number): Sentence => ({
    what: `The hub runs but does not take in what agents said: ${count}.`,
    todo: "Start the hub anew and look at what it prints.",
  }),
  clientVersion: (name: string, version: string): Sentence => ({ what: `${name} ${version}.` }),
  versionUnknown: (name: string, program: string): Sentence => ({
    what: `${name} does not say its version.`,
    todo: `See whether ${program} --version works.`,
  }),
  olderThanTried: (name: string, version: string, tried: string): Sentence => ({
    what: `${name} ${version} is older than what Askline was tried with (${tried}).`,
    todo: "Update it if its questions do not show up.",
  }),
  newerThanTried: (name: string, version: string, tried: string): Sentence => ({
    what: `${name} ${version} is newer than what Askline was tried with (${tried}).`,
    todo: "Its prompts may have changed; askline coverage says what was known of them.",
  }),
  setUp: (name: string): Sentence => ({ what: `${name} is set up for this installation.` }),
  notSetUp: (name: string, id: string): Sentence => ({
    what: `${name} is not set up.`,
    todo: `Run: askline init --only ${id}`,
  }),
  setUpOtherwise: (name: string, path: string, id: string): Sentence => ({
    what: `${name} is set up in part, or for another installation (${path}).`,
    todo: `Run: askline init --only ${id}`,
  }),
  unreadable: (path: string, reason: string): Sentence => ({
    what: `${path} cannot be checked: ${reason}`,
    todo: "Correct the file; its client may not read it either.",
  }),
  setUpTwice: {
    what: "Claude Code has Askline's hooks twice: by the plugin and in its settings.",
    todo: "Run: askline uninit, then askline init",
  } as Sentence,
  hooksOff: (name: string, path: string, key: string): Sentence => ({
    what: `${name} does not run the hooks: ${key} in ${path}.`,
    todo: "Remove that setting.",
  }),
  trusted: { what: "Codex trusts the hooks." } as Sentence,
  heardUntrusted: {
    what: "Hooks of Codex arrive, but it notes nowhere that it trusts them: a run that bypassed trust looks like this too.",
    todo: "Start codex, enter /hooks, and see whether those of Askline are trusted.",
  } as Sentence,
  notTrusted: {
    what: "Nothing shows that Codex trusts the hooks; without that it runs none, silently.",
    todo: "Start codex, which asks about them; or enter /hooks there, and trust those of Askline.",
  } as Sentence,
  changedSinceTrusted: {
    what: "Some hooks are not as they were when you trusted them; Codex runs those no more, silently.",
    todo: "Start codex, which asks about them; or enter /hooks there, and trust those of Askline.",
  } as Sentence,
  switchedOff: {
    what: "Some of Askline's hooks are switched off in Codex.",
    todo: "Start codex, enter /hooks, and switch them on, unless that is meant.",
  } as Sentence,
  neverHeard: (name: string, needsTrust: boolean): Sentence => ({
    what: `Nothing was ever heard of ${name}.`,
    todo: `Start it anew${needsTrust ? ", in a folder that you let it trust" : ""}; it reads its configuration only at the start.`,
  }),
  heard: (agent: string, project: string, age: number): Sentence => ({
    what: `${agent} (${project}) was heard ${span(age, "en")} ago.`,
  }),
  hooksStopped: (agent: string, project: string): Sentence => ({
    what: `${agent} (${project}) goes on working, but its hooks do not arrive.`,
    todo: "Start that agent anew.",
  }),
  paneGone: (agent: string, project: string): Sentence => ({
    what: `${agent} (${project}) cannot be typed to: its terminal is gone or busy.`,
    todo: "Resume it in tmux if you want to send it texts.",
  }),
};

const ko: typeof en = {
  locale: "ko",
  setup: setupMessages("ko"),
  pagesAt: (address) => `짝지은 기기에 보이는 페이지(${address})`,
  leaves: (places) => ({
    what:
      places.length === 0
        ? "질문의 내용은 이 컴퓨터를 떠나지 않습니다."
        : `이 컴퓨터를 떠나는 것: ${places.join("; ")}.`,
  }),
  allWell: "Askline이 일하는 데 막히는 것이 없습니다.",
  problems: (count) => `손봐야 할 것이 ${count}개 있습니다.`,
  node: (version) => ({ what: `Node ${version}` }),
  nodeTooOld: (version, least) => ({
    what: `Node ${version}은(는) 너무 오래되었습니다.`,
    todo: `Node ${least} 이상을 설치하세요.`,
  }),
  stateFolder: (path) => ({ what: `${path} 폴더는 본인만 볼 수 있습니다.` }),
  notYours: (path) => ({
    what: `${path} 폴더의 주인이 다른 사람입니다.`,
    todo: "ASKLINE_STATE_DIR로 다른 폴더를 쓰거나 소유권을 받으세요.",
  }),
  openToOthers: (path, mode) => ({
    what: `이 컴퓨터의 다른 사람이 볼 수 있습니다: ${path}`,
    todo: `실행하세요: chmod ${mode} ${path}`,
  }),
  inFile: (file, sentence) => ({
    what: sentence.startsWith(file) ? sentence : `${file}: ${sentence}`,
    todo: `${file}에서 고치세요.`,
  }),
  remote: (url, token) => ({
    what: `이 컴퓨터는 ${url}의 허브를 씁니다${token === "" ? "" : `(${token})`}.`,
  }),
  remoteTrouble: (url, trouble) => ({
    what: `이 컴퓨터는 ${url}의 허브를 씁니다. ${trouble.message}`,
    todo: trouble.suggestion,
  }),
  remoteQueue: (count) => ({
    what: `아직 보내지 못한 것이 ${count}개 있습니다.`,
    todo: "실행: askline remote status",
  }),
  remoteRefused: (count) => ({
    what: `허브가 ${count}개를 거절했습니다. 모두 이 컴퓨터에 남아 있습니다.`,
    todo: "이유: askline remote status. 다시 보내기: askline remote status --retry",
  }),
  questionsTo: (url) => `질문과 답, ${url}의 허브로`,
  disk: { what: "상태 폴더에 쓸 수 있습니다." },
  cannotWrite: (path, detail) => ({
    what: `${path}에 쓸 수 없습니다: ${detail}`,
    todo: "자리나 권한을 마련하세요. 그때까지는 답을 남길 수 없습니다.",
  }),
  diskNearlyFull: (path) => ({
    what: `${path}의 디스크가 거의 찼습니다.`,
    todo: "자리를 마련하세요.",
  }),
  retention: (rules) => ({
    what: `허브가 도는 동안 끝난 질문을 지웁니다: ${rules
      .map(([project, days]) => {
        const whose = project === "*" ? "나머지 전부" : project;
        return days === 0 ? `${whose} 지우지 않음` : `${whose} ${days}일 뒤`;
      })
      .join(", ")}`,
  }),
  clock: { what: "시계가 디스크와 맞습니다." },
  clockDiffers: (minutes) => ({
    what: `시계와 디스크가 ${minutes}분 다릅니다.`,
    todo: "시계를 맞추세요(timedatectl set-ntp true). 그러지 않으면 기한이 어긋납니다.",
  }),
  clockWentBack: (minutes) => ({
    what: `Askline의 파일이 시계보다 ${minutes}분 앞섭니다.`,
    todo: "시계를 맞추세요(timedatectl set-ntp true). 그러지 않으면 기한이 어긋납니다.",
  }),
  storeInFiles: (path) => ({ what: `질문은 파일에 있습니다: ${path}` }),
  storeInDatabase: (what) => ({ what: `질문은 ${what}에 있습니다.` }),
  storeBehindPooler: (what) => ({
    what: `질문은 ${what}에 있고, 알림을 버리는 풀러를 거칩니다.`,
    todo: "ASKLINE_DATABASE_LISTEN_URL에 직접 연결하는 주소를 쓰세요. 그때까지는 주기적으로 살핍니다.",
  }),
  storeAdvice: "ASKLINE_DATABASE_URL을 고치세요. 그때까지는 질문할 수 없습니다.",
  noAncestry: {
    what: "이 시스템에서는 어떤 프로세스가 다른 프로세스를 시작했는지 알 수 없습니다.",
    todo: "사람 대신 답하는 에이전트를 환경 변수로만 알아봅니다. SECURITY.md를 보세요.",
  },
  staleLock: (path) => ({
    what: `사라진 프로그램이 남긴 잠금입니다: ${path}`,
    todo: "할 일이 없습니다. 다음에 쓰는 쪽이 가져갑니다.",
  }),
  hub: (url) => ({ what: `허브가 ${url}에서 응답합니다.` }),
  noHub: {
    what: "허브가 실행 중이 아니어서 에이전트의 대화 상자와 대시보드를 볼 수 없습니다.",
    todo: "실행하세요: askline serve, 또는 로그인할 때마다 askline service install",
  },
  hubEnded: { what: "허브가 말없이 끝났습니다.", todo: "실행하세요: askline serve" },
  foreignHub: (url) => ({
    what: `허브가 있어야 할 ${url}에서 다른 프로그램이 응답합니다.`,
    todo: "그 프로그램을 끝내고 실행하세요: askline serve",
  }),
  hooksByProxy: (variable) => ({
    what: `${variable}가 설정되어 있어 Claude Code가 훅의 내용을 모두 그 프록시로 보냅니다.`,
    todo: "Claude Code를 시작하는 곳의 NO_PROXY에 127.0.0.1을 넣거나 실행하세요: askline init --hooks command",
  }),
  nobodyToPostTo: (url, hubUrl) => ({
    what:
      hubUrl === null
        ? `Claude Code가 훅을 ${url}로 보내는데 그곳에 허브가 없어 단계마다 오류를 보입니다.`
        : `Claude Code가 훅을 ${url}로 보내는데 허브는 ${hubUrl}에 있습니다.`,
    todo: "허브를 늘 그곳에 두거나(askline service install) 실행하세요: askline init --hooks command",
  }),
  otherVersion: (theirs, ours) => ({
    what: `허브는 ${theirs} 버전이고 이것은 ${ours} 버전입니다.`,
    todo: "허브를 끝내고 다시 시작하세요(systemctl --user restart askline 또는 askline serve).",
  }),
  portTaken: (port) => ({
    what: `다른 프로그램이 ${port} 포트를 쓰고 있습니다.`,
    todo: "port 설정을 바꾸거나(askline config) 그 프로그램을 끝내세요.",
  }),
  otherHub: (port, pid) => ({
    what: `다른 허브(프로세스 ${pid})가 ${port} 포트에서 다른 상태 폴더의 질문을 보여 줍니다.`,
    todo: "그 허브를 끝내거나 다른 포트를 주세요.",
  }),
  connected: (name) => ({ what: `연결됨: ${name}` }),
  notConnected: (name, detail) => ({
    what: `연결되지 않음: ${name}. ${detail}`.trim(),
    todo: "설정을 확인하고(askline config) 허브를 다시 시작하세요.",
  }),
  spoolWaits: (count) => ({
    what: `허브가 없는 동안 에이전트가 알린 ${count}건을 보관하고 있습니다.`,
    todo: "실행하세요: askline serve",
  }),
  spoolStuck: (count) => ({
    what: `허브가 실행 중인데 에이전트가 알린 ${count}건을 받지 못하고 있습니다.`,
    todo: "허브를 다시 시작하고 출력을 확인하세요.",
  }),
  clientVersion: (name, version) => ({ what: `${name} ${version}` }),
  versionUnknown: (name, program) => ({
    what: `${name}의 버전을 알 수 없습니다.`,
    todo: `${program} --version이 되는지 보세요.`,
  }),
  olderThanTried: (name, version, tried) => ({
    what: `${name} ${version}은(는) 확인한 버전(${tried})보다 오래되었습니다.`,
    todo: "질문이 나타나지 않으면 업데이트하세요.",
  }),
  newerThanTried: (name, version, tried) => ({
    what: `${name} ${version}은(는) 확인한 버전(${tried})보다 새롭습니다.`,
    todo: "질문 방식이 바뀌었을 수 있습니다. askline coverage가 알려진 것을 보여 줍니다.",
  }),
  setUp: (name) => ({ what: `${name}: 이 설치에 맞게 설정되어 있습니다.` }),
  notSetUp: (name, id) => ({
    what: `${name}: 설정되지 않았습니다.`,
    todo: `실행하세요: askline init --only ${id}`,
  }),
  setUpOtherwise: (name, path, id) => ({
    what: `${name}: 일부만, 또는 다른 설치에 맞게 설정되어 있습니다(${path}).`,
    todo: `실행하세요: askline init --only ${id}`,
  }),
  unreadable: (path, reason) => ({
    what: `${path} 파일을 확인할 수 없습니다: ${reason}`,
    todo: "파일을 고치세요. 클라이언트도 읽지 못할 수 있습니다.",
  }),
  setUpTwice: {
    what: "Claude Code에 Askline의 훅이 플러그인과 설정에 두 번 있습니다.",
    todo: "실행하세요: askline uninit, 그다음 askline init",
  },
  hooksOff: (name, path, key) => ({
    what: `${name}이(가) 훅을 실행하지 않습니다: ${path}의 ${key}`,
    todo: "그 설정을 지우세요.",
  }),
  trusted: { what: "Codex가 훅을 신뢰합니다." },
  heardUntrusted: {
    what: "Codex의 훅이 도착하지만 신뢰한다는 표시가 없습니다. 신뢰를 건너뛴 실행도 이렇게 보입니다.",
    todo: "codex의 /hooks에서 Askline의 훅을 신뢰하는지 확인하세요.",
  },
  notTrusted: {
    what: "Codex가 훅을 신뢰한다는 표시가 없습니다. 신뢰하지 않으면 말없이 실행하지 않습니다.",
    todo: "codex를 시작하면 묻습니다. 또는 /hooks에서 Askline의 훅을 신뢰하세요.",
  },
  changedSinceTrusted: {
    what: "일부 훅이 신뢰한 뒤에 바뀌었습니다. Codex는 그 훅을 말없이 실행하지 않습니다.",
    todo: "codex를 시작하면 묻습니다. 또는 /hooks에서 Askline의 훅을 신뢰하세요.",
  },
  switchedOff: {
    what: "Askline의 일부 훅이 Codex에서 꺼져 있습니다.",
    todo: "일부러 끈 것이 아니라면 codex의 /hooks에서 켜세요.",
  },
  neverHeard: (name, needsTrust) => ({
    what: `${name}에서 아무것도 온 적이 없습니다.`,
    todo: `${needsTrust ? "신뢰하도록 허용한 폴더에서 " : ""}다시 시작하세요. 설정은 시작할 때만 읽습니다.`,
  }),
  heard: (agent, project, age) => ({
    what: `${agent}(${project})의 소식이 ${span(age, "ko")} 전에 왔습니다.`,
  }),
  hooksStopped: (agent, project) => ({
    what: `${agent}(${project})는 일하고 있지만 훅이 오지 않습니다.`,
    todo: "그 에이전트를 다시 시작하세요.",
  }),
  paneGone: (agent, project) => ({
    what: `${agent}(${project})에 입력할 수 없습니다. 터미널이 없거나 쓰이고 있습니다.`,
    todo: "글을 보내려면 tmux에서 다시 이어 가세요.",
  }),
};

export type DoctorWords = typeof en;

export function doctorWords(locale: Locale): DoctorWords {
  return { en, ko }[locale];
}
