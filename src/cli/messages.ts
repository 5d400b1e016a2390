/** The texts of the command line for people. Every language has the same keys. */
import type { DeliveryState } from "../core/agent/agent.ts";
import type { AskStatus, Provenance } from "../core/ask/ask.ts";
import type * as errors from "../core/ask/errors.ts";
import { historyLine } from "../core/ask/history.ts";
import { type Refusal, refusalSentence } from "../core/ask/selection.ts";
import type { Sentences } from "../core/ask/spoken-error.ts";
import type { Locale } from "../core/locale.ts";
import { STATUS_NAMES } from "../core/names.ts";
import type { InvalidSettings, Origin, Settings } from "../desk/settings.ts";
import type { CleanUp } from "../store/ask-store.ts";
import { isReadOnly, troubleInWords } from "../store/file/disk-trouble.ts";
import type { AtomicReadError, AtomicWriteError } from "../store/file/durable-file.ts";
import { FileProblem } from "../store/file/file-problem.ts";
import type { LockTimeout } from "../store/file/lock.ts";
import type { SessionDamaged } from "../store/file/session-directory.ts";
import { placeIn, placeName, sourceName } from "../surfaces/names.ts";

/**
 * Failures of lower layers, which are written in English. The command line's
 * own texts are in `usage`.
 */
type Failure =
  | errors.InvalidQuestion
  | errors.InvalidReply
  | errors.AlreadySettled
  | errors.AlreadyAttached
  | errors.AskNotFound
  | errors.InvalidAskId
  | InvalidSettings
  | SessionDamaged
  | AtomicWriteError
  | AtomicReadError
  | LockTimeout;
type FailureWords = { [Kind in Failure as Kind["code"]]: (failure: Kind) => Sentences };

const kindNames = {
  en: (kind: AskStatus | "damaged") => (kind === "damaged" ? kind : STATUS_NAMES.en[kind]),
  ko: (kind: AskStatus | "damaged") => (kind === "damaged" ? "손상" : STATUS_NAMES.ko[kind]),
};

/** How many were removed, and of which kinds. */
function counted(
  { removed }: CleanUp,
  inWords: (kind: AskStatus | "damaged", count: number) => string,
) {
  const found = Object.entries(removed).filter(([, count]) => count > 0) as [
    keyof typeof removed,
    number,
  ][];
  return {
    count: found.reduce((sum, [, count]) => sum + count, 0),
    kinds: found.map(([kind, count]) => inWords(kind, count)).join(", "),
  };
}

