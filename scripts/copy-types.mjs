/** Copies the published declarations, which are written by hand, next to the code they describe. */
import { cpSync } from "node:fs";

cpSync("src/api", "dist/types", {
  recursive: true,
  filter: (path) => !/(check\.ts|tsconfig\.json)$/.test(path),
});
