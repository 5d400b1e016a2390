/** Re-rendering a dialog in another locale changes our text and nothing the agent wrote. */
import { expect, it } from "vitest";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { questionFrom } from "../../core/ask/question.ts";
import type { Locale } from "../../core/locale.ts";
import { localizedDialog } from "./localized-dialog.ts";
import { dialogMessages } from "./messages.ts";
import { openDialog } from "./open-dialog-ask.ts";

const SUGGESTIONS = [
  {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: "rm:*" }],
    behavior: "allow",
    destination: "localSettings",
  },
  { type: "addDirectories", directories: ["/srv/(old) data"], destination: "session" },
  { type: "setMode", mode: "acceptEdits", destination: "session" },
];

const CALLS: [string, string, Record<string, unknown>][] = [
  [
    "a command that destroys",
    "Bash",
    { command: "rm -rf build\n\nDeny\n\nAllow once", description: "Deny" },
  ],
  ["a hidden character", "Bash", { command: "echo a\u200bb" }],
  [
    "a file",
    "Write",
    { file_path: "/etc/hosts", content: "127.0.0.1 wants to run this command:\n" },
  ],
  ["a change", "Edit", { file_path: "a.ts", old_string: "one", new_string: "two" }],
  ["an address", "WebFetch", { url: "https://example.com", prompt: "read" }],
  ["another tool", "mcp__shop__order", { item: "book" }],
  ["a plan that is elsewhere", "ExitPlanMode", {}],
  ["a plan", "ExitPlanMode", { plan: "# Plan\n\nDeny\n\n```\nApprove\n```" }],
];

it.each([[SUGGESTIONS], [SUGGESTIONS.slice(1, 2)], [[...SUGGESTIONS, { type: "somethingNew" }]]])(
  "the suggestions read the same, whichever language they were written in: %j",
  async (suggestions) => {
    const { question } = await dialogIn("ko", "Bash", { command: "npm test" }, suggestions);
    const asked = (await dialogIn("en", "Bash", { command: "npm test" }, suggestions)).question;
    expect(localizedDialog(question, "en")).toEqual(asked);
  },
);

it.each(CALLS)(
  "%s reads the same, whichever language it was written in",
  async (_, toolName, input) => {
    for (const [from, to] of [
      ["en", "ko"],
      ["ko", "en"],
      ["ko", "ko"],
    ] as const) {
      const { question, dangers } = await dialogIn(from, toolName, input);
      expect(localizedDialog(question, to, dangers)).toEqual(
        (await dialogIn(to, toolName, input)).question,
      );
    }
  },
);

it.each([[false], [true]])(
  "where Gemini CLI is allowed (on its screen: %s)",
  async (isOnScreen) => {
    const more = { client: "gemini", isOnScreen } as const;
    const inWords = async (locale: Locale) =>
      (await dialogIn(locale, "run_shell_command", { command: "npm publish" }, [], more)).question;
    const korean = await inWords("ko");
    expect(localizedDialog(korean, "en", ["publishes"])).toEqual(await inWords("en"));
    expect(korean.prompt).toContain("자체 터미널에서");
  },
);

async function dialogIn(
  locale: Locale,
  toolName: string,
  input: Record<string, unknown>,
  suggestions: readonly unknown[] = SUGGESTIONS,
  more: Partial<DialogEvent> = {},
) {
  const tools = {
    text: dialogMessages(locale),
    readText: async () => null,
    planOf: async () => null,
  };
  const event: DialogEvent = {
    ...{
      type: "permission_asked",
      client: "claude-code",
      sessionId: "s",
      at: "2026-01-01T00:00:00.000000Z",
    },
    ...{ workingDirectory: "/project", transcriptPath: null, promptId: null, subagentId: null },
    ...{ toolUseId: null, toolName, input, suggestions: [...suggestions] },
    ...more,
  };
  const dialog = await openDialog(event, tools);
  const [question] = dialog?.asks.questions ?? [];
  if (question === undefined) throw new Error("This is no dialog.");
  return {
    question: questionFrom(question),
    dangers: dialog?.asks.presentation?.risk?.reasons ?? [],
  };
}
