/** The kinds of values that options and arguments in the grammar may have. */

import { regex } from "../shell/regex.ts";
import type { Argument } from "../shell/script-values.ts";
import { isScriptVariable } from "./environment.ts";
import type { Call } from "./grammar.ts";
import { isHarmlessAwk } from "./harmless-awk.ts";
import { isBuildOutput } from "./harmless-paths.ts";
import { isHarmlessSed } from "./harmless-sed.ts";
import {
  isReadingPsql,
  isReadingPsqlScript,
  isReadingSql,
  isReadingSqlite,
  isReadingSqliteScript,
} from "./harmless-sql.ts";
import { isConventional } from "./project-scripts.ts";

/** A kind that is not in the list is a list of the allowed values, such as `json|text`. */
export function isOfKind(word: Argument, kind: string, call: Call): boolean {
  if (kind === "text" || kind === "pattern") return true;
  if (word.isSplit || word.mayVanish) return false;
  const check = KINDS[kind];
  if (check !== undefined) return check(word, call);
  const allowed = kind.split("|");
  return isEvery(word, (text) => allowed.includes(text));
}

const KINDS: Record<string, (word: Argument, call: Call) => boolean> = {
  number: (word) =>
    word.isNumber || isEvery(word, (text) => /^\d+(?:\.\d+)?[a-zA-Z%]?$/.test(text)),
  /** A name without a path in it. */
  name: (word) => isEvery(word, (text) => /^[\w@.:+-]+$/.test(text)),
  /** A target of a builder: a name, and no file with more options. */
  label: (word) => isEvery(word, (text) => /^\w[\w.:+/-]*$/.test(text)),
  /** A target of make, or a variable that only chooses among what it does. */
  target: (word) => isEvery(word, (text) => TARGET.test(text)),
  /** A target of a build that makes or tests something, by its name. */
  checks: (word) =>
    isEvery(word, (text) =>
      /^(?!.*(?:install|clean|deploy|flash|upload))(?:all|check|checks|lint|docs?|(?:[\w-]+[_-])?tests?(?:[_-]\w+)*)$/i.test(
        text,
      ),
    ),
  /** A session of tox or nox, with the versions of Python that it is for. */
  session: (word) =>
    isEvery(word, (text) =>
      text
        .split(",")
        .every(
          (one) => /^py[\d.]*$/.test(one) || isConventional(one.replace(/-?(?:py)?[\d.]+-?/, "")),
        ),
    ),
  /** Coding standards by name: a folder of one may hold code. */
  standard: (word) => isEvery(word, (text) => /^(?!.*\.php)[\w,.-]+$/.test(text)),
  /** Commits for `git log`, and no other options of it. */
  commits: (word) => isEvery(word, (text) => text.split(" ").every((one) => COMMITS.test(one))),
  /** What collects data beside the tests of .NET: others are programs. */
  collector: (word) =>
    isEvery(word, (text) => /^(?:XPlat )?Code Coverage(?:;Format=\w+)?$/.test(text)),
  /** How kubectl prints: a file of its own would be shown with it. */
  form: ({ texts, begins }) =>
    (texts ?? [begins]).every((text) => /^(?!\w+(?:-\w+)*-file)\w/.test(text)),
  /** What yq is to do, or a file for it: some of its words load files and start programs. */
  yq: ({ texts, begins }) =>
    (texts ?? [begins]).every((text) => !/\b(?:load\w*|system|eval|strload)\b\s*\(/.test(text)),
  /** A platform of .NET. */
  platform: (word) =>
    isEvery(word, (text) => /^(?:win|linux|osx|any|alpine|android|ios)[\w.-]*$/.test(text)),
  /** Where the machines are listed: a program would be run for them. */
  inventory: (word, call) =>
    call.isInProject(word) &&
    isEvery(word, (text) => /\.(?:ini|ya?ml|toml|json)$|(?:^|\/)[\w-]+\/?$|,$/.test(text)),
  names: (word) => isEvery(word, (text) => /^[\w@.:+,/ -]+$/.test(text)),
  /** A name of something in git: no option, no refspec that moves a branch, no address. */
  revision: (word) => isEvery(word, (text) => /^[A-Za-z_@][\w./@^~{}-]*$/.test(text)),
  /** A file that is new, a build output or in the temporary folder. */
  new: (word, call) => call.mayWrite(word),
  /** A file or folder of the project, which is trusted as the project is. */
  project: (word, call) => call.isInProject(word),
  /** A folder that nobody else can have filled. */
  folder: (word, call) => call.isOwnFolder(word),
  /** What a compiler writes where it always does; Go replaces nothing but what it made itself. */
  product: (word, call) =>
    isEvery(
      word,
      (text) =>
        isBuildOutput(text) || /^(?:\.\/)?(?:bin\/[\w.-]+|(?:c|cover|coverage)\.out)$/.test(text),
    ) || call.mayWrite(word),
  /** Packages of Go: by their names, or in a folder of the project. */
  gopackage: (word, call) =>
    isEvery(word, (text) => text !== "" && !/^[@~]/.test(text)) &&
    (!isEvery(word, (text) => /^(?:\/|\.\.(?:\/|$))/.test(text))
      ? isEvery(word, (text) => !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(text))
      : call.isOwnFolder({
          ...word,
          texts: word.texts?.map((text) => text.replace(/\/\.\.\.$/, "")) ?? null,
        })),
  /** `file::test`, `file:12` and the like, in the project. */
  tests: (word, call) =>
    call.isInProject({
      ...word,
      texts: word.texts?.map((text) => text.replace(/:.*$/s, "")) ?? null,
    }),
  /** A path that no program takes for a command of its own, or for a file with more options. */
  file: ({ texts, begins }) =>
    (texts ?? [begins]).every((text) => text !== "" && !/^[+@]/.test(text)),
  /** A file of tests, or a folder or module in which a runner looks for them. */
  testfile: (word, call) =>
    isOfKind(word, "tests", call) &&
    (word.texts ?? [`${word.begins}.x`]).every(
      (text) => TEST.test(text) || !/\.\w+(?:::|:|$)/.test(text),
    ),
  testmodule: (word, call) =>
    isOfKind(word, "tests", call) &&
    isEvery(word, (text) => text === "discover" || (TEST.test(text) && !text.startsWith("/"))),
  /** The settings of a tool under the tool's own name. */
  settings: (word) => isEvery(word, (text) => SETTINGS.test(text)),
  tsconfig: (word) => isEvery(word, (text) => /^(?:\.|(?:\.\/)?tsconfig[\w.-]*\.json)$/.test(text)),
  /** A package of the project, where its packages are by convention. */
  workspace: (word) => isEvery(word, (text) => WORKSPACE.test(text)),
  /** The settings of the compiler, here or in a package. */
  tsproject: (word, call) => isOfKind(word, "tsconfig", call) || isOfKind(word, "workspace", call),
  /** Where a build was prepared: a folder of outputs, or the project itself. */
  built: (word) => isEvery(word, (text) => isBuildOutput(text) || BUILT.test(text)),
  /** Plugins that are left out. */
  withoutplugin: (word) => isEvery(word, (text) => /^no:[\w.-]+$/.test(text)),
  /** A filter of Python's for warnings; a category with a dot in it is a module that is loaded. */
  warning: (word) => isEvery(word, (text) => WARNING.test(text)),
  /** A setting of pytest that only chooses what is shown. */
  pytestsetting: (word) => isEvery(word, (text) => PYTEST_SETTING.test(text)),
  /** What translates sources before they run: packages that a project has, never a path. */
  loader: (word) => isEvery(word, (text) => LOADER.test(text)),
  /** Options for Go's compiler and linker that call no other program. */
  goflags: (word) =>
    isEvery(word, (text) =>
      /^(?:(?:all=)?(?:-[swmNlSBe]+(?:=\d)?|-X[ =][\w./-]+=[\w./:+-]*)\s*)+$/.test(text),
    ),
  /** What a linter prints, and nowhere else. */
  lintreport: (word) => isEvery(word, (text) => /^(?:[\w-]+(?::stdout)?,?)+$/.test(text)),
  /** A property of MSBuild that only chooses: others name programs and files. */
  msbuild: (word) => isEvery(word, (text) => MSBUILD.test(text)),
  /** A format that pandoc knows itself: a file would be a program for it. */
  document: (word) => isEvery(word, (text) => /^[a-z][a-z_0-9]*(?:[+-][a-z_]+)*$/.test(text)),
  /** A task of mill, such as `shop.test.compile`. */
  mill: (word) =>
    isEvery(word, (text) => /^(?:[\w-]+\.)*(?:test|compile|checkFormat|resolve)$|^__$/.test(text)),
  /** A target of dune by its file, or an alias that only builds and checks. */
  dune: (word, call) =>
    isOfKind(word, "tests", call) ||
    isEvery(word, (text) => /^@(?:check|default|all|runtest|test|lint)$/.test(text)),
  /** A package of the project: by its name, or a folder in it. */
  package: (word) => isEvery(word, (text) => /^(?!.*\.\.)[\w@*][\w@./*-]*$/.test(text)),
  /** A picture of the project; other files may hold orders for the program that looks at them. */
  picture: (word, call) =>
    call.isInProject(word) &&
    isEvery(word, (text) => /\.(?:png|jpe?g|gif|webp|tiff?|bmp|ico|avif|heic)$/i.test(text)),
  mysql: (word) =>
    isEvery(word, (text) => {
      const sql = text.replace(/\\G\s*;?\s*$/, "");
      return isReadingSql(sql) || SHOW_CREATE.test(sql);
    }),
  sbt: (word) => isEvery(word, (text) => SBT.test(text)),
  /** A folder of build outputs. */
  output: (word) => isEvery(word, isBuildOutput),
  gradle: (word) => isEvery(word, (text) => GRADLE.test(text)),
  sed: (word) => isEvery(word, isHarmlessSed),
  awk: (word) => isEvery(word, isHarmlessAwk),
  sql: (word) => isEvery(word, isReadingSql),
  psql: (word) => isEvery(word, isReadingPsql),
  sqlite: (word) => isEvery(word, isReadingSqlite),
  psqlscript: (word) => isEvery(word, isReadingPsqlScript),
  sqlitescript: (word) => isEvery(word, isReadingSqliteScript),
  variable: (word) => isEvery(word, (text) => isScriptVariable(text)),
  url: (word) => isReadAddress(word),
  /** An address, or the port of this machine in httpie's way. */
  shorturl: (word) =>
    isReadAddress({
      ...word,
      texts: word.texts?.map((text) => text.replace(/^(?=:\d)/, "localhost")) ?? null,
    }),
  header: (word) =>
    (word.texts ?? [word.begins]).every((text) => HEADER.test(text) && !/askline/i.test(text)) &&
    (word.texts !== null || isFromOutside(word.source)),
  /** Filled in from outside at most: the script itself put nothing into it. */
  outside: ({ texts, source }) => texts !== null || isFromOutside(source),
  /** Where data is: seen in full, or named by one variable from outside. */
  source: ({ texts, source }) =>
    texts !== null || /^"?\$\{?[A-Z_]*(?:URL|DSN|HOST)\}?"?$/.test(source),
  /** No address to which something unknown is told. */
  unsent: ({ texts, begins }) => texts !== null || !begins.includes("://"),
  /** What is asked of an address: no file. */
  query: (word) => isEvery(word, (text) => /^[\w.[\]-]*={1,2}[^@]/.test(text)),
  /** The same for GitHub's questions, none of which may be a change. */
  ghfield: (word, call) =>
    isOfKind(word, "query", call) && isEvery(word, (text) => !/mutation/i.test(text)),
  /** A remote of the repository, or an address that is seen in full. */
  remote: (word, call) =>
    isOfKind(word, "revision", call) ||
    isEvery(word, (text) => /^https:\/\/[\w.-]+\/[\w./-]+$/.test(text)),
  /** A package by its name: a file would be run as a recipe. */
  formula: (word) =>
    isEvery(word, (text) => /^[\w@+.-]+(?:\/[\w@+.-]+){0,2}$/.test(text) && !text.endsWith(".rb")),
  /** `NAME=value` for cmake where the name only chooses. */
  define: (word) => isEvery(word, (text) => DEFINE.test(text)),
  /** `key=value` for git's `-c` where the key only chooses how something is shown. */
  setting: (word) => isEvery(word, (text) => SETTING.test(text)),
  generator: (word) =>
    isEvery(word, (text) => /^(?:Ninja|Unix Makefiles|Ninja Multi-Config)$/.test(text)),
  /** A text that is seen in full, so that nothing is sent along with it. */
  known: (word) => isEvery(word, () => true),
  /** A file or folder that is made, not one that decides what others may do. */
  made: ({ texts, begins }) => (texts ?? [begins]).every((text) => !GUARDED.test(text)),
  /** What curl prints at the end; `%output{file}` would write, `@file` reads a format. */
  format: (word) => isEvery(word, (text) => !/^@|%output|%header/.test(text)),
  assignment: (word) => isEvery(word, (text) => /^[A-Za-z_]\w*=/.test(text)),
};

const SHOW_CREATE =
  /^\s*show create (?:table|view|procedure|function|trigger|event|database) [\w.`]+\s*;?\s*$/i;
const TARGET = regex()`
  ^[\w@.:+-]+$|^(?:V|VERBOSE|Q|DEBUG|TESTS?|FILE|PKG|PACKAGE|FILTER|COVERAGE|BUILD_TYPE|CI
  |RACE|MODULE)=(?:\w[\w.:-]*)?$
`;
const COMMITS = /^(?:--all|-n?\d+|--(?:since|until|max-count)=[\w.:-]+|[A-Za-z][\w./~^@-]*)$/;
const WARNING = /^\w*(?::[^:]*(?::(?:pytest\.)?\w*(?::[\w.]*(?::\d*)?)?)?)?$/;
const PYTEST_SETTING = regex()`
  ^(?:log_(?:cli|level|cli_level)|console_output_style|asyncio_mode|xfail_strict|addopts
  |faulthandler_timeout)=(?!.*-p)\w*$|^cache_dir=(?:/dev/null|\.pytest_cache)$
`;
const MSBUILD = regex()`
  ^:?(?:Configuration|TreatWarningsAsErrors|WarningLevel|Platform|Version|Deterministic
  |ContinuousIntegrationBuild)=[\w.-]+$
`;
const DEFINE = regex()`
  ^(?:CMAKE_(?:BUILD_TYPE|EXPORT_COMPILE_COMMANDS|C(?:XX)?_STANDARD)|(?:BUILD|ENABLE
  |WITH)_\w+)(?::\w+)?=[\w.+-]*$
`;

/** Filled in by variables that the script itself cannot have set. */
function isFromOutside(source: string): boolean {
  const names = source.match(/(?<=\$\{?)[A-Za-z_]\w*/g) ?? [];
  return !/\$\(|`|<\(/.test(source) && names.every((name) => !isScriptVariable(name));
}

function isEvery({ texts, isMany }: Argument, check: (text: string) => boolean): boolean {
  return texts !== null && !isMany && texts.every(check);
}

const SETTING = new RegExp(
  [
    String.raw`^(?:color\.[\w.]+|advice\.\w+|column\.\w+|user\.(?:name|email)|init\.defaultBranch`,
    String.raw`core\.(?:quotepath|abbrev|precomposeunicode|commentChar|preloadIndex)`,
    String.raw`core\.bigFileThreshold`,
    "diff\\.(?:renames|renameLimit|algorithm|noprefix|mnemonicPrefix|colorMoved|context|relative)",
    "diff\\.(?:submodule|interHunkContext|indentHeuristic|wordRegex|statGraphWidth)",
    "diff\\.ignoreSubmodules",
    String.raw`log\.(?:date|decorate|abbrevCommit|follow|graphColors|mailmap)|blame\.\w+`,
    String.raw`grep\.(?:lineNumber|column|patternType|extendedRegexp|threads|fullName)`,
    String.raw`status\.\w+|http\.(?:version|lowSpeedLimit|lowSpeedTime|postBuffer)|format\.pretty`,
    String.raw`i18n\.\w+|submodule\.(?:recurse|fetchJobs)|fetch\.parallel`,
    String.raw`merge\.renameLimit)=[^\n]*$`,
  ].join("|") +
    String.raw`|^(?:core\.pager|pager\.\w+)=(?:cat|false)?$` +
    String.raw`|^(?:core\.fsmonitor|log\.showSignature)=false$` +
    String.raw`|^(?:commit|tag)\.gpgsign=false$|^(?:gc|maintenance)\.auto=(?:0|false)$`,
  "i",
);

const GUARDED =
  /^~\/\.|(?:^|\/)\.(?:git|ssh|gnupg|aws|kube|azure|docker|claude|codex|gemini|husky)(?:\/|$)/i;
const TEST =
  /(?:^|[/_.-])(?:tests?|spec|specs|e2e|__tests__)(?=[/_.-]|$)|[a-z](?:Test|Spec)s?\.\w+/;
const LOADER = regex()`
  ^(?:tsx(?:/(?:esm|cjs))?|ts-node/(?:register(?:/\w+)?|esm)|@swc-node/register(?:/\w+)?
  |@swc/register|esbuild-register(?:/\w+)?|@babel/register|tsconfig-paths/register
  |source-map-support/register|dotenv/config|tsm|esm|@esbuild-kit/\w+-loader
  |jsdom-global/register|global-jsdom/register)$
`;
const SETTINGS = regex()`
  ^(?:\./)?(?:pytest|tox|mypy|pyproject|setup\.cfg|ruff|\.ruff|\.flake8|\.pylintrc|pylintrc
  |\.bandit|bandit|\.isort|vitest|jest|playwright|eslint|vite|webpack|rollup|rolldown|prettier
  |tsup|\.eslintrc|\.prettierrc|\.golangci|phpunit|phpstan)[\w.-]*$
`;
const WORKSPACE =
  /^(?:\.\/)?(?:packages|apps|crates|libs|services)\/[\w@-]+(?:\/|\/tsconfig[\w.-]*\.json)?$/;
const BUILT = /^(?:\.\/?|(?:\.\/)?(?:cmake-)?build[\w-]*\/?)$/;
const SBT = regex()`
  ^(?:[\w-]+/)?(?:test|compile|scalafmtCheck|scalafmtCheckAll|Test/compile
  |testOnly(?: [\w.*]+)*|testQuick)$
`;
const GRADLE = regex()`
  ^(?::?[\w-]+:)*(?:(?!connected|device|install|uninstall|publish|upload|deploy|clean|delete
  |run|boot)[a-z]\w*(?:Test|Tests|UnitTest|Lint|Check)|(?:assemble|bundle|compile|test|lint
  |detekt|kover|jacoco|checkstyle|pmd|spotbugs|process|ktlint|spotless|check|verify|javadoc|dokka)[A-Z]\w*|help|jar
  |war|bootJar|shadowJar|outgoingVariants|javaToolchains|dependencyInsight|buildEnvironment
  |components|model|apiCheck|kspKotlin|licenses|test|build|check|assemble|classes|testClasses
  |javadoc|lint|ktlintCheck|detekt|tasks|dependencies|projects|properties|spotlessCheck
  |compile\w*(?:Java|Kotlin)|test\w+UnitTest|assembleDebug|lintDebug)$
`;

const HEADER = regex("i")`
  ^(?:accept|accept-language|authorization|content-type|user-agent|x-api-key
  |x-github-api-version|if-none-match|cache-control|range|origin|referer|x-request-id):
`;

/** Whether an address leads to this machine alone. */
export function isThisMachine({ texts, begins }: Argument): boolean {
  return (texts ?? [begins]).every((text) => LOCAL.test(texts === null ? text : `${text}/`));
}

/** An address that is only fetched. A path that speaks of deeds is not read as a mere fetch. */
function isReadAddress({ texts, begins, isMany, source }: Argument): boolean {
  // A question mark is filled in by names of files, if at all.
  const isFiles = isMany && !/[$`]/.test(source);
  const all = texts ?? [begins];
  return all.every(
    (text) =>
      ADDRESS.test(texts === null ? text.replace(/:$/, "") : text) &&
      !OWN_DOORS.test(text) &&
      (texts !== null || isFiles || LOCAL.test(text)) &&
      !DEEDS.test(text),
  );
}

// A name, or four numbers; other ways to write an address hide where it leads.
const ADDRESS =
  /^(?:https?:\/\/)?(?:[\w-]*[a-z][\w.-]*|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:[/?#]|$)/i;
// Askline's hub and the clients' own servers, through which an agent could decide.
const OWN_DOORS = regex("i")`
  askline|:(?:8475|4096)\b|169\.254\.169\.254|metadata\.google|100\.100\.100\.200
  |^(?:https?://)?0x|/(?:asks|permission)s?\b
`;
// What is filled in would be told to another machine.
const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)[:/]/;
const DEEDS = regex("i")`
  (?:^|[^a-z])(?:delete|destroy|remove|drop|purge|wipe|reset|revoke|terminate|shutdown|kill
  |stop|restart|flush|clear|truncate|logout|unsubscribe|cancel|approve|answers?|reject|decide
  |exec|execute|eval|run|invoke|trigger|deploy|publish|merge|write|update|create|insert|set
  |put|post|token)(?:[^a-z]|$)
`;
