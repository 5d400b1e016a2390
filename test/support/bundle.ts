/** Bundles a TypeScript program, so that a separate process can run it. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** Returns the path of the program, within the given folder. */
export async function bundleProgram(name: string, folder: string): Promise<string> {
  const input = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const bundle = await rolldown({
    input,
    platform: "node",
    external: ["@photostructure/sqlite"],
    logLevel: "silent",
  });
  const file = join(folder, `${name}.mjs`);
  await bundle.write({ file, format: "esm", codeSplitting: false });
  return file;
}
