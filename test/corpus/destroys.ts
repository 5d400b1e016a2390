/**
 * Commands that destroy something, plain and disguised: none may be taken for harmless. Written
 * for a project in /home/mina/shop with the files that `proof/project.sh` puts there; those that
 * were run and seen to destroy are listed in `proof/proved.json`.
 */
import { DECIDES } from "./destroys/decides.ts";
import type { Destroying } from "./destroys/entry.ts";
import { FILES } from "./destroys/files.ts";
import { GIT } from "./destroys/git.ts";
import { HIDDEN } from "./destroys/hidden.ts";
import { INTERPRETERS } from "./destroys/interpreters.ts";
import { SERVICES } from "./destroys/services.ts";
import { TOOLS } from "./destroys/tools.ts";

export const DESTROYS: readonly Destroying[] = [
  ...FILES,
  ...GIT,
  ...HIDDEN,
  ...TOOLS,
  ...INTERPRETERS,
  ...SERVICES,
  ...DECIDES,
];
