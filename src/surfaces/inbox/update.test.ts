/**
 * What the model does with keys and changes, in moments that a test with a real terminal could not
 * reliably hit.
 */
import { describe, expect, it } from "vitest";
import type { AgentLine } from "../../agents/roster.ts";
import type { Ask, SettledAsk } from "../../core/ask/ask.ts";
import { type QuestionInput, questionFrom } from "../../core/ask/question.ts";
import { draftFrom } from "./model/draft.ts";
import { hintsFor } from "./model/hints.ts";
import { messages } from "./model/messages.ts";
import { type InboxEvent, type InboxState, openInboxState, type Wish } from "./model/state.ts";
import { update } from "./update.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");

const DATABASE: QuestionInput = {
  title: "Database",
  prompt: "Which database?",
  selectionMode: "single",
  options: [{ label: "Postgres" }, { label: "SQLite" }],
};
const AGENT: AgentLine = {
  ...{
    id: 1,
    client: "claude-code",
    sessionId: "s",
    project: "shop",
    workingDirectory: "/shop",
    state: "IDLE",
    task: null,
    failure: null,
    question: null,
  },
  ...{ stateSince: "2026-03-01T11:00:00.000Z", lastSeenAt: "2026-03-01T11:00:00.000Z" },
  startedAt: "2026-03-01T11:00:00.000Z",
};
const NAME: QuestionInput = { title: "Name", prompt: "What name?", selectionMode: "text_input" };

it("does not apply keys meant for an ask settled elsewhere to the next ask", () => {
  const inbox = openModel([askOf("one", NAME), askOf("two", DATABASE)]);
  inbox.select("one");
  inbox.press("enter");
  inbox.type("we wo");
  inbox.hear({ type: "changed", id: "one", ask: answered(askOf("one", NAME)) });
  inbox.type("uld like x exactly");
  expect(inbox.state).toMatchObject({ dialog: null, focus: "form" });
  expect(inbox.state.farewell?.text).toContain("“Name” was settled: answered by minji");
  inbox.press("enter");
  expect(inbox.state).toMatchObject({ farewell: null, focus: "list", selectedId: "two" });
  expect(inbox.state.notice?.text).toContain("“Name” was settled");
  expect(inbox.decisions()).toEqual([]);
});

it("uses a half-typed reason only to decline the ask it was written for", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  inbox.select("one");
  inbox.press("x");
  inbox.type("too much ");
  inbox.hear({ type: "changed", id: "one", ask: answered(askOf("one", DATABASE)) });
  inbox.type("extra work");
  inbox.press("enter");
  expect(inbox.state).toMatchObject({ farewell: null, dialog: null, selectedId: "two" });
  expect(inbox.decisions()).toEqual([]);
});

it("says so when the ask of the open form was cleaned away", () => {
  const inbox = openModel([askOf("one", NAME), askOf("two", DATABASE)]);
  inbox.select("one");
  inbox.press("enter");
  inbox.hear({ type: "changed", id: "one", ask: null });
  inbox.type("x because");
  expect(inbox.state.farewell?.text).toBe("“Name” is no longer there.");
  expect(inbox.state.dialog).toBeNull();
});

it("tells a person reading the page of keys that the ask of their form was settled", () => {
  const inbox = openModel([askOf("one", DATABASE)]);
  inbox.press("enter");
  inbox.type("?");
  inbox.hear({ type: "changed", id: "one", ask: answered(askOf("one", DATABASE)) });
  expect(inbox.state).toMatchObject({ page: "asks" });
  expect(inbox.state.farewell).not.toBeNull();
});

it("keeps a farewell on the screen while the person types on, then leaves by itself", () => {
  const inbox = openModel([askOf("one", NAME)]);
  inbox.press("enter");
  inbox.hear({ type: "changed", id: "one", ask: answered(askOf("one", NAME)) });
  for (let second = 0; second < 8; second++) {
    inbox.wait(1_000);
    inbox.type("a");
    inbox.hear({ type: "timePassed" });
  }
  expect(inbox.state.farewell).not.toBeNull();
  inbox.wait(6_000);
  inbox.hear({ type: "timePassed" });
  expect(inbox.state).toMatchObject({ farewell: null, focus: "list" });
});

