// Writes the import rule of docs/ARCHITECTURE.md into biome.json: a folder imports only folders
// above it in this list, and siblings under sources/ and surfaces/ never import each other. The
// siblings are read from the folders, so a new one gets its rule with the next `npm run lint`.
// `--check` changes nothing and fails if the rule is stale.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LAYERS = [
  "core",
  "choice",
  "extract",
  "store",
  "desk",
  "http",
  "terminal",
  "agents",
  "sources",
  "surfaces",
  "hub",
  "cli",
];
const HAVE_SIBLINGS = ["sources", "surfaces"];
// Folders that build on each other, each only on those before it.
const ORDERED = { agents: ["clients", "turns", "channels", "dialogs", "asks"] };

const root = new URL("../", import.meta.url);
const path = new URL("biome.json", root);
const before = JSON.parse(readFileSync(path, "utf8"));
const after = {
  ...before,
  overrides: [...LAYERS.flatMap(layerRules), ...(before.overrides ?? []).filter(isNotLayer)],
};
const isStale = JSON.stringify(before) !== JSON.stringify(after);
if (isStale && process.argv.includes("--check")) {
  console.error("biome.json does not know every folder: run node scripts/layers.mjs");
  process.exit(1);
}
if (isStale) {
  writeFileSync(path, `${JSON.stringify(after, null, 2)}\n`);
  const biome = fileURLToPath(new URL("node_modules/.bin/biome", root));
  execFileSync(
    process.execPath,
    [biome, "format", "--write", "--vcs-enabled=false", fileURLToPath(path)],
    {
      cwd: fileURLToPath(root),
    },
  );
}

function layerRules(layer, index) {
  const below = LAYERS.slice(index + 1);
  const forbidden = layer === "surfaces" ? ["sources", ...below] : below;
  const pure = layer === "core" || layer === "choice" || layer === "extract" ? ["node:*"] : [];
  const whole = rule(`src/${layer}/**`, forbidden, pure, layer);
  const ordered = ORDERED[layer] ?? [];
  const inOrder = ordered.map((name, place) =>
    rule(
      `src/${layer}/${name}/**`,
      [...forbidden, ...ordered.slice(place + 1)],
      [],
      `${layer}/${name}`,
    ),
  );
  if (!HAVE_SIBLINGS.includes(layer)) return [whole, ...inOrder];
  const siblings = foldersIn(`src/${layer}/`);
  return [
    whole,
    ...siblings.map((name) => {
      const others = siblings.filter((other) => other !== name);
      return rule(`src/${layer}/${name}/**`, [...forbidden, ...others], [], `${layer}/${name}`);
    }),
  ];
}

/** A folder that a move left empty is none. */
function foldersIn(folder) {
  const entries = readdirSync(new URL(folder, root), { withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() && readdirSync(new URL(`${folder}${entry.name}`, root)).length > 0,
    )
    .map(({ name }) => name)
    .sort();
}

function rule(include, folders, more, name) {
  const group = [...folders.map((folder) => `**/${folder}/**`), ...more];
  const message = `${name}/ imports only folders above it in docs/ARCHITECTURE.md, and no sibling.`;
  const patterns = group.length === 0 ? [] : [{ group, message }];
  return {
    includes: [include, "!**/*.test.ts"],
    linter: {
      rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } },
    },
  };
}

function isNotLayer(override) {
  return override.linter?.rules?.style?.noRestrictedImports === undefined;
}