const en = {
  columns: ["ID", "STATUS", "AGE", "LEFT", "PROJECT", "QUESTION"],
  nothingOpen: "Nothing is waiting for an answer.",
  nothingThere: "There are no asks yet.",
  waiting: (id: string) => `Waiting for an answer. Answer it with: askline answer ${id}`,
  answered: (id: string) => `Answered ${id}.`,
  notTakenYet: (said: string) => `${said} It is recorded; the agent has not taken it yet.`,
  rejected: (id: string) => `Rejected ${id}.`,
  cleaned: (done: CleanUp): string => {
    const { count, kinds } = counted(done, (kind, many) => `${many} ${kindNames.en(kind)}`);
    const removed = `Removed ${count} ${count === 1 ? "ask" : "asks"}`;
    const { open, unfetched } = done.kept;
    const kept = [
      ...(open === 0 ? [] : [`${open} that ${open === 1 ? "is" : "are"} open`]),
      ...(unfetched === 0 ? [] : [`${unfetched} whose outcome nobody has fetched`]),
    ].join(" and ");
    const those = open + unfetched === 1 ? "it" : "them";
    return [
      kinds === "" ? `${removed}.` : `${removed}: ${kinds}.`,
      ...(kept === "" ? [] : [`Kept ${kept}; --open removes ${those} too.`]),
    ].join("\n");
  },
  stillOpen: "Still open.",
  agentColumns: ["ID", "PROJECT", "CLIENT", "STATE", "SEEN", "TASK"],
  noAgents: "No agent is at work. Agents show up here once they are set up: askline init",
  delivery: (state: DeliveryState): string => deliveryNames[state],
  away: "You are away. Questions are told where you can be reached; `askline back` ends it.",
  awayUntil: (time: string) =>
    `You are away until ${time}. Questions are told where you can be reached; \`askline back\` ends it.`,
  back: "Welcome back.",
  wasNotAway: "You were not away.",
  id: "Id",
  statusHead: "Status",
  askedBy: "Asked by",
  asked: "Asked",
  deadline: "Deadline",
  decided: "Decided by",
  riskHead: "Effect",
  takenHead: "Taken by",
  ago: (span: string) => `${span} ago`,
  in: (span: string) => `in ${span}`,
  /** Where it was decided. */
  surface: (name: string): string => placeName(name, "en"),
  /** The same behind who decided it; empty if the place is of no interest. */
  decidedOn: (name: string): string => placeIn(name, "en"),
  source: (kind: string): string => sourceName(kind, "en"),
  status: (status: AskStatus): string => STATUS_NAMES.en[status],
  history: {
    columns: ["ID", "OUTCOME", "WHEN", "WHO", "WHERE", "PROJECT", "QUESTION", "ANSWER"],
    nothingSettled: "Nothing has been decided yet.",
    nothingFound: "Nothing that was decided fits.",
    more: (shown: number, total: number) =>
      `The latest ${shown} of ${total}; --limit shows more, --search fewer.`,
    /** For a decision without a known name. */
    decider: (by: Provenance["by"]): string =>
      ({ person: "somebody", default: "the default", rule: "nobody" })[by],
  },
  byRule: "by rule",
  ruleNamed: (rule: string) => `the rule “${rule}”`,
  setting: (_: keyof Settings, description: string): string => description,
  origin: (kind: Origin["kind"]): string => kind,
  changeSettings: (file: string) => `Change them in ${file}, by environment variable, or by flag.`,
  /** The errors themselves are in English, but know no names of places. */
  failures: {
    already_settled: ({ ask }) => ({
      message: `This ask is already ${decisionOf(ask, "en")}`,
      suggestion: "Ask again if you want a different answer.",
    }),
  } as Partial<FailureWords>,
  outputLost: (detail: string): Sentences => ({
    message: `The output could not be written: ${detail}.`,
    suggestion: "What the command did is done; look again with `askline list --all`.",
  }),
  unexpected: (detail: string): Sentences => ({
    message: `Something went wrong: ${detail}`,
    suggestion: "Nothing was answered by this.",
  }),
  usage: {
    commandLine: (complaint: string, nearest: string | undefined): Sentences => ({
      message: inOwnWords(complaint, ENGLISH_COMPLAINTS) ?? complaint,
      suggestion:
        nearest === undefined
          ? "Run it with --help to see how it is used."
          : `Did you mean ${nearest}?`,
    }),
    noQuestion: (): Sentences => ({
      message: "There is no question.",
      suggestion:
        'Write it behind the command: askline ask "Which database?" -o Postgres -o SQLite',
    }),
    notJson: (): Sentences => ({
      message: "Standard input is not JSON.",
      suggestion: `Write ${JSON_ASK} there, or the question behind the command.`,
    }),
    flagsBesideJson: (flags: string[]): Sentences => ({
      message: `The question comes from standard input, so ${flags.join(", ")} would be ignored.`,
      suggestion: "Say it in the JSON, or write the question behind the command.",
    }),
    contradiction: (mode: string): Sentences => ({
      message: `--multi allows several options, but in the mode ${mode} they cannot be chosen.`,
      suggestion: "Leave one of the two out, or use --mode multi.",
    }),
    noDefault: (): Sentences => ({
      message: "Silence is to mean the default, but the question has none.",
      suggestion: "Name one with --default, or leave --on-timeout default out.",
    }),
    nothingToChoose: (): Sentences => ({
      message: "--multi allows several options, but there are none.",
      suggestion: "Add them with -o, or leave --multi out.",
    }),
    notAnOption: (word: string): Sentences => ({
      message: `"${word}" is not one of the options.`,
      suggestion: "Name an option by its number or its label.",
    }),
    notATime: (text: string): Sentences => ({
      message: `"${text}" is not a length of time.`,
      suggestion: "Write it as 90, 90s, 5m, 2h or 1d.",
    }),
    notATimeOfDay: (text: string): Sentences => ({
      message: `"${text}" is not a time of day.`,
      suggestion: "Write it as 17:00, or say how long with --for 2h.",
    }),
    untilAndFor: (): Sentences => ({
      message: "--until and --for say the same thing in two ways.",
      suggestion: "Leave one of the two out.",
    }),
    notDays: (text: string): Sentences => ({
      message: `"${text}" is not a number of days.`,
      suggestion: "Write --days 7, or 0 for everything nobody waits for.",
    }),
    hubRunsAlready: (url: string): Sentences => ({
      message: `A hub runs already at ${url}.`,
      suggestion: "Open its dashboard with: askline serve --open",
    }),
    notARemoteCommand: (what: string): Sentences => ({
      message: `askline remote cannot ${what}.`,
      suggestion: "Use status, add URL, or remove.",
    }),
    worksElsewhere: (url: string): Sentences => ({
      message: `This machine works with the hub at ${url}, so it has none of its own.`,
      suggestion: "To end that, run `askline remote remove`, or leave ASKLINE_URL unset.",
    }),
    hubIsThere: (pid: number): Sentences => ({
      message: `A hub of this state folder runs already, as process ${pid}, and does not answer.`,
      suggestion: `Wait until it answers, or end it: kill ${pid}`,
    }),
    otherHub: (port: number, pid: number): Sentences => ({
      message: `Port ${port} is taken by another hub, process ${pid}, with another state folder.`,
      suggestion: "Choose another with --port, or end that hub.",
    }),
    portTaken: (port: number): Sentences => ({
      message: `Port ${port} is taken by another program.`,
      suggestion: "Choose another with --port, or end the program that uses it.",
    }),
    samePlace: {
      message: "These are the same place.",
      suggestion: "Name two: files, database, a folder, or sqlite: and the path of a file.",
    } as Sentences,
    noDatabase: {
      message: "No database is set.",
      suggestion: "Set ASKLINE_DATABASE_URL to its address.",
    } as Sentences,
    databaseInCommand: {
      message: "An address with a password does not belong in a command, where others can read it.",
      suggestion: "Set ASKLINE_DATABASE_URL to it, and write: database",
    } as Sentences,
    endHubFirst: (pid: number): Sentences => ({
      message: `A hub runs, process ${pid}: what is decided meanwhile could be missed.`,
      suggestion: "End it, copy, and start it again.",
    }),
    shortMetricsToken: (name: string, least: number): Sentences => ({
      message: `${name} is too short to keep anybody out: it needs ${least} characters.`,
      suggestion: "Make one with: openssl rand -hex 32",
    }),
    notAPort: (text: string): Sentences => ({
      message: `"${text}" is not a port.`,
      suggestion: "Write a number below 65536; 0 takes a free one.",
    }),
    noSuchAddress: (address: string): Sentences => ({
      message: `This machine cannot listen on ${address}: the address is not one of its own.`,
      suggestion:
        "Set voice_bridge.network.bind_address to one that it has, or to 0.0.0.0 for all of them.",
    }),
    answersMissing: (questions: number, answers: number, id: string): Sentences => ({
      message: `This ask has ${questions} questions; ${answers === 1 ? "1 answer was" : `${answers} answers were`} given.`,
      suggestion: `Give one answer for each, in order, each in quotes. \`askline show ${id}\` shows them.`,
    }),
    ambiguousAnswer: (text: string, candidates: string[]): Sentences => ({
      message: `"${text}" could mean ${candidates.map((label) => `"${label}"`).join(" or ")}.`,
      suggestion: "Say which one, by its number or its whole label; the question is still open.",
    }),
    notConfirmed: (why: string): Sentences => ({
      message: `This may destroy something, so nothing was answered. ${why}`.trimEnd(),
      suggestion: "Add --confirm if you have read what it does and allow it.",
    }),
    answerRefused: (refusal: Refusal): Sentences => ({
      message: refusalSentence(refusal),
      suggestion: "Correct the answer and send it again; the question is still open.",
    }),
    noneOfThese: (text: string, options: string, takesText: boolean): Sentences => ({
      message: `"${text}" is none of the options${takesText ? "" : ", and this question takes nothing else"}.`,
      suggestion: [
        ...(options === "" ? [] : [`There are ${options}.`]),
        ...(takesText ? ["Add --text to send these words as they are."] : []),
      ].join(" "),
    }),
    notAnAnswer: (text: string): Sentences => ({
      message: `"${text}" is not an answer.`,
      suggestion: "Run `askline reject ID` to decline, or add --text to send these words.",
    }),
    noTerminalHere: (id: string): Sentences => ({
      message: "There is no terminal here, and the person decides in one.",
      suggestion: `In a terminal they can use: askline answer ${id}. Nobody else answers for them.`,
    }),
    noAnswer: (id: string): Sentences => ({
      message: "There is no answer.",
      suggestion: `Write it behind the id, askline answer ${id} 1, or pipe it: echo 1 | askline answer ${id} -`,
    }),
    idTooShort: (given: string, least: number): Sentences => ({
      message: `"${given}" is too short to say which ask is meant.`,
      suggestion: `Type at least ${least} characters of its id; \`askline list\` shows them.`,
    }),
    ambiguousId: (given: string, count: number, names: string): Sentences => ({
      message: `"${given}" could be ${count} asks.`,
      suggestion: `Type more of the id: ${names}.`,
    }),
    needsYes: (): Sentences => ({
      message: "There is nobody here to confirm it, so nothing was changed.",
      suggestion: "Add --yes if that is what you want.",
    }),
    notAClient: (given: string, known: string): Sentences => ({
      message: `Askline knows no client called "${given}".`,
      suggestion: `It knows ${known}.`,
    }),
    notAnAction: (given: string, known: string[]): Sentences => ({
      message: `There is no action "${given}".`,
      suggestion: `There are ${known.join(", ")}.`,
    }),
    passingInstallation: (): Sentences => ({
      message: "This copy of Askline is in npm's cache and will be gone some day.",
      suggestion: "Install it first: npm install -g askline",
    }),
    hooksNeedPort: (): Sentences => ({
      message: "Hooks can be posted only to a port that stays the same.",
      suggestion: 'Choose one: "port" in config.json; askline config says where that is.',
    }),
    hooksByProxy: (variable: string): Sentences => ({
      message: `${variable} is set, and Claude Code would post its hooks to that proxy, with all they hold.`,
      suggestion:
        "Add 127.0.0.1 to NO_PROXY wherever Claude Code is started, or leave out --hooks http.",
    }),
    hooksReadable: (path: string): Sentences => ({
      message: `Others on this machine can read ${path}, where the token for hooks would stand.`,
      suggestion: `Run: chmod 600 ${path}`,
    }),
    notOneOf: (given: string, words: string[]): Sentences => ({
      message: `"${given}" is not known here.`,
      suggestion: `Say one of ${words.join(", ")}.`,
    }),
    nothingToTest: (): Sentences => ({
      message: "There is nothing to test.",
      suggestion:
        'Describe it: askline rules test --tool Bash --command "npm test", or give the id of an ask.',
    }),
    notAnObject: (given: string): Sentences => ({
      message: `"${given}" is not a JSON object.`,
      suggestion: `Write the tool's input as in --input '{"query":"…"}'.`,
    }),
    noHub: (): Sentences => ({
      message: "The hub is not running, and only the hub can reach an agent.",
      suggestion: "Start it with: askline serve",
    }),
    nothingToSend: (): Sentences => ({
      message: "There is no text to send.",
      suggestion: 'Say what to tell the agent: askline send 1 "Run the tests"',
    }),
    noSuchAgent: (given: string): Sentences => ({
      message: `There is no agent "${given}".`,
      suggestion: "Run `askline agents` to see who is at work.",
    }),
    notFound: (
      given: string,
      { nearest, open }: { nearest: string | undefined; open: number },
    ): Sentences => ({
      message: `Session not found: ${given}`,
      suggestion: notFoundSuggestion(nearest, open),
    }),
  },
};

