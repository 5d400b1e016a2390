/**
 * The coverage of clients' prompts is what the code makes of recordings, and nothing else: a change
 * on either side fails here. `vitest -u` writes the data and the page anew.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { COVERAGE, PROMPTS } from "../src/cli/coverage/coverage.ts";
import { coverageMessages } from "../src/cli/coverage/messages.ts";
import { clientName } from "../src/core/names.ts";
import { openAgentHome } from "./support/agent-home.ts";
import { derivedCoverage } from "./support/coverage.ts";

const version = (said: string) => `#!/bin/sh\necho '${said}'\n`;

it("the data is what the recordings show", async () => {
  const data = `${JSON.stringify(derivedCoverage(), null, 2)}\n`;
  await expect(data).toMatchFileSnapshot("../src/cli/coverage/coverage.json");
});

it("the page says the same", async () => {
  await expect(page()).toMatchFileSnapshot("../docs/coverage.md");
});

it("every cell that says more than 'not seen' has its recording", () => {
  const cells = COVERAGE.flatMap(({ prompts }) => Object.values(prompts));
  for (const { reach, recording } of cells) {
    expect(recording === null).toBe(reach === "not_seen");
    const path = fileURLToPath(new URL(`fixtures/${recording}`, import.meta.url));
    if (recording !== null) expect(existsSync(path), recording).toBe(true);
  }
});

it("askline coverage shows the clients that are here, in both languages", async () => {
  using home = openAgentHome({
    programs: { claude: version("2.1.325 (Claude Code)"), opencode: version("9.0.0") },
  });
  const shown = (await home.askline("coverage")).stdout;
  expect(shown).toContain("Claude Code 2.1.325 (by its hooks)");
  expect(shown).toMatch(/permission to use a tool +answered from anywhere, beside its own dialog/);
  expect(shown).toContain("OpenCode 9.0.0; this is what 1.18.33 does");
  expect(shown).not.toContain("Gemini");
  Object.assign(home.env, { ASKLINE_LANGUAGE: "ko" });
  expect((await home.askline("coverage")).stdout).toContain("도구 사용 허가");
});

it("askline coverage --all --json is for programs", async () => {
  using home = openAgentHome();
  const { clients } = await home.json("coverage", "--all");
  expect(clients).toEqual(
    COVERAGE.map(({ version: tried, ...rest }) => ({
      ...rest,
      ...{ tried, isHere: false, version: null },
    })),
  );
  expect((await home.json("coverage")).clients).toEqual([]);
});

function page(): string {
  const text = coverageMessages("en");
  const rows = COVERAGE.map(({ client, version: tried, through, prompts }) => {
    const cells = PROMPTS.map((prompt) => text.reach[prompts[prompt].reach]);
    return [`${clientName(client)} ${tried}`, ...cells, text.through[through]];
  });
  const head = ["client", ...PROMPTS.map((prompt) => text.prompt[prompt]), "how"];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  const about = [
    "# What can be seen and answered, and from where",
    "",
    "Made by replaying recordings of the real clients, as `askline coverage` shows it. A test keeps",
    "this page equal to them, so it changes when a client does.",
    "",
  ];
  return `${[...about, ...lines, "", text.asks].join("\n")}\n`;
}
