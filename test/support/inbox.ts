/** `askline inbox` in a real terminal, and a desk of another process next to it. */
import type { Ask } from "../../src/core/ask/ask.ts";
import type { QuestionInput } from "../../src/core/ask/question.ts";
import type { AskInput, Desk } from "../../src/desk/desk.ts";
import { CLI } from "./askline.ts";
import { clockAtRate } from "./child-clock.ts";
import { openOwnDesk } from "./own-desk.ts";
import { until } from "./patience.ts";
import { isRemoved, openSandbox, type Sandbox } from "./sandbox.ts";
import { openTerminal, type Terminal } from "./tmux.ts";

export interface InboxTest extends AsyncDisposable {
  files: Sandbox;
  terminal: Terminal;
  desk: Desk;
  /** Types a line into the shell. */
  say(line: string): void;
  /** Puts an ask of another program, from a project and an agent. */
  put(question: QuestionInput | QuestionInput[], more?: Partial<AskInput>): Promise<Ask>;
  /** Starts the inbox and waits until it shows `shown`. */
  start(shown: RegExp): Promise<string>;
  press(...keys: string[]): void;
  until(pattern: RegExp): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into outcomes of every shape
  outcomeOf(ask: Ask): Promise<any>;
}

/**
 * Every flow runs in a narrow terminal, in the usual one, and in one with
 * list and form side by side.
 */
export const SIZES = ["40x15", "80x24", "200x50"] as const;
export type Size = (typeof SIZES)[number];

export const ASKLINE = `${process.execPath} ${CLI}`;

/** The inbox says many a thing for only seconds, which a busy machine may take to look at it. */
const SLOWLY = clockAtRate(1 / 10);

export function openInboxTest({
  size = "80x24",
  env = {},
}: {
  size?: string;
  env?: Record<string, string>;
} = {}): InboxTest {
  const files = openSandbox();
  const [columns = 80, rows = 24] = size.split("x").map(Number);
  const terminal = openTerminal({
    columns,
    rows,
    env: { ...SLOWLY, ASKLINE_STATE_DIR: files.path, ASKLINE_BROWSER: "none", ...env },
  });
  const desk = openOwnDesk(files.at("sessions"));
  const press = terminal.press;
  return {
    files,
    terminal,
    desk,
    say,
    press,
    until: terminal.until,
    put: (question, more = {}) =>
      desk.ask({
        questions: [question].flat(),
        source: { kind: "mcp", agentId: "claude-code 0123456789ab", project: "shop" },
        mode: "detached",
        ...more,
      }),
    start(shown) {
      say(`clear; ${ASKLINE} inbox; echo "code $?"`);
      return terminal.until(shown);
    },
    outcomeOf: async ({ id }) => (await desk.wait(id)).outcome,
    async [Symbol.asyncDispose]() {
      terminal[Symbol.dispose]();
      await desk.close();
      // After a hang-up, the inbox still saves the typed text for a moment. Waiting for it must not
      // stop the other tests of this process.
      await until("the inbox to leave its folder", () => isRemoved(files.path));
    },
  };

  function say(line: string) {
    terminal.type(line);
    terminal.press("Enter");
  }
}

export const DATABASE: QuestionInput = {
  title: "Database",
  prompt: "Which **database** should it use?",
  selectionMode: "single",
  options: [
    { id: "pg", label: "Postgres", description: "boring", recommended: true },
    { id: "lite", label: "SQLite" },
    { id: "my", label: "MySQL" },
  ],
};

export const CHECKS: QuestionInput = {
  title: "Checks",
  prompt: "Which checks?",
  selectionMode: "multi",
  minSelections: 2,
  maxSelections: 3,
  options: ["Types", "Tests", "Lint", "Docs"].map((label) => ({
    label,
    recommended: label.startsWith("T"),
  })),
};

export const NAME: QuestionInput = {
  title: "Name",
  prompt: "What should it be called?",
  selectionMode: "text_input",
};
