/**
 * Makes the list of surfaces from the folders under src/surfaces at every build, so that it
 * needs no upkeep. `virtual:surfaces` loads a surface when it is used; `virtual:surface-labels`
 * has the labels of all of them.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../src/surfaces", import.meta.url));
const SURFACES = "virtual:surfaces";
const LABELS = "virtual:surface-labels";

/** A plugin for Rolldown, Vite and Vitest. */
export function surfaceList(folder = FOLDER) {
  return {
    name: "surface-list",
    resolveId: (id: string) => (id === SURFACES || id === LABELS ? `\0${id}` : null),
    load(id: string) {
      if (id === `\0${SURFACES}`) return listOf(folder);
      return id === `\0${LABELS}` ? labelsIn(folder) : null;
    },
  };
}

/** Every folder with an `index.ts` is a surface. */
export function surfacesIn(folder = FOLDER): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return folders
    .map(({ name }) => name)
    .filter((name) => existsSync(join(folder, name, "index.ts")))
    .sort();
}

function listOf(folder: string): string {
  const lines = surfacesIn(folder).map((name) => {
    const path = JSON.stringify(join(folder, name, "index.ts"));
    return `  ${JSON.stringify(name)}: () => import(${path}).then(({ surface }) => surface),`;
  });
  return `export const surfaces = {\n${lines.join("\n")}\n};\n`;
}

function labelsIn(folder: string): string {
  const names = surfacesIn(folder);
  const imports = names.map(
    (name, at) =>
      `import { label as label${at} } from ${JSON.stringify(join(folder, name, "label.ts"))};\n`,
  );
  const labels = names.map((_, at) => `label${at}`).join(", ");
  return `${imports.join("")}export const labels = [${labels}];\n`;
}
