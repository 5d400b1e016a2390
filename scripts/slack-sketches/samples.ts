/** Every card of Slack that the sketches show: asks of each kind, in each state, in one language. */
import type { types } from "@slack/bolt";
import { dialogMessages } from "../../src/agents/dialogs/messages.ts";
import type { AgentLine } from "../../src/agents/roster.ts";
import { type Ask, type Outcome, settle } from "../../src/core/ask/ask.ts";
import { openForm, reduceForm } from "../../src/core/ask/form.ts";
import { completeQuestion, type QuestionInput } from "../../src/core/ask/question.ts";
import type { Locale } from "../../src/core/locale.ts";
import { confirmationBlocks } from "../../src/surfaces/slack/answers/confirm-words.ts";
import {
  type HomeFacts,
  homeView,
  strangersView,
} from "../../src/surfaces/slack/home/home-view.ts";
import { cardMessages, type SlackMessage } from "../../src/surfaces/slack/render/card.ts";
import { fallbackTexts } from "../../src/surfaces/slack/render/fallback.ts";
import { customInputModal } from "../../src/surfaces/slack/render/modal.ts";
import { replyMessages } from "../../src/surfaces/slack/render/reply.ts";
import { goneMessage, settledMessages } from "../../src/surfaces/slack/render/settled.ts";
import { testCard } from "../../src/surfaces/slack/setup/test-card.ts";
import { type Status, statusMessages } from "../../src/surfaces/slack/threads/status-line.ts";
import { FAILURES } from "./failures.ts";

export interface Sketch {
  name: string;
  messages: SlackMessage[];
  window?: types.ModalView;
}

const AT = "2026-03-01T09:30:00.000Z";
const PAGE = "https://askline.example.com/choice/1";

/** What one person alone sees beside the cards. */
function asideIn(locale: Locale, permission: Ask, question: Ask): Sketch[] {
  const words = locale === "ko" ? "이거 안전해요?" : "is this safe?";
  const confirmed = (ask: Ask, meaning: string) =>
    confirmationBlocks({ ask, key: "1", words, meaning }, locale);
  const aside = (name: string, blocks: SlackMessage["blocks"]): Sketch => ({
    name,
    messages: [{ text: "", blocks }],
  });
  return [
    aside("own words under a question", confirmed(question, "1")),
    aside("own words under a command", confirmed(permission, "1")),
    aside("declining in words", confirmed(question, "decline")),
    {
      name: "the window for own words, of a command",
      messages: [],
      window: customInputModal(permission, 0, locale),
    },
    { name: "the test card", messages: [testCard("1", locale)] },
  ];
}

type Samples = ReturnType<typeof asksIn>;

/** The Home tab: with much to do, with nothing, and for a person who may not answer. */
function homesIn(locale: Locale, samples: Samples): Sketch[] {
  const { question, destructive, tooLong, form, permission, change, plan } = samples;
  const named = (name: string, view: { blocks: unknown[] }): Sketch => ({
    name,
    messages: [{ text: "", blocks: view.blocks as SlackMessage["blocks"] }],
  });
  const facts: HomeFacts = {
    ...{ locale, isNamed: true, now: new Date(AT), workspaceUrl: "https://team.slack.com" },
    pageOf: ({ id }) => `https://askline.example.com/choice/${id}`,
    asks: [destructive, question, tooLong, form].map((ask) => ({
      ...{ ask, form: openForm(ask.questions), card: { channel: "C1", ts: "1.2" } },
    })),
    agents: [
      {
        ...AGENT,
        state: "PROCESSING",
        task: locale === "ko" ? "결제 고치기" : "Mend the checkout",
      },
      { ...AGENT, id: 4, client: "codex", state: "AWAITING_INPUT", question: "Which **region**?" },
      { ...AGENT, id: 5, project: "docs", state: "FAILED", failure: FAILURES["at its limit"] },
    ],
    away: null,
    quiet: { hours: { from: "22:00", to: "08:00", urgentPasses: true }, isNow: false },
    decisions: [
      settle(permission, answered(["deny"])),
      settle(change, answered(["allow"])),
      settle(plan, answered(["plan"])),
      settle(question, answered(["2"])),
      settle(form, declined()),
      settle(permission, outcomesOf(permission)["expired"] as Outcome),
    ],
  };
  const empty = { ...facts, asks: [], agents: [], decisions: [] };
  const until = "2026-03-01T12:00:00.000Z";
  return [
    named("the Home tab", homeView(facts)),
    named("the Home tab, empty and away", homeView({ ...empty, away: { since: AT, until } })),
    named("the Home tab of a stranger", strangersView("U123", locale)),
  ];
}

