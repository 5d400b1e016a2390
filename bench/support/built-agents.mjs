/**
 * The log and the ingest as bundled into the command, placed next to the results, where the
 * package with SQLite is found.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const PARTS = {
  log: "store/sql/sql-log.ts",
  ingest: "agents/turns/ingest.ts",
  reader: "agents/clients/common/transcript-reader.ts",
  entries: "agents/clients/claude-code/transcript-entries.ts",
  filter: "agents/clients/claude-code/worth-reading.ts",
  clock: "store/clock.ts",
};
const FOLDER = fileURLToPath(new URL("../results/agents", import.meta.url));

export async function buildAgents() {
  const input = Object.fromEntries(
    Object.entries(PARTS).map(([name, path]) => [
      name,
      fileURLToPath(new URL(`../../src/${path}`, import.meta.url)),
    ]),
  );
  const bundle = await rolldown({ input, platform: "node", external: ["@photostructure/sqlite"] });
  await bundle.write({
    dir: FOLDER,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "shared/[name]-[hash].mjs",
  });
}

/** Call it after the build; another process may have built it. */
export async function loadAgents() {
  const parts = await Promise.all(
    Object.keys(PARTS).map((name) => import(pathToFileURL(`${FOLDER}/${name}.mjs`).href)),
  );
  return Object.assign({}, ...parts);
}
