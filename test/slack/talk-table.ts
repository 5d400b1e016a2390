/**
 * What people write around a card, what it did when any words in the thread were the answer
 * (`before`), and what it does.
 */
import type { AskInput } from "../../src/desk/desk.ts";
import { deleting, unclear } from "../support/permissions.ts";

export interface Row {
  at: "thread" | "channel" | "dm thread" | "dm";
  card: CardName;
  says: string;
  does: string;
  before: string;
  /** Somebody else than the person who may answer. */
  by?: string;
}

export type CardName = keyof typeof CARDS;

const DATABASES = [{ label: "Postgres" }, { label: "SQLite" }];

export const CARDS = {
  choice: { questions: [{ prompt: "Which database?", options: DATABASES }] },
  korean: {
    questions: [
      { prompt: "언제 배포할까요?", options: [{ label: "지금 배포" }, { label: "나중에" }] },
    ],
  },
  "options only": {
    questions: [
      {
        prompt: "When?",
        options: [{ label: "Deploy now" }, { label: "Deploy later" }],
        selectionMode: "single",
      },
    ],
  },
  form: {
    questions: [
      { prompt: "Database?", options: DATABASES },
      { prompt: "Sign-in?", options: [{ label: "OAuth" }, { label: "Passkeys" }] },
    ],
  },
  text: { questions: [{ prompt: "Which name?", selectionMode: "text_input" }] },
  permission: unclear(),
  destructive: deleting(),
  "in words": { questions: [{ prompt: "Which database?", options: DATABASES }] },
} as const satisfies Record<string, Pick<AskInput, "questions">>;

const ASKS = "asks “Send this as your answer?”";
const ASKS_NO = "asks whether to decline";
const UNCLEAR = "says it did not understand";
const SEVERAL = "says it could mean several";
const NOTHING = "nothing";
const NO_ANSWER = "says that it is no answer";
const AGENT = "goes to an agent";
const REFUSED = "says who may allow it";
const BUTTON = "says that only the button allows";
const WHERE = "says where to write";
const answers = (words: string) => `answers ${words}`;
const asks = (words: string) => `${ASKS}; Send answers “${words}”`;

type Cells = [says: string, does: string, before?: string];

function rows(at: Row["at"], card: CardName, cells: Cells[], by?: string): Row[] {
  return cells.map(([says, does, before = does]) => ({
    ...{ at, card, says, does, before },
    ...(by !== undefined && { by }),
  }));
}