const deliveryNames: Record<DeliveryState, string> = {
  queued: "On its way.",
  typed: "Handed to the agent; it has not shown yet that it took it.",
  accepted: "The agent has it.",
  consumed: "The agent works on it.",
  indeterminate:
    "Nobody can tell whether it arrived. Look at the agent's terminal before you send it again.",
  refused: "Nothing was typed.",
};

const JSON_ASK = '{"questions":[{"prompt":"…","options":[{"label":"…"}]}]}';

function notFoundSuggestion(nearest: string | undefined, open: number): string {
  if (nearest !== undefined)
    return `Did you mean ${nearest}? Run \`askline list\` to see what is open.`;
  if (open === 0) return "Nothing is open. Run `askline list --all` to see settled asks.";
  return `${open === 1 ? "1 ask is" : `${open} asks are`} open. Run \`askline list\` to see what there is.`;
}

const ko: typeof en = {
  columns: ["ID", "상태", "경과", "남음", "프로젝트", "질문"],
  nothingOpen: "답을 기다리는 질문이 없습니다.",
  nothingThere: "아직 질문이 없습니다.",
  waiting: (id) => `답을 기다리는 중입니다. 답하려면: askline answer ${id}`,
  answered: (id) => `${id}에 답했습니다.`,
  notTakenYet: (said) => `${said} 기록했지만 에이전트가 아직 받지 않았습니다.`,
  rejected: (id) => `${id}을(를) 거절했습니다.`,
  cleaned: (done) => {
    const { count, kinds } = counted(done, (kind, many) => `${kindNames.ko(kind)} ${many}개`);
    const removed = `질문 ${count}개를 지웠습니다`;
    const { open, unfetched } = done.kept;
    const kept = [
      ...(open === 0 ? [] : [`열린 질문 ${open}개`]),
      ...(unfetched === 0 ? [] : [`아무도 가져가지 않은 결과 ${unfetched}개`]),
    ].join("와 ");
    return [
      kinds === "" ? `${removed}.` : `${removed}: ${kinds}.`,
      ...(kept === "" ? [] : [`${kept}는 남겼습니다. --open을 쓰면 함께 지웁니다.`]),
    ].join("\n");
  },
  stillOpen: "아직 열려 있습니다.",
  agentColumns: ["ID", "프로젝트", "클라이언트", "상태", "최근", "작업"],
  noAgents: "일하는 에이전트가 없습니다. 에이전트를 설정하면 여기에 나옵니다: askline init",
  delivery: (state) => koreanDeliveries[state],
  away: "자리를 비운 상태입니다. 연락할 수 있는 곳으로 질문을 알립니다. 돌아오면 `askline back`을 쓰세요.",
  awayUntil: (time) =>
    `${time}까지 자리를 비운 상태입니다. 연락할 수 있는 곳으로 질문을 알립니다. 돌아오면 \`askline back\`을 쓰세요.`,
  back: "돌아오셨군요.",
  wasNotAway: "자리를 비운 상태가 아니었습니다.",
  id: "ID",
  statusHead: "상태",
  askedBy: "물은 곳",
  asked: "물은 때",
  deadline: "기한",
  decided: "결정",
  riskHead: "영향",
  takenHead: "받은 곳",
  ago: (span) => `${span} 전`,
  in: (span) => `${span} 남음`,
  surface: (name) => placeName(name, "ko"),
  decidedOn: (name) => placeName(name, "ko"),
  source: (kind) => sourceName(kind, "ko"),
  status: (status) => STATUS_NAMES.ko[status],
  history: {
    columns: ["ID", "결과", "언제", "누가", "어디서", "프로젝트", "질문", "답"],
    nothingSettled: "아직 결정된 질문이 없습니다.",
    nothingFound: "조건에 맞는 결정이 없습니다.",
    more: (shown, total) =>
      `모두 ${total}개 중 최근 ${shown}개입니다. --limit로 더 보고 --search로 줄일 수 있습니다.`,
    decider: (by) => ({ person: "누군가", default: "기본값", rule: "아무도" })[by],
  },
  byRule: "규칙",
  ruleNamed: (rule) => `규칙 “${rule}”`,
  setting: (key) => koreanSettings[key],
  origin: (kind) =>
    ({ "built-in": "기본값", file: "파일", environment: "환경 변수", flag: "플래그" })[kind],
  changeSettings: (file) => `${file} 파일, 환경 변수 또는 플래그로 바꿀 수 있습니다.`,
  // A type of its own, because every failure must be here.
  failures: koreanFailures(),
  outputLost: (detail) => ({
    message: `출력을 쓰지 못했습니다: ${detail}.`,
    suggestion: "명령이 한 일은 그대로입니다. `askline list --all`로 다시 볼 수 있습니다.",
  }),
  unexpected: (detail) => ({
    message: `문제가 생겼습니다: ${detail}`,
    suggestion: "이것으로 답해진 질문은 없습니다.",
  }),
  usage: {
    commandLine: (complaint, nearest) => ({
      message:
        inOwnWords(complaint, KOREAN_COMPLAINTS) ?? `명령을 이해할 수 없습니다: ${complaint}`,
      suggestion:
        nearest === undefined
          ? "--help를 붙이면 사용법을 볼 수 있습니다."
          : `혹시 이것인가요? ${nearest}`,
    }),
    noQuestion: () => ({
      message: "질문이 없습니다.",
      suggestion: '명령 뒤에 쓰세요: askline ask "어느 데이터베이스?" -o Postgres -o SQLite',
    }),
    notJson: () => ({
      message: "표준 입력이 JSON이 아닙니다.",
      suggestion: `표준 입력에 ${JSON_ASK} 형식으로 쓰거나, 명령 뒤에 질문을 쓰세요.`,
    }),
    flagsBesideJson: (flags) => ({
      message: `질문을 표준 입력에서 읽으므로 함께 쓸 수 없습니다: ${flags.join(", ")}`,
      suggestion: "JSON 안에 적거나, 명령 뒤에 질문을 쓰세요.",
    }),
    contradiction: (mode) => ({
      message: `--multi는 여러 개를 고르게 하지만, 이 방식에서는 그럴 수 없습니다: ${mode}`,
      suggestion: "둘 중 하나를 빼거나 --mode multi를 쓰세요.",
    }),
    noDefault: () => ({
      message: "아무도 답하지 않으면 기본값을 쓰라고 했지만 기본값이 없습니다.",
      suggestion: "--default로 정하거나 --on-timeout default를 빼세요.",
    }),
    nothingToChoose: () => ({
      message: "--multi는 여러 개를 고르게 하지만, 선택지가 없습니다.",
      suggestion: "-o로 선택지를 더하거나 --multi를 빼세요.",
    }),
    notAnOption: (word) => ({
      message: `선택지에 없습니다: "${word}"`,
      suggestion: "번호나 이름으로 선택지를 가리키세요.",
    }),
    notATime: (text) => ({
      message: `시간 길이가 아닙니다: "${text}"`,
      suggestion: "90, 90s, 5m, 2h, 1d처럼 쓰세요.",
    }),
    notATimeOfDay: (text) => ({
      message: `시각이 아닙니다: "${text}"`,
      suggestion: "17:00처럼 쓰거나, --for 2h처럼 길이를 쓰세요.",
    }),
    untilAndFor: () => ({
      message: "--until과 --for는 같은 것을 두 가지로 말합니다.",
      suggestion: "둘 중 하나를 빼세요.",
    }),
    notDays: (text) => ({
      message: `날수가 아닙니다: "${text}"`,
      suggestion: "--days 7처럼 쓰세요. 0은 아무도 기다리지 않는 모든 질문입니다.",
    }),
    hubRunsAlready: (url) => ({
      message: `허브가 이미 실행 중입니다: ${url}`,
      suggestion: "대시보드를 열려면: askline serve --open",
    }),
    notARemoteCommand: (what) => ({
      message: `askline remote가 할 수 없는 일입니다: ${what}`,
      suggestion: "status, add 주소, remove 가운데 하나를 쓰세요.",
    }),
    worksElsewhere: (url) => ({
      message: `이 컴퓨터는 다른 허브(${url})를 쓰고 있어서 여기에는 허브를 둘 수 없습니다.`,
      suggestion: "그만 쓰려면 `askline remote remove`를 실행하거나 ASKLINE_URL을 지우세요.",
    }),
    hubIsThere: (pid) => ({
      message: `이 상태 폴더의 허브가 이미 실행 중이지만(프로세스 ${pid}) 응답하지 않습니다.`,
      suggestion: `응답할 때까지 기다리거나 끝내세요: kill ${pid}`,
    }),
    otherHub: (port, pid) => ({
      message: `다른 상태 폴더의 허브(프로세스 ${pid})가 쓰는 포트입니다: ${port}`,
      suggestion: "--port로 다른 포트를 고르거나, 그 허브를 끝내세요.",
    }),
    portTaken: (port) => ({
      message: `다른 프로그램이 쓰는 포트입니다: ${port}`,
      suggestion: "--port로 다른 포트를 고르거나, 그 프로그램을 끝내세요.",
    }),
    samePlace: {
      message: "두 곳이 같습니다.",
      suggestion: "서로 다른 곳을 쓰세요: files, database, 폴더, 또는 sqlite: 뒤에 파일 경로.",
    },
    noDatabase: {
      message: "데이터베이스를 정하지 않았습니다.",
      suggestion: "ASKLINE_DATABASE_URL에 그 주소를 쓰세요.",
    },
    databaseInCommand: {
      message: "명령은 남이 읽을 수 있으니, 비밀번호가 든 주소를 쓰는 곳이 아닙니다.",
      suggestion: "주소는 ASKLINE_DATABASE_URL에 쓰고, 여기에는 database라고 쓰세요.",
    },
    endHubFirst: (pid) => ({
      message: `허브가 돌고 있어(프로세스 ${pid}) 그동안 결정된 것을 놓칠 수 있습니다.`,
      suggestion: "허브를 끝내고, 복사한 다음, 다시 시작하세요.",
    }),
    shortMetricsToken: (name, least) => ({
      message: `${name}이(가) 너무 짧아서 아무도 막지 못합니다. ${least}자 이상이어야 합니다.`,
      suggestion: "이렇게 만드세요: openssl rand -hex 32",
    }),
    notAPort: (text) => ({
      message: `포트가 아닙니다: "${text}"`,
      suggestion: "65536보다 작은 수를 쓰세요. 0은 비어 있는 포트를 씁니다.",
    }),
    noSuchAddress: (address) => ({
      message: `이 컴퓨터의 주소가 아니어서 들을 수 없습니다: ${address}`,
      suggestion:
        "voice_bridge.network.bind_address를 이 컴퓨터의 주소나, 모든 주소를 뜻하는 0.0.0.0으로 바꾸세요.",
    }),
    answersMissing: (questions, answers, id) => ({
      message: `질문은 ${questions}개인데 답은 ${answers}개입니다.`,
      suggestion: `질문마다 하나씩, 순서대로, 따옴표로 묶어 답하세요. \`askline show ${id}\`로 질문을 볼 수 있습니다.`,
    }),
    ambiguousAnswer: (text, candidates) => ({
      message: `여러 선택지에 맞습니다: "${text}" → ${candidates.map((label) => `"${label}"`).join(", ")}`,
      suggestion: "번호나 온전한 이름으로 하나를 말하세요. 질문은 아직 열려 있습니다.",
    }),
    notConfirmed: (why) => ({
      message: `무언가를 없앨 수 있어 아무것도 답하지 않았습니다. ${why}`.trimEnd(),
      suggestion: "무엇을 하는지 읽었고 허용한다면 --confirm을 붙이세요.",
    }),
    answerRefused: (refusal) => ({
      message: koreanRefusal(refusal),
      suggestion: "답을 고쳐서 다시 보내세요. 질문은 아직 열려 있습니다.",
    }),
    noneOfThese: (text, options, takesText) => ({
      message: `선택지에 없습니다: "${text}"`,
      suggestion: [
        ...(options === "" ? [] : [`있는 것: ${options}`]),
        ...(takesText ? ["이 말을 그대로 보내려면 --text를 붙이세요."] : []),
      ].join("\n"),
    }),
    notAnAnswer: (text) => ({
      message: `답이 아닙니다: "${text}"`,
      suggestion: "거절하려면 `askline reject ID`, 이 말을 그대로 보내려면 --text를 쓰세요.",
    }),
    noTerminalHere: (id) => ({
      message: "여기에는 터미널이 없습니다. 사람이 터미널에서 정합니다.",
      suggestion: `그 사람이 쓰는 터미널에서 실행하세요: askline answer ${id}. 다른 누구도 대신 답하지 않습니다.`,
    }),
    noAnswer: (id) => ({
      message: "답이 없습니다.",
      suggestion: `ID 뒤에 쓰거나(askline answer ${id} 1) 파이프로 주세요: echo 1 | askline answer ${id} -`,
    }),
    idTooShort: (given, least) => ({
      message: `어느 질문인지 알기에는 너무 짧습니다: "${given}"`,
      suggestion: `ID를 ${least}자 이상 입력하세요. \`askline list\`로 볼 수 있습니다.`,
    }),
    ambiguousId: (given, count, names) => ({
      message: `이렇게 시작하는 질문이 ${count}개입니다: "${given}"`,
      suggestion: `ID를 더 길게 입력하세요: ${names}`,
    }),
    needsYes: () => ({
      message: "확인할 사람이 없어 아무것도 바꾸지 않았습니다.",
      suggestion: "그대로 하려면 --yes를 붙이세요.",
    }),
    notAClient: (given, known) => ({
      message: `모르는 클라이언트입니다: "${given}"`,
      suggestion: `아는 것: ${known}`,
    }),
    notAnAction: (given, known) => ({
      message: `이런 동작이 없습니다: "${given}"`,
      suggestion: `있는 것: ${known.join(", ")}`,
    }),
    passingInstallation: () => ({
      message: "이 Askline은 npm의 캐시에 있어 언젠가 사라집니다.",
      suggestion: "먼저 설치하세요: npm install -g askline",
    }),
    hooksNeedPort: () => ({
      message: "훅을 직접 보내려면 포트가 늘 같아야 합니다.",
      suggestion:
        'config.json에서 "port"를 정하세요. 그 파일이 어디 있는지는 askline config가 알려 줍니다.',
    }),
    hooksByProxy: (variable) => ({
      message: `${variable}가 설정되어 있어 Claude Code가 훅의 내용을 모두 그 프록시로 보냅니다.`,
      suggestion:
        "Claude Code를 시작하는 곳의 NO_PROXY에 127.0.0.1을 넣거나 --hooks http를 빼세요.",
    }),
    hooksReadable: (path) => ({
      message: `훅의 토큰이 들어갈 ${path} 파일을 이 컴퓨터의 다른 사람이 읽을 수 있습니다.`,
      suggestion: `실행하세요: chmod 600 ${path}`,
    }),
    notOneOf: (given, words) => ({
      message: `여기서 쓸 수 없는 말입니다: "${given}"`,
      suggestion: `이 가운데 하나를 쓰세요: ${words.join(", ")}`,
    }),
    nothingToTest: () => ({
      message: "시험할 것이 없습니다.",
      suggestion:
        '이렇게 쓰거나 질문의 ID를 주세요: askline rules test --tool Bash --command "npm test"',
    }),
    notAnObject: (given) => ({
      message: `JSON 객체가 아닙니다: "${given}"`,
      suggestion: `도구의 입력을 이렇게 쓰세요: --input '{"query":"…"}'`,
    }),
    noHub: () => ({
      message: "허브가 실행 중이 아닙니다. 에이전트에 닿으려면 허브가 필요합니다.",
      suggestion: "이렇게 시작하세요: askline serve",
    }),
    nothingToSend: () => ({
      message: "보낼 텍스트가 없습니다.",
      suggestion: '에이전트에게 할 말을 적으세요: askline send 1 "테스트를 실행해"',
    }),
    noSuchAgent: (given) => ({
      message: `이런 에이전트가 없습니다: "${given}"`,
      suggestion: "`askline agents`로 볼 수 있습니다.",
    }),
    notFound: (given, { nearest, open }) => ({
      message: `질문을 찾을 수 없습니다: ${given}`,
      suggestion: koreanNotFoundSuggestion(nearest, open),
    }),
  },
};

