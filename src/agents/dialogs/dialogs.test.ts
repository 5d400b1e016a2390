/** What a person is shown of an agent's dialog, and how their decision reaches the agent. */
import { describe, expect, it } from "vitest";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { Reply } from "../../core/ask/answer.ts";
import type { Outcome } from "../../core/ask/ask.ts";
import { questionFrom } from "../../core/ask/question.ts";
import { answersFrom, replyFrom } from "../clients/claude-code/question-answers.ts";
import { decidedInTerminal, decisionOn, hookReply } from "./decision.ts";
import type { DialogTools } from "./dialog.ts";
import { differenceOf } from "./diff.ts";
import { fenced, seen } from "./fence.ts";
import { dialogMessages } from "./messages.ts";
import { openDialog } from "./open-dialog-ask.ts";
import { suggestionsFrom } from "./suggestions.ts";

const text = dialogMessages("en");

function tools(files: Record<string, string> = {}): DialogTools {
  return { text, readText: async (path) => files[path] ?? "", planOf: async () => null };
}

function request(
  toolName: string,
  input: Record<string, unknown>,
  more: Partial<DialogEvent> = {},
): DialogEvent {
  return {
    ...{
      type: "permission_asked",
      client: "claude-code",
      sessionId: "s",
      at: "2026-01-01T00:00:00.000000Z",
    },
    ...{ workingDirectory: "/project", transcriptPath: null, promptId: null, subagentId: null },
    ...{ toolUseId: null, toolName, input, suggestions: [] },
    ...more,
  };
}

const provenance = { by: "person", surface: "portal", at: "2026-01-01T00:00:00Z" } as const;
const answered = (reply: Reply): Outcome => ({ status: "completed", reply, provenance });
const rejected = (
  kind: "reject" | "cancel" | "elaborate" | "rephrase",
  reason: string | null,
): Outcome => ({
  ...{ status: "rejected", kind, rejectionReason: reason, provenance },
});

async function replyTo(event: DialogEvent, outcome: Outcome, given = tools()) {
  const dialog = await openDialog(event, given);
  return dialog === null ? undefined : hookReply(dialog, decisionOn(dialog, outcome));
}

async function promptFor(event: DialogEvent, given = tools()): Promise<string> {
  return (await openDialog(event, given))?.asks.questions[0]?.prompt ?? "";
}