it("answers nothing when Enter is held down, however many asks wait", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  inbox.press("enter");
  inbox.wait(500);
  for (let repeat = 0; repeat < 50; repeat++) {
    inbox.press("enter");
    inbox.wait(30);
  }
  expect(inbox.decisions()).toEqual([]);
  expect(inbox.state.focus).toBe("form");
  inbox.wait(1_000);
  inbox.press("enter");
  const [sent] = inbox.decisions();
  expect(sent).toMatchObject({ type: "answer" });
  inbox.wait(20);
  inbox.hear({ type: "settledHere", ask: answered(inbox.state.asks.get(sent?.id ?? "") as Ask) });
  inbox.wait(300);
  inbox.press("enter");
  expect(inbox.state.focus).toBe("list");
  expect(inbox.decisions()).toHaveLength(1);
});

it("sends nothing from the review when Enter is held down since the last question", () => {
  const inbox = openModel([askOf("one", DATABASE, DATABASE)]);
  inbox.press("enter");
  inbox.wait(1_000);
  inbox.press("enter");
  inbox.wait(1_000);
  inbox.hold("enter");
  expect(inbox.state.forms.get("one")?.form.page).toBe("review");
  expect(inbox.decisions()).toEqual([]);
  expect(inbox.state.notice?.text).toBe("Press Enter once more.");
  inbox.wait(200);
  inbox.press("enter");
  expect(inbox.decisions()).toMatchObject([{ type: "answer", id: "one" }]);
});

it("does not run through questions into the review when Enter is held down", () => {
  const inbox = openModel([askOf("one", DATABASE, DATABASE, DATABASE, DATABASE, DATABASE)]);
  inbox.press("enter");
  inbox.wait(1_000);
  inbox.hold("enter");
  expect(inbox.state.forms.get("one")?.form).toMatchObject({ page: "form", form: { index: 2 } });
  inbox.wait(200);
  inbox.press("enter");
  expect(inbox.state.forms.get("one")?.form.form.index).toBe(3);
});

it("sends nothing when Enter is held down after it kept a note", () => {
  const inbox = openModel([askOf("one", DATABASE)]);
  inbox.press("enter");
  inbox.type("n");
  inbox.type("because it is boring");
  inbox.hold("enter");
  expect(inbox.decisions()).toEqual([]);
  inbox.wait(200);
  inbox.press("enter");
  expect(inbox.decisions()).toMatchObject([{ type: "answer", id: "one" }]);
});

it("sends from the review at once after another key has shown that the person is there", () => {
  const inbox = openModel([askOf("one", DATABASE, DATABASE)]);
  inbox.press("enter");
  for (const key of "12") {
    inbox.type(key);
    inbox.press("enter");
  }
  inbox.press("down");
  inbox.press("enter");
  expect(inbox.decisions()).toHaveLength(1);
});

it("answers nothing with the Enter that closed a dialog over the form", () => {
  const inbox = openModel([askOf("one", DATABASE, DATABASE)]);
  inbox.press("enter");
  inbox.type("e");
  inbox.type("why?");
  inbox.hold("enter");
  expect(inbox.state.forms.get("one")?.form.form.index).toBe(0);
});

it("does not send an agent a leftover text with the Enter that opened its field", () => {
  const inbox = openModel([]);
  inbox.type("a");
  inbox.hear({ type: "agentsRead", lines: [AGENT] });
  inbox.press("enter");
  inbox.type("stop it");
  inbox.press("escape");
  inbox.hold("enter");
  expect(inbox.state.agents.isWriting).toBe(true);
  expect(inbox.wishes.filter(({ type }) => type === "sendText")).toEqual([]);
});

it("goes through forms as fast as a person presses different keys", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  for (const count of [1, 2]) {
    inbox.press("enter");
    inbox.type("2");
    inbox.press("enter");
    expect(inbox.decisions()).toHaveLength(count);
    inbox.hear({
      type: "settledHere",
      ask: answered(inbox.state.asks.get(inbox.decisions().at(-1)?.id ?? "") as Ask),
    });
    inbox.wait(800);
  }
});

it("knows which of two answers being sent has arrived", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  inbox.select("one");
  inbox.press("enter");
  inbox.type("1");
  inbox.press("enter");
  inbox.press("escape");
  inbox.select("two");
  inbox.press("enter");
  inbox.type("2");
  inbox.press("enter");
  inbox.hear({ type: "settledHere", ask: answered(askOf("one", DATABASE)) });
  inbox.hear({ type: "changed", id: "two", ask: answered(askOf("two", DATABASE)) });
  expect(inbox.state.farewell).toBeNull();
  inbox.type("1");
  expect(inbox.decisions()).toHaveLength(2);
});

