// Writes the import rule of docs/ARCHITECTURE.md into biome.json: a folder imports only folders above it in this list,
// and siblings under sources/ and surfaces/ never import each other. Run it after changing the list.
import { readFileSync, writeFileSync } from "node:fs";

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
const SIBLINGS = {
  sources: ["mcp", "hooks"],
  surfaces: ["prompt", "inbox", "portal", "slack", "voice", "desktop"],
};

const path = new URL("../biome.json", import.meta.url);
const biome = JSON.parse(readFileSync(path, "utf8"));
biome.overrides = [
  ...LAYERS.flatMap(layerRules),
  ...(biome.overrides ?? []).filter((override) => !override.$layer).filter(isNotLayer),
];
writeFileSync(path, `${JSON.stringify(biome, null, 2)}\n`);

function layerRules(layer, index) {
  const below = LAYERS.slice(index + 1);
  const forbidden = layer === "surfaces" ? ["sources", ...below] : below;
  const pure = layer === "core" || layer === "choice" || layer === "extract" ? ["node:*"] : [];
  const siblings = SIBLINGS[layer];
  if (siblings === undefined) return [rule(`src/${layer}/**`, forbidden, pure, layer)];
  return siblings.map((name) => {
    const others = siblings.filter((other) => other !== name).map((other) => `../${other}/**`);
    return rule(`src/${layer}/${name}/**`, forbidden, others, `${layer}/${name}`);
  });
}

function rule(include, folders, more, name) {
  const group = [...folders.map((folder) => `**/${folder}/**`), ...more];
  const message = `${name}/ imports only folders above it in docs/ARCHITECTURE.md, and no sibling.`;
  const patterns = group.length === 0 ? [] : [{ group, message }];
  return {
    includes: [include, "!**/*.test.ts"],
    linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
  };
}

function isNotLayer(override) {
  return override.linter?.rules?.style?.noRestrictedImports === undefined;
}
