/** The rules of the project: what its folders may import, and that the core is pure. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
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
    ["src/surfaces/voice/hearing/n.ts", "../../slack/app.ts"],
    ["src/surfaces/o.ts", "../cli/commands/list.ts"],
    ["src/sources/mcp/h.ts", "../hooks/route.ts"],
    ["src/agents/i.ts", "../sources/hooks/route.ts"],
    ["src/agents/turns/fold/p.ts", "../../dialogs/decision.ts"],
    ["src/agents/clients/codex/q.ts", "../../../hub/hub.ts"],
  ] as const;
  const allowed = [
    ["src/desk/j.ts", "../store/ask-store.ts"],
    ["src/surfaces/prompt/k.ts", "../../core/ask/ask.ts"],
    ["src/cli/l.ts", "../surfaces/prompt/prompt.ts"],
    ["src/store/m.ts", "node:fs"],
    ["src/agents/dialogs/r.ts", "../turns/ingest.ts"],
  ] as const;

  it("refuses an import from a folder below or beside, and nothing else", () => {
    using files = openSandbox();
    for (const [file, imported] of [...forbidden, ...allowed]) {
      mkdirSync(dirname(files.at(file)), { recursive: true });
      writeFileSync(
        files.at(file),
        `import { thing } from "${imported}";\n\nexport const other = thing;\n`,
      );
    }
    copyFileSync(join(ROOT, "biome.json"), files.at("biome.json"));
    expect(flaggedIn(files.path)).toEqual(forbidden.map(([file]) => file).sort());
  });

  it("knows every folder there is, and a new one with its next run", () => {
    const stale = spawnSync(process.execPath, [join(ROOT, "scripts/layers.mjs"), "--check"], {
      encoding: "utf8",
    });
    expect(stale.stderr).toBe("");
    using files = openSandbox();
    for (const name of ["biome.json", "scripts", "src"])
      cpSync(join(ROOT, name), files.at(name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), files.at("node_modules"));
    mkdirSync(files.at("src/surfaces/newcomer/inner"), { recursive: true });
    const borrowing =
      'import { label } from "../../slack/label.ts";\n\nexport const other = label;\n';
    writeFileSync(files.at("src/surfaces/newcomer/inner/a.ts"), borrowing);
    writeFileSync(
      files.at("src/surfaces/slack/a.ts"),
      borrowing.replace("../../slack", "../newcomer"),
    );
    const run = (script: string) =>
      spawnSync(process.execPath, [files.at(script)], { encoding: "utf8" });
    expect(run("scripts/layers.mjs").status).toBe(0);
    expect(flaggedIn(files.path)).toEqual([
      "src/surfaces/newcomer/inner/a.ts",
      "src/surfaces/slack/a.ts",
    ]);
  });
});

function flaggedIn(folder: string): string[] {
  const args = [
    join(ROOT, "node_modules/.bin/biome"),
    "lint",
    "--vcs-enabled=false",
    "--only=style/noRestrictedImports",
    "--reporter=github",
    "--max-diagnostics=none",
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return [...stdout.matchAll(/file=([^,]+)/g)]
    .map(([, file = ""]) => relative(folder, file))
    .sort();
}

describe("the door to the machine", () => {
  it("is the only way by which the file store and the desk reach the disk", () => {
    const folders = ["src/store/file", "src/desk"].map((folder) => join(ROOT, folder));
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    );
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const around = sources.filter((file) =>
      /"node:fs(?:\/promises)?"|Date\.now\(/.test(readFileSync(file, "utf8")),
    );
    expect(sources.length).toBeGreaterThan(30);
    expect(around.map((file) => relative(ROOT, file))).toEqual([]);
  });
});

// Only files of ours: a bundle has words like these in its texts too.
const IMPORT = /(?:from|import)\s*["'](\.{1,2}\/[\w./-]+\.js)["']/g;

describe("what a start loads", () => {
  it.each(["run-bare", "program", "base", "common", "answer", "show", "history"])(
    "%s leaves the MCP library alone",
    (command) => {
      const chunks = readdirSync(join(ROOT, "dist/chunks"));
      const own = chunks.filter((name) => name.startsWith(`${command}-`));
      expect(own).not.toEqual([]);
      const loaded = own.flatMap((name) => loadedBy(join(ROOT, "dist/chunks", name)));
      expect(loaded.filter((path) => basename(path).startsWith("mcp-"))).toEqual([]);
    },
  );

  it("a list is run without the parser of the command line", () => {
    const chunks = readdirSync(join(ROOT, "dist/chunks"));
    const own = chunks.filter((name) => /^(run-bare|list)-/.test(name));
    expect(own.length).toBeGreaterThan(1);
    const loaded = own.flatMap((name) => loadedBy(join(ROOT, "dist/chunks", name)));
    const parsing = loaded.filter((path) => /allowUnknownOption/.test(readFileSync(path, "utf8")));
    expect(parsing).toEqual([]);
  });

  it("a hook, a list and a command load no module of Node's that they do not use", () => {
    using files = openSandbox();
    const note = "process.on('exit', () => process.stderr.write(process.moduleLoadList.join()))";
    writeFileSync(files.at("note.cjs"), note);
    writeFileSync(files.at("nothing.mjs"), "");
    const modulesOf = (script: string, ...args: string[]) => {
      const command = ["--require", files.at("note.cjs"), script, ...args];
      const env = { ...process.env, ASKLINE_STATE_DIR: files.path };
      return spawnSync(process.execPath, command, { env, encoding: "utf8", input: "{}" }).stderr;
    };
    const bare = modulesOf(files.at("nothing.mjs")).split(",");
    const more = (...args: string[]) =>
      modulesOf(join(ROOT, "dist/cli.js"), ...args)
        .split(",")
        .filter((name) => name.startsWith("NativeModule ") && !bare.includes(name))
        .join("\n");
    expect(more("hook", "Stop")).not.toMatch(/stream|crypto|parse_args/);
    // A list is printed, which takes a stream.
    expect(more("list")).not.toMatch(/crypto|parse_args/);
    expect(more("show", "7707")).not.toMatch(/crypto|parse_args|child_process|dgram/);
  });

  it("keeps schemas out of what the browser loads", () => {
    const code = loadedBy(join(ROOT, "dist/form.js")).map((path) => readFileSync(path, "utf8"));
    expect(code.join("")).not.toMatch(/zod/i);
  });

  /** A bundle's file and all that it imports at its start. */
  function loadedBy(path: string, loaded: string[] = []): string[] {
    if (loaded.includes(path)) return loaded;
    loaded.push(path);
    const code = readFileSync(path, "utf8");
    for (const [, other = ""] of code.matchAll(IMPORT))
      loadedBy(join(dirname(path), other), loaded);
    return loaded;
  }
});
