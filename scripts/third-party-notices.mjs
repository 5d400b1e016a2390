/**
 * `npm run notices`: writes THIRD_PARTY_NOTICES, with the licence of every package whose code is
 * inside `dist`. Packages under one licence text share it. With `--print` it only prints; a test
 * compares that with the file.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FILE = join(ROOT, "THIRD_PARTY_NOTICES");

const text = await notices();
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(FILE, text);

async function notices() {
  const packages = [...(await bundledFolders())]
    .map(readPackage)
    .sort((one, other) => compare(one.name, other.name));
  const byText = groupByText(packages);
  const parts = [...byText].map(([text, sharing]) => {
    const titles = sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${titles.join("\n")}\n\n${text}\n`;
  });
  const head = "Askline is made with the work of others. The code of these packages is inside it.";
  return `${head}\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** The folders of packages from which a line of code got into a bundle of ours. */
async function bundledFolders() {
  const configs = [await loadConfig(join(ROOT, "rolldown.config.ts"))].flat(2);
  const bundles = await Promise.all(configs.map(generate));
  const pages = await build({
    root: join(ROOT, "web"),
    logLevel: "silent",
    build: { write: false },
  });
  const chunks = [...bundles.flat(), ...[pages].flat().flatMap(({ output }) => output)];
  const ids = chunks.flatMap(({ modules = {} }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
  );
  return new Set(
    ids.flatMap(
      (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/")) ?? [],
    ),
  );
}

async function generate({ output, ...input }) {
  const bundle = await rolldown({ ...input, cwd: ROOT });
  const { output: chunks } = await bundle.generate(output);
  await bundle.close();
  return chunks;
}

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) =>
    /^(?:licen[cs]e|copying)(?:\.|-mit|$)/i.test(entry),
  );
  const licence = typeof license === "string" ? license : "see below";
  const text =
    file === undefined ? `Licensed under ${licence}.` : readFileSync(join(folder, file), "utf8");
  return {
    name: name ?? relative(ROOT, folder),
    version,
    licence,
    text: text.replaceAll("\r\n", "\n").trim(),
  };
}

function groupByText(packages) {
  const groups = new Map();
  for (const one of packages) groups.set(one.text, [...(groups.get(one.text) ?? []), one]);
  return groups;
}

function compare(one, other) {
  return Number(one > other) - Number(one < other);
}
