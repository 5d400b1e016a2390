/** Decided, taken and effect, as the command line says them. */
import { expect, it } from "vitest";
import { run, runJson } from "../support/askline.ts";
import { HOSTILE, openDialogs } from "../support/decided.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";

const WORDS = {
  en: {
    overruled: "Not used: declined in the agent's terminal",
    notTaken: "Not used: the agent never received it",
    inTerminal: "Allowed in the agent's terminal",
    notUsed: "not used",
    untaken: "the agent has not taken it yet",
    gone: "answer it in the agent's terminal",
  },
  ko: {
    overruled: "쓰이지 않음: 에이전트의 터미널에서 먼저 거절했습니다",
    notTaken: "쓰이지 않음: 에이전트가 받지 못했습니다",
    inTerminal: "에이전트의 터미널에서 허용했습니다",
    notUsed: "쓰이지 않음",
    untaken: "에이전트가 아직 받지 않았습니다",
    gone: "에이전트의 터미널에서 답하세요",
  },
} as const;

it.each(["en", "ko"] as const)("says what the agent did where it differs (%s)", async (locale) => {
  using files = openSandbox();
  await using dialogs = openDialogs(files.at("sessions"));
  const say = WORDS[locale];
  const overruled = await dialogs.decided("Run make?", "slack", {
    kind: "overruled",
    did: "declined",
  });
  const notTaken = await dialogs.decided("Run ls?", "voice", { kind: "not_taken" });
  const inTerminal = await dialogs.inTerminal("Run pwd?", { did: "allowed" });
  for (const command of ["show", "wait"]) {
    expect(await said(files, [command, overruled], locale)).toContain(`${say.overruled}.`);
    expect(await said(files, [command, notTaken], locale)).toContain(`${say.notTaken}.`);
    const terminal = await said(files, [command, inTerminal], locale);
    expect(terminal).toContain(`${say.inTerminal}.`);
    expect(terminal).not.toContain("withdrawn");
  }
  const history = (await said(files, ["history"], locale)).split("\n");
  expect(row(history, overruled)).toContain(`Allow once · ${say.overruled}`);
  expect(row(history, notTaken)).toContain(`Allow once · ${say.notTaken}`);
  expect(row(history, inTerminal)).toContain(say.inTerminal);
  const listed = (await said(files, ["list", "--all"], locale)).split("\n");
  expect(row(listed, overruled)).toContain(say.notUsed);
});

it.each(["en", "ko"] as const)("says who took it, and that nobody has (%s)", async (locale) => {
  using files = openSandbox();
  await using dialogs = openDialogs(files.at("sessions"));
  const id = await dialogs.decided("Run make?", "slack");
  expect(await said(files, ["show", id], locale)).toContain(WORDS[locale].untaken);
  await dialogs.desk.markTaken(id, "hook");
  const shown = await said(files, ["show", id], locale);
  expect(shown).not.toContain(WORDS[locale].untaken);
  expect(shown).toMatch(/(Taken by|받은 곳): hook, 20/);
});

it("gives programs the moments as they are recorded", async () => {
  using files = openSandbox();
  await using dialogs = openDialogs(files.at("sessions"));
  const effect = { kind: "overruled", did: "answered", answer: "MySQL" } as const;
  const id = await dialogs.decided("Which one?", "slack", effect);
  await dialogs.desk.markTaken(id, "hook");
  const moments = { taken: [{ by: "hook" }], effect };
  expect(await runJson(files.path, ["show", id])).toMatchObject(moments);
  expect(await runJson(files.path, ["wait", id])).toMatchObject(moments);
  expect(await runJson(files.path, ["history"])).toMatchObject({ asks: [moments] });
  expect(await runJson(files.path, ["list", "--all"])).toMatchObject([moments]);
});

it("shows words from the agent's terminal as plain text, and finds them", async () => {
  using files = openSandbox();
  await using dialogs = openDialogs(files.at("sessions"));
  const id = await dialogs.inTerminal("Which one?", { did: "answered", answer: HOSTILE });
  for (const args of [["show", id], ["wait", id], ["history"], ["history", "--search", "mysql"]]) {
    const text = await said(files, args, "en");
    expect(text).toContain("Answered in the agent's terminal: MySQL");
    expect(text).not.toContain("\u001b");
    expect(text).not.toContain("\u202e");
  }
});

it.each(["en", "ko"] as const)(
  "refuses an answer for a hook that is gone, now and later (%s)",
  async (locale) => {
    using files = openSandbox();
    await using dialogs = openDialogs(files.at("sessions"));
    const id = await dialogs.put("Run make?");
    dialogs.killHook(id);
    const env = { ASKLINE_LANGUAGE: locale };
    for (let time = 1; time <= 2; time++) {
      const { code, stderr } = await run(files.path, ["answer", id, "1"], { env });
      expect(code).not.toBe(0);
      expect(stderr.toLowerCase()).toContain(WORDS[locale].gone);
      expect(stderr).not.toMatch(/already|이미/);
    }
    expect(await said(files, ["show", id], locale)).toContain(WORDS[locale].gone);
  },
);

it("names the agent's program where the agent has no number yet", async () => {
  using files = openSandbox();
  await using dialogs = openDialogs(files.at("sessions"));
  const id = await dialogs.put("Run make?");
  expect(await said(files, ["show", id], "en")).toContain("Asked by: a dialog, Claude Code, shop");
});

async function said(files: Sandbox, args: string[], locale: string): Promise<string> {
  return (await run(files.path, args, { env: { ASKLINE_LANGUAGE: locale } })).stdout;
}

function row(lines: string[], id: string): string {
  return lines.find((line) => line.startsWith(id.slice(0, 8))) ?? "";
}
