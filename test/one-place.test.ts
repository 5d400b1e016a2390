/**
 * A change of one kind touches one place: each is made in a copy of the sources, built and used.
 */

import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { openSandbox } from "./support/sandbox.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

it("[C-16] a new validation rule is in validation.ts alone, and the tool keeps it", async () => {
  using files = openSandbox();
  for (const name of ["src", "scripts", "package.json", "rolldown.config.ts", "tsconfig.json"])
    cpSync(join(ROOT, name), files.at(name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), files.at("node_modules"));
  const validation = files.at("src/choice/validation.ts");
  const rule =
    "if (request.title === request.title.toUpperCase()) " +
    'problems.push({ field: "title", message: "Do not shout." });\n  ';
  const text = readFileSync(validation, "utf8");
  writeFileSync(
    validation,
    text.replace("  if (timeout_action ===", `  ${rule}if (timeout_action ===`),
  );
  execFileSync(process.execPath, [join(ROOT, "node_modules/.bin/rolldown"), "-c"], {
    cwd: files.path,
    stdio: "ignore",
  });

  const client = new Client({ name: "agent", version: "1.0" });
  const env = {
    PATH: process.env["PATH"] ?? "",
    ASKLINE_STATE_DIR: files.at("state"),
    ASKLINE_MCP_WAIT_SECONDS: "1",
  };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [files.at("dist/cli.js"), "mcp"],
      env,
    }),
  );
  try {
    const request = {
      prompt: "Which?",
      selection_mode: "single",
      options: [{ id: "a", label: "A", recommended: true }],
    };
    const loud = await client.callTool({
      name: "provide_choice",
      arguments: { ...request, title: "DATABASE" },
    });
    expect(loud).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Do not shout") }],
    });
    const calm = await client.callTool({
      name: "provide_choice",
      arguments: { ...request, title: "Database" },
    });
    expect(calm.isError).toBeUndefined();
  } finally {
    await client.close();
  }
});