export const AGENT: AgentLine = {
  ...{ id: 3, client: "claude-code", sessionId: "s", project: "shop", workingDirectory: "/srv" },
  ...{ state: "PROCESSING", stateSince: AT, failure: null, question: null, task: null },
  ...{ lastSeenAt: AT, startedAt: AT },
};

export function sketchesIn(locale: Locale): Sketch[] {
  const card = (ask: Ask, form = openForm(ask.questions)) =>
    cardMessages({ ask, form, locale, page: PAGE });
  const said = (words: string, activity: Parameters<typeof replyMessages>[1]) =>
    replyMessages(words, activity, locale);
  const samples = asksIn(locale);
  const { permission, destructive, change, tooLong, plan, question, form, listed, several } =
    samples;
  const half = reduceForm(openForm(form.questions), {
    ...{ type: "pick", questionIndex: 0, optionId: "1" },
  });
  const full = reduceForm(half, { type: "pick", questionIndex: 1, optionId: "2" });
  const some = reduceForm(openForm(several.questions), {
    ...{ type: "pick", questionIndex: 0, optionId: "2" },
  });
  return [
    { name: "a command", messages: card(permission) },
    { name: "a command that destroys", messages: card(destructive) },
    { name: "a change of a file", messages: card(change) },
    { name: "a command that does not fit", messages: card(tooLong) },
    { name: "a command that needs a passkey", messages: card(forPasskey(destructive)) },
    {
      name: "a command that needs a passkey, in words",
      messages: fallbackTexts(forPasskey(permission), locale, PAGE).map((text) => ({
        ...{ text, blocks: [] },
      })),
    },
    { name: "a plan", messages: card(plan) },
    { name: "a question", messages: card(question) },
    { name: "a question with a list", messages: card(listed) },
    { name: "several answers", messages: card(several, some) },
    { name: "a form", messages: card(form) },
    { name: "a form, half filled", messages: card(form, half) },
    { name: "a form, filled", messages: card(form, full) },
    ...Object.entries(outcomesOf(permission)).map(([name, outcome]) => ({
      name: `a command, ${name}`,
      messages: settledMessages(settle(permission, outcome), locale),
    })),
    {
      name: "a question, answered",
      messages: settledMessages(settle(question, answered(["2"])), locale),
    },
    {
      name: "a form, answered",
      messages: settledMessages(settle(form, answered(["1"], ["2"])), locale),
    },
    {
      name: "a form, declined",
      messages: settledMessages(settle(form, declined()), locale),
    },
    { name: "an ask that is gone", messages: [goneMessage(locale)] },
    {
      name: "in words",
      messages: fallbackTexts(question, locale).map((text) => ({ text, blocks: [] })),
    },
    { name: "a reply, being written", messages: said(REPLY[locale].slice(0, 260), "working") },
    { name: "a reply that waits", messages: said(REPLY[locale], "waiting") },
    ...Object.entries(STATUSES).map(([name, status]) => ({
      name,
      messages: statusMessages(REPLY[locale].slice(0, 160), status, { locale }),
    })),
    {
      name: "an agent at work, before its first words",
      messages: statusMessages("", { doing: null, stopKey: "key" }, { locale }),
    },
    ...asideIn(locale, permission, question),
    ...homesIn(locale, samples),
  ];
}

