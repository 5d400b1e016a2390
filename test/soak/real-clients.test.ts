/**
 * The dialog matrix with the real Claude Code: what was decided, who took it, what the record says
 * of its effect, and whether the command really ran. Only in `npm run soak`, which installs it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ask } from "../../src/core/ask/ask.ts";
import { isTakenBy } from "../../src/core/ask/moments.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import {
  installClaudeCode,
  openClaudeCode,
  type RealClaude,
  type Says,
  VERSION,
} from "../support/claude-code.ts";
import { disagreement, surfaceDecision } from "../support/dialog-agreement.ts";
import { patient, until } from "../support/patience.ts";

const used = { allow: told("allowed", true), deny: told("denied", false) };

describe(`Claude Code ${VERSION}`, () => {
  beforeAll(() => void installClaudeCode(), patient(600_000));

  describe.each(["allow", "deny"] as const)("with %s", (says) => {
    it("from a surface first", async () => {
      await using claude = await openClaudeCode();
      await claude.startHub();
      const dialog = await claude.openDialog();
      expect(await answerByHub(claude, dialog.askId, says)).toBe(200);
      await dialog.untilIdle();
      await expect.poll(() => record(claude)).toEqual(used[says]);
    });

    it.each([true, false])("in the terminal alone, a hub runs: %s", async (hasHub) => {
      await using claude = await openClaudeCode();
      if (hasHub) await claude.startHub();
      const dialog = await claude.openDialog();
      dialog.decideInTerminal(says);
      await dialog.untilIdle();
      await expect.poll(() => record(claude)).toEqual(inTerminal(says));
    });

    it("by a command while the hub is dead", async () => {
      await using claude = await openClaudeCode();
      const hub = await claude.startHub();
      const dialog = await claude.openDialog();
      await hub.kill();
      expect(await claude.home.askline("answer", dialog.askId, says)).toMatchObject({ code: 0 });
      await dialog.untilIdle();
      await expect.poll(() => record(claude)).toEqual(used[says]);
    });

    it("from a hub that was started again", async () => {
      await using claude = await openClaudeCode();
      const hub = await claude.startHub();
      const dialog = await claude.openDialog();
      await hub.kill();
      await claude.startHub();
      expect(await answerByHub(claude, dialog.askId, says)).toBe(200);
      await dialog.untilIdle();
      await expect.poll(() => record(claude)).toEqual(used[says]);
    });

    it("by a command with no hub at all", async () => {
      await using claude = await openClaudeCode();
      const dialog = await claude.openDialog();
      expect(await claude.home.askline("answer", dialog.askId, says)).toMatchObject({ code: 0 });
      await dialog.untilIdle();
      await expect.poll(() => record(claude)).toEqual(used[says]);
    });

    it.each([true, false])("for a hook that was killed, a hub runs: %s", async (hasHub) => {
      await using claude = await openClaudeCode();
      if (hasHub) await claude.startHub();
      const dialog = await claude.openDialog();
      const { owner } = await claude.ask();
      process.kill(owner?.pid ?? 0, "SIGKILL");
      const refused = await claude.home.askline("answer", dialog.askId, says);
      expect(refused).toMatchObject({ code: 5 });
      dialog.decideInTerminal(says);
      await dialog.untilIdle();
      // Without a hub, only the next hook can tell of a no that no hook was there to hear.
      if (!hasHub) await dialog.prompt("Go on.");
      await expect.poll(() => record(claude)).toEqual({ ...inTerminal(says), end: "owner_gone" });
    });

    it.each([0, 100, 300, 800])("%i ms after the terminal said the other", async (delayMs) => {
      await using claude = await openClaudeCode();
      await claude.startHub();
      const dialog = await claude.openDialog();
      dialog.decideInTerminal(says === "allow" ? "deny" : "allow");
      await sleep(delayMs);
      const status = await answerByHub(claude, dialog.askId, says);
      await dialog.untilIdle();
      await untilAgreed(claude);
      expect(surfaceDecision(await claude.ask()) !== null).toBe(status === 200);
    });

    it("a moment before or after the terminal said the other, with no hub", async () => {
      await using claude = await openClaudeCode();
      const dialog = await claude.openDialog();
      dialog.decideInTerminal(says === "allow" ? "deny" : "allow");
      const reply = { answers: [{ optionIds: [says] }] };
      await claude.desk.answer(dialog.askId, reply, { surface: "portal" }).catch(() => undefined);
      await dialog.untilIdle();
      await dialog.prompt("Go on.");
      await untilAgreed(claude);
    });

    it("for a headless run with a hub", async () => {
      await using claude = await openClaudeCode();
      await claude.startHub();
      const running = claude.runHeadless();
      const { id } = await until("an open ask", async () => (await claude.desk.list())[0]);
      expect(await answerByHub(claude, id, says)).toBe(200);
      await running;
      await expect.poll(() => record(claude)).toEqual(used[says]);
    });
  });

  // Early, soon, and long after the hook took the yes.
  it.each([0, 100, 300, 600])("stopped in its terminal %i ms after a yes", async (delayMs) => {
    await using claude = await openClaudeCode({ stays: true });
    await claude.startHub();
    const dialog = await claude.openDialog();
    expect(await answerByHub(claude, dialog.askId, "allow")).toBe(200);
    await until("the hook to take it", async () => isTakenBy(await claude.ask(), "hook"));
    await sleep(delayMs);
    // A key that comes while the client is busy with the reply may be lost.
    await until("the agent to stop", async () => {
      dialog.terminal.press("Escape");
      await sleep(1_000);
      return /Interrupted/.test(dialog.terminal.screen());
    });
    const { effect } = await until("the effect", async () => {
      const ask = await claude.ask();
      return ask.effect !== undefined && ask;
    });
    // Whether it had begun is not told, so the record may not say the contrary of what was.
    expect(["stopped", claude.hasBegun() ? "used" : "overruled"]).toContain(effect?.kind);
  });

  describe("its own question", () => {
    it("answered on a surface is in the conversation, and used", async () => {
      await using claude = await openClaudeCode();
      await claude.startHub();
      const { askId, untilIdle } = await claude.openQuestion("SQLite", "Postgres");
      await claude.desk.answer(askId, { answers: [{ optionIds: ["2"] }] }, { surface: "portal" });
      await untilIdle();
      await expect.poll(async () => (await claude.ask()).effect?.kind).toBe("used");
      expect(claude.results.join()).toContain("Postgres");
      await expect.poll(() => conversation(claude)).toEqual([...ASKED, ["ANSWER", "Postgres"]]);
    });

    it("answered in the terminal is settled by that, and in the conversation", async () => {
      await using claude = await openClaudeCode();
      await claude.startHub();
      const { terminal, untilIdle } = await claude.openQuestion("SQLite", "Postgres");
      terminal.press("2");
      await untilIdle();
      await expect.poll(async () => endOf(await claude.ask())).toBe("completed");
      const { outcome, effect } = await claude.ask();
      expect(outcome).toMatchObject({
        reply: { answers: [{ optionIds: ["2"] }] },
        provenance: { surface: "agent" },
      });
      expect(effect).toBeUndefined();
      await expect.poll(() => conversation(claude)).toEqual([...ASKED, ["ANSWER", "Postgres"]]);
    });

    it.each([0, 200])("%i ms after its terminal said the other", async (delayMs) => {
      await using claude = await openClaudeCode();
      await claude.startHub();
      const { askId, terminal, untilIdle } = await claude.openQuestion("SQLite", "Postgres");
      terminal.press("2");
      await sleep(delayMs);
      const reply = { answers: [{ optionIds: ["1"] }] };
      await claude.desk.answer(askId, reply, { surface: "portal" }).catch(() => undefined);
      await untilIdle();
      const told = claude.results.join().includes("Postgres") ? "Postgres" : "SQLite";
      await expect.poll(async () => whatItSays(await claude.ask())).toBe(told);
      await expect.poll(() => conversation(claude)).toEqual([...ASKED, ["ANSWER", told]]);
    });
  });

  it("goes on by itself when nobody answers a headless run", async () => {
    await using claude = await openClaudeCode();
    claude.home.env["ASKLINE_HEADLESS_SECONDS"] = "1";
    await claude.startHub();
    await claude.runHeadless();
    expect(await record(claude)).toEqual({
      ...{ end: "timed_out", isTaken: false, effect: null, hasRun: false },
    });
  });

  it("goes on at once when it is headless and no hub runs", async () => {
    await using claude = await openClaudeCode();
    await claude.runHeadless();
    expect(await claude.desk.list()).toEqual([]);
    expect(claude.hasRun()).toBe(false);
  });
});

const ASKED = [
  ["COMMAND", expect.stringContaining("call AskUserQuestion")],
  ["QUESTION", expect.stringContaining("Which one?")],
];

/** The turns up to the answer, as intents and texts. */
async function conversation({ home }: RealClaude) {
  const log = await openSqlLog({ path: home.files.at("state", "agents.sqlite") });
  try {
    const [agent] = await log.agents();
    const { turns } = await log.turnPage(agent?.id ?? 0, { limit: 100 });
    return turns.slice(0, ASKED.length + 1).map(({ intent, text }) => [intent, text]);
  } finally {
    await log.close();
  }
}