describe("AskUserQuestion", () => {
  const database = {
    question: "Which database?",
    header: "Database",
    options: [
      { label: "Postgres", description: "a server", preview: "```sql\nselect 1\n```" },
      { label: "SQLite (Recommended)", description: "a file" },
    ],
    multiSelect: false,
  };
  const features = {
    question: "Which features?",
    header: "Features",
    options: [{ label: "Auth" }, { label: "Search, full text" }, { label: "Search" }].map(
      (option) => ({
        ...option,
        description: "",
      }),
    ),
    multiSelect: true,
  };
  const event = request("AskUserQuestion", {
    questions: [database, features],
    metadata: { source: "x" },
  });

  it("becomes hybrid questions with previews, multi-select where it says so", async () => {
    const dialog = await openDialog(event, tools());
    const questions = dialog?.asks.questions.map(questionFrom) ?? [];
    expect(questions[0]).toMatchObject({
      title: "Database",
      selectionMode: "hybrid",
      maxSelections: 1,
    });
    expect(questions[0]?.options.map(({ label, recommended }) => [label, recommended])).toEqual([
      ["Postgres", undefined],
      ["SQLite (Recommended)", true],
    ]);
    expect(questions[0]?.prompt).toContain("````\n```sql\nselect 1\n```\n````");
    expect(questions[1]).toMatchObject({
      selectionMode: "hybrid",
      minSelections: 1,
      maxSelections: 3,
    });
  });

  it("is answered by its input plus answers: labels joined by commas, and notes", async () => {
    const reply = await replyTo(
      event,
      answered({
        answers: [
          { optionIds: ["1"], optionNotes: { "1": "version 17" } },
          { optionIds: ["1", "3"], customText: "Export" },
        ],
        globalNote: "no hurry",
      }),
    );
    expect(reply).toEqual({
      hookSpecificOutput: {
        hookEventName: "PermissionRequest",
        decision: {
          behavior: "allow",
          updatedInput: {
            ...event.input,
            answers: { "Which database?": "Postgres", "Which features?": "Auth, Search, Export" },
            annotations: {
              "Which database?": {
                notes: "version 17\nno hurry",
                preview: database.options[0]?.preview,
              },
            },
          },
        },
      },
    });
  });

  it.each([
    ["elaborate", "What does it cost?", /know more.*What does it cost\?/],
    ["rephrase", "In plain words, please", /other words.*In plain words/],
    ["reject", "Wrong question", /denied.*Wrong question/],
    ["cancel", null, /no consent/],
  ] as const)("a person who would rather %s tells the agent so", async (kind, reason, words) => {
    const reply = await replyTo(event, rejected(kind, reason));
    expect(reply).toMatchObject({ hookSpecificOutput: { decision: { behavior: "deny" } } });
    expect(JSON.stringify(reply)).toMatch(words);
  });

  it("has no opinion when nobody decided", async () => {
    const silence = { by: "rule", surface: "deadline", at: "" } as const;
    expect(
      await replyTo(event, { status: "timed_out", kind: "none", provenance: silence }),
    ).toEqual({});
    expect(
      await replyTo(event, { status: "abandoned", kind: "withdrawn", provenance: silence }),
    ).toEqual({});
  });

  const asked = [database, features].map((question) => ({
    ...question,
    options: question.options.map((option) => ({ preview: null, ...option })),
  }));

  it.each([
    ["Postgres", "Auth", ["1"], undefined, ["1"], undefined],
    ["MySQL", "Search, full text", [], "MySQL", ["2"], undefined],
    ["Postgres", "Search, Search, full text", ["1"], undefined, ["2", "3"], undefined],
    ["Postgres", "Auth, something of my own", ["1"], undefined, ["1"], "something of my own"],
    ["Postgres", '"Search, full text", Auth', ["1"], undefined, ["1", "2"], undefined],
    ["Postgres", 'Auth, "my own, \\"quoted\\""', ["1"], undefined, ["1"], 'my own, "quoted"'],
    ["Postgres", '"not quite', ["1"], undefined, [], '"not quite'],
  ])("reads %j and %j back", (first, second, firstIds, firstText, secondIds, secondText) => {
    const answers = { "Which database?": first, "Which features?": second };
    const reply = replyFrom(asked, { answers, annotations: {} });
    expect(reply?.answers.map(({ optionIds, customText }) => [optionIds, customText])).toEqual([
      [firstIds, firstText],
      [secondIds, secondText],
    ]);
  });

  it.each([
    [{ optionIds: ["2"] }, '"Search, full text"'],
    [{ optionIds: ["1", "2"] }, 'Auth, "Search, full text"'],
    [{ optionIds: ["1"], customText: "tea, coffee" }, 'Auth, "tea, coffee"'],
    [{ optionIds: [], customText: 'say "hi"' }, '"say \\"hi\\""'],
  ])("joins several answers as the client does, and reads them back: %j", (ticked, answer) => {
    const reply = { answers: [{ optionIds: ["1"] }, ticked] };
    const sent = answersFrom(asked, reply);
    expect(sent.answers["Which features?"]).toBe(answer);
    expect(replyFrom(asked, sent)).toEqual(reply);
  });

  it("carries notes both ways", () => {
    const reply = {
      answers: [{ optionIds: ["2"], optionNotes: { "2": "for now" } }, { optionIds: ["1"] }],
    };
    expect(replyFrom(asked, answersFrom(asked, reply))).toEqual(reply);
  });

  it("is answered under the exact text of its question, however strange", async () => {
    const strange = ["  Which one? ", "__proto__"].map((question) => ({ ...database, question }));
    const reply = await replyTo(
      request("AskUserQuestion", { questions: strange }),
      answered({ answers: [{ optionIds: ["1"] }, { optionIds: ["2"] }] }),
    );
    const { answers } = JSON.parse(JSON.stringify(reply)).hookSpecificOutput.decision.updatedInput;
    expect(Object.entries(answers)).toEqual([
      ["  Which one? ", "Postgres"],
      ["__proto__", "SQLite (Recommended)"],
    ]);
  });

  it.each([
    ["A, B", [], "A, B"],
    ["A, B, C", [], "A, B, C"],
    ["B, A, C", ["1", "3", "4"], undefined],
    ["A", ["1"], undefined],
    ["C, my own, with commas", ["4"], "my own, with commas"],
  ])("is not guessed where %j may have been ticked in two ways", (text, optionIds, customText) => {
    const options = ["A", "A, B", "B", "C"].map((label) => ({
      label,
      description: "",
      preview: null,
    }));
    const question = { question: "Which?", header: "", options, multiSelect: true };
    const reply = replyFrom([question], { answers: { "Which?": text }, annotations: {} });
    expect(reply?.answers).toEqual([
      { optionIds, ...(customText === undefined ? {} : { customText }) },
    ]);
  });

  it.each([
    ["its input has an unknown shape", "?"],
    [
      "two questions have the same text, since answers are keyed by that text",
      [database, database],
    ],
    [
      "two options have the same text",
      [{ ...database, options: [database.options[0], database.options[0]] }],
    ],
  ])("is left to the terminal when %s", async (_, questions) => {
    expect(await openDialog(request("AskUserQuestion", { questions }), tools())).toBeNull();
  });
});