function asksIn(locale: Locale) {
  const text = dialogMessages(locale);
  const isKorean = locale === "ko";
  const deny = { id: "deny", label: text.deny };
  const allow = { id: "allow", label: text.allowOnce };
  const run = (...parts: string[]) => parts.join("\n\n");
  const sh = (command: string, language = "sh") => `\`\`\`${language}\n${command}\n\`\`\``;
  const command = 'npm test -- --grep "cart & <checkout>" **/*.spec.ts';
  const remark = isKorean ? "바뀐 파일의 테스트만 돌립니다" : "Run only the tests of what changed";
  return {
    permission: asked(
      {
        title: `Bash: ${command}`,
        placeholder: text.denyReason,
        prompt: run(
          text.wantsTo.run("Claude Code"),
          sh(command),
          text.remark("Claude Code"),
          sh(remark, ""),
        ),
        options: [
          allow,
          { id: "always-1", label: text.always("allow Bash(npm test:*) (in this session)") },
          deny,
        ],
      },
      { risk: { level: "unclear", reasons: ["unclear"], part: "npm test" } },
    ),
    destructive: asked(
      {
        title: "Bash: rm -rf build dist find . -name '*.tmp' -delete",
        prompt: run(
          text.destructive(text.dangers.deletes_files),
          text.wantsTo.run("Claude Code"),
          sh("rm -rf build dist\nfind . -name '*.tmp' -delete"),
        ),
        options: [deny, allow],
      },
      { risk: { level: "destructive", reasons: ["deletes_files"] } },
    ),
    change: asked(
      {
        title: "Edit: /srv/shop/src/cart/total.ts",
        prompt: run(
          text.wantsTo.edit("Claude Code", "`src/cart/total.ts`"),
          sh(
            "@@ -4,3 +4,3 @@\n export function total(items: Item[]) {\n-  return items.map((i) => i.price).reduce((a, b) => a + b);\n+  return items.reduce((sum, { price, count }) => sum + price * count, 0);\n }",
            "diff",
          ),
        ),
        options: [allow, deny],
      },
      {},
    ),
    tooLong: asked(
      {
        title: "Bash: psql shop <<'SQL' INSERT INTO orders VALUES (1, 'a', 2);",
        prompt: run(
          text.wantsTo.run("Codex"),
          sh(`psql shop <<'SQL'\n${"INSERT INTO orders VALUES (1, 'a', 2);\n".repeat(400)}SQL`),
        ),
        options: [allow, deny],
      },
      { risk: { level: "unclear", reasons: ["unclear"], part: "psql shop" } },
    ),
    plan: asked(
      {
        title: text.approvePlan,
        prompt: run(text.wantsTo.build("Claude Code"), PLAN[locale]),
        options: [
          { id: "approve", label: text.approve },
          { id: "approve-1", label: text.approveAnd(text.mode["acceptEdits"] ?? "") },
          { id: "plan", label: text.keepPlanning },
        ],
      },
      {},
    ),
    question: inChannel(isKorean ? QUESTION.ko : QUESTION.en),
    listed: inChannel({
      prompt: isKorean ? "어느 지역에 배포할까요?" : "Which region shall it be deployed to?",
      options: ["Seoul", "Tokyo", "Frankfurt", "Virginia", "Oregon", "Sydney"].map((label) => ({
        label,
      })),
    }),
    several: inChannel({
      prompt: isKorean ? "무엇을 함께 고칠까요?" : "What shall be mended as well?",
      multiSelect: true,
      selectionMode: "hybrid",
      options: (isKorean
        ? ["오타", "죽은 링크", "느린 테스트"]
        : ["Typos", "Dead links", "Slow tests"]
      ).map((label) => ({ label })),
    }),
    form: {
      ...inChannel(isKorean ? QUESTION.ko : QUESTION.en, {
        prompt: isKorean ? "로그인은 어떻게 할까요?" : "Which login?",
        options: [{ label: "OAuth" }, { label: "Passkeys" }],
      }),
      context: isKorean
        ? "새 서비스 준비\n\n두 가지를 정하면 **바로 시작**합니다."
        : "A new service\n\nWith these two I can **start at once**.",
    },
  };
}

const STATUSES: Record<string, Status> = {
  "an agent at work, just begun": { doing: null, stopKey: "key" },
  "an agent at work": { doing: { tool: "Edit", about: "/srv/shop/src/order.ts" }, stopKey: "key" },
  "an agent at work, by a command": {
    ...{ doing: { tool: "Bash", about: "npm test -- <all> *now*" }, stopKey: "key" },
  },
};

