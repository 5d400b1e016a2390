/**
 * The real Gemini CLI on a terminal: its confirmations as cards, a no while its person is away, and
 * an answer to its question. Only in `npm run soak`, which installs it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CLIENTS } from "../support/headless-clients.ts";
import { patient } from "../support/patience.ts";
import {
  installForTerminal,
  openRealTerminal,
  type RealTerminal,
} from "../support/real-terminal.ts";

// Not known to be harmless, or nobody would be asked while its person is away.
const command = (project: string) => ({
  tool: "run_shell_command",
  input: {
    command: `node -e 'fs.writeFileSync("${join(project, "made")}", "")'`,
    description: "Make it",
  },
});
const asking = {
  tool: "ask_user",
  input: {
    questions: [
      {
        ...{ question: "Which database?", header: "Database", type: "choice", multiSelect: false },
        options: [
          { label: "Postgres", description: "A server" },
          { label: "SQLite", description: "A file" },
        ],
      },
    ],
  },
};
const args = ["--skip-trust", "-i", "'Go on'"];
const DIALOG = /Allow execution of/;

describe(`Gemini CLI ${CLIENTS.gemini.version}`, { timeout: patient(180_000) }, () => {
  beforeAll(() => installForTerminal("gemini"), patient(600_000));

  it.each([
    ["1", "allowed"],
    ["Escape", "declined"],
  ])("announces its confirmation, which %s in its terminal ends", async (key, did) => {
    await using gemini = await openRealTerminal("gemini", (project) => [command(project)], {
      args,
    });
    const { id, questions } = await gemini.openAsk();
    expect(questions[0]?.prompt).toContain("It can be allowed or refused only there.");
    expect(questions[0]?.options.map((one) => one.id)).toEqual(["in_terminal"]);
    await gemini.terminal.until(DIALOG);
    gemini.terminal.press(key);
    await expect
      .poll(() => gemini.desk.load(id))
      .toMatchObject({ outcome: { kind: "withdrawn" }, effect: { kind: "in_terminal", did } });
    expect(hasMade(gemini)).toBe(did === "allowed");
    expect(await gemini.desk.list()).toHaveLength(1);
  });

  it("holds a call while its person is away, and hears why it was denied", async () => {
    const script = (project: string) => [command(project)];
    await using gemini = await openRealTerminal("gemini", script, { args, isAway: true });
    const { id, questions } = await gemini.openAsk();
    expect(questions[0]?.options.map((one) => one.id)).toEqual(["in_terminal", "deny"]);
    expect(await gemini.home.askline("answer", id, "Not from here")).toMatchObject({ code: 0 });
    const screen = await gemini.terminal.until(/Done\./);
    expect(screen).not.toMatch(DIALOG);
    expect(gemini.model.results.join()).toContain("They say: Not from here");
    expect(hasMade(gemini)).toBe(false);
    await expect.poll(() => gemini.desk.load(id)).toMatchObject({ effect: { kind: "used" } });
  });

  it("shows the call that was left to its terminal, and takes the yes there", async () => {
    const script = (project: string) => [command(project)];
    await using gemini = await openRealTerminal("gemini", script, { args, isAway: true });
    const { id } = await gemini.openAsk();
    expect(await gemini.home.askline("answer", id, "in_terminal")).toMatchObject({ code: 0 });
    await gemini.terminal.until(DIALOG);
    gemini.terminal.press("1");
    const effect = { kind: "in_terminal", did: "allowed" };
    await expect.poll(() => gemini.desk.load(id)).toMatchObject({ effect });
    expect(hasMade(gemini)).toBe(true);
    expect(await gemini.desk.list()).toHaveLength(1);
  });

  it("takes the answer to its question while its person is away", async () => {
    await using gemini = await openRealTerminal("gemini", () => [asking], { args, isAway: true });
    const { id, questions } = await gemini.openAsk();
    expect(questions[0]?.prompt).toBe("Which database?");
    expect(await gemini.home.askline("answer", id, "SQLite")).toMatchObject({ code: 0 });
    await gemini.terminal.until(/Done\./);
    expect(gemini.model.results.join()).toContain("Their answer: SQLite");
    await expect.poll(() => gemini.desk.load(id)).toMatchObject({ taken: [{ by: "hook" }] });
    expect(await gemini.desk.list()).toHaveLength(1);
  });
});

function hasMade({ project }: RealTerminal): boolean {
  return existsSync(join(project, "made"));
}