/** The answer that the agent went by, as the record has it. */
function whatItSays({ outcome, effect }: Ask): string {
  const LABELS: Record<string, string> = { "1": "SQLite", "2": "Postgres" };
  if (effect?.kind === "overruled" || effect?.kind === "in_terminal") return effect.answer ?? "";
  const isKnown = effect?.kind === "used" || outcome?.provenance.surface === "agent";
  if (outcome?.status !== "completed" || !isKnown) return "unknown";
  return LABELS[outcome.reply.answers[0]?.optionIds[0] ?? ""] ?? "";
}

function told(end: "allowed" | "denied", hasRun: boolean) {
  return { end, isTaken: true, effect: "used", hasRun };
}

function inTerminal(says: Says) {
  const did = says === "allow" ? "allowed" : "declined";
  const effect = `in_terminal ${did}`;
  return { end: "withdrawn", isTaken: false, effect, hasRun: says === "allow" };
}

/** Everything that has to agree, in a few words. */
async function record(claude: RealClaude) {
  const ask = await claude.ask();
  const { kind, did } = ask.effect ?? {};
  const effect = kind === undefined ? null : [kind, ...(did ? [did] : [])].join(" ");
  return { end: endOf(ask), isTaken: isTakenBy(ask, "hook"), effect, hasRun: claude.hasRun() };
}

