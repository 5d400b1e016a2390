/** `npm run plugin`: writes what `plugin.ts` says; a test finds out when somebody forgot to. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pluginFiles } from "./plugin.ts";

for (const [path, text] of Object.entries(pluginFiles(readFileSync("skills/askline/SKILL.md", "utf8")))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
