/**
 * The questions of the scripted agents of `askline demo`, and the texts around them. Every
 * language has the same keys.
 */
import type { Provenance } from "../../core/ask/ask.ts";
import type { Locale } from "../../core/locale.ts";
import type { AskInput } from "../../desk/desk.ts";
import { placeIn, placeName } from "../../surfaces/names.ts";

export type DemoAsk = Pick<AskInput, "questions" | "context" | "urgency" | "presentation"> & {
  project: string;
};

const RISK = { level: "destructive" as const, reasons: ["deletes_data"] };

// The demo prompts in its own terminal.
const HERE = "terminal";

const en = {
  welcome:
    "Three agents have a question for you. They are scripted; nothing is set up, and nothing stays behind.",
  opened: "The dashboard opens in your browser. Should it not, open this address:",
  openYourself: "Open the dashboard in a browser:",
  answerAnywhere:
    "Answer where you like, the first answer wins: in the browser, here, or in another terminal:",
  waiting: "Waiting for your answers.",
  decided: ({ by, surface }: Provenance) =>
    by === "person"
      ? `You decided, ${surface === HERE ? "here" : placeIn(surface, "en")}. The agent reads:`
      : "The agent reads:",
  finished: (command: string) =>
    `That was it. What your own agents need to ask like this: ${command}`,
  asks: [
    {
      project: "shop",
      context:
        "I am adding sign-in to the shop. Sessions have to survive a restart, so they need a place.",
      questions: [
        {
          title: "Database",
          prompt: "Which **database** should sessions be kept in?",
          selectionMode: "single",
          options: [
            { label: "SQLite", description: "one file, no server", recommended: true },
            { label: "Postgres", description: "a server, and room to grow" },
            { label: "Memory", description: "gone with every restart" },
          ],
        },
      ],
    },
    {
      project: "billing",
      urgency: "high",
      presentation: { risk: RISK },
      context:
        "The migration is done. The old table is still there, with 48,210 rows that nothing reads any more.",
      questions: [
        {
          title: "Old table",
          prompt: "May I run this?\n\n```sql\nDROP TABLE invoices_2019;\n```",
          selectionMode: "hybrid",
          maxSelections: 1,
          placeholder: "or say what to do instead",
          options: [
            { id: "deny", label: "No, keep it", recommended: true },
            { label: "Export it, then drop it" },
            { label: "Yes, drop it" },
          ],
        },
      ],
    },
    {
      project: "website",
      context: "I am setting up checks for every pull request.",
      questions: [
        {
          title: "Checks",
          prompt: "Which checks should have to pass?",
          selectionMode: "multi",
          options: [
            { label: "Types", recommended: true },
            { label: "Tests", recommended: true },
            { label: "Formatting" },
            { label: "Spelling" },
          ],
        },
        {
          title: "Name",
          prompt: "What should the job be called?",
          selectionMode: "text_input",
          placeholder: "checks",
        },
      ],
    },
  ] as DemoAsk[],
};

const ko: typeof en = {
  welcome: "세 에이전트가 질문이 있습니다. 미리 짜 둔 것이라 설정할 것도, 남는 것도 없습니다.",
  opened: "브라우저에 대시보드가 열립니다. 열리지 않으면 이 주소를 여세요:",
  openYourself: "브라우저에서 대시보드를 여세요:",
  answerAnywhere: "어디서든 답하세요. 먼저 온 답이 쓰입니다. 브라우저, 여기, 또는 다른 터미널에서:",
  waiting: "답을 기다리는 중입니다.",
  decided: ({ by, surface }) =>
    by === "person"
      ? `결정하셨습니다(${surface === HERE ? "여기" : placeName(surface, "ko")}). 에이전트가 읽는 글:`
      : "에이전트가 읽는 글:",
  finished: (command) => `끝났습니다. 쓰시는 에이전트도 이렇게 묻게 하려면: ${command}`,
  asks: [
    {
      project: "shop",
      context:
        "가게에 로그인을 넣고 있습니다. 세션이 재시작 뒤에도 남아야 해서 둘 곳이 필요합니다.",
      questions: [
        {
          title: "데이터베이스",
          prompt: "세션을 어느 **데이터베이스**에 둘까요?",
          selectionMode: "single",
          options: [
            { label: "SQLite", description: "파일 하나, 서버 없음", recommended: true },
            { label: "Postgres", description: "서버가 필요하지만 커질 수 있음" },
            { label: "메모리", description: "재시작하면 사라짐" },
          ],
        },
      ],
    },
    {
      project: "billing",
      urgency: "high",
      presentation: { risk: RISK },
      context: "옮기기가 끝났습니다. 이제 아무도 읽지 않는 48,210행짜리 옛 테이블이 남아 있습니다.",
      questions: [
        {
          title: "옛 테이블",
          prompt: "이것을 실행해도 될까요?\n\n```sql\nDROP TABLE invoices_2019;\n```",
          selectionMode: "hybrid",
          maxSelections: 1,
          placeholder: "또는 대신 할 일을 적어 주세요",
          options: [
            { id: "deny", label: "아니요, 둡니다", recommended: true },
            { label: "내보낸 뒤 지웁니다" },
            { label: "네, 지웁니다" },
          ],
        },
      ],
    },
    {
      project: "website",
      context: "풀 리퀘스트마다 돌릴 검사를 정하고 있습니다.",
      questions: [
        {
          title: "검사",
          prompt: "어떤 검사를 통과해야 할까요?",
          selectionMode: "multi",
          options: [
            { label: "타입", recommended: true },
            { label: "테스트", recommended: true },
            { label: "서식" },
            { label: "맞춤법" },
          ],
        },
        {
          title: "이름",
          prompt: "작업 이름은 무엇으로 할까요?",
          selectionMode: "text_input",
          placeholder: "checks",
        },
      ],
    },
  ],
};

export function demoScript(locale: Locale): typeof en {
  return { en, ko }[locale];
}