it("keeps the words of an ask-back with every key, and drops it once the field is empty", () => {
  const inbox = openModel([askOf("one", DATABASE)]);
  inbox.press("enter");
  inbox.type("e");
  inbox.type("why?");
  expect(inbox.drafts().at(-1)).toMatchObject({
    askBack: [{ questionIndex: 0, kind: "elaborate", text: "why?" }],
  });
  for (const _ of "why?") inbox.press("backspace");
  expect(inbox.drafts().at(-1)).toMatchObject({ askBack: [] });
  inbox.press("escape");
  expect(inbox.state.forms.get("one")?.askBack).toEqual([]);
});

it("shows what another inbox wrote meanwhile, unless the person is writing here", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  inbox.select("one");
  const page = inbox.state.forms.get("one");
  if (page === undefined) throw new Error("The form is not there.");
  const elsewhere = { ...(draftFrom(page) as object), globalNote: "from the other window" };
  inbox.drafted.set("one", elsewhere);
  inbox.press("enter");
  expect(inbox.state.forms.get("one")?.form.form.globalNote).toBe("from the other window");

  inbox.press("escape");
  inbox.drafted.set("one", { ...elsewhere, globalNote: "later still" });
  inbox.isSlow = true;
  inbox.press("enter");
  inbox.type("2");
  inbox.catchUp();
  expect(inbox.state.forms.get("one")?.form.form).toMatchObject({
    globalNote: "from the other window",
    entries: [{ chosenIds: ["2"] }],
  });
});

it("notifies about an ask whose snooze is over, and marks it unread again", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  inbox.select("one");
  inbox.press("enter");
  inbox.type("z");
  inbox.press("enter");
  expect(inbox.state.selectedId).toBe("two");
  inbox.wait(10 * 60_000 + 1);
  inbox.hear({ type: "timePassed" });
  expect(inbox.wishes.filter(({ type }) => type === "arrived")).toEqual([
    { type: "arrived", asks: [inbox.state.asks.get("one")] },
  ]);
  expect(inbox.state.memory).toMatchObject({ snoozed: {}, seen: [] });
});

it("filters by the entry under the cursor, though asks come and go meanwhile", () => {
  const inbox = openModel([askOf("one", DATABASE)]);
  inbox.type("fj");
  const other = { ...askOf("two", DATABASE), source: { kind: "mcp", project: "bakery" } };
  inbox.hear({ type: "changed", id: "two", ask: other });
  inbox.press("enter");
  expect(inbox.state.filter).toEqual({ by: "project", name: "shop" });
});

it("hints at no key that does nothing for the question on the screen", () => {
  const inbox = openModel([askOf("one", NAME), askOf("two", DATABASE)]);
  const keys = () => hintsFor(inbox.state, messages("en")).map((hint) => hint.join(" "));
  inbox.select("one");
  inbox.press("enter");
  expect(keys()).toContain("↵ send");
  inbox.press("escape");
  expect(keys().join(", ")).not.toMatch(/pick|note|recommended/);
  inbox.press("escape");
  inbox.select("two");
  inbox.press("enter");
  expect(keys().join(", ")).toMatch(/pick.*note/);
  expect(keys().join(", ")).not.toMatch(/recommended/);
});

it("says that an answer was not sent, whatever else does not work", () => {
  const inbox = openModel([askOf("one", NAME)]);
  inbox.hear({ type: "failed", id: null, message: "Could not write inbox.json" });
  inbox.hear({ type: "failed", id: "one", message: "Not sent" });
  inbox.hear({ type: "failed", id: null, message: "Could not write inbox.json" });
  expect(inbox.state.notice?.text).toBe("Not sent");
});

it("begins at the top of the whole list, though the newest asks were shown first", () => {
  const inbox = openModel([]);
  inbox.state = openInboxState({ columns: 80, rows: 24 }, { isColourless: true });
  const urgent = { ...askOf("urgent", DATABASE), urgency: "high" as const };
  inbox.hear({ type: "remembered", memory: { ...inbox.state.memory, order: "urgent" } });
  inbox.hear({ type: "glimpsed", asks: [askOf("new", NAME)] });
  expect(inbox.state).toMatchObject({ selectedId: "new", isLoaded: false });
  inbox.hear({ type: "listed", asks: [askOf("new", NAME), urgent] });
  expect(inbox.state).toMatchObject({ selectedId: "urgent", isLoaded: true });
  expect(inbox.wishes.filter(({ type }) => type === "arrived")).toEqual([]);
});

