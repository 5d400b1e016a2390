/**
 * The help in Korean. The command line is declared once, in English; each of its
 * sentences has a counterpart here.
 */
import { type Command, Help } from "commander";
import type { SurfaceCommand } from "../../surfaces/command.ts";
import { cellWidth } from "../../terminal/text/width.ts";

/**
 * Call it once every command is declared, and before anything is parsed. The commands of
 * surfaces bring their own texts.
 */
export function speakKorean(program: Command, brought: readonly SurfaceCommand[]): void {
  translate(program, { ...SENTENCES, ...wordsOf(brought) });
}

function wordsOf(commands: readonly SurfaceCommand[]): Record<string, string> {
  const words = commands.flatMap(({ about, options = [] }) => [
    about,
    ...options.map((option) => option.about),
  ]);
  const own = Object.fromEntries(words.map(({ en, ko }) => [en, ko]));
  return Object.assign(own, ...commands.map((one) => wordsOf(one.commands ?? [])));
}

function translate(command: Command, sentences: Record<string, string>): void {
  const help = new Help();
  const inKorean = (english: string) => sentences[english] ?? english;
  command.description(inKorean(command.description()));
  for (const part of [...command.options, ...command.registeredArguments]) {
    part.description = inKorean(part.description);
  }
  command.helpOption("-h, --help", "사용법을 보여 줍니다");
  if (command.commands.length > 0)
    command.helpCommand("help [command]", "명령의 사용법을 보여 줍니다");
  command.configureHelp({
    displayWidth: cellWidth,
    styleTitle: (title) => TITLES[title] ?? title,
    optionDescription: (option) => withKoreanBrackets(help.optionDescription(option)),
    argumentDescription: (argument) => withKoreanBrackets(help.argumentDescription(argument)),
  });
  command.configureOutput({
    writeOut: (text) => process.stdout.write(text.startsWith("\nExample") ? after(text) : text),
  });
  for (const each of command.commands) translate(each, sentences);
}

function withKoreanBrackets(description: string): string {
  return description.replace("(choices: ", "(고를 수 있는 것: ").replace("(default: ", "(기본값: ");
}

/** The text below the options: examples, some with a remark. */
function after(text: string): string {
  return Object.entries(BELOW).reduce(
    (told, [english, korean]) => told.replace(english, korean),
    text,
  );
}

const TITLES: Record<string, string> = {
  "Usage:": "사용법:",
  "Arguments:": "인자:",
  "Options:": "옵션:",
  "Commands:": "명령:",
};

