/** Every program that the grammar knows. A program of a later family replaces one of an earlier. */
import { BUILD_AND_TEST } from "./build-and-test.ts";
import { COMPILERS } from "./compilers.ts";
import { CONTAINERS_AND_CLUSTERS } from "./containers-and-clusters.ts";
import { DATABASES } from "./databases.ts";
import { FILES_AND_TEXT } from "./files-and-text.ts";
import { GIT_READING } from "./git-reading.ts";
import type { Grammar } from "./grammar.ts";
import { NETWORK } from "./network.ts";
import { PACKAGE_MANAGERS } from "./package-managers.ts";
import { PROJECT_RUNNERS } from "./project-scripts.ts";
import { SEARCH } from "./search.ts";
import { SHELL_ITSELF } from "./shell-itself.ts";
import { SYSTEM_INFORMATION } from "./system-information.ts";

export const PROGRAMS: Grammar = {
  ...SYSTEM_INFORMATION,
  ...FILES_AND_TEXT,
  ...SEARCH,
  ...GIT_READING,
  ...BUILD_AND_TEST,
  ...COMPILERS,
  ...PROJECT_RUNNERS,
  ...PACKAGE_MANAGERS,
  ...CONTAINERS_AND_CLUSTERS,
  ...DATABASES,
  ...NETWORK,
  ...SHELL_ITSELF,
};
