/** `npm run plugin`: writes the files of `plugin.ts`; a test fails if they are out of date. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pluginFiles } from "./plugin.ts";

for (const [path, text] of Object.entries(
  pluginFiles(readFileSync("skills/askline/SKILL.md", "utf8")),
)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
