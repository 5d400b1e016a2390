/** What people type in English and Korean, and what each text must and must not mean. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { rounds } from "../../../test/support/rounds.ts";
import {
  completeQuestion,
  type Question,
  type QuestionInput,
  questionFrom,
} from "../ask/question.ts";
import { refuseAnswer, tidyAnswer } from "../ask/selection.ts";
import { type Interpretation, interpret } from "./interpret.ts";

type Case = [text: string, meaning: string];

describe("one of three stores", () => {
  const question = ask(["Postgres", "MySQL", "SQLite"], { selectionMode: "single" });

  it.each<Case>([
    ["2", "MySQL"],
    [" 2. ", "MySQL"],
    ["2)", "MySQL"],
    ["(2)", "MySQL"],
    ["02", "MySQL"],
    ["#2", "MySQL"],
    ["２", "MySQL"],
    ["②", "MySQL"],
    ["2️⃣", "MySQL"],
    [":two:", "MySQL"],
    ["option 2", "MySQL"],
    ["Option #2", "MySQL"],
    ["option two", "MySQL"],
    ["number two", "MySQL"],
    ["the number 2", "MySQL"],
    ["two", "MySQL"],
    ["Two!", "MySQL"],
    ["two please", "MySQL"],
    ["second", "MySQL"],
    ["the second", "MySQL"],
    ["The second one.", "MySQL"],
    ["second option", "MySQL"],
    ["2nd", "MySQL"],
    ["the 2nd one, please", "MySQL"],
    ["first", "Postgres"],
    ["the very first", "Postgres"],
    ["last", "SQLite"],
    ["the last one", "SQLite"],
    ["use 2", "MySQL"],
    ["I'll take the second one", "MySQL"],
    ["let’s go with 3", "SQLite"],
    ["I would like to go with the second one please", "MySQL"],
    ["ok, 2", "MySQL"],
    ["2번", "MySQL"],
    ["2 번", "MySQL"],
    ["2번이요", "MySQL"],
    ["2번요~", "MySQL"],
    ["2번으로", "MySQL"],
    ["2번으로 할게요", "MySQL"],
    ["2번으로 해 주세요", "MySQL"],
    ["2번 선택", "MySQL"],
    ["2번만", "MySQL"],
    ["그럼 2번으로 갈게요", "MySQL"],
    ["저는 2번이 좋아요", "MySQL"],
    ["2로 해줘", "MySQL"],
    ["2번째", "MySQL"],
    ["두 번째", "MySQL"],
    ["두번째 걸로 할게요", "MySQL"],
    ["두 번째 옵션", "MySQL"],
    ["두번째꺼로", "MySQL"],
    ["둘째", "MySQL"],
    ["둘", "MySQL"],
    ["둘이요", "MySQL"],
    ["첫 번째", "Postgres"],
    ["첫째", "Postgres"],
    ["하나", "Postgres"],
    ["일번", "Postgres"],
    ["삼번", "SQLite"],
    ["마지막", "SQLite"],
    ["마지막 거", "SQLite"],
    ["맨 마지막 걸로 부탁드려요", "SQLite"],
  ])("place: %j means %s", (text, meaning) => expect(read(question, text)).toBe(meaning));

  it.each<Case>([
    ["Postgres", "Postgres"],
    ["  postgres ", "Postgres"],
    ["POSTGRES!", "Postgres"],
    ["“Postgres”", "Postgres"],
    ["`mysql`", "MySQL"],
    ["**MySQL**", "MySQL"],
    ["ＭｙＳＱＬ", "MySQL"],
    ["My\u200bSQL", "MySQL"],
    ["Postgres please", "Postgres"],
    ["please, postgres", "Postgres"],
    ["use postgres", "Postgres"],
    ["I'd like postgres, thanks", "Postgres"],
    ["the postgres one", "Postgres"],
    ["postgres로", "Postgres"],
    ["Postgres로 할게요", "Postgres"],
    ["mysql을 선택할게요", "MySQL"],
    ["post", "Postgres"],
    ["sq", "SQLite"],
    ["2. MySQL", "MySQL"],
    ["2) mysql", "MySQL"],
    ["2 - MySQL", "MySQL"],
    ["option 2 (MySQL)", "MySQL"],
    ["2번 MySQL", "MySQL"],
    ["2. SQLite", "ambiguous: MySQL, SQLite"],
  ])("name: %j means %s", (text, meaning) => expect(read(question, text)).toBe(meaning));

  it.each<Case>([
    ["", "unclear"],
    [" \n\t ", "unclear"],
    ["\u200b", "unclear"],
    ["!!!", "unclear"],
    ["s", "unclear"],
    ["0", "unclear"],
    ["4", "unclear"],
    ["-1", "unclear"],
    [".5", "unclear"],
    ["1.5", "unclear"],
    ["1/2", "unclear"],
    ["2%", "unclear"],
    ["12", "unclear"],
    ["4th", "unclear"],
    ["99999999999999999999999", "unclear"],
    ["이번", "unclear"],
    ["두 번", "unclear"],
    ["한 번", "unclear"],
    ["네", "unclear"],
    ["the one", "unclear"],
    ["this one", "unclear"],
    ["pick one", "unclear"],
    ["just one", "unclear"],
    ["하나 주세요", "unclear"],
    ["second to last", "unclear"],
    ["any", "unclear"],
    ["whatever", "unclear"],
    ["아무거나", "unclear"],
    ["both", "unclear"],
    ["yes", "unclear"],
    ["ok", "unclear"],
    ["MongoDB", "unclear"],
    ["postgres mysql oracle", "unclear"],
    ["Postgres, and also tell me why the other two are worse", "unclear"],
  ])("nothing: %j is %s", (text, meaning) => expect(read(question, text)).toBe(meaning));

  it.each<Case>([
    ["not postgres", "unclear"],
    ["Postgres? no", "unclear"],
    ["no, postgres", "unclear"],
    ["don't use 2", "unclear"],
    ["don’t use 2", "unclear"],
    ["dont use 2", "unclear"],
    ["anything but 2", "unclear"],
    ["all except 2", "unclear"],
    ["never 2", "unclear"],
    ["without postgres", "unclear"],
    ["maybe 2", "unclear"],
    ["I think 2", "unclear"],
    ["2?", "unclear"],
    ["Postgres?", "unclear"],
    ["2 if it is fast", "unclear"],
    ["2 말고", "unclear"],
    ["2번 말고", "unclear"],
    ["2번 빼고", "unclear"],
    ["2번은 아니에요", "unclear"],
    ["2번 하지 마", "unclear"],
    ["2번 하지마세요", "unclear"],
    ["2번 안 해", "unclear"],
    ["2번은 싫어요", "unclear"],
    ["아마 2번", "unclear"],
    ["2번인 것 같아요", "unclear"],
    ["1 or 2", "ambiguous: Postgres, MySQL"],
    ["1 or 2?", "ambiguous: Postgres, MySQL"],
    ["either 1 or 2", "ambiguous: Postgres, MySQL"],
    ["1, 2 or 3", "ambiguous: Postgres, MySQL, SQLite"],
    ["postgres or sqlite?", "ambiguous: Postgres, SQLite"],
    ["2 or the second", "unclear"],
    ["1 or not", "unclear"],
    ["not 1 or 2", "unclear"],
    ["1번 아니면 2번", "ambiguous: Postgres, MySQL"],
    ["1번이나 2번", "ambiguous: Postgres, MySQL"],
    ["1 또는 3", "ambiguous: Postgres, SQLite"],
  ])("denied or in doubt: %j is %s", (text, meaning) => expect(read(question, text)).toBe(meaning));

  it.each<Case>([
    ["1 and 2", "refused: too_many"],
    ["Postgres and MySQL", "refused: too_many"],
    ["all", "refused: too_many"],
    ["1-3", "refused: too_many"],
    ["none", "refused: nothing_chosen"],
    ["없음", "refused: nothing_chosen"],
    ["cancel", "cancel"],
    ["Cancel.", "cancel"],
    ["cancel please", "cancel"],
    ["never mind", "cancel"],
    ["Nevermind!", "cancel"],
    ["forget it", "cancel"],
    ["abort", "cancel"],
    ["quit", "cancel"],
    ["취소", "cancel"],
    ["취소해", "cancel"],
    ["취소해 주세요", "cancel"],
    ["그만", "cancel"],
    ["cancel?", "unclear"],
    ["don't cancel", "unclear"],
    ["cancel the subscription", "unclear"],
  ])("bounds and cancelling: %j is %s", (text, meaning) =>
    expect(read(question, text)).toBe(meaning),
  );
});

describe("several of four", () => {
  const question = ask(["Postgres", "Redis", "Kafka", "Elastic"], { selectionMode: "multi" });

  it.each<Case>([
    ["2 and 3", "Redis, Kafka"],
    ["3 and 2", "Redis, Kafka"],
    ["1,3", "Postgres, Kafka"],
    ["1, 2 & 4", "Postgres, Redis, Elastic"],
    ["1, 2, and 4", "Postgres, Redis, Elastic"],
    ["1; 2", "Postgres, Redis"],
    ["1&2", "Postgres, Redis"],
    ["1+2", "Postgres, Redis"],
    ["1 2", "Postgres, Redis"],
    ["1 2 and 4", "Postgres, Redis, Elastic"],
    ["2 2", "Redis"],
    ["one two", "Postgres, Redis"],
    ["options 2 and 3", "Redis, Kafka"],
    ["#1 #2", "Postgres, Redis"],
    ["first and third", "Postgres, Kafka"],
    ["the first and the last one", "Postgres, Elastic"],
    ["the first two", "Postgres, Redis"],
    ["last two", "Kafka, Elastic"],
    ["first three", "Postgres, Redis, Kafka"],
    ["2번 3번", "Redis, Kafka"],
    ["2 번 3 번", "Redis, Kafka"],
    ["2번이랑 3번", "Redis, Kafka"],
    ["2번이랑 3번으로 해줘", "Redis, Kafka"],
    ["2번하고 3번이요", "Redis, Kafka"],
    ["2번, 3번", "Redis, Kafka"],
    ["2와 3", "Redis, Kafka"],
    ["2번과3번", "Redis, Kafka"],
    ["2번 그리고 4번", "Redis, Elastic"],
    ["2번 3번 선택할게요", "Redis, Kafka"],
    ["1, 3번이요", "Postgres, Kafka"],
    ["하나랑 셋이요", "Postgres, Kafka"],
    ["하나, 셋", "Postgres, Kafka"],
    ["하나 셋", "Postgres, Kafka"],
    ["첫 번째 세 번째", "Postgres, Kafka"],
    ["첫 번째와 세 번째", "Postgres, Kafka"],
    ["Postgres and Redis", "Postgres, Redis"],
    ["redis AND postgres", "Postgres, Redis"],
    ["use postgres and redis please", "Postgres, Redis"],
    ["post, red", "Postgres, Redis"],
    ["postgres + redis", "Postgres, Redis"],
    ["postgres와 redis", "Postgres, Redis"],
    ["redis랑 kafka로 할게요", "Redis, Kafka"],
    ["Postgres\nRedis", "Postgres, Redis"],
    ["- Postgres\n- Redis", "Postgres, Redis"],
    ["1. Postgres\n2. Redis", "Postgres, Redis"],
    ["1-3", "Postgres, Redis, Kafka"],
    ["1 – 3", "Postgres, Redis, Kafka"],
    ["1 to 3", "Postgres, Redis, Kafka"],
    ["1~3", "Postgres, Redis, Kafka"],
    ["1-2, 4", "Postgres, Redis, Elastic"],
    ["1번부터 3번까지", "Postgres, Redis, Kafka"],
    ["all", "Postgres, Redis, Kafka, Elastic"],
    ["all of them", "Postgres, Redis, Kafka, Elastic"],
    ["all four", "Postgres, Redis, Kafka, Elastic"],
    ["everything", "Postgres, Redis, Kafka, Elastic"],
    ["전부", "Postgres, Redis, Kafka, Elastic"],
    ["전부 다 해줘", "Postgres, Redis, Kafka, Elastic"],
    ["모두 선택", "Postgres, Redis, Kafka, Elastic"],
    ["넷 다", "Postgres, Redis, Kafka, Elastic"],
    ["none", "nothing"],
    ["none of them", "nothing"],
    ["nothing", "nothing"],
    ["없음", "nothing"],
    ["없어요", "nothing"],
    ["both", "unclear"],
    ["all three", "unclear"],
    ["둘 다", "unclear"],
    ["3-1", "unclear"],
    ["2-7", "unclear"],
    ["two to three", "unclear"],
    ["1, 7", "unclear"],
    ["1 and oracle", "unclear"],
    ["first two three", "unclear"],
    ["none and 2", "unclear"],
    ["first, then second", "unclear"],
    ["all but 2", "unclear"],
    ["2 빼고 전부", "unclear"],
    ["1 and not 2", "unclear"],
    ["Postgres/Redis", "unclear"],
  ])("%j means %s", (text, meaning) => expect(read(question, text)).toBe(meaning));

  it("keeps the bounds", () => {
    const bounded = ask(["A1", "B2", "C3"], {
      selectionMode: "multi",
      minSelections: 2,
      maxSelections: 2,
    });
    expect(read(bounded, "all")).toBe("refused: too_many");
    expect(read(bounded, "first")).toBe("refused: too_few");
    expect(read(bounded, "none")).toBe("refused: nothing_chosen");
    expect(read(bounded, "first and last")).toBe("A1, C3");
  });

  it("asks back only about the part of a list that is in doubt", () => {
    const likeNames = ask(["Postgres", "Redis", "Redshift"], {
      selectionMode: "multi",
      minSelections: 2,
    });
    expect(read(likeNames, "postgres and red")).toBe("ambiguous: Redis, Redshift");
  });

  it.each<Case>([
    ["both", "Keep, Merge"],
    ["both of them please", "Keep, Merge"],
    ["둘 다", "Keep, Merge"],
    ["둘다요", "Keep, Merge"],
    ["두 개 다", "Keep, Merge"],
    ["the latter", "Merge"],
    ["전자", "Keep"],
    ["neither", "nothing"],
  ])("of two, %j means %s", (text, meaning) => {
    expect(read(ask(["Keep", "Merge"], { selectionMode: "multi" }), text)).toBe(meaning);
  });

  it("reads long lists of places and whole labels, but no parts of labels", () => {
    const labels = ["Fix and push", "Run all of the tests", "Write a short note", "Tell the team"];
    const many = ask(labels, { selectionMode: "multi" });
    expect(read(many, labels.join(", "))).toBe(labels.join(", "));
    expect(read(many, "Fix and push, Run all of the tests, Write a note")).toBe("unclear");
    const ten = ask(
      [..."ABCDEFGHIJ"].map((letter) => `Shard ${letter}`),
      { selectionMode: "multi" },
    );
    expect(read(ten, "1 2 3 4 5 6 7 8 9 10")).toBe(
      ten.options.map((option) => option.label).join(", "),
    );
  });
});

describe("names and numbers that collide", () => {
  it.each<[labels: string[], text: string, meaning: string]>([
    [["2", "1", "3 replicas"], "2", "ambiguous: 2, 1"],
    [["1", "2", "3 replicas"], "2", "2"],
    [["1", "2", "3 replicas"], "3", "3 replicas"],
    [["3 replicas", "5 replicas", "7 replicas"], "3", "ambiguous: 3 replicas, 7 replicas"],
    [["3 replicas", "5 replicas", "7 replicas"], "5", "5 replicas"],
    [["3 replicas", "5 replicas", "7 replicas"], "third", "7 replicas"],
    [["3 replicas", "5 replicas", "7 replicas"], "option 3", "7 replicas"],
    [["3 replicas", "5 replicas", "7 replicas"], "3 replicas", "3 replicas"],
    [["Node 22", "Node 20"], "20", "Node 20"],
    [["Node 22", "Node 20"], "node 2", "unclear"],
    [["Node 2", "Node 1"], "1", "ambiguous: Node 2, Node 1"],
    [
      ["Several small files", "One big file"],
      "one",
      "ambiguous: Several small files, One big file",
    ],
    [["Delete 2 files", "Keep them"], "2", "Keep them"],
    [["2. Redis", "1. Postgres"], "2", "ambiguous: 2. Redis, 1. Postgres"],
    [["1. Postgres", "2. Postgres + Redis"], "postgres", "1. Postgres"],
    [["A) Rewrite", "B) Patch"], "b", "B) Patch"],
    [["A) Rewrite", "B) Patch"], "option b", "B) Patch"],
    [["A) Rewrite", "B) Patch"], "patch", "B) Patch"],
    [["Plan A", "Plan B"], "a", "Plan A"],
    [["Plan A", "Plan B"], "plan b", "Plan B"],
    [["Write a test", "Ship"], "a", "unclear"],
    [["Hour", "Minute", "Second"], "second", "Second"],
    [["Option 2", "Option 1"], "option 2", "Option 2"],
    [["Last backup", "Fresh copy"], "last", "ambiguous: Last backup, Fresh copy"],
    [["1-3 days", "4-7 days", "longer"], "1-3", "1-3 days"],
    [["-5 degrees", "Off"], "5 degrees", "unclear"],
    [["<5", ">5"], ">5", ">5"],
    [["All regions", "EU"], "all", "All regions"],
    [["이번만 허용", "항상 허용", "거부"], "이번", "ambiguous: 이번만 허용, 항상 허용"],
    [["이번만 허용", "항상 허용", "거부"], "이번만", "이번만 허용"],
    [["None of these", "EU"], "none", "None of these"],
  ])("%j, %j: %s", (labels, text, meaning) => {
    expect(read(ask(labels, { selectionMode: "single" }), text)).toBe(meaning);
  });

  it.each<Case>([
    ["1", "ambiguous: North, South"],
    ["option 1", "ambiguous: North, South"],
    ["first", "North"],
    ["south", "South"],
    ["1 and 2", "ambiguous: North, South"],
  ])("numeric ids in another order: %j is %s", (text, meaning) => {
    const options = [
      { id: "3", label: "North" },
      { id: "1", label: "South" },
      { id: "2", label: "West" },
    ];
    expect(read(questionFrom({ prompt: "Where?", selectionMode: "multi", options }), text)).toBe(
      meaning,
    );
  });

  it.each<Case>([
    ["eu-west", "Ireland"],
    ["EU-WEST", "Ireland"],
    ["us", "ambiguous: Ohio, US"],
  ])("ids: %j is %s", (text, meaning) => {
    const options = [
      { id: "eu-west", label: "Ireland" },
      { id: "us", label: "Ohio" },
      { id: "other", label: "US" },
    ];
    expect(read(questionFrom({ prompt: "Where?", selectionMode: "single", options }), text)).toBe(
      meaning,
    );
  });
});

describe("labels", () => {
  it.each<[labels: string[], text: string, meaning: string]>([
    [["Postgres", "Postgres + Redis"], "Postgres", "Postgres"],
    [["Postgres", "Postgres + Redis"], "postgres + redis", "Postgres + Redis"],
    [["Postgres", "Postgres + Redis"], "post", "ambiguous: Postgres, Postgres + Redis"],
    [["Postgres (Recommended)", "Postgres + Redis"], "postgres", "Postgres (Recommended)"],
    [["Fix and push", "Fix", "Push"], "fix and push", "Fix and push"],
    [["Yes, and deploy", "Yes"], "yes and deploy", "Yes, and deploy"],
    [
      ["Allow once", "Always: allow Bash(ls)", "Deny"],
      "yes",
      "ambiguous: Allow once, Always: allow Bash(ls)",
    ],
    [["Allow once", "Deny"], "ok", "ambiguous: Allow once"],
    [["Allow once", "Deny"], "no", "Deny"],
    [["이번만 허용", "항상: ls 허용", "거부"], "네", "ambiguous: 이번만 허용, 항상: ls 허용"],
    [["Approve", "Keep planning"], "yes", "ambiguous: Approve"],
    [["Use Redis as cache", "Use Postgres"], "redis", "Use Redis as cache"],
    [["Use Redis as cache", "Use Postgres"], "use redis", "Use Redis as cache"],
    [["Use Redis as cache", "Use Postgres"], "redis as cache", "Use Redis as cache"],
    [["Use Redis as cache", "Use Postgres"], "use", "ambiguous: Use Redis as cache, Use Postgres"],
    [["Use Redis as cache", "Redis"], "use redis", "ambiguous: Use Redis as cache, Redis"],
    [["Bright red", "Redis"], "red", "ambiguous: Bright red, Redis"],
    [["Blue-green deploy", "Canary"], "blue green", "Blue-green deploy"],
    [["C++", "C#", "C"], "c#", "C#"],
    [["C++", "C#", "C"], "C", "C"],
    [["C++", "Rust"], "c", "unclear"],
    [["C++", "Rust"], "c++", "C++"],
    [["JSON", "json"], "json", "json"],
    [["JSON", "json"], "Json", "ambiguous: JSON, json"],
    [["Node.js", "Deno"], "no", "unclear"],
    [["WhatsApp", "Slack"], "what", "unclear"],
    [["Okta", "Auth0"], "ok", "unclear"],
    [["Delete it", "Keep"], "it", "unclear"],
    [["Skip deploy", "Wait"], "deploy", "unclear"],
    [["Skip deploy", "Wait"], "skip", "Skip deploy"],
    [["Do not delete", "Archive"], "delete", "unclear"],
    [["Do not delete", "Archive"], "do not delete", "Do not delete"],
    [["Don't delete", "Archive"], "dont delete", "Don't delete"],
    [["Don’t delete", "Archive"], "don't delete!", "Don’t delete"],
    [["Delete now", "Do not delete"], "delete", "ambiguous: Delete now, Do not delete"],
    [["Not now", "Now"], "not now please", "Not now"],
    [["Ready?", "Later"], "ready", "Ready?"],
    [["Proceed anyway", "Wait"], "proceed anyway?", "unclear"],
    [["Proceed anyway", "Wait"], "proceed anyway？", "unclear"],
    [["삭제", "보관"], "삭", "삭제"],
    [["삭제", "보관"], "삭제해줘", "삭제"],
    [["삭제", "보관"], "삭제로 할게요", "삭제"],
    [["삭제", "보관"], "삭제하지 마", "unclear"],
    [["삭제", "보관"], "삭제 말고 보관", "unclear"],
    [["삭제하지 않기", "보관"], "삭제", "unclear"],
    [["삭제하지 않기", "보관"], "삭제하지 않기", "삭제하지 않기"],
    [["종각", "강남"], "종로", "unclear"],
    [["가로", "세로"], "세로요", "세로"],
    [["바로", "나중에"], "바로", "바로"],
    [["일주일 동안 유지", "삭제"], "유지", "일주일 동안 유지"],
    [["변경 없음", "수정"], "변경", "unclear"],
    [["배포 취소", "대기"], "배포", "unclear"],
    [["고양", "서울"], "고양이", "unclear"],
    [["효율", "좋음"], "효과 좋음", "unclear"],
    [["Cancel", "Go on"], "cancel", "Cancel"],
    [["취소", "계속"], "취소해", "취소"],
    [["Cancel the deploy", "Go on"], "cancel", "ambiguous: Cancel the deploy"],
    [["Cancel the deploy", "Go on"], "never mind", "cancel"],
  ])("%j, %j: %s", (labels, text, meaning) => {
    expect(read(ask(labels, { selectionMode: "single" }), text)).toBe(meaning);
  });

  it("knows a label however its letters are composed", () => {
    const labels = ["카페", "Café"];
    const decomposed = labels.map((label) => label.normalize("NFD"));
    for (const label of labels) expect(read(ask(labels), label.normalize("NFD"))).toBe(label);
    for (const label of decomposed)
      expect(read(ask(decomposed), label.normalize("NFC"))).toBe(label);
  });

  it.each<[labels: string[], text: string, meaning: string]>([
    [["Yes", "No"], "yes", "Yes"],
    [["Yes", "No"], "Yes please", "Yes"],
    [["Yes", "No"], "y", "Yes"],
    [["Yes", "No"], "no thanks", "No"],
    [["Yes", "No"], "nope", "No"],
    [["Yes", "No"], "네", "Yes"],
    [["Yes", "No"], "네~", "Yes"],
    [["Yes", "No"], "아니요", "No"],
    [["예", "아니요"], "네", "예"],
    [["예", "아니요"], "아니", "아니요"],
    [["예", "아니요"], "yes", "예"],
    [["Yes, delete", "No, keep"], "yes", "Yes, delete"],
    [["Yes, delete", "No, keep"], "no", "No, keep"],
    [["Yes, once", "Yes, always", "No"], "yes", "ambiguous: Yes, once, Yes, always"],
    [["Delete", "Keep"], "yes", "unclear"],
    [["Delete (yes, all)", "Keep"], "yes", "unclear"],
    [["No-op", "Rewrite"], "no", "unclear"],
    [["Delete", "Keep"], "네", "unclear"],
  ])("yes and no, %j, %j: %s", (labels, text, meaning) => {
    expect(read(ask(labels, { selectionMode: "single" }), text)).toBe(meaning);
  });
});

describe("recommended and default", () => {
  const options = [
    { label: "Postgres", recommended: true },
    { label: "Redis", recommended: true },
    { label: "Kafka" },
  ];

  it.each([
    "recommended",
    "the recommended ones",
    "your recommendation",
    "as recommended",
    "추천",
    "추천대로 해줘",
  ])("%j takes all that are recommended, or asks which", (text) => {
    const many = questionFrom({ prompt: "Which?", selectionMode: "multi", options });
    const single = questionFrom({ prompt: "Which?", selectionMode: "single", options });
    const none = ask(["A1", "B1"], { selectionMode: "hybrid" });
    expect(read(many, text)).toBe("Postgres, Redis");
    expect(read(single, text)).toBe("ambiguous: Postgres, Redis");
    expect(read(none, text)).toBe("unclear");
  });

  it.each([
    "the recommended one",
    "go with your recommendation",
    "추천하는 걸로",
    "추천으로 할게요",
    "추천 옵션",
  ])("%j takes the one that is recommended", (text) => {
    const flagged = [{ label: "Postgres" }, { label: "Redis", recommended: true }];
    expect(read(questionFrom({ prompt: "Which?", options: flagged }), text)).toBe("Redis");
    expect(read(ask(["Postgres (Recommended)", "Redis"]), text)).toBe("Postgres (Recommended)");
  });

  it.each(["default", "the default", "Default option", "기본값", "기본값으로 해주세요"])(
    "%j takes the default",
    (text) => {
      expect(read(ask(["Postgres", "Redis"], { defaultOptionIds: ["2"] }), text)).toBe("Redis");
      expect(read(ask(["Postgres", "Redis"]), text)).toBe("unclear");
    },
  );

  it("never takes what is said not to be recommended", () => {
    expect(
      read(ask(["Force (not recommended)", "Merge"], { selectionMode: "single" }), "recommended"),
    ).toBe("unclear");
    expect(
      read(questionFrom({ prompt: "Which?", selectionMode: "multi", options }), "not recommended"),
    ).toBe("unclear");
  });
});

describe("text in the person's own words", () => {
  const hybrid = ask(["Postgres", "MySQL", "Use Redis as cache"]);

  it.each([
    "2, but only on staging",
    "Postgres - but keep the old one running",
    "not postgres",
    "1 or 2?",
    "Postgres?",
    "maybe 2",
    "2 말고",
    "삭제하지 마",
    "MongoDB",
    "yes",
    "no",
    "네",
    "1.5",
    "-1",
    "2024-01-01",
    "2 replicas",
    "two, no wait, three",
    "2번이 뭐예요",
    "I don't know",
    "...",
    "Deploy\nand then wait",
    "please think about redis as a cache before you go on",
    "postgres, mysql and oracle",
    "이번에는 넘어가요",
    "👍",
    "???",
  ])("%j stays text", (text) => {
    expect(interpret(hybrid, `  ${text}\n`)).toEqual({
      kind: "answer",
      answer: { optionIds: [], customText: text },
    });
  });

  it.each<Case>([
    ["7", "unclear"],
    ["0", "unclear"],
    ["option 7", "unclear"],
    ["7번", "unclear"],
    ["7번으로 할게요", "unclear"],
    ["일곱 번째", "unclear"],
    ["seventh", "unclear"],
    ["1 and 7", "unclear"],
    ["both", "unclear"],
    ["", "unclear"],
    ["cancel", "cancel"],
    ["취소", "cancel"],
    ["2", "MySQL"],
    ["redis", "Use Redis as cache"],
    ["1 and 2", "refused: too_many"],
  ])("%j is %s", (text, meaning) => expect(read(hybrid, text)).toBe(meaning));

  it.each(["7", "2", "yes", "none", "all", "recommended", "1 or 2?", "not now"])(
    "%j is text where there are no options",
    (text) => {
      expect(read(questionFrom({ prompt: "Why?" }), text)).toBe(`text: ${text}`);
    },
  );

  it.each(["cancel", "Never mind.", "취소"])("%j cancels a question for text", (text) => {
    expect(read(questionFrom({ prompt: "Why?" }), text)).toBe("cancel");
  });

  it("does not search long text for labels, but knows a long label", () => {
    const label = "Rewrite the module from scratch and keep the old one for a release";
    const question = ask([label, "Patch"]);
    expect(read(question, `${label.toUpperCase()}.`)).toBe(label);
    expect(read(question, label.slice(0, -3))).toBe(`text: ${label.slice(0, -3)}`);
  });
});

describe("whatever is typed", () => {
  const VOCABULARY = [
    ...[
      "1",
      "2",
      "3",
      "7",
      "-",
      "~",
      ",",
      "and",
      "or",
      "not",
      "the",
      "one",
      "second",
      "last",
      "all",
      "none",
      "both",
    ],
    ...[
      "alpha",
      "beta",
      "Gamma ray",
      "yes",
      "no",
      "cancel",
      "recommended",
      "번",
      "두 번째",
      "와",
      "로 할게요",
      "말고",
      "\n",
    ],
  ];
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 6 }).map((words) => words.join(" ")),
  );
  const label = fc.oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.constantFrom(...VOCABULARY),
  );
  const anyQuestion = fc
    .record({
      selectionMode: fc.constantFrom(
        "single" as const,
        "multi" as const,
        "text_input" as const,
        "hybrid" as const,
      ),
      multiSelect: fc.boolean(),
      options: fc.array(fc.record({ label, recommended: fc.boolean() }), { maxLength: 6 }),
      defaultOptionIds: fc.subarray(["1", "2", "3"]),
      minSelections: fc.nat(2),
    })
    .map((input) => completeQuestion({ prompt: "Which?", ...input }));
  const plainLabels = fc.uniqueArray(fc.stringMatching(/^[b-z]{4,8}x( [b-z]{4,8}x){0,2}$/), {
    minLength: 1,
    maxLength: 9,
  });

  it("never throws, and an answer always fits its question", () => {
    fc.assert(
      fc.property(anyQuestion, typed, (question, text) => {
        const result = interpret(question, text);
        if (result.kind === "ambiguous") expect(result.candidates.length).toBeGreaterThan(0);
        if (result.kind !== "answer") return;
        expect(refuseAnswer(question, result.answer)).toBeNull();
        expect(tidyAnswer(question, result.answer)).toEqual(result.answer);
      }),
      { numRuns: rounds(500, 20_000) },
    );
  });

  it("finds an option by its own label", () => {
    fc.assert(
      fc.property(
        plainLabels,
        fc.nat(),
        fc.constantFrom("", " ", ".", "!", " please"),
        (labels, at, end) => {
          const wanted = labels[at % labels.length] ?? "";
          expect(read(ask(labels), wanted.toUpperCase() + end)).toBe(wanted);
        },
      ),
    );
  });

  it("finds an option by its place", () => {
    const forms = ["#", "#.", "option #", "#번", "#번으로 할게요", "#번째"];
    fc.assert(
      fc.property(plainLabels, fc.nat(), fc.constantFrom(...forms), (labels, at, form) => {
        const index = at % labels.length;
        expect(read(ask(labels), form.replace("#", String(index + 1)))).toBe(labels[index]);
      }),
    );
  });

  it("never selects anything out of a denial", () => {
    const denial = fc.constantFrom(
      "not",
      "don't",
      "never",
      "without",
      "except",
      "anything but",
      "말고",
      "빼고",
      "하지 마",
    );
    const around = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 3 });
    fc.assert(
      fc.property(
        around,
        denial,
        around,
        fc.constantFrom("multi" as const, "hybrid" as const),
        (before, no, after, mode) => {
          const question = ask(["alpha", "beta", "Gamma ray"], {
            selectionMode: mode,
            multiSelect: true,
          });
          const result = interpret(question, [...before, no, ...after].join(" "));
          if (result.kind === "answer") expect(result.answer.optionIds).toEqual([]);
        },
      ),
      { numRuns: rounds(300, 10_000) },
    );
  });

  it.each(["a", " ", "1,", "요", ".", "~", "- ", "not ", "번", "\u0301", "ﷺ", "\n", "and "])(
    "a megabyte of %j is read at once",
    (unit) => {
      const options = Array.from({ length: 100 }, (_, index) => ({
        label: `${index} ${unit.repeat(200)}x`,
      }));
      const textOf = (length: number) => unit.repeat(length / unit.length);
      const megabyte = unit.repeat(1_000_000 / Buffer.byteLength(unit));
      const limit = 40 * shortestTime(() => megabyte.normalize("NFKC").split(/[\s,]+/));
      // The megabyte comes last: if the time grows with the square of the length, a shorter
      // text fails long before it.
      for (const text of [textOf(2_000), `${textOf(1_900)}x`, textOf(100_000), megabyte]) {
        for (const selectionMode of ["multi", "hybrid"] as const) {
          const question = completeQuestion({ prompt: "Which?", selectionMode, options });
          expect(shortestTime(() => interpret(question, text), limit)).toBeLessThan(limit);
        }
      }
    },
  );
});

function ask(labels: string[], more: Partial<QuestionInput> = {}): Question {
  return questionFrom({ prompt: "Which?", options: labels.map((label) => ({ label })), ...more });
}

/**
 * The shortest of three runs, because a cold run takes longer; of fewer once one was short enough.
 */
function shortestTime(run: () => unknown, shortEnough = 0): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 3 && shortest >= shortEnough; runs += 1) {
    shortest = Math.min(shortest, processorTime(run));
  }
  return shortest;
}

/** The interpretation in a few words, with labels in place of ids. */
function read(question: Question, text: string): string {
  const result: Interpretation = interpret(question, text);
  if (result.kind === "ambiguous")
    return `ambiguous: ${result.candidates.map((option) => option.label).join(", ")}`;
  if (result.kind === "refused") return `refused: ${result.refusal.reason}`;
  if (result.kind !== "answer") return result.kind;
  if (result.answer.customText !== undefined) return `text: ${result.answer.customText}`;
  const chosen = question.options.filter((option) => result.answer.optionIds.includes(option.id));
  return chosen.map((option) => option.label).join(", ") || "nothing";
}
