/**
 * The real Codex on a terminal, whose daemon the hub joins: what is answered elsewhere closes its
 * dialog, and what was decided is read from what then happened. Only in `npm run soak`, which
 * installs it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { CLIENTS } from "../support/headless-clients.ts";
import { patient } from "../support/patience.ts";
import { openRealCodex } from "../support/real-codex.ts";
import { installForTerminal, type RealTerminal } from "../support/real-terminal.ts";

const commanding = (project: string) => [
  {
    tool: "exec_command",
    input: {
      ...{ cmd: `touch ${join(project, "made")}`, justification: "Needs to write" },
      sandbox_permissions: "require_escalated",
    },
  },
];
const asking = () => [
  {
    tool: "request_user_input",
    input: {
      questions: [
        {
          ...{ id: "db", header: "Database", question: "Which database?" },
          options: [
            { label: "Postgres", description: "A server" },
            { label: "SQLite", description: "A file" },
          ],
        },
      ],
    },
  },
];
const DIALOG = /Would you like to run the following command\?/;

describe(`Codex ${CLIENTS.codex.version}`, { timeout: patient(180_000) }, () => {
  beforeAll(() => installForTerminal("codex"), patient(600_000));

  it.each([true, false])("runs what was allowed elsewhere, trusts hooks: %s", async (trusts) => {
    await using codex = await openRealCodex(commanding, { trusts });
    const { id } = await codex.openAsk();
    await codex.terminal.until(DIALOG);
    expect(await codex.home.askline("answer", id, "allow")).toMatchObject({ code: 0 });
    expect(await codex.terminal.until(/Done\./)).not.toMatch(DIALOG);
    expect(hasMade(codex)).toBe(true);
    await expect
      .poll(() => codex.desk.load(id))
      .toMatchObject({ taken: [{ by: "socket" }], effect: { kind: "used" } });
    expect(await codex.desk.list()).toHaveLength(1);
  });

  it("hears why a command was denied elsewhere", async () => {
    await using codex = await openRealCodex(commanding);
    const { id } = await codex.openAsk();
    await codex.terminal.until(DIALOG);
    await codex.home.askline("answer", id, "Not there, please");
    await codex.terminal.until(/Not there, please/);
    expect(await codex.terminal.until(/Done\./)).not.toMatch(DIALOG);
    expect(codex.model.results.join()).toContain("rejected by user");
    expect(hasMade(codex)).toBe(false);
    await expect
      .poll(() => codex.desk.load(id))
      .toMatchObject({ taken: [{ by: "socket" }], effect: { kind: "used" } });
  });

  it.each([
    ["y", "allowed"],
    ["Escape", "declined"],
  ])("records what %s in its terminal decided", async (key, did) => {
    await using codex = await openRealCodex(commanding);
    const { id } = await codex.openAsk();
    await codex.terminal.until(DIALOG);
    codex.terminal.press(key);
    await expect
      .poll(() => codex.desk.load(id))
      .toMatchObject({ outcome: { kind: "withdrawn" }, effect: { kind: "in_terminal", did } });
    expect(hasMade(codex)).toBe(did === "allowed");
  });

  it.each([0, 100, 300])("hears a no %i ms after a yes in its terminal", async (delayMs) => {
    await using codex = await openRealCodex(commanding);
    const { id } = await codex.openAsk();
    await codex.terminal.until(DIALOG);
    codex.terminal.press("y");
    await sleep(delayMs);
    const answers = [{ optionIds: ["deny"] }];
    await codex.desk.answer(id, { answers }, { surface: "portal" }).catch(() => undefined);
    await codex.terminal.until(/Done\./);
    // Whoever was first, the record says what the agent did.
    await expect.poll(() => whatItDid(codex, id)).toBe(hasMade(codex) ? "allowed" : "denied");
  });

  it("takes the answer to its question", async () => {
    await using codex = await openRealCodex(asking, { plans: true });
    const { id } = await codex.openAsk();
    await codex.terminal.until(/1\. Postgres/);
    expect(await codex.home.askline("answer", id, "SQLite")).toMatchObject({ code: 0 });
    expect(await codex.terminal.until(/Done\./)).not.toMatch(/1\. Postgres/);
    expect(codex.model.results.join()).toContain("SQLite");
    await expect.poll(() => codex.desk.load(id)).toMatchObject({ effect: { kind: "used" } });
    expect(await codex.desk.list()).toHaveLength(1);
  });

  it("tells what was answered to its question in the terminal", async () => {
    await using codex = await openRealCodex(asking, { plans: true });
    const { id } = await codex.openAsk();
    await codex.terminal.until(/1\. Postgres/);
    codex.terminal.press("2");
    codex.terminal.press("Enter");
    await codex.terminal.until(/Done\./);
    await expect
      .poll(async () => (await codex.desk.load(id)).outcome)
      .toMatchObject({
        reply: { answers: [{ optionIds: ["2"] }] },
        provenance: { surface: "agent" },
      });
  });
});

function hasMade({ project }: RealTerminal): boolean {
  return existsSync(join(project, "made"));
}

async function whatItDid({ desk }: RealTerminal, askId: string) {
  const { effect, outcome } = await desk.load(askId);
  if (effect?.kind === "used") return "denied";
  const isSaid = effect?.kind === "in_terminal" || effect?.kind === "overruled";
  return isSaid && outcome !== null ? effect.did : JSON.stringify({ effect, outcome });
}
