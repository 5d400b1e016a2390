/** `npm run tool-schemas`. */
import { writeFileSync } from "node:fs";
import { toolSchemas } from "./tool-schemas.ts";

writeFileSync("src/sources/mcp/tool-schemas.json", `${JSON.stringify(toolSchemas(), null, 2)}\n`);