const SENTENCES: Record<string, string> = {
  "Agents ask. People answer, from wherever they are.":
    "에이전트가 묻고, 사람은 어디서든 답합니다.",
  "output the version number": "버전을 보여 줍니다",
  "print JSON for programs": "프로그램을 위해 JSON으로 출력합니다",
  "where Askline keeps its state": "Askline이 상태를 두는 폴더",

  "Ask a person and wait for the answer": "사람에게 묻고 답을 기다립니다",
  'an option; "Label :: description" adds a description (repeat it)':
    '선택지. "이름 :: 설명"처럼 쓰면 설명이 붙습니다 (여러 번 쓸 수 있음)',
  "mark an option as recommended, by number or label (repeat it)":
    "추천할 선택지. 번호나 이름으로 (여러 번 쓸 수 있음)",
  "preselect an option, by number or label (repeat it)":
    "미리 골라 둘 선택지. 번호나 이름으로 (여러 번 쓸 수 있음)",
  "several options may be chosen": "여러 개를 고를 수 있습니다",
  "how it may be answered": "답하는 방식",
  "the fewest options to choose": "적어도 골라야 하는 개수",
  "the most options to choose": "많아야 고를 수 있는 개수",
  "a few words for lists": "목록에 보일 짧은 제목",
  "what the person needs to know to decide": "결정하는 데 필요한 배경",
  "an example of a typed answer": "직접 입력하는 답의 예",
  "the deadline, such as 90, 90s, 5m or 2h; none unless given":
    "제한 시간. 90, 90s, 5m, 2h처럼 씁니다. 없으면 제한 없음",
  "what silence means": "아무도 답하지 않을 때",
  "how much it matters": "얼마나 급한지",
  "the project it is about (default: the folder's name)":
    "어느 프로젝트의 질문인지 (기본값: 폴더 이름)",
  "print the id and leave": "기다리지 않고 ID만 출력합니다",
  "never prompt here, even on a terminal": "터미널이어도 여기서 묻지 않습니다",

  "Answer an ask: one answer for each of its questions, by number, label, id or your own words":
    "질문에 답합니다. 물음마다 하나씩, 번호나 이름, ID 또는 직접 쓴 말로",
  "take the words as your own text, even if they name an option":
    "선택지 이름이어도 직접 쓴 말로 보냅니다",
  "a note about the whole answer": "답 전체에 붙이는 메모",
  "allow even what may destroy something; you have read what it does":
    "무언가를 없앨 수 있는 것도 허용. 무엇을 하는지 읽은 경우",
  "Decline to answer": "답하지 않겠다고 합니다",
  "why, for the agent to read": "에이전트가 읽을 이유",
  "Open asks, newest first": "열린 질문, 최근 것부터",
  "settled ones too": "끝난 질문도",
  "Settled asks: what was decided, by whom, where and when; the latest first":
    "끝난 질문: 무엇을, 누가, 어디서, 언제 결정했는지. 최근 것부터",
  "only those where all these words occur": "이 말이 모두 들어 있는 것만",
  "only those of this project": "이 프로젝트의 것만",
  "how many at most; 0 for all": "많아야 몇 개. 0이면 모두",
  "How long agents waited for people, what rules decided, and what was asked most":
    "에이전트가 사람을 기다린 시간, 규칙이 결정한 것, 가장 자주 물은 것",
  "from when: 14d, 12h, a day such as 2026-03-01, or all":
    "언제부터: 14d, 12h, 2026-03-01 같은 날짜, 또는 all",
  "print one table for a spreadsheet": "스프레드시트용 표 하나로 출력합니다",
  "One ask with everything known about it": "질문 하나를 아는 것 모두와 함께 봅니다",
  "Check a passkey's signature over what was decided": "결정에 대한 패스키 서명을 확인합니다",
  "only this key counts, as you noted it when it was added": "추가할 때 적어 둔 이 키만 인정합니다",
  "Wait for the answer to an ask": "질문의 답을 기다립니다",
  "how long to wait; the ask itself stays open": "기다릴 시간. 질문은 그대로 열려 있습니다",
  "Serve the portal and dashboard on this machine, until it is ended":
    "이 컴퓨터에서 포털과 대시보드를 엽니다. 끝낼 때까지",
  "the port (default: the setting port, 8475); 0 takes a free one":
    "포트 (기본값: 설정의 port, 8475). 0이면 빈 포트",
  "open the dashboard in the browser": "브라우저에서 대시보드를 엽니다",
  "Work with a hub elsewhere: see how it is, add one, remove it (status, add, remove)":
    "다른 곳의 허브를 씁니다: 상태 보기, 더하기, 빼기 (status, add, remove)",
  "the project that what is asked here belongs to": "여기서 묻는 것이 속한 프로젝트",
  "even without encryption outside a private network":
    "사설 네트워크 밖에서 암호화되지 않아도 씁니다",
  "with status: send what the hub refused for good once more":
    "status와 함께: 허브가 거절한 것을 한 번 더 보냅니다",
  "Agents at work: their project, state and task": "일하는 에이전트: 프로젝트, 상태, 작업",
  "ended ones too": "끝난 에이전트도",
  "Hand an agent a text, as if it were typed into its terminal":
    "에이전트의 터미널에 입력한 것처럼 글을 전합니다",
  "Say that you are away: questions are told where you can be reached":
    "자리를 비운다고 알립니다. 연락할 수 있는 곳으로 질문을 알립니다",
  "until a time of day, such as 17:00": "몇 시까지. 17:00처럼 씁니다",
  "for so long, such as 30m or 2h": "얼마 동안. 30m, 2h처럼 씁니다",
  "Say that you are back": "돌아왔다고 알립니다",

  "Rules that decide for you: list them, check them, or test which one decides (list, check, test)":
    "대신 결정하는 규칙을 보고, 검사하고, 시험합니다 (list, check, test)",
  "the agent's tool, such as Bash, Write or mcp__github__create_issue":
    "에이전트의 도구. Bash, Write, mcp__github__create_issue처럼 씁니다",
  "the command it would run": "실행할 명령",
  "the file it would change": "바꿀 파일",
  "the address it would fetch": "가져올 주소",
  "the tool's whole input": "도구에 주는 입력 전체",
  "the project (default: the folder's name)": "프로젝트 (기본값: 폴더 이름)",
  "the agent's working directory (default: this one)": "에이전트의 작업 폴더 (기본값: 이 폴더)",
  "the agent's client (default: claude-code)": "에이전트의 클라이언트 (기본값: claude-code)",
  "the way it is asked: hook, mcp, command, agent (default: hook)":
    "묻는 경로: hook, mcp, command, agent (기본값: hook)",

  "Hand what an agent's client says on standard input to the hub; for its hooks to call":
    "에이전트의 클라이언트가 표준 입력으로 말한 것을 허브에 전합니다. 훅이 부르는 명령입니다",
  "claude-code, codex, gemini or opencode (default: claude-code)":
    "claude-code, codex, gemini 또는 opencode (기본값: claude-code)",
  "Serve agents over MCP, on standard input and output":
    "표준 입출력에서 MCP로 에이전트를 맞습니다",
  "over HTTP on this machine instead, with prompts on this terminal":
    "대신 이 컴퓨터의 HTTP로. 질문은 이 터미널에 나옵니다",
  "the port for --http (default: a free one)": "--http의 포트 (기본값: 빈 포트)",

  "Set up the agents on this machine: shows each change, and makes it after a yes":
    "이 컴퓨터의 에이전트를 설정합니다. 바꿀 것을 보여 주고, 동의하면 바꿉니다",
  "make the changes without asking": "묻지 않고 바꿉니다",
  "only show what would be changed": "무엇이 바뀌는지 보여 주기만 합니다",
  "claude-code, codex, gemini, opencode, cursor, vscode; several with commas":
    "claude-code, codex, gemini, opencode, cursor, vscode. 여럿은 쉼표로",
  "Claude Code's hooks: command, or http where the hub runs at all times":
    "Claude Code의 훅: command, 또는 허브가 늘 실행 중이면 http",
  "Take Askline out of the agents' configuration again":
    "에이전트의 설정에서 Askline을 다시 뺍니다",
  "without asking": "묻지 않고",
  "Look at everything that could be wrong, and say what to do":
    "잘못될 수 있는 것을 모두 살피고 할 일을 알려 줍니다",
  "Which prompts of the agents here can be seen and answered, and from where":
    "이 컴퓨터의 에이전트가 묻는 것 가운데 무엇을 보고 어디서 답할 수 있는지 보여 줍니다",
  "every client that was tried, also those that are not here":
    "여기 없는 것까지 확인한 모든 클라이언트",
  "The hub at every login: install, uninstall or status":
    "로그인할 때마다 허브를 시작합니다: install, uninstall, status",
  "An https address for your phone: start, status or stop":
    "휴대전화를 위한 https 주소: start, status, stop",
  "open it without asking": "묻지 않고 엽니다",
  "by ssh, to a machine whose web server gives it https":
    "ssh로, https를 주는 웹 서버가 있는 컴퓨터에 연결합니다",
  "the https address of that web server, or of a proxy of your own":
    "그 웹 서버나 직접 둔 프록시의 https 주소",
  "with --ssh: the port there (default: the hub's)":
    "--ssh와 함께: 그 컴퓨터의 포트 (기본값: 허브의 포트)",
  "do not let a phone in at once": "휴대전화를 바로 들이지 않습니다",
  "See it work: scripted agents ask, you answer here or in the browser; nothing stays behind":
    "직접 써 봅니다. 짜 둔 에이전트가 묻고, 여기나 브라우저에서 답합니다. 남는 것은 없습니다",
  "Remove asks older than the retention": "보관 기간이 지난 질문을 지웁니다",
  "remove open asks and outcomes that nobody has fetched, too":
    "열린 질문과 아무도 가져가지 않은 결과도 지웁니다",
  "remove what is older than this many days (default: the setting retentionDays)":
    "며칠보다 오래된 것을 지웁니다 (기본값: 설정의 retentionDays)",
  "Copy every ask to another place: files, the database, a backup":
    "모든 질문을 다른 곳에 복사합니다: 파일, 데이터베이스, 백업",
  "files, database (ASKLINE_DATABASE_URL), a folder, or sqlite:<file>":
    "files, database (ASKLINE_DATABASE_URL), 폴더, 또는 sqlite:<파일>",
  "where to; what is there stays": "복사할 곳. 이미 있는 것은 그대로 둡니다",
  "say what would be written, and write nothing": "쓰지 않고, 무엇을 쓰게 될지만 말합니다",
  "Every setting, its value, and where the value comes from": "모든 설정과 값, 그 값이 온 곳",
  "Print a script that completes commands, flags and ids in your shell":
    "셸에서 명령, 플래그, ID를 자동 완성하는 스크립트를 출력합니다",
  "your shell": "사용하는 셸",
};

