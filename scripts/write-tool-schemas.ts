/** `npm run tool-schemas`: writes the file of `tool-schemas.ts`. */
import { writeFileSync } from "node:fs";
import { toolSchemas } from "./tool-schemas.ts";

writeFileSync("src/sources/mcp/tool-schemas.json", `${JSON.stringify(toolSchemas(), null, 2)}\n`);