describe("a permission prompt", () => {
  const suggestions = [
    {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "touch:*" }],
      behavior: "allow",
      destination: "localSettings",
    },
    { type: "setMode", mode: "acceptEdits", destination: "session" },
    { type: "addDirectories", directories: ["/project"], destination: "session" },
    { type: "somethingNew", destination: "session" },
  ];
  const event = request(
    "Bash",
    { command: "touch made", description: "Make a file" },
    { suggestions },
  );

  it("offers once, each suggestion that can be worded, and no", async () => {
    const dialog = await openDialog(event, tools());
    expect(dialog?.asks.questions[0]?.options?.map(({ label }) => label)).toEqual([
      "Allow once",
      "Always: allow Bash(touch:*) (in this project, for you)",
      "Always: accept edits without asking (in this session)",
      "Always: allow access to /project (in this session)",
      "Deny",
    ]);
    expect(dialog?.asks.questions[0]?.prompt).toContain("```sh\ntouch made\n```");
    expect(suggestionsFrom([{ type: "addRules", rules: [], behavior: "deny" }], text)).toEqual([]);
  });

  it("offers all suggestions as one option, since a part of them would not suffice", async () => {
    const both = suggestions.slice(1, 3);
    const asked = { ...event, suggestions: both };
    const dialog = await openDialog(asked, tools());
    expect(dialog?.asks.questions[0]?.options?.map(({ label }) => label)).toEqual([
      "Allow once",
      "Always: accept edits without asking (in this session); " +
        "allow access to /project (in this session)",
      "Deny",
    ]);
    const reply = await replyTo(asked, answered({ answers: [{ optionIds: ["always-1"] }] }));
    expect(reply).toMatchObject({
      hookSpecificOutput: { decision: { behavior: "allow", updatedPermissions: both } },
    });
  });

  it.each([
    [{ optionIds: ["allow"] }, { behavior: "allow" }],
    [{ optionIds: ["always-2"] }, { behavior: "allow", updatedPermissions: [suggestions[1]] }],
    [
      { optionIds: ["deny"], customText: "use mkdir" },
      { behavior: "deny", message: "A person denied this and says: use mkdir" },
    ],
    [
      { optionIds: [], customText: "yes" },
      { behavior: "deny", message: "A person did not allow this. They say: yes" },
    ],
  ])("decides by what was chosen: %j", async (answer, decision) => {
    const reply = await replyTo(event, answered({ answers: [answer] }));
    expect(reply).toEqual({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
  });

  it("for a destructive call offers the no first, where an Enter too many lands", async () => {
    const dialog = await openDialog(
      request("Bash", { command: "rm -rf build" }, { suggestions }),
      tools(),
    );
    const labels = dialog?.asks.questions[0]?.options?.map(({ label }) => label) ?? [];
    expect(labels.slice(0, 2)).toEqual(["Deny", "Allow once"]);
    expect(labels).toHaveLength(5);
  });

  it("shows the whole command, and nothing in it can end the block or hide", async () => {
    const prompt = await promptFor(
      request("Bash", { command: "echo '````\n# **fine**'\nrm -rf \u202e/ \u200b#\r" }),
    );
    expect(prompt).toContain(
      "`````sh\necho '````\n# **fine**'\nrm -rf \\u{202e}/ \\u{200b}#\\u{d}\n`````",
    );
    expect(prompt).toContain(text.hiddenCharacters);
  });

  it("shows a change as removed and added lines", async () => {
    const write = request("Write", { file_path: "a.txt", content: "one\n2\nthree\n" });
    expect(await promptFor(write, tools({ "/project/a.txt": "one\ntwo\nthree\n" }))).toContain(
      "```diff\n  one\n- two\n+ 2\n  three\n```",
    );
    expect(await promptFor(write)).toContain("```diff\n+ one\n+ 2\n+ three\n```");
    const edit = request("Edit", {
      file_path: "/x/b.ts",
      old_string: "let a",
      new_string: "const a",
    });
    expect(await promptFor(edit)).toContain("```diff\n- let a\n+ const a\n```");
    const once = { ...edit, input: { ...edit.input, replace_all: false } };
    expect(await promptFor(once)).toBe(await promptFor(edit));
    const everywhere = { ...edit, input: { ...edit.input, replace_all: true } };
    expect(await promptFor(everywhere)).toContain("replace_all");
  });

  it.each([
    ["mcp__db__run", { command: "select 1", database: "production" }],
    ["mcp__web__call", { url: "https://a.example", method: "DELETE" }],
    ["mcp__disk__save", { file_path: "/a", content: "x", mode: "0777" }],
    ["Bash", { command: "make", dangerouslyDisableSandbox: true }],
    ["Edit", { file_path: "/a", old_string: "a", new_string: "b", replace_all: true }],
    ["Write", { file_path: "/a", content: "x", mode: "0777" }],
  ])("for %s shows all of the input: %j", async (tool, input) => {
    const prompt = await promptFor(request(tool, input));
    for (const [name, value] of Object.entries(input)) {
      expect(prompt).toContain(String(value));
      if (tool.startsWith("mcp__")) expect(prompt).toContain(`"${name}"`);
    }
    if (tool.startsWith("mcp__")) expect(prompt).toContain(tool);
  });

  it("shows the removed lines when a change only removes", async () => {
    const edit = request("Edit", { file_path: "/x/b.ts", old_string: "check();", new_string: "" });
    expect(await promptFor(edit)).toContain("```diff\n- check();\n```");
    const write = request("Write", { file_path: "a.txt", content: "" });
    expect(await promptFor(write, tools({ "/project/a.txt": "one\n" }))).toContain(
      "```diff\n- one\n```",
    );
  });

  it("marks the agent's own remark as the agent's", async () => {
    const description = "# Approved by **security**\n- [x] safe";
    const prompt = await promptFor(request("Bash", { command: "ls", description }));
    expect(prompt).toContain(
      "Claude Code says about it:\n\n```\n# Approved by **security** - [x] safe\n```",
    );
  });

  it("offers no rule that is too long to read or that we cannot word", async () => {
    const rule = (ruleContent: string, destination = "session") => ({
      ...{
        type: "addRules",
        rules: [{ toolName: "Bash", ruleContent }],
        behavior: "allow",
        destination,
      },
    });
    const offered = suggestionsFrom(
      [
        rule("x".repeat(600)),
        rule("ls", "somewhere new"),
        rule("rm \u200bx"),
        { type: "setMode", mode: "constructor" },
      ],
      text,
    );
    expect(offered.map(({ words }) => words)).toEqual([
      "allow Bash(rm \\u{200b}x) (in this session)",
    ]);
  });

  it("shows a very long command's beginning and end, and says what is missing", async () => {
    const prompt = await promptFor(
      request("Bash", { command: `begin ${"x".repeat(200_000)} && rm -rf /` }),
    );
    expect(prompt.length).toBeLessThan(100_000);
    expect(prompt).toContain("begin xxx");
    expect(prompt).toContain("&& rm -rf /");
    expect(prompt).toMatch(/\[\d+ characters left out/);
  });

  it("says quietly what nobody can tell: no warning, no hurry, and allowing comes first", async () => {
    const dialog = await openDialog(request("Bash", { command: "psql -f dump.sql" }), tools());
    expect(dialog?.asks).toMatchObject({
      questions: [{ options: [{ id: "allow" }, { id: "deny" }] }],
      presentation: { risk: { level: "unclear", reasons: ["unclear"] } },
    });
    expect(dialog?.asks.urgency).toBeUndefined();
    expect(dialog?.asks.questions[0]?.prompt).not.toContain("⚠");
  });

  it("takes a finished tool as allowed, and concludes nothing from a failed one", async () => {
    const dialog = await openDialog(event, tools());
    const finished = { input: event.input, response: {}, hasFailed: false };
    expect(dialog && decidedInTerminal(dialog, finished)).toEqual({
      answers: [{ optionIds: ["allow"] }],
    });
    expect(dialog && decidedInTerminal(dialog, { ...finished, hasFailed: true })).toBeNull();
  });

  it("of Codex has a deadline, since its dialog waits for us, and offers no rules", async () => {
    const dialog = await openDialog({ ...event, client: "codex" }, { ...tools(), holdSeconds: 20 });
    expect(dialog?.asks.timeoutSeconds).toBe(20);
    expect(dialog?.asks.questions[0]?.options?.map(({ label }) => label)).toEqual([
      "Allow once",
      "Deny",
    ]);
  });

  it("of a sub-agent has a deadline, but none while the person is away", async () => {
    const helper = { ...event, subagentId: "sub" };
    expect((await openDialog(event, tools()))?.asks.timeoutSeconds).toBeUndefined();
    expect((await openDialog(helper, tools()))?.asks.timeoutSeconds).toBe(45);
    expect(
      (await openDialog(helper, { ...tools(), isAway: () => true }))?.asks.timeoutSeconds,
    ).toBeUndefined();
    const ofCodex = await openDialog(
      { ...event, client: "codex" },
      { ...tools(), isAway: () => true },
    );
    expect(ofCodex?.asks.timeoutSeconds).toBe(110);
  });

  it("of Codex shows the reason it gives, and a patch as its changes", async () => {
    const why = request(
      "Bash",
      { command: "make" },
      { client: "codex", remark: "The build is old" },
    );
    expect(await promptFor(why)).toContain("Codex says about it:\n\n```\nThe build is old\n```");
    const command =
      "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-old\n+new\n*** End Patch";
    const dialog = await openDialog(
      request("apply_patch", { command }, { client: "codex" }),
      tools(),
    );
    const [question] = dialog?.asks.questions ?? [];
    expect(question?.title).toBe("apply_patch: a.txt, b.txt");
    expect(question?.prompt).toBe(
      `Codex wants to change \`a.txt\`, \`b.txt\`:\n\n\`\`\`diff\n${command}\n\`\`\``,
    );
  });

  it("of Gemini CLI can be denied by a hook, and never allowed", async () => {
    const offered = async (more: Partial<DialogEvent>) => {
      const dialog = await openDialog({ ...event, ...more, client: "gemini" }, tools());
      return dialog?.asks.questions[0]?.options?.map(({ id }) => id);
    };
    expect(await offered({})).toEqual(["in_terminal", "deny"]);
    expect(await offered({ isOnScreen: true })).toEqual(["in_terminal"]);
    expect(await offered({ toolName: "exit_plan_mode" })).toBeUndefined();
    expect(await offered({ toolName: "mcp_askline_get_answers" })).toBeUndefined();
  });
});

describe("a plan approval", () => {
  it("shows the plan, wherever it was written, and sends reasons back", async () => {
    const event = request("ExitPlanMode", { allowedPrompts: [] });
    expect(await promptFor(event, { ...tools(), planOf: async () => "1. Write tests" })).toContain(
      "1. Write tests",
    );
    expect(await promptFor(request("ExitPlanMode", { plan: "2. Write code" }))).toContain(
      "2. Write code",
    );
    expect(await promptFor(event)).toContain(text.noPlan);
    const more = await replyTo(
      event,
      answered({ answers: [{ optionIds: ["plan"], customText: "tests first" }] }),
    );
    expect(JSON.stringify(more)).toMatch(/"deny".*tests first/);
  });

  it("is approved with its input, which Claude Code needs, and with edits if chosen", async () => {
    const event = request("ExitPlanMode", { plan: "1. Write tests" });
    const go = await replyTo(event, answered({ answers: [{ optionIds: ["approve"] }] }));
    expect(go).toEqual(decided({ behavior: "allow", updatedInput: { plan: "1. Write tests" } }));
    const withEdits = await replyTo(event, answered({ answers: [{ optionIds: ["approve-1"] }] }));
    const updatedPermissions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
    expect(withEdits).toEqual(
      decided({ behavior: "allow", updatedInput: event.input, updatedPermissions }),
    );
    const dialog = await openDialog(event, tools());
    expect(dialog?.asks.questions[0]?.options?.map(({ label }) => label)).toEqual([
      "Approve",
      "Approve, and accept edits without asking (in this session)",
      "Keep planning",
    ]);
  });

  function decided(decision: Record<string, unknown>) {
    return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
  }
});

it("a block's fence is longer than any inside, and unseen characters are written out", () => {
  expect(fenced("a ````` b")).toBe("``````\na ````` b\n``````");
  expect(seen("a\tb\r\nc\u0007\u{e0041}")).toEqual({
    text: "a\tb\nc\\u{7}\\u{e0041}",
    hasUnseen: true,
  });
});

it("a difference keeps a few unchanged lines", () => {
  expect(differenceOf("a\nb\nc\nd\ne\n", "a\nb\nc\nD\ne\nf\n")).toBe(
    "  a\n  b\n  c\n- d\n- e\n+ D\n+ e\n+ f",
  );
  expect(differenceOf("", "")).toBe("");
});