const koreanDeliveries: Record<DeliveryState, string> = {
  queued: "보내는 중입니다.",
  typed: "에이전트에 전했습니다. 받았는지는 아직 알 수 없습니다.",
  accepted: "에이전트가 받았습니다.",
  consumed: "에이전트가 처리하고 있습니다.",
  indeterminate: "도착했는지 알 수 없습니다. 다시 보내기 전에 에이전트의 터미널을 확인하세요.",
  refused: "아무것도 입력하지 않았습니다.",
};

/** Complaints of the command-line parser, which are in its own English: no sentences. */
function inOwnWords(complaint: string, known: readonly [RegExp, string][]): string | undefined {
  const [pattern, words] = known.find(([one]) => one.test(complaint)) ?? [];
  return pattern && words && complaint.replace(pattern, words);
}

const ENGLISH_COMPLAINTS: [RegExp, string][] = [
  [/^unknown command '(.*)'$/, 'There is no command "$1".'],
  [/^unknown option '(.*)'$/, "There is no option $1 here."],
  [/^missing required argument '(.*)'$/, "Something is missing behind the command: $1."],
  [/^option '(.*)' argument missing$/, "The option $1 needs a value."],
  [/^too many arguments.*$/, "There are more words than this command takes."],
  [
    /^.*'(.*)' is invalid(?: for argument '.*')?\. Allowed choices are (.*)\.$/,
    '"$1" cannot be used there. It is one of: $2.',
  ],
];

