/** `askline demo`: what a newcomer sees in the first minute, on every surface. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AgentHome, openAgentHome } from "../support/agent-home.ts";
import { CLI, run } from "../support/askline.ts";
import { forPrograms, linkInFile } from "../support/link-in-file.ts";
import { until } from "../support/patience.ts";
import { openTerminal, type Terminal } from "../support/tmux.ts";

describe("askline demo", () => {
  it("asks in terminal and browser at once, takes any answer, and leaves nothing", async () => {
    using home = demoHome();
    using terminal = openTerminal({ rows: 50, columns: 160, env: environmentOf(home) });
    terminal.type(`${process.execPath} ${CLI} demo; echo "exit $?"\n`);
    await terminal.until(/Which database should sessions be kept in\?/);
    const page = await openedPage(home);
    expect((await page.asks()).map(({ source }) => source.project).sort()).toEqual([
      "billing",
      "shop",
      "website",
    ]);
    const [, folder = ""] = /--state-dir (\S+)/.exec(terminal.screen()) ?? [];

    terminal.press("Enter");
    await terminal.until(/You decided, here\. The agent reads:[\s\S]*→ SQLite/);
    await terminal.until(/DROP TABLE invoices_2019/);
    const byCommand = await run(folder, ["answer", (await page.asking("billing")).id, "1"], {
      env: home.env,
    });
    expect(byCommand.code).toBe(0);
    await terminal.until(/You decided, on the command line\.[\s\S]*→ No, keep it/);
    await page.answer((await page.asking("website")).id, [
      { optionIds: ["1", "2"] },
      { optionIds: [], customText: "ci" },
    ]);
    await terminal.until(
      /You decided, in the browser\.[\s\S]*→ Types[\s\S]*→ Tests[\s\S]*→ Other: 'ci'/,
    );
    await terminal.until(/need to ask like this: [^\n]*cli\.js\s+init\s[\s\S]*exit 0/);
    expect(existsSync(folder)).toBe(false);
    expect(home.everything()).toEqual({});
  });

  it.each(["C-c", "Escape"])("ends when somebody cancels in its terminal by %s", async (key) => {
    using home = demoHome();
    using terminal = openTerminal({ rows: 50, columns: 160, env: environmentOf(home) });
    const folder = await demoIn(terminal);
    terminal.press(key);
    if (key === "Escape") {
      await terminal.until(/Esc once more/);
      terminal.press(key);
    }
    await terminal.until(/The person cancelled[\s\S]*exit 0/);
    expect(existsSync(folder)).toBe(false);
  });

  it("tidies up when its terminal is closed", async () => {
    using home = demoHome();
    const terminal = openTerminal({ rows: 50, columns: 160, env: environmentOf(home) });
    const folder = await demoIn(terminal).finally(() => terminal[Symbol.dispose]());
    await until("the folder to go", async () => !existsSync(folder));
  });

  it("waits without a terminal, says how to answer, and tidies up when it is ended", async () => {
    using home = demoHome();
    const demo = home.start("demo");
    const [, folder = ""] = await demo.said(/answer \w+ 2 --state-dir (\S+)/);
    await demo.said(/Waiting for your answers/);
    expect(existsSync(folder)).toBe(true);
    const page = await openedPage(home);
    await page.answer((await page.asking("shop")).id, [{ optionIds: ["1"] }]);
    await demo.said(/→ SQLite — one file, no server/);
    demo.child.kill("SIGINT");
    expect(await demo.finished).toMatchObject({ code: 130, stderr: "" });
    expect(existsSync(folder)).toBe(false);
  });

  it("keeps to itself: a person's own sessions and hub are not touched", async () => {
    using home = demoHome({ ASKLINE_LANGUAGE: "ko" });
    Object.assign(home.env, { ASKLINE_SESSIONS_DIR: home.files.at("sessions") });
    const demo = home.start("demo");
    await demo.said(/세 에이전트가 질문이 있습니다/);
    await demo.said(/답을 기다리는 중입니다/);
    demo.child.kill("SIGTERM");
    await demo.finished;
    expect(existsSync(home.files.at("sessions"))).toBe(false);
    expect(existsSync(home.state)).toBe(false);
  });
});

/** Starts the demo in the terminal and returns its state folder. */
async function demoIn(terminal: Terminal): Promise<string> {
  terminal.type(`${process.execPath} ${CLI} demo; echo "exit $?"\n`);
  await terminal.until(/Which database should sessions be kept in\?/);
  const [, folder = ""] = /--state-dir (\S+)/.exec(terminal.screen()) ?? [];
  expect(existsSync(folder)).toBe(true);
  return folder;
}

/** A home whose browser records the address it was asked to open. */
function demoHome(env: NodeJS.ProcessEnv = {}): AgentHome {
  const home = openAgentHome({ env });
  const browser = home.files.at("bin/browser");
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf %s "$1" > ${home.files.at("link.tmp")} && ` +
      `mv ${home.files.at("link.tmp")} ${home.files.at("link")}\n`,
    { mode: 0o755 },
  );
  Object.assign(home.env, { ASKLINE_BROWSER: browser });
  return home;
}

interface OpenAsk {
  id: string;
  source: { project: string };
}

/** What a page in that browser would request. */
async function openedPage(home: AgentHome) {
  const link = await until(
    "the browser",
    async () => existsSync(home.files.at("link")) && readFileSync(home.files.at("link"), "utf8"),
  );
  const address = forPrograms(linkInFile(link));
  const { origin } = new URL(address);
  const opened = await fetch(address);
  const [, key = ""] = /name="askline-key" content="([^"]+)"/.exec(await opened.text()) ?? [];
  const [cookie = ""] = String(opened.headers.get("set-cookie")).split(";", 1);
  const headers = { cookie, "x-askline-key": key, origin, "content-type": "application/json" };
  return { asks, asking, answer };

  async function asks(): Promise<OpenAsk[]> {
    const response = await fetch(`${origin}/api/asks`, { headers });
    return ((await response.json()) as { open: { ask: OpenAsk }[] }).open.map(({ ask }) => ask);
  }

  function asking(project: string): Promise<OpenAsk> {
    return until(`the question of ${project}`, async () =>
      (await asks()).find(({ source }) => source.project === project),
    );
  }

  async function answer(id: string, answers: unknown[]) {
    const body = JSON.stringify({ reply: { answers } });
    const response = await fetch(`${origin}/api/asks/${id}/answer`, {
      method: "POST",
      headers,
      body,
    });
    expect(response.status).toBe(200);
  }
}

function environmentOf({ env, state }: AgentHome): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...env, ASKLINE_STATE_DIR: state }).map(([name, value]) => [
      name,
      value ?? "",
    ]),
  );
}
