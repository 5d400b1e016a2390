import { describe, expect, it } from "vitest";
import type { SettledAsk } from "../ask/ask.ts";
import { type AskedCall, askedAlike, askedCallOf } from "./asked-alike.ts";
import { csvOf } from "./csv.ts";
import { type Decision, decisionOf } from "./decision.ts";
import { type DecisionFilter, fitsDecision } from "./decision-filter.ts";
import { figuresOf, waitsOf } from "./figures.ts";
import { figuresTable } from "./figures-table.ts";
import { lengthInWords, shareInWords } from "./record-words.ts";

const dayOf = (at: string) => at.slice(0, 10);
const SECOND = 1000;

function decision(more: Partial<Decision> & { waited?: number } = {}): Decision {
  const { waited = 10, ...rest } = more;
  return {
    ...{ id: "1", project: "shop", agent: "Claude Code 2", client: "Claude Code" },
    ...{ kind: "command", result: "answered", by: "person", who: "ada", surface: "portal" },
    ...{ askedAt: "2026-03-02T09:00:00.000Z", settledAt: "2026-03-02T10:00:00.000Z" },
    ...{ waitedMs: waited * SECOND, effect: null, differs: false },
    ...rest,
  };
}

function permission(more: Partial<SettledAsk> = {}, input: object = { command: "npm test" }) {
  const option = (id: string) => ({ id, label: id });
  return {
    id: "00000000-0000-4000-8000-000000000000",
    questions: [{ title: "t", prompt: "p", options: [option("allow"), option("deny")] }],
    source: { kind: "hook", client: "codex", agentId: "7", project: "infra" },
    createdAt: "2026-03-02T09:00:00.000Z",
    dialog: { client: "codex", kind: "permission", toolName: "Bash", input, updates: [] },
    outcome: {
      status: "completed",
      reply: { answers: [{ optionIds: ["allow"] }] },
      provenance: { by: "person", surface: "slack", who: "Mina", at: "2026-03-02T09:00:38.000Z" },
    },
    ...more,
    // What a decision is made of, and nothing else of an ask.
  } as unknown as SettledAsk;
}

const provenance = { by: "rule", surface: "deadline", at: "2026-03-02T09:01:00.000Z" } as const;

describe("a decision", () => {
  it.each([
    [
      "a permission that was allowed",
      {},
      { kind: "command", result: "answered", waitedMs: 38_000 },
    ],
    [
      "one that was denied",
      { outcome: { ...permission().outcome, reply: { answers: [{ optionIds: ["deny"] }] } } },
      { result: "denied", by: "person", who: "Mina", surface: "slack" },
    ],
    [
      "a rule's",
      {
        outcome: {
          ...permission().outcome,
          provenance: { ...provenance, surface: "rules", who: "read-only" },
        },
      },
      { by: "rule", who: "read-only", waitedMs: 0 },
    ],
    [
      "a default",
      { outcome: { status: "timed_out", kind: "default", provenance } },
      { by: "nobody", result: "default", waitedMs: 60_000 },
    ],
    [
      "one that was decided in the agent's terminal",
      {
        outcome: { status: "abandoned", kind: "withdrawn", provenance },
        effect: { kind: "in_terminal", did: "declined", at: provenance.at },
      },
      { by: "person", result: "denied", surface: "agent" },
    ],
    [
      "one that the agent did not keep to",
      { effect: { kind: "overruled", did: "allowed", at: provenance.at } },
      { differs: true, effect: "overruled" },
    ],
    ["a question", { dialog: undefined }, { kind: "question", agent: "Codex 7", client: "Codex" }],
    [
      "an edit",
      { dialog: { ...permission().dialog, toolName: "MultiEdit" } },
      { kind: "edit", project: "infra" },
    ],
    [
      "one that was put after it was settled, because a clock was set back",
      { createdAt: "2026-03-03T00:00:00.000Z" },
      { waitedMs: 0 },
    ],
  ])("of %s", (_, more, facts) => {
    expect(decisionOf(permission(more as Partial<SettledAsk>))).toMatchObject(facts);
  });

  it.each([
    [{}, true],
    [{ project: "SHOP" }, true],
    [{ project: "" }, false],
    [{ agent: "claude code" }, true],
    [{ agent: "Claude Code 2" }, true],
    [{ agent: "Claude Code 3" }, false],
    [{ kind: "edit" }, false],
    [{ result: "answered", who: "Ada", where: "portal" }, true],
    [{ result: "differs" }, false],
    [{ by: "rule" }, false],
    [{ since: "2026-03-02T10:00:00.000Z", until: "2026-03-02T10:00:00.001Z" }, true],
    [{ until: "2026-03-02T10:00:00.000Z" }, false],
    [{ since: "2026-03-02T10:00:00.001Z" }, false],
  ] as [DecisionFilter, boolean][])("%j fits: %s", (filter, fits) => {
    expect(fitsDecision(decision(), filter)).toBe(fits);
  });
});