const KOREAN_COMPLAINTS: [RegExp, string][] = [
  [/^unknown command '(.*)'$/, "그런 명령이 없습니다: $1"],
  [/^unknown option '(.*)'$/, "그런 옵션이 없습니다: $1"],
  [/^missing required argument '(.*)'$/, "빠진 것이 있습니다: $1"],
  [/^option '(.*)' argument missing$/, "옵션에 값이 없습니다: $1"],
  [/^too many arguments.*$/, "말이 너무 많습니다."],
  [/^.* '(.*)' is invalid\. "\1" is not a whole number\.$/, '0 이상의 정수가 아닙니다: "$1"'],
  [
    /^.*'(.*)' is invalid(?: for argument '.*')?\. Allowed choices are (.*)\.$/,
    '"$1"은(는) 쓸 수 없습니다. 쓸 수 있는 것: $2',
  ],
];

function koreanRefusal(refusal: Refusal): string {
  switch (refusal.reason) {
    case "unknown_option":
      return `선택지에 없습니다: "${refusal.optionId}"`;
    case "too_few":
      return `${refusal.atLeast}개 이상 고르세요. ${refusal.given}개를 골랐습니다.`;
    case "too_many":
      return `${refusal.atMost}개까지만 고르세요. ${refusal.given}개를 골랐습니다.`;
    case "text_needed":
      return "답을 입력하세요. 빈 답은 보낼 수 없습니다.";
    case "text_not_taken":
      return "이 질문에는 선택지로만 답할 수 있습니다.";
    case "nothing_chosen":
      return "먼저 하나를 고르세요.";
  }
}

