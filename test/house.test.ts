/** The rules of the house hold: folders, the core's purity, and the package as a stranger installs it. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openSandbox } from "./support/sandbox.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

describe("the import rule", () => {
  const forbidden = [
    ["src/core/a.ts", "../desk/desk.ts"],
    ["src/core/b.ts", "node:fs"],
    ["src/store/c.ts", "../desk/desk.ts"],
    ["src/store/file/d.ts", "../../cli/commands/list.ts"],
    ["src/desk/e.ts", "../surfaces/prompt/prompt.ts"],
    ["src/surfaces/prompt/f.ts", "../inbox/list.ts"],
    ["src/surfaces/prompt/g.ts", "../../sources/mcp/server.ts"],
    ["src/sources/mcp/h.ts", "../hooks/route.ts"],
    ["src/agents/i.ts", "../sources/hooks/route.ts"],
  ] as const;
  const allowed = [
    ["src/desk/j.ts", "../store/ask-store.ts"],
    ["src/surfaces/prompt/k.ts", "../../core/ask/ask.ts"],
    ["src/cli/l.ts", "../surfaces/prompt/prompt.ts"],
    ["src/store/m.ts", "node:fs"],
  ] as const;

  it("refuses an import from a folder below or beside, and nothing else", () => {
    using files = openSandbox();
    for (const [file, imported] of [...forbidden, ...allowed]) {
      mkdirSync(dirname(files.at(file)), { recursive: true });
      writeFileSync(files.at(file), `import { thing } from "${imported}";\n\nexport const other = thing;\n`);
    }
    copyFileSync(join(ROOT, "biome.json"), files.at("biome.json"));
    const args = [
      join(ROOT, "node_modules/.bin/biome"),
      "lint",
      "--vcs-enabled=false",
      "--only=style/noRestrictedImports",
      "--reporter=github",
      "--max-diagnostics=none",
    ];
    const { stdout } = spawnSync(process.execPath, args, { cwd: files.path, encoding: "utf8" });
    const flagged = [...stdout.matchAll(/file=([^,]+)/g)].map(([, file = ""]) => relative(files.path, file)).sort();
    expect(flagged).toEqual(forbidden.map(([file]) => file).sort());
  });
});

describe("the core", () => {
  it("[C-17] is tested without any server, prompt or other process", () => {
    using files = openSandbox();
    // Whatever would listen, start a program or read the keyboard ends the run.
    const guard = `
      import net from "node:net"; import childProcess from "node:child_process"; import { syncBuiltinESMExports } from "node:module";
      if (!globalThis.isGuarded) guard();
      function guard() {
      globalThis.isGuarded = true;
      const refuse = (what) => () => { throw new Error("the core's tests must not " + what); };
      net.Server.prototype.listen = refuse("listen");
      for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync"]) childProcess[name] = refuse("start a process");
      syncBuiltinESMExports();
      Object.defineProperty(process, "stdin", { get: refuse("read the keyboard") });
      }`;
    writeFileSync(files.at("guard.mjs"), guard);
    const args = [
      "vitest/vitest.mjs",
      "run",
      "src/core",
      "--pool=threads",
      "--reporter=json",
      `--outputFile=${files.at("result.json")}`,
    ];
    const [program = "", ...rest] = args;
    const setup = ["--config", files.at("vitest.config.mjs")];
    writeFileSync(
      files.at("vitest.config.mjs"),
      `export default { root: ${JSON.stringify(ROOT)}, test: { include: ["src/core/**/*.test.ts"], isolate: false, testTimeout: 60000, setupFiles: [${JSON.stringify(files.at("guard.mjs"))}] } };`,
    );
    const run = spawnSync(process.execPath, [join(ROOT, "node_modules", program), ...rest, ...setup], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(run.status, run.stdout + run.stderr).toBe(0);
    const result = files.readJson("result.json");
    expect(result.numPassedTests).toBeGreaterThan(100);
    expect(result.numFailedTests).toBe(0);
  });

  it("keeps schemas out of what the browser loads", () => {
    expect(bundleOf("form.js")).not.toMatch(/zod/i);
  });

  function bundleOf(file: string): string {
    const text = readFileSync(join(ROOT, "dist", file), "utf8");
    const chunks = [...text.matchAll(/from\s*["'](\.\/[^"']+)["']/g)].map(([, path]) => String(path));
    return text + chunks.map((chunk) => bundleOf(chunk)).join("");
  }
});

describe("the package", () => {
  it("[C-18] installs with nothing but itself, runs, and every import works, the deprecated one like the new one", () => {
    using files = openSandbox();
    const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", files.path], {
      cwd: ROOT,
      encoding: "utf8",
    }).trim();
    files.writeJson({ name: "stranger", type: "module", private: true }, "package.json");
    execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", files.at(packed)], { cwd: files.path });
    expect(readdirSync(files.at("node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "@photostructure",
      "askline",
      "node-addon-api",
      "node-gyp-build",
    ]);
    expect(execFileSync(files.at("node_modules/.bin/askline"), ["--version"], { encoding: "utf8" })).toMatch(/^\d/);

    writeFileSync(files.at("ask.mjs"), STRANGER);
    const output = execFileSync(process.execPath, ["ask.mjs"], {
      cwd: files.path,
      encoding: "utf8",
      env: { ...process.env, ASKLINE_STATE_DIR: files.at("state") },
    });
    expect(output).toBe(
      "completed 1. Which colour?\n→ Blue\n[S-03] At least one question is required to create a session\nsame true 3\n1\nShip it?\n",
    );
    const types = files.at("node_modules/askline/dist/types");
    expect(existsSync(join(types, "askline.d.ts"))).toBe(true);
    expect(readFileSync(join(types, "choice/models.d.ts"), "utf8")).toContain("@deprecated");
  });
});

const STRANGER = `
  import { ask, openDesk, wordOutcome } from "askline";
  import { SessionManager } from "askline/session";
  import { parseRequest } from "askline/choice";
  import { parseRequest as deprecated } from "askline/choice/models";
  import { extractUserChoice } from "askline/extract";
  import { openForm, reduceForm } from "askline/form";
  const desk = openDesk();
  const watch = await desk.watch(({ ask }) => {
    if (ask?.outcome === null) desk.answer(ask.id, { answers: [{ optionIds: ["2"] }] }, { surface: "program" });
  });
  const settled = await ask({ questions: [{ prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }] });
  watch.close();
  await desk.close();
  console.log(settled.outcome.status, wordOutcome(settled));
  await new SessionManager({ baseDir: "sessions" }).createSession([]).catch((error) => console.log("[S-03]", error.message));
  const request = { title: "T", prompt: "P", selection_mode: "text_input" };
  const outcomes = [parseRequest, deprecated].map((parse) => [parse(request), failureOf(() => parse({ title: 7 }))]);
  console.log("same", JSON.stringify(outcomes[0]) === JSON.stringify(outcomes[1]), outcomes[0][1]);
  console.log(reduceForm(openForm(settled.questions), { type: "pick", optionId: "1" }).entries[0].chosenIds.join());
  const reply = 'Done. {"type": "user_choice", "question": "Ship it?", "options": [{"label": "Yes"}]}';
  console.log(extractUserChoice(reply).choice.question);
  function failureOf(run) {
    try { run(); } catch (error) { return error.problems.length; }
  }
`;
