/**
 * Runners, compilers, linters and formatters. They run the project's own code and settings, which
 * are trusted by convention; options that name other code or write elsewhere are left out.
 */

import { GO_TOOLS } from "./go.ts";
import type { Grammar } from "./grammar.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { JVM } from "./jvm.ts";
import { LINTERS } from "./linters.ts";
import { MORE_LANGUAGES } from "./more-languages.ts";
import { NATIVE } from "./native.ts";
import { PYTHON } from "./python.ts";
import { RUBY_AND_PHP } from "./ruby-and-php.ts";
import { RUST } from "./rust.ts";

export const BUILD_AND_TEST: Grammar = {
  ...JAVASCRIPT,
  ...PYTHON,
  ...RUST,
  ...GO_TOOLS,
  ...JVM,
  ...NATIVE,
  ...RUBY_AND_PHP,
  ...MORE_LANGUAGES,
  ...LINTERS,
};