export const TALK: Row[] = [
  ...rows("thread", "choice", [
    ["2", answers("SQLite")],
    ["1.", answers("Postgres")],
    ["#2", answers("SQLite")],
    ["option 2", answers("SQLite")],
    ["the second one", answers("SQLite")],
    ["postgres", answers("Postgres")],
    ["Postgres, please", answers("Postgres")],
    ["2. SQLite", answers("SQLite")],
    ["I'll take the last one", answers("SQLite")],
    ["2️⃣", answers("SQLite")],
    [":two:", answers("SQLite")],
    ["cancel", "declines"],
    ["<@UMIN> what do you think?", NOTHING, answers("“<@UMIN> what do you think?”")],
    ["<@UMIN> 2", NOTHING, answers("“<@UMIN> 2”")],
    ["<@UMIN> <@UBOT> 2", NOTHING, answers("“<@UMIN>  2”")],
    ["<!here> anyone?", NOTHING, answers("“<!here> anyone?”")],
    ["<!subteam^S1|@backend> please look", NOTHING, answers("“@backend please look”")],
    ["👀", NOTHING, answers("“👀”")],
    [":eyes:", NOTHING, answers("“:eyes:”")],
    [":+1::skin-tone-2:", NOTHING, answers("“:+1::skin-tone-2:”")],
    ["👍🏽 🎉", NOTHING, answers("“👍🏽 🎉”")],
    [":white_check_mark: :박수:", NOTHING, answers("“:white_check_mark: :박수:”")],
    ["??", NOTHING, answers("“??”")],
    ["hmm, what about MySQL?", asks("hmm, what about MySQL?"), answers("“hmm, what about MySQL?”")],
    ["use MySQL instead", asks("use MySQL instead"), answers("“use MySQL instead”")],
    ["Is SQLite safe?", asks("Is SQLite safe?"), answers("“Is SQLite safe?”")],
    ["I think Postgres", asks("I think Postgres"), answers("“I think Postgres”")],
    [
      "hey <@UMIN> is this fine?",
      asks("hey @Name of UMIN is this fine?"),
      answers("“hey <@UMIN> is this fine?”"),
    ],
    ["LGTM", asks("LGTM"), answers("“LGTM”")],
    ["+1", asks("+1"), answers("“+1”")],
    ["lol", asks("lol"), answers("“lol”")],
    ["looking into it 👀", asks("looking into it 👀"), answers("“looking into it 👀”")],
    ["1 or 2?", asks("1 or 2?"), answers("“1 or 2?”")],
    ["never mind", `${ASKS_NO}; Send declines`, "declines"],
    ["7", UNCLEAR],
    ["<@UBOT> 2", answers("SQLite")],
    ["<@UBOT> use MySQL", answers("“use MySQL”")],
    ["use MySQL <@UBOT>", answers("“use MySQL”")],
    ["<@UBOT> ask <@UMIN>", answers("“ask @Name of UMIN”"), answers("“ask <@UMIN>”")],
    [
      "<@UBOT> <@UMIN> what do you think?",
      asks("@Name of UMIN what do you think?"),
      answers("“<@UMIN> what do you think?”"),
    ],
    ["<@UBOT> :eyes:", NO_ANSWER, answers("“:eyes:”")],
    ["<@UBOT> never mind", "declines"],
  ]),
  ...rows("thread", "korean", [
    ["2번", answers("나중에")],
    ["두 번째", answers("나중에")],
    ["1번으로 할게요", answers("지금 배포")],
    ["나중에", answers("나중에")],
    ["지금 배포로 해 주세요", answers("지금 배포")],
    ["취소", "declines"],
    ["<@UMIN> 어떻게 생각해요?", NOTHING, answers("“<@UMIN> 어떻게 생각해요?”")],
    ["<@UMIN|민> 2번이 낫지 않아요?", NOTHING, answers("“민 2번이 낫지 않아요?”")],
    ["👍", NOTHING, answers("“👍”")],
    [":박수:", NOTHING, answers("“:박수:”")],
    ["^^", NOTHING, answers("“^^”")],
    ["ㅋㅋㅋ", asks("ㅋㅋㅋ"), answers("“ㅋㅋㅋ”")],
    ["잠시만요", asks("잠시만요"), answers("“잠시만요”")],
    ["이거 안전한가요?", asks("이거 안전한가요?"), answers("“이거 안전한가요?”")],
    ["민님, 이거 괜찮아요?", asks("민님, 이거 괜찮아요?"), answers("“민님, 이거 괜찮아요?”")],
    ["내일 아침에 해 주세요", asks("내일 아침에 해 주세요"), answers("“내일 아침에 해 주세요”")],
    ["네", asks("네"), answers("“네”")],
    ["그만", `${ASKS_NO}; Send declines`, "declines"],
    ["<@UBOT> 내일 아침에 해 주세요", answers("“내일 아침에 해 주세요”")],
    ["<@UBOT> 2번", answers("나중에")],
  ]),
  ...rows("thread", "permission", [
    ["1", answers("Allow once")],
    ["allow once", answers("Allow once")],
    ["deny", answers("Deny")],
    ["no", answers("Deny")],
    ["아니요", answers("Deny")],
    ["yes", SEVERAL],
    ["네", SEVERAL],
    ["<@UMIN> is this safe?", NOTHING, answers("“<@UMIN> is this safe?”")],
    ["👍", NOTHING, answers("“👍”")],
    [":white_check_mark:", NOTHING, answers("“:white_check_mark:”")],
    ["is this safe?", asks("is this safe?"), answers("“is this safe?”")],
    ["이거 안전해요?", asks("이거 안전해요?"), answers("“이거 안전해요?”")],
    ["sure, go ahead", asks("sure, go ahead"), answers("“sure, go ahead”")],
    ["괜찮아 보여요", asks("괜찮아 보여요"), answers("“괜찮아 보여요”")],
    ["<@UBOT> is this safe?", asks("is this safe?"), answers("“is this safe?”")],
    ["<@UBOT> use pnpm instead", asks("use pnpm instead"), answers("“use pnpm instead”")],
  ]),
  ...rows("thread", "destructive", [
    ["allow once", BUTTON],
    ["1", answers("Deny")],
    ["<@UBOT> go ahead", asks("go ahead"), answers("“go ahead”")],
    [
      "wait, what is in build?",
      asks("wait, what is in build?"),
      answers("“wait, what is in build?”"),
    ],
    ["👍", NOTHING, answers("“👍”")],
  ]),
  ...rows("thread", "options only", [
    ["deploy", SEVERAL],
    ["deploy later", answers("Deploy later")],
    ["what is this about?", UNCLEAR],
    ["<@UMIN> now or later?", NOTHING, UNCLEAR],
  ]),
  ...rows("thread", "form", [
    ["1: 2, 2: 1", answers("SQLite; OAuth")],
    ["1번: 2, 2번: 1", answers("SQLite; OAuth")],
    ["1: 2", "notes 1 of 2"],
    ["1: 2, 2: SAML", `${ASKS}; Send answers SQLite; “SAML”`, answers("SQLite; “SAML”")],
    ["<@UMIN> 1: 2, 2: 1?", NOTHING, UNCLEAR],
    ["looks good", UNCLEAR],
    ["👀", NOTHING, UNCLEAR],
  ]),
  ...rows("thread", "text", [
    ["2", answers("“2”")],
    ["blue-green", asks("blue-green"), answers("“blue-green”")],
    ["<@UBOT> blue-green", answers("“blue-green”")],
    ["<@UMIN> any idea?", NOTHING, answers("“<@UMIN> any idea?”")],
  ]),
  ...rows("channel", "choice", [
    ["2", NOTHING],
    ["<@UBOT> 2", answers("SQLite"), AGENT],
    ["postgres", NOTHING],
    ["<@UBOT> fix the tests", AGENT],
  ]),
  ...rows("dm thread", "choice", [
    ["2", answers("SQLite")],
    ["use MySQL", answers("“use MySQL”")],
    ["MySQL로 해 주세요", answers("“MySQL로 해 주세요”")],
    ["never mind", "declines"],
    ["👍", NO_ANSWER, answers("“👍”")],
    ["<@UMIN> should say", NO_ANSWER, answers("“<@UMIN> should say”")],
  ]),
  ...rows("dm", "choice", [
    ["2", answers("SQLite")],
    ["postgres", answers("Postgres")],
    ["fix the tests", AGENT],
  ]),
  ...rows(
    "thread",
    "choice",
    [
      ["2", REFUSED],
      ["<@UMIN> look", NOTHING, REFUSED],
      ["👀", NOTHING, REFUSED],
      ["hmm", NOTHING, REFUSED],
    ],
    "UEVE",
  ),
  ...rows("thread", "in words", [
    ["2", answers("SQLite")],
    ["use MySQL", asks("use MySQL"), answers("“use MySQL”")],
  ]),
  ...rows("channel", "in words", [
    ["2", `${ASKS}; Send answers SQLite`, NOTHING],
    ["2번", `${ASKS}; Send answers SQLite`, NOTHING],
    ["7", WHERE, NOTHING],
    ["<@UBOT> 2", answers("SQLite"), AGENT],
    ["no", NOTHING],
    ["hello everybody", NOTHING],
    ["<@UMIN> 2", NOTHING],
  ]),
  ...rows("channel", "in words", [["2", NOTHING]], "UEVE"),
];
