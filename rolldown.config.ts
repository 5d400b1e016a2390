import { defineConfig, type OutputOptions } from "rolldown";
import { surfaceList } from "./scripts/surface-list.ts";

const output: OutputOptions = {
  dir: "dist",
  format: "esm",
  // Class names are what errors are called in traces and by programs that catch them.
  minify: { mangle: { keepNames: { class: true, function: false } }, compress: true },
};

// Every file that a command loads costs about half a millisecond, so what nearly all of them need is one file; but what
// only some need, the parser of the command line or the reading of answers, stays out of it.
const COMMON = new RegExp(
  [
    String.raw`/src/store/((?:file|open)/|[\w-]+\.ts)`,
    String.raw`/src/desk/([\w-]+|attention/presence)\.ts`,
    String.raw`/src/core/(locale|names|queue|shortened|ask/(already-settled|answer|ask|effect-words|fetched|moments|question|seal-words|sealed-text|selection|wording))\.ts`,
    String.raw`/src/cli/(context|describe|find-ask|messages|language|table|duration|prose|standard-output|commands/with-away)\.ts`,
    String.raw`/src/surfaces/(names|[\w-]+/label)\.ts|virtual:surface-labels`,
  ].join("|"),
);
const groups = [
  {
    name: "runtime",
    // Of manifests only our own: those of other packages bring a loader for CommonJS along.
    test: new RegExp(
      [
        String.raw`/src/cli/(runtime|signals)|/src/cli/(commands/hook|hook/(call-facts|post-call|dialog-marks))\.ts`,
        String.raw`/src/sources/hooks/spool-file|/src/desk/places|/src/core/(cache|json)\.ts`,
        String.raw`/src/store/(process-identity|known-agents)|^(?!.*/node_modules/).*/package\.json$`,
      ].join("|"),
    ),
    priority: 5,
  },
  // What `askline mcp` loads before its first call.
  {
    name: "mcp",
    test: /\/node_modules\/@modelcontextprotocol\/|\/src\/(cli\/mcp\/mcp|sources\/mcp\/(server|tools|policy|tool-schemas))\.(ts|json)$/,
    priority: 5,
  },
  { name: "zod", test: /\/node_modules\/zod\//, priority: 6 },
  {
    name: "base",
    test: /\/src\/cli\/(failure|exit-codes|output-errors)|\/src\/core\/(ask\/(errors|spoken-error)|safety\/safe-text)/,
    priority: 3,
  },
  {
    name: "common",
    test: COMMON,
    priority: 2,
  },
  // What every surface brings is small; what it does with it is loaded by itself.
  {
    name: "surfaces",
    test: /\/src\/surfaces\/[\w-]+\/(index|commands?)\.ts|virtual:surfaces|\/src\/cli\/surface/,
    priority: 1,
  },
  {
    name: "program",
    test: /\/src\/cli\/program\/program|\/node_modules\/commander\//,
    priority: 1,
  },
];

// It has a compiled part, which cannot be bundled; newer versions of Node do without it.
const external = ["@photostructure/sqlite"];

// The library hands over all of zod to have its one base class extended; every command would load all of zod with it.
const zodForOpenApi = {
  name: "zod-for-openapi",
  transform: {
    filter: { id: /\/node_modules\/@hono\/zod-openapi\// },
    handler(code: string) {
      const whole = 'import { z } from "zod"';
      if (!code.includes(whole)) throw new Error("@hono/zod-openapi takes zod in another way now.");
      return code.replace(whole, 'import { ZodType } from "zod"; const z = { ZodType }');
    },
  },
};

/** Commander could start programs as its sub-commands, which ours never does: that loads what it takes only then. */
const commanderWithoutPrograms = {
  name: "commander-without-programs",
  transform: {
    filter: { id: /\/node_modules\/commander\/lib\/command\.js$/ },
    handler(code: string) {
      const eager = "const childProcess = require('node:child_process');";
      if (!code.includes(eager))
        throw new Error("commander takes node:child_process in another way now.");
      const lazy =
        "{ get spawn() { return process.getBuiltinModule('node:child_process').spawn; } }";
      return code.replace(eager, `const childProcess = ${lazy};`);
    },
  },
};

/**
 * Takes Node's own modules from the process, which hands out each as it is. An `import` looks at every
 * name that a module has, and so makes `node:fs` load all of Node's streams, and `node:util` its
 * parsers: a twentieth of the time of a hook. `require` itself is made once something else is asked for.
 */
const builtinsFromProcess = {
  name: "builtins-from-process",
  renderChunk(code: string) {
    const own = /^import\s*(\{[^}]*\}|\*\s*as\s+[\w$]+|[\w$]+)\s*from\s*["'](node:[\w/]+)["'];?/gm;
    return code
      .replace(own, (_, names: string, module: string) => {
        const taken = names.replace(/^\*\s*as\s+/, "").replace(/\sas\s/g, ": ");
        return `const ${taken} = process.getBuiltinModule("${module}");`;
      })
      .replace(
        "createRequire(import.meta.url)",
        "((name) => process.getBuiltinModule(name) ?? createRequire(import.meta.url)(name))",
      )
      .replace(
        'const { createRequire } = process.getBuiltinModule("node:module");',
        'const createRequire = (from) => process.getBuiltinModule("node:module").createRequire(from);',
      );
  },
};

/** The command and the library are built apart: shared chunks would split the command into more files than it needs. */
export default defineConfig([
  {
    input: { cli: "src/cli/program/cli.ts" },
    platform: "node",
    external,
    // Its main file is a wrapper for several module systems whose own imports no bundler sees.
    resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
    // Express, which comes with Slack's Bolt, shows traces to strangers unless it is told that this is production.
    transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
    plugins: [zodForOpenApi, commanderWithoutPrograms, builtinsFromProcess, surfaceList()],
    output: {
      ...output,
      chunkFileNames: "chunks/[name]-[hash].js",
      codeSplitting: { groups },
    },
  },
  {
    input: {
      askline: "src/askline.ts",
      session: "src/store/file/session-manager.ts",
      choice: "src/choice/choice.ts",
      "choice/models": "src/choice/models.ts",
      extract: "src/extract/extract.ts",
      form: "src/core/ask/form.ts",
    },
    platform: "node",
    output: { ...output, chunkFileNames: "shared/[name]-[hash].js" },
  },
]);