describe("the figures", () => {
  it.each([
    [[], { asked: 0, waitedMs: 0, medianMs: null, ninetiethMs: null }],
    [[5], { asked: 1, medianMs: 5000, ninetiethMs: 5000 }],
    [[1, 2, 3, 100], { medianMs: 2000, ninetiethMs: 100_000, waitedMs: 106_000 }],
    [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], { medianMs: 5000, ninetiethMs: 9000 }],
  ])("of people's decisions after %j seconds", (seconds, waits) => {
    expect(waitsOf(seconds.map((waited) => decision({ waited })))).toMatchObject(waits);
  });

  it("count what nobody answered as waiting, and not among people's times", () => {
    const all = [
      decision({ waited: 4 }),
      decision({ waited: 600, by: "nobody", result: "timed_out" }),
      decision({ waited: 0, by: "rule" }),
    ];
    expect(waitsOf(all)).toEqual({
      ...{ asked: 3, byRule: 1, byPerson: 1, byNobody: 1, timedOut: 1 },
      ...{ waitedMs: 604_000, medianMs: 4000, ninetiethMs: 4000 },
    });
  });

  it("are split, with the longest wait first, empty days, and the span before", () => {
    const on = (day: number, more: Partial<Decision> & { waited?: number } = {}) =>
      decision({ settledAt: `2026-03-0${day}T10:00:00.000Z`, ...more });
    const figures = figuresOf(
      [
        on(1, { waited: 7 }),
        on(4, { waited: 3, project: "infra", surface: "slack" }),
        on(4, { waited: 60, kind: "question" }),
        on(6, { waited: 1, client: "Codex", differs: true }),
        on(6, { by: "rule", surface: "rules", waited: 0 }),
        on(7, { waited: 99 }),
      ],
      { since: "2026-03-04T00:00:00.000Z", until: "2026-03-07T00:00:00.000Z", dayOf },
    );
    const named = (rows: readonly { name: string; asked: number }[]) =>
      rows.map(({ name, asked }) => [name, asked]);
    expect(figures).toMatchObject({ all: { asked: 4, byRule: 1 }, beforeMs: 7000, differed: 1 });
    expect(named(figures.projects)).toEqual([
      ["shop", 3],
      ["infra", 1],
    ]);
    expect(named(figures.agents)).toEqual([
      ["Claude Code", 3],
      ["Codex", 1],
    ]);
    expect(named(figures.kinds)).toEqual([
      ["question", 1],
      ["command", 3],
    ]);
    expect(named(figures.surfaces)).toEqual([
      ["portal", 2],
      ["slack", 1],
    ]);
    expect(named(figures.days)).toEqual([
      ["2026-03-04", 2],
      ["2026-03-05", 0],
      ["2026-03-06", 2],
    ]);
    expect(figures.paces.map(({ count }) => count)).toEqual([2, 0, 0, 1, 0, 0, 0]);
    expect(figuresTable(figures, [])).toContainEqual([
      "day",
      "2026-03-05",
      0,
      0,
      0,
      0,
      0,
      0,
      null,
      null,
    ]);
  });

  it("of everything have no span before and only days with something", () => {
    const figures = figuresOf([decision({ settledAt: "2020-01-01T00:00:00.000Z" }), decision()], {
      ...{ since: null, until: "2027-01-01T00:00:00.000Z", dayOf },
    });
    expect(figures.beforeMs).toBeNull();
    expect(figures.days.map(({ name }) => name)).toEqual(["2020-01-01", "2026-03-02"]);
  });
});