it("stays in a form opened before the whole list was read, and tells how its ask ended", () => {
  const inbox = openModel([]);
  inbox.state = openInboxState({ columns: 80, rows: 24 }, { isColourless: true });
  inbox.hear({ type: "glimpsed", asks: [askOf("one", NAME)] });
  inbox.press("enter");
  inbox.type("we wo");
  inbox.hear({ type: "listed", asks: [askOf("two", DATABASE)] });
  expect(inbox.state).toMatchObject({ selectedId: "one", focus: "form", farewell: null });
  inbox.hear({ type: "changed", id: "one", ask: answered(askOf("one", NAME)) });
  expect(inbox.state.farewell?.text).toContain("“Name” was settled: answered by minji");
});

/** The model with a disk that answers at once, and a clock that stands still until told. */
const PERMISSION: QuestionInput = {
  title: "Bash: make",
  prompt: "It would run make.",
  options: [
    { id: "allow", label: "Allow once" },
    { id: "deny", label: "Deny" },
  ],
};

function replyWith(optionId: string) {
  return { answers: [{ optionIds: [optionId] }] };
}

function openModel(asks: Ask[]) {
  const text = messages("en");
  const drafted = new Map<string, unknown>();
  const wishes: Wish[] = [];
  const late: InboxEvent[] = [];
  let now = START;
  const inbox = {
    state: openInboxState({ columns: 80, rows: 24 }, { isColourless: true }) as InboxState,
    wishes,
    drafted,
    isSlow: false,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    hear,
    press: (name: string) => hear({ type: "key", key: keyOf(name) }),
    /** As a keyboard repeats a key: after half a second, and then without end. */
    hold: (name: string) => {
      inbox.press(name);
      inbox.wait(500);
      for (let repeat = 0; repeat < 50; repeat++) {
        inbox.press(name);
        inbox.wait(30);
      }
    },
    type: (letters: string) => {
      for (const letter of letters) {
        const name = letter === " " ? "space" : letter.toLowerCase();
        hear({ type: "key", key: { name, sequence: letter, ctrl: false, meta: false } });
      }
    },
    select: (id: string) => {
      while (inbox.state.selectedId !== id) inbox.press("down");
    },
    catchUp: () => {
      for (const event of late.splice(0)) hear(event);
    },
    decisions: () => wishes.filter((wish) => wish.type === "answer" || wish.type === "reject"),
    drafts: () =>
      wishes.filter((wish) => wish.type === "saveDraft").map(({ page }) => draftFrom(page)),
  };
  hear({ type: "reader", markdown: (line) => [[{ text: line }]], highlight: null });
  hear({ type: "listed", asks });
  return inbox;

  function hear(event: InboxEvent) {
    const step = update(inbox.state, event, { now, text });
    inbox.state = step.state;
    wishes.push(...step.wishes);
    for (const wish of step.wishes) {
      if (wish.type !== "loadDraft") continue;
      const loaded: InboxEvent = { ...wish, type: "drafted", draft: drafted.get(wish.id) ?? null };
      if (inbox.isSlow) late.push(loaded);
      else hear(loaded);
    }
  }
}

function keyOf(name: string) {
  const sequences: Record<string, string> = {
    enter: "\r",
    escape: "\u001b",
    backspace: "\u007f",
    x: "x",
  };
  return {
    name: name === "enter" ? "return" : name,
    sequence: sequences[name] ?? "\u001b[B",
    ctrl: false,
    meta: false,
  };
}

function askOf(id: string, ...questions: QuestionInput[]): Ask {
  return {
    id,
    questions: questions.map(questionFrom),
    source: { kind: "mcp", project: "shop" },
    returnPath: "caller",
    urgency: "normal",
    createdAt: new Date(START).toISOString(),
    expiresAt: null,
    onTimeout: "none",
    owner: null,
    outcome: null,
  };
}