const koreanSettings: Record<keyof Settings, string> = {
  stateDirectory: "Askline이 기억하는 모든 것을 두는 폴더",
  sessionsDirectory: "세션을 두는 폴더. 같은 형식을 쓰는 다른 프로그램과 함께 씁니다",
  databaseUrl: "질문을 파일 대신 두는 곳: postgres://… 또는 sqlite:/…",
  databaseListenUrl: "databaseUrl이 풀러를 거칠 때, 같은 PostgreSQL에 직접 연결하는 주소",
  retentionDays: "`askline cleanup`이 지우는 세션의 나이(일). 0이면 지우지 않습니다",
  retentionByProject:
    "허브가 끝난 질문을 지우는 날수: 프로젝트별로, *는 나머지 전부. 0이면 지우지 않습니다",
  redact: "질문에 든 키와 토큰을 저장하기 전에 숨기는 곳 (shared, always, never)",
  handOff: "터미널이 없을 때 provide_choice가 터미널을 여는 명령을 돌려줘도 되는지",
  mcpWaitSeconds:
    "MCP 호출이 pending을 돌려주기 전에 기다리는 시간(초). 0이면 클라이언트에 맞춥니다",
  formsInClaudeCode:
    "Claude Code가 Askline의 질문을 자기 양식으로도 보일지 (그러면 예전 프로토콜을 씁니다)",
  dialogsWithoutHub: "허브가 없을 때 에이전트의 대화 상자에 다른 터미널에서 답할 수 있는지",
  holdGeminiCalls: "해로울 수 있는 Gemini CLI의 호출을 어디서나 거부할 수 있게 기다릴 때",
  headlessSeconds: "지켜보는 사람이 없는 에이전트가 허가를 기다리는 시간(초)",
  headlessAwaySeconds: "자리를 비운 동안의 같은 시간(초)",
  port: "`askline serve`의 포트",
  browser: "auto, none, 또는 주소를 여는 명령",
  log: "`askline serve`가 일어난 일을 적는 형식 (text, json)",
  drainSeconds: "끝나라는 말을 들은 허브가 로드 밸런서를 위해 요청을 더 받는 시간(초)",
  linkHost: "이 컴퓨터의 브라우저가 여는 링크의 호스트 이름",
  passkeyFor: "패스키로만 허용할 수 있는 것. `askline passkey`를 보세요",
  language: "사람에게 쓰는 언어. auto는 환경을 따릅니다",
  "voice_bridge.auth.localhost_bypass": "이 컴퓨터에서 오는 음성 요청에 토큰이 없어도 되는지",
  "voice_bridge.network.bind_address":
    "`askline serve`가 듣는 주소. 0.0.0.0이면 다른 기기에서도 연결할 수 있습니다",
  "voice_bridge.network.public_address":
    "허브로 이어지는 터널의 https 주소. 휴대전화에서 마이크를 쓰려면 필요합니다",
  "push.alsoTo": "브라우저에 닿을 때 써도 되는, 자기 네트워크의 푸시 서비스",
  "voice_bridge.uploads.largest_megabytes":
    "기기에서 에이전트에 넘길 수 있는 가장 큰 파일(메가바이트)",
};