describe("what was asked most and decided alike", () => {
  const call = (input: object, more: Partial<SettledAsk> = {}) =>
    askedCallOf(permission(more, input)) as AskedCall;
  const times = (count: number, one: AskedCall) =>
    Array.from({ length: count }, () => ({ ...one }));

  it("is counted by command, by its first two words where the rest differs, and by folder", () => {
    const edit = (file: string) =>
      call(
        {},
        {
          source: { kind: "hook", workingDirectory: "/shop", project: "shop" },
          dialog: {
            ...(permission().dialog as NonNullable<SettledAsk["dialog"]>),
            ...{ toolName: "Edit", input: { file_path: file } },
          },
        },
      );
    expect(
      askedAlike([
        ...times(5, call({ command: "npm test" })),
        ...times(2, call({ command: "git diff HEAD" })),
        ...times(2, call({ command: "git diff --stat" })),
        ...[edit("/shop/docs/a.md"), edit("/shop/docs/b.md"), edit("/shop/docs/b.md")],
        ...times(2, call({ command: "too seldom" })),
      ]),
    ).toEqual([
      { kind: "command", what: "npm test", project: "infra", times: 5, decided: "allowed" },
      { kind: "command", what: "git diff *", project: "infra", times: 4, decided: "allowed" },
      { kind: "edit", what: "docs/**", project: "shop", times: 3, decided: "allowed" },
    ]);
  });

  it("leaves out what was decided now this way, now that, and what may destroy", () => {
    const no = {
      outcome: { ...permission().outcome, reply: { answers: [{ optionIds: ["deny"] }] } },
    } as Partial<SettledAsk>;
    const destroys: Partial<SettledAsk> = {
      presentation: { risk: { level: "destructive", reasons: [] } },
    };
    const remove = { command: "rm -rf build" };
    expect(
      askedAlike([
        ...times(4, call({ command: "make" })),
        call({ command: "make" }, no),
        ...times(4, call(remove, destroys)),
        ...times(3, call({ command: "npm publish" }, { ...no, ...destroys })),
      ]),
    ).toEqual([
      { kind: "command", what: "npm publish", project: "infra", times: 3, decided: "denied" },
    ]);
  });

  it("has no room for a question, a rule's decision or a hostile line", () => {
    expect(askedCallOf(permission({ dialog: undefined }))).toBeNull();
    const ruled = { ...provenance, surface: "rules", who: "r" };
    const outcome = { ...permission().outcome, provenance: ruled } as SettledAsk["outcome"];
    expect(askedCallOf(permission({ outcome }))).toBeNull();
    expect(call({ command: "echo \u001b[31m\u202e x\ny" }).names).toEqual(["echo x y"]);
  });
});

describe("a table for spreadsheets", () => {
  it.each([
    ["=1+1", '"\'=1+1"'],
    ["+49", '"\'+49"'],
    ["-x", '"\'-x"'],
    ["@SUM(A1)", '"\'@SUM(A1)"'],
    ["\t=1", '"\'\t=1"'],
    ["\r=1", '"\'\r=1"'],
    [" =1", '"\' =1"'],
    ["＝1", '"\'＝1"'],
    ['say "no", twice', '"say ""no"", twice"'],
    ["two\nlines", '"two\nlines"'],
    ["plain words", "plain words"],
    [-3, "-3"],
    [null, ""],
  ])("writes %j as %j", (cell, written) => {
    expect(csvOf([[cell, "x"]])).toBe(`${written},x\r\n`);
  });
});

it.each([
  [0, "0 s", "0초"],
  [48_400, "48 s", "48초"],
  [80_000, "1 min 20 s", "1분 20초"],
  [660_000, "11 min", "11분"],
  [19_800_000, "5 h 30 min", "5시간 30분"],
  [90_000_000, "1 d 1 h", "1일 1시간"],
  [172_800_000, "2 d", "2일"],
])("says a length of %d milliseconds", (length, english, korean) => {
  expect([lengthInWords(length, "en"), lengthInWords(length, "ko")]).toEqual([english, korean]);
});

it("says a share, and none of nothing", () => {
  expect([shareInWords(744, 1215), shareInWords(0, 0)]).toEqual(["61 %", "–"]);
});