function answered(ask: Ask): SettledAsk {
  const provenance = {
    by: "person",
    surface: "portal",
    who: "minji",
    at: new Date(START).toISOString(),
  } as const;
  return {
    ...ask,
    outcome: { status: "completed", reply: { answers: [{ optionIds: [] }] }, provenance },
  };
}

it("shows the page of keys from history and agents too, and leads back there", () => {
  const inbox = openModel([askOf("one", DATABASE)]);
  inbox.press("h");
  inbox.hear({ type: "historyRead", asks: [answered(askOf("two", DATABASE))] });
  inbox.type("?");
  expect(inbox.state).toMatchObject({ page: "keys", keysFrom: "history" });
  inbox.press("escape");
  expect(inbox.state.page).toBe("history");
  expect(inbox.state.history?.asks).toHaveLength(1);
  inbox.press("escape");
  inbox.press("a");
  inbox.hear({ type: "agentsRead", lines: [AGENT] });
  inbox.type("?");
  expect(inbox.state).toMatchObject({ page: "keys", keysFrom: "agents" });
  inbox.press("escape");
  expect(inbox.state.page).toBe("agents");
  expect(inbox.wishes.at(-1)).toEqual({ type: "readAgents" });
  inbox.press("enter");
  inbox.type("why?");
  expect(inbox.state).toMatchObject({ page: "agents", agents: { isWriting: true } });
  inbox.press("escape");
  inbox.press("escape");
  inbox.type("?");
  inbox.press("escape");
  expect(inbox.state.page).toBe("asks");
});

describe("a digit in the list", () => {
  it("answers a single choice at once, and the next digit waits until the list has rested", () => {
    const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
    inbox.select("one");
    inbox.type("2");
    expect(inbox.decisions()).toEqual([{ type: "answer", id: "one", reply: replyWith("2") }]);
    expect(inbox.state.focus).toBe("list");
    inbox.hear({ type: "settledHere", ask: answered(askOf("one", DATABASE)) });
    expect(inbox.state.selectedId).toBe("two");
    inbox.type("1");
    expect(inbox.decisions()).toHaveLength(1);
    inbox.wait(400);
    inbox.type("1");
    expect(inbox.decisions()[1]).toEqual({ type: "answer", id: "two", reply: replyWith("1") });
  });

  it.each([
    ["several may be chosen", { ...DATABASE, selectionMode: "multi" as const }, {}, {}],
    ["nobody can tell what it does", PERMISSION, { risk: { level: "unclear", reasons: [] } }, {}],
    ["it destroys", PERMISSION, { risk: { level: "destructive", reasons: [] } }, {}],
    ["a passkey is wanted", DATABASE, { passkey: true }, {}],
    ["picking waits for Enter", DATABASE, {}, { submitMode: "batch" as const }],
  ])("opens the question with that option picked where %s", (_, question, presentation, saved) => {
    const ask = { ...askOf("one", question), presentation } as Ask;
    const inbox = openModel([ask]);
    inbox.hear({ type: "preferred", interaction: saved });
    inbox.type("1");
    expect(inbox.decisions()).toEqual([]);
    expect(inbox.state.focus).toBe("form");
    expect(inbox.state.forms.get("one")?.form.form.entries[0]?.chosenIds).toHaveLength(1);
  });

  it("opens a question in which something was begun, and keeps it", () => {
    const inbox = openModel([askOf("one", { ...DATABASE, selectionMode: "hybrid" })]);
    inbox.press("enter");
    inbox.type("t");
    inbox.type("My own");
    inbox.press("escape");
    inbox.press("escape");
    inbox.type("1");
    expect(inbox.decisions()).toEqual([]);
    expect(inbox.state.focus).toBe("form");
  });

  it("that names no option does nothing but open it", () => {
    const inbox = openModel([askOf("one", DATABASE)]);
    inbox.type("9");
    expect(inbox.decisions()).toEqual([]);
  });
});

it("what another inbox put off is put off here, and looks stay its own", () => {
  const inbox = openModel([askOf("one", DATABASE), askOf("two", DATABASE)]);
  const { memory } = inbox.state;
  const until = new Date(START + 3_600_000).toISOString();
  const elsewhere = { ...memory, snoozed: { one: until }, theme: "mono" as const };
  inbox.hear({ type: "rememberedElsewhere", memory: elsewhere });
  expect(inbox.state.memory).toEqual({ ...memory, snoozed: { one: until } });
  expect(inbox.state.selectedId).toBe("two");
});