function koreanNotFoundSuggestion(nearest: string | undefined, open: number): string {
  if (nearest !== undefined)
    return `혹시 ${nearest}인가요? 열린 질문은 \`askline list\`로 볼 수 있습니다.`;
  if (open === 0) return "열린 질문이 없습니다. 끝난 질문은 `askline list --all`로 볼 수 있습니다.";
  return `열린 질문이 ${open}개 있습니다. \`askline list\`로 볼 수 있습니다.`;
}

/** English details from other parts, such as an id or a list of problems, come behind a colon. */
function koreanFailures(): FailureWords {
  return {
    invalid_question: ({ problems }) => ({
      message: `질문을 그대로 쓸 수 없습니다: ${problems.join(" ")}`,
      suggestion: "질문을 고쳐서 다시 물어보세요. 아직 아무에게도 보이지 않았습니다.",
    }),
    invalid_reply: ({ problems }) => ({
      message: `답을 그대로 쓸 수 없습니다: ${problems.join(" ")}`,
      suggestion: "답을 고쳐서 다시 보내세요. 질문은 아직 열려 있습니다.",
    }),
    already_settled: ({ ask }) => ({
      message: `이미 끝난 질문입니다: ${decisionOf(ask, "ko")}`,
      suggestion: "다른 답이 필요하면 다시 물어보세요.",
    }),
    owner_gone: () => ({
      message: "에이전트가 더는 이 답을 기다리지 않아 전하지 못했습니다.",
      suggestion: "아직 묻고 있다면 에이전트의 터미널에서 답하세요.",
    }),
    already_attached: ({ attachment }) => ({
      message:
        attachment.closedAt === undefined
          ? "이 질문은 이미 다른 터미널에서 열렸습니다."
          : "이 질문이 열렸던 터미널이 닫혔습니다.",
      suggestion: "이 명령은 한 번만 쓸 수 있습니다. 다시 물어보면 새 명령을 받습니다.",
    }),
    not_found: ({ message }) => ({
      message: `질문을 찾을 수 없습니다: ${behindColon(message)}`,
      suggestion: "`askline list --all`로 모든 질문을 볼 수 있습니다.",
    }),
    invalid_id: ({ message }) => ({
      message: `ID의 형식이 맞지 않습니다: ${behindColon(message)}`,
      suggestion:
        "ID는 6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c 같은 UUID입니다. `askline list`로 볼 수 있습니다.",
    }),
    invalid_settings: ({ message }) => ({
      message: `설정을 그대로 쓸 수 없습니다: ${message}`,
      suggestion: "그곳에서 고친 뒤 `askline config`로 확인하세요.",
    }),
    damaged: ({ message, sessionId, cause }) => ({
      message:
        cause instanceof FileProblem
          ? `세션 ${sessionId}의 파일을 쓸 수 없습니다: ${cause.korean}.`
          : `질문의 파일을 쓸 수 없습니다: ${message}`,
      suggestion: "파일은 그대로 두었습니다. 오래되면 `askline cleanup`이 지웁니다.",
    }),
    write_failed: ({ path, cause }) => ({
      message: `파일에 쓰지 못했습니다: ${troubleInWords(cause, "ko")}`,
      suggestion: isReadOnly(cause)
        ? `바뀐 것은 없습니다. 폴더를 다시 쓸 수 있게 하고 해 보세요: ${path}`
        : `자리와 권한을 확인하고 다시 해 보세요: ${path}`,
    }),
    read_failed: ({ path, cause }) => ({
      message: `파일을 읽지 못했습니다: ${troubleInWords(cause, "ko")}`,
      suggestion: `파일은 그대로 두었습니다. 확인해 보세요: ${path}`,
    }),
    locked: ({ message }) => ({
      message: `다른 프로그램이 쓰고 있습니다: ${message}`,
      suggestion: "잠시 뒤에 다시 해 보세요.",
    }),
  };
}

/** "answered by Ada (in Slack, 2026-…)". */
/** How, by whom, where and when it was decided, and what. */
function decisionOf(ask: errors.AlreadySettled["ask"], locale: Locale) {
  const { status, provenance } = ask.outcome;
  const { who, surface, at } = provenance;
  const how = STATUS_NAMES[locale][status];
  const facts = [placeName(surface, locale), localTime(at)].join(", ");
  const { said } = historyLine(ask);
  const what = said === "" ? "." : `: ${said}`;
  if (locale === "ko") return `${how} (${who === undefined ? "" : `${who}, `}${facts})${what}`;
  return `${how}${who === undefined ? "" : ` by ${who}`} (${facts})${what}`;
}

function localTime(at: string): string {
  return new Date(at).toLocaleString("sv-SE");
}

function behindColon(sentence: string): string {
  return sentence.slice(sentence.indexOf(": ") + 2);
}

export type Messages = typeof en;

export function messages(locale: Locale): Messages {
  return { en, ko }[locale];
}
