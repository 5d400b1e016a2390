/**
 * The code base in figures: files and lines, the length of a typical file and function, folders
 * that import each other in a circle, the size of what is built and installed.
 * `ASKLINE_HOUSE=/another/checkout` measures another checkout with the same rules.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";
import { row } from "./support/table.mjs";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const LONG_LINE = 100;

export async function house() {
  const root = process.env["ASKLINE_HOUSE"] ?? HERE;
  const files = sourcesIn(root).map((path) => readSource(root, path));
  const lines = files.map((file) => file.lines.length);
  const functions = files.flatMap((file) => file.functions);
  const all = files.flatMap((file) => file.lines);
  const loops = loopsAmong(files);
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  return [
    row("source files", files.length, "files", { note: "src and web, tests apart" }),
    row("their lines", sum(lines), "lines"),
    row("median file", quantile(lines, 0.5), "lines"),
    row("p95 file", quantile(lines, 0.95), "lines"),
    row("median function", quantile(functions, 0.5), "lines"),
    row("p95 function", quantile(functions, 0.95), "lines"),
    row(
      "lines over 100 characters",
      (100 * all.filter((line) => line.length > LONG_LINE).length) / all.length,
      "%",
    ),
    row("folder loops", loops.length, "loops", { goal: 0, note: loops.join("; ") }),
    row("size of dist", sizeOf(join(root, "dist")) / 1000, "kB"),
    row("packages installed with ours", installed.filter(([, { dev }]) => !dev).length, "packages"),
    row("packages installed to develop", installed.length, "packages"),
  ];
}

function sourcesIn(root) {
  const listed = execFileSync("git", ["ls-files", "src", "web"], {
    cwd: root,
    encoding: "utf8",
  }).split("\n");
  return listed.filter(
    (path) => /\.tsx?$/.test(path) && !/\.(?:test|cases|contract)\.ts$/.test(path),
  );
}

function readSource(root, path) {
  const text = readFileSync(join(root, path), "utf8");
  const { program, module } = parseSync(path, text);
  const functions = [];
  const measure = ({ start, end, body }) => {
    if (body !== null) functions.push(text.slice(start, end).split("\n").length);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return {
    path,
    lines: text.trimEnd().split("\n"),
    functions,
    imports: importsOf(path, text, module),
  };
}

/**
 * The files that this one loads, sooner or later. Type imports do not count, because
 * they are gone at run time.
 */
function importsOf(path, text, { staticImports, staticExports, dynamicImports }) {
  const values = staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  );
  const again = staticExports.flatMap(({ entries }) =>
    entries.filter(({ moduleRequest, isType }) => moduleRequest !== null && !isType),
  );
  const later = dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start, moduleRequest.end),
  );
  return [
    ...[...values, ...again].map(({ moduleRequest }) => moduleRequest.value),
    ...later.map((one) => one.slice(1, -1)),
  ]
    .filter((name) => name.startsWith("."))
    .map((name) => normalize(join(dirname(path), name)));
}

/** Sets of folders in which each folder can be reached from every other. */
function loopsAmong(files) {
  const after = new Map();
  for (const { path, imports } of files) {
    const folders = after.get(dirname(path)) ?? new Set();
    for (const folder of imports.map(dirname)) if (folder !== dirname(path)) folders.add(folder);
    after.set(dirname(path), folders);
  }
  const reached = new Map([...after.keys()].map((folder) => [folder, reachedFrom(folder, after)]));
  const loops = [...after.keys()].map((folder) =>
    [...after.keys()]
      .filter((other) => reached.get(folder).has(other) && reached.get(other)?.has(folder))
      .sort(),
  );
  return [...new Set(loops.filter((loop) => loop.length > 1).map((loop) => loop.join(" ")))];
}

function reachedFrom(folder, after) {
  const reached = new Set();
  const next = [folder];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const other of after.get(at) ?? []) if (!reached.has(other)) next.push(other);
    for (const other of after.get(at) ?? []) reached.add(other);
  }
  return reached;
}

function sizeOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return sum(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size),
  );
}

function quantile(figures, part) {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function sum(figures) {
  return figures.reduce((total, figure) => total + figure, 0);
}