function endOf(ask: Ask): string {
  const { outcome } = ask;
  if (outcome?.status === "abandoned") return outcome.kind;
  return surfaceDecision(ask) ?? outcome?.status ?? "open";
}

/** The two said different things, so what the agent did shows which of them it heard. */
async function untilAgreed(claude: RealClaude) {
  let wrong = "";
  await until(
    () => `agreement: ${wrong}`,
    async () => {
      const ask = await claude.ask();
      const what = claude.hasRun() ? "allowed" : "denied";
      const decided = surfaceDecision(ask);
      const did = { what, by: decided === what ? "hook" : "terminal" } as const;
      // A no in the terminal is in the transcript, so the record has to say it.
      const isUnsaid = ask.effect === undefined ? "Its effect is unknown." : "";
      wrong = disagreement(ask, did) || isUnsaid;
      if (wrong !== "") wrong += JSON.stringify(await record(claude));
      return wrong === "";
    },
  );
}

async function answerByHub({ home }: RealClaude, askId: string, says: Says): Promise<number> {
  const { url } = home.files.readJson("state", "hub.json");
  const { token } = home.files.readJson("state", "local-token.json");
  const { status } = await fetch(`${url}/api/asks/${askId}/answer`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ reply: { answers: [{ optionIds: [says] }] } }),
  });
  return status;
}