const QUESTION: Record<Locale, QuestionInput> = {
  en: {
    prompt:
      "Where shall the orders be kept? This is **hard to change later**:\n\n- `Postgres` is what the other services use\n- `SQLite` is one file\n\n```ts\nexport interface Orders {\n  put(order: Order): Promise<void>;\n}\n```",
    options: [
      {
        label: "**Postgres**",
        description: "What the other services use; needs a server",
        recommended: true,
      },
      { label: "SQLite", description: "One file, no server; a single writer" },
      { label: "Keep it in memory" },
    ],
  },
  ko: {
    prompt:
      "주문을 어디에 저장할까요? **나중에 바꾸기 어렵습니다**:\n\n- `Postgres`는 다른 서비스도 씁니다\n- `SQLite`는 파일 하나입니다\n\n```ts\nexport interface Orders {\n  put(order: Order): Promise<void>;\n}\n```",
    options: [
      {
        label: "**Postgres**",
        description: "다른 서비스도 쓰지만 서버가 필요합니다",
        recommended: true,
      },
      { label: "SQLite", description: "파일 하나, 서버 없음, 한 번에 한 곳에서만 씁니다" },
      { label: "메모리에 두기" },
    ],
  },
};

const PLAN: Record<Locale, string> = {
  en: "## Move orders to Postgres\n\n1. Add the table\n2. Write **both** for a week\n3. Remove the old one\n\n| step | risk |\n| --- | --- |\n| 1 | none |\n| 3 | high |",
  ko: "## 주문을 Postgres로 옮기기\n\n1. 테이블 추가\n2. 일주일 동안 **양쪽에** 쓰기\n3. 예전 것 지우기\n\n| 단계 | 위험 |\n| --- | --- |\n| 1 | 없음 |\n| 3 | 높음 |",
};

export const REPLY: Record<Locale, string> = {
  en: "## What changed\n\nThe orders have a **type of their own** now, and 42 tests pass:\n\n1. `Order` in `src/order.ts`\n2. see [the notes](https://example.com/notes) and <!channel>\n\n```ts\nexport interface Order {\n  id: string;\n  lines: Line[];\n}\n```\n\nWhat is missing is a place to keep them.",
  ko: "## 바뀐 것\n\n주문에 이제 **자기 타입**이 있고 테스트 42개가 통과합니다:\n\n1. `src/order.ts`의 `Order`\n2. [메모](https://example.com/notes)와 <!channel>을 보세요\n\n```ts\nexport interface Order {\n  id: string;\n  lines: Line[];\n}\n```\n\n아직 저장할 곳이 없습니다.",
};

function asked(question: QuestionInput, presentation: Ask["presentation"]): Ask {
  return {
    ...inChannel({ selectionMode: "hybrid", maxSelections: 1, ...question }),
    returnPath: "hook",
    presentation,
  };
}

function inChannel(...questions: QuestionInput[]): Ask {
  return {
    id: "1f8b6c1e-6f0e-4a53-9d0f-0f6a5a3b7c11",
    questions: questions.map((question) => completeQuestion(question)),
    source: { kind: "agent", project: "shop", workingDirectory: "/srv/shop" },
    returnPath: "channel",
    urgency: "normal",
    createdAt: AT,
    expiresAt: "2026-03-01T10:30:00.000Z",
    onTimeout: "none",
    owner: null,
    outcome: null,
  };
}

function forPasskey(permission: Ask): Ask {
  const { offerOptionNotes = false, offerGlobalNote = false } = permission.presentation ?? {};
  const texts = { offerOptionNotes, offerGlobalNote };
  return { ...permission, presentation: { ...permission.presentation, ...texts, passkey: true } };
}

function outcomesOf(permission: Ask): Record<string, Outcome> {
  const words = { optionIds: [], customText: "Use the staging data instead" };
  return {
    allowed: answered([permission.questions[0]?.options[0]?.id ?? ""]),
    denied: answered(["deny"]),
    "denied in own words": { ...answered([]), reply: { answers: [words] } } as Outcome,
    expired: {
      ...{ status: "timed_out", kind: "none" },
      provenance: { by: "rule", surface: "deadline", at: AT },
    },
  };
}

const PERSON = { by: "person" as const, surface: "slack", who: "Ada", at: AT };

function answered(...optionIds: string[][]): Outcome {
  const answers = optionIds.map((ids) => ({ optionIds: ids }));
  return { status: "completed", reply: { answers }, provenance: PERSON };
}

function declined(): Outcome {
  return { status: "rejected", kind: "cancel", rejectionReason: null, provenance: PERSON };
}