const BELOW: Record<string, string> = {
  "Examples:": "예:",
  "Example:": "예:",
  "the second option": "두 번째 선택지",
  "two options": "선택지 두 개",
  "by label; ambiguous words are asked back, never guessed":
    "이름으로. 모호한 말은 짐작하지 않고 되묻습니다",
  "your own words, where the question takes them": "직접 쓴 말. 질문이 받을 때",
  "two questions, two answers": "물음 둘에 답 둘",
  "on a terminal: prompts here": "터미널이면 여기서 묻습니다",
  "The id may be shortened, to no less than 4 characters, as long as it is clear which ask is meant.":
    "어느 질문인지 분명하면 ID를 4자까지 줄여 쓸 수 있습니다.",
  "in ~/.bashrc": "~/.bashrc에",
  "in ~/.zshrc, behind compinit": "~/.zshrc의 compinit 뒤에",
  "Exit codes: 0 answered, 3 rejected, 4 timed out, 5 abandoned, 2 wrong usage, 6 no such ask (removed while it waited),":
    "종료 코드: 0 답함, 3 거절, 4 시간 초과, 5 중단, 2 잘못된 사용, 6 그런 질문 없음(기다리는 동안 지워짐),",
  "7 already settled differently (askline answer), 8 still open (askline wait --timeout), 1 anything else.":
    "7 이미 다르게 끝남(askline answer), 8 아직 열려 있음(askline wait --timeout), 1 그 밖의 모든 것.",
};
