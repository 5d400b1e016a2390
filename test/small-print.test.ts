/** What another program wrote, or was decided in an agent's terminal, is said on every surface. */
import { describe, expect, it } from "vitest";
import type { SettledAsk } from "../src/core/ask/ask.ts";
import { completedBy } from "../src/core/ask/ask.ts";
import { AlreadySettled } from "../src/core/ask/errors.ts";
import { smallPrint } from "../src/core/ask/seal-words.ts";
import { colourAsk } from "../src/store/ask-store.contract.ts";
import { historyView } from "../src/surfaces/inbox/history/history-view.ts";
import { messages as inboxMessages } from "../src/surfaces/inbox/model/messages.ts";
import { settledMessages } from "../src/surfaces/slack/render/settled.ts";
import { problemIn } from "../src/surfaces/voice/calls/voice-error.ts";
import { voiceMessages } from "../src/surfaces/voice/speech/messages.ts";
import { messages as formMessages } from "../src/terminal/form/messages.ts";
import { summaryLine } from "../src/terminal/form/summary.ts";

const WORDS = { en: "Written by another program", ko: "다른 프로그램이 쓴 결정" } as const;

function decided(more: Partial<SettledAsk>, openedBy?: "agent"): SettledAsk {
  const ask = colourAsk();
  const at = new Date().toISOString();
  const provenance = { by: "person", surface: "portal", who: "Ada", at } as const;
  const opened = openedBy === undefined ? provenance : { ...provenance, openedBy };
  const outcome = completedBy(ask, { answers: [{ optionIds: ["2"] }] }, opened);
  return { ...ask, outcome, ...more };
}

/** Everything that a surface shows of it, as one text. */
const SURFACES: Record<string, (ask: SettledAsk, locale: "en" | "ko") => string> = {
  prompt: (ask, locale) =>
    summaryLine(ask, formMessages(locale), {
      ...{ isFromHere: false, width: 200, placeIn: () => "there" },
    }),
  inbox: (ask, locale) => inboxMessages(locale).settledElsewhere(ask),
  "inbox history": (ask, locale) => {
    const text = inboxMessages(locale);
    const history = {
      asks: [ask],
      openId: null,
      cursor: 0,
      top: 0,
      scroll: 0,
      search: { writing: { text: "" } },
    };
    const rows = historyView(
      history as never,
      { width: 160, rows: 5 } as never,
      { now: new Date(), text } as never,
      null,
    );
    return rows.map(({ line }) => line.map((part) => part.text).join("")).join("\n");
  },
  Slack: (ask, locale) => JSON.stringify(settledMessages(ask, locale)),
  voice: (ask, locale) =>
    problemIn(new AlreadySettled(ask), voiceMessages(locale), "Bob")?.detail ?? "",
};

describe.each(Object.entries(SURFACES))("%s", (_, show) => {
  it.each(["en", "ko"] as const)("says in %s that another program wrote it", (locale) => {
    expect(show(decided({ sealed: false }), locale)).toContain(WORDS[locale]);
  });

  it("says nothing of what is sealed, nor of what cannot be told", () => {
    for (const sealed of [true, null, undefined])
      expect(show(decided({ sealed }), "en")).not.toContain("program");
  });
});

it("says that the agent had opened the terminal, beside who wrote it", () => {
  expect(smallPrint(decided({ sealed: true }, "agent"), "en")).toBe(
    "In a terminal that the agent opened",
  );
  expect(smallPrint(decided({ sealed: false }, "agent"), "ko")).toBe(
    "에이전트가 연 터미널에서 · 다른 프로그램이 쓴 결정",
  );
});
