/** Runners, compilers and linters of JavaScript projects. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { type Call, each, type Grammar, reads, runner } from "./grammar.ts";
import { isOfKind } from "./harmless-kinds.ts";
import { onlyText } from "./harmless-words.ts";
import { scriptRunner } from "./project-scripts.ts";

const VITEST = `--run --watch=false --no-watch -t= --testNamePattern= --coverage --no-coverage
  --reporter=dot|verbose|default|basic|tap|tap-flat|json|junit|github-actions|tree|hanging-process
  -c=settings --config=settings --project= --bail?number --silent? --passWithNoTests --no-color
  --changed? --shard= --maxWorkers=number --minWorkers=number --no-file-parallelism
  --testTimeout=number --hookTimeout=number --environment=node|jsdom|happy-dom --typecheck
  --ui=false --retry=number --no-isolate --pool=threads|forks --coverage.enabled? --logHeapUsage
  --allowOnly --dangerouslyIgnoreUnhandledErrors --sequence.seed=number --outputFile=new
  --outputFile.json=new --outputFile.junit=new --disable-console-intercept --printConsoleTrace
  --isolate? --fileParallelism? --clearScreen=false --slowTestThreshold=number
  --maxConcurrency=number --browser.headless? --browser=name --dir=project -r=workspace
  --root=workspace
  --poolOptions.threads.singleThread? --poolOptions.forks.singleFork? --coverage.include=
  --coverage.exclude= --coverage.all? --coverage.provider=v8|istanbul --mode=name --globals?
  --poolOptions.threads.maxThreads=number --teardownTimeout=number --dom
  --no-threads --threads? --single-thread --segfault-retry=number --testNamePattern= --json --list
  --expandSnapshotDiff --no-clearScreen --no-file-parallelism --tags= --filesOnly --staticParse
  --coverage.thresholds.lines=number --coverage.reportOnFailure?
  --exclude= --hideSkippedTests --coverage.reporter=name --sequence.shuffle?`;

const JEST = `-t= --testNamePattern= --coverage?true|false --watchAll=false --color --logHeapUsage
  --maxConcurrency=number --noStackTrace --randomize --seed=number --showSeed --showConfig
  --useStderr --runTestsByPath --testPathPatterns= --testPathIgnorePatterns= --collectCoverage
  --collectCoverageFrom= --coverageProvider=v8|babel
  --reporters=default|verbose|summary|github-actions|jest-junit
  --openHandlesTimeout=number --outputFile=new --env=jsdom|node --testEnvironment=jsdom|node
  --coverageDirectory=output --no-verbose --no-watchman --watchman? --cache? --roots=workspace
  --ignoreProjects= --detectLeaks --workerThreads? --workerIdleMemoryLimit= --testMatch=
  --rootDir=workspace
  --coverageThreshold= --injectGlobals? --no-silent --ci?true|false --watch=false -i --runInBand
  --ci --verbose?true|false --silent --bail?number -b --passWithNoTests --maxWorkers=number
  -w=number
  --no-coverage --coverageReporters=text|json|text-summary|lcov --findRelatedTests
  --onlyChanged -o --onlyFailures -f --listTests
  --detectOpenHandles --forceExit --testPathPattern= --no-cache --colors --no-colors
  --testTimeout=number --shard= --expand -e -c=settings --config=settings --selectProjects=
  --changedSince= --json --errorOnDeprecated --lastCommit`;

const PLAYWRIGHT = `-g= --grep= --grep-invert= --project=
  --reporter=dot|line|list|json|html|junit|github --workers=number -j=number --headed --list
  --retries=number --timeout=number -x --max-failures=number --trace=on|off|retain-on-failure
  --repeat-each=number --shard= --pass-with-no-tests --quiet --last-failed -c=settings
  --config=settings --forbid-only --fully-parallel --only-changed? --tsconfig=tsconfig --no-deps
  --ignore-snapshots --global-timeout=number --output=output --fail-on-flaky-tests -G= -j=
  --browser=name --trace? --video=on|off`;

const ESLINT = `--fix-dry-run --no-fix --ext= --max-warnings=number --quiet --cache --no-cache
  --color
  --no-color --ignore-path=project -c=settings --config=settings --debug
  --report-unused-disable-directives -f=stylish|json|compact|unix|html|tap
  --format=stylish|json|compact|unix|html|tap --rule= --stats --no-error-on-unmatched-pattern
  --no-warn-ignored --ignore-pattern= --print-config? --no-eslintrc -o=new --output-file=new
  --no-inline-config --report-unused-disable-directives-severity=name
  --report-unused-inline-configs=name --env= --global= --cache-strategy=name --flag=name
  --concurrency= --no-config-lookup --env-info --exit-on-fatal-error --no-ignore --stdin
  --stdin-filename= --pass-on-no-patterns --parser-options=ecmaVersion:latest|sourceType:module`;

const TSC = `--noEmit -p=tsproject --project=tsproject -b --build --pretty? --skipLibCheck
  --strict --watch=false --incremental? --listFiles --listFilesOnly --traceResolution
  --diagnostics --extendedDiagnostics --showConfig --verbose --explainFiles
  --emitDeclarationOnly --noErrorTruncation --jsx= --target= --module= --moduleResolution=
  --lib= --esModuleInterop --allowJs --checkJs --noUnusedLocals -d --noUnusedParameters --force
  -f --dry -v --declaration --types= --resolveJsonModule --noEmitOnError --noImplicitAny
  --exactOptionalPropertyTypes --noUncheckedIndexedAccess --isolatedModules --verbatimModuleSyntax
  --strictNullChecks --noImplicitReturns --noFallthroughCasesInSwitch --preserveWatchOutput
  --stopBuildOnErrors --allowImportingTsExtensions --experimentalDecorators --downlevelIteration
  --forceConsistentCasingInFileNames --erasableSyntaxOnly --noPropertyAccessFromIndexSignature
  --allowSyntheticDefaultImports --maxNodeModuleJsDepth=number --all --noCheck -t= -m=
  --customConditions= --useUnknownInCatchVariables --noImplicitThis --noImplicitOverride --quiet`;

const PRETTIER = `-c --check -l --list-different --log-level= --loglevel= --config=settings
  --ignore-path=project --no-error-on-unmatched-pattern --ignore-unknown -u --cache --no-color
  --single-quote --print-width=number --tab-width=number
  --parser=babel|babel-ts|typescript|json|json5|markdown|mdx|yaml|css|scss|less|html|vue|graphql
  --stdin-filepath= --no-semi --no-config --no-editorconfig --use-tabs --trailing-comma=name
  --end-of-line=name --prose-wrap=name --arrow-parens=name --find-config-path= --file-info=
  --support-info --config-precedence=name --color --cache-strategy=name --debug-check
  --quote-props=name
  --no-bracket-spacing --bracket-same-line --jsx-single-quote --html-whitespace-sensitivity=name`;

/** Tools of a JavaScript project, as programs and behind npx, `pnpm exec` and the like. */
export const NODE_TOOLS: Grammar = {
  vitest: { ...runner(VITEST, "tests…"), isFineAlone: true },
  jest: runner(JEST),
  mocha: runner(
    `-g= --grep= -f= --fgrep= -b --bail -t=number --timeout=number
      -R=dot|spec|min|list|tap|json --reporter=dot|spec|min|list|tap|json --recursive --exit
      --parallel -j=number --jobs=number --watch=false --forbid-only -c --colors --color -C
      --no-color --no-colors -s=number
      --slow=number -i --invert -r=loader --require=loader --import=loader --loader=loader
      --extension= --spec=testfile -A --async-only --check-leaks --full-trace --inline-diffs
      --no-timeouts --no-timeout --retries=number -u=bdd|tdd|exports|qunit
      --ui=bdd|tdd|exports|qunit
      --sort --dry-run --list-reporters --list-interfaces --ignore= --exclude= --no-parallel
      --forbid-pending --node-option=enable-source-maps|max-old-space-size --exit --no-config`,
    "testfile…",
  ),
  ava: runner("-v --verbose -t --tap -m= --match= -s --serial -T= --timeout=", "testfile…"),
  tap: runner("-R=tap|base|dot|spec --reporter=tap|base|dot|spec -b --bail", "testfile…"),
  playwright: {
    runsProject: true,
    subcommands: { test: runner(PLAYWRIGHT), "--version": {} },
  },
  tsx: {
    ...runner("--test --test-name-pattern= --tsconfig=tsconfig", "testfile…"),
    needs: "--test",
  },
  "tape|uvu|brittle|poku|tst|wtr|web-test-runner": runner(
    `-r=loader --require=loader -p -i= -v --parallel --bail --fail-fast --random=false
      --seed= --filter= -f= --coverage`,
    "testfile…",
  ),
  cypress: {
    subcommands: {
      run: runner(
        "--spec=project -s=project --browser=name -b=name --headless -q --quiet --component --e2e",
      ),
      "verify|version|info": {},
    },
  },
  eslint: runner(ESLINT),
  "prettier|prettierd": runner(PRETTIER),
  "tsc|vue-tsc|tsgo": {
    ...runner(TSC),
    hasLongDashes: true,
    // Without these, files named on the command line are compiled beside their sources.
    check: (given, call) => {
      const [file] = given.arguments;
      const isSafe = ["--noEmit", "-b", "--build", "--listFilesOnly"].some((one) =>
        given.options.has(one),
      );
      if (file !== undefined && !isSafe) throw new NotKnown(`${call.name} ${file.source}`);
    },
  },
  "biome|@biomejs/biome": {
    runsProject: true,
    subcommands: {
      "check|lint|format|ci": runner(
        `--changed --staged --since= --error-on-warnings --no-errors-on-unmatched
          --max-diagnostics=number --diagnostic-level= --reporter= --files-ignore-unknown?
          --colors= --only= --skip= --verbose --formatter-enabled= --linter-enabled=
          --organize-imports-enabled= --no-colors`,
      ),
      "explain|rage|version": { arguments: "name" },
    },
  },
  "oxlint|xo|standard|stylelint": runner(
    "--quiet --max-warnings=number -D= -A= -W= --type-aware --import-plugin",
  ),
  "markdownlint|markdownlint-cli2|cspell|alex|remark": runner(
    "-q --quiet --no-progress --no-summary",
  ),
  // Says what it is, if the project has it.
  ...each(
    `wrangler vercel firebase netlify serverless lerna nodemon
    husky typeorm sequelize knex ts-node swc babel gulp grunt
    electron tauri cap ionic nest lint-staged zx node-gyp source-map-explorer tsc-alias ng vue create-react-app parcel sass tailwindcss
    postcss svgo webdriver-manager http-server serve json-server`,
    { needs: "--version" },
  ),
  "hardhat|truffle": {
    runsProject: true,
    subcommands: { "test|compile|build": runner("--parallel --bail --no-compile", "testfile…") },
  },
  "type-coverage|dependency-cruiser|depcruise|license-checker|bundlesize|yaml-lint|solhint": runner(
    `--strict --summary --json --validate --detail --at-least=number -p=tsproject --project=tsproject
      --production --quiet -q`,
    "tests…",
  ),
  "graphql-codegen": { ...runner("--check"), needs: "--check" },
  "sort-package-json": { ...runner("--check -c", "project…"), needs: "--check -c" },
  // Without `-u` they only say what is newer.
  "npm-check-updates|ncu": runner("--errorLevel=number -t=name --target=name -e=number", "name…"),
  changeset: {
    runsProject: true,
    subcommands: { status: runner("--since=revision --verbose", "") },
  },
  typedoc: { ...runner("--emit=none"), needs: "--emit" },
  envinfo: reads(
    "--system --binaries --browsers --npmPackages? --npmGlobalPackages --json --markdown",
    "",
  ),
  "expo-doctor|react-native": runner("--verbose", "config|info|doctor"),
  expo: { runsProject: true, subcommands: { config: runner("--json --type=name", "") } },
  remix: { runsProject: true, subcommands: { "vite:build|build|routes": runner("--json", "") } },
  storybook: {
    runsProject: true,
    subcommands: { build: runner("--quiet --disable-telemetry --test -o=output", "") },
  },
  concurrently: { read: readConcurrently },
  semver: { isOpen: true },
  "drizzle-kit": { runsProject: true, subcommands: { check: runner("--config=settings", "") } },
  prisma: {
    runsProject: true,
    subcommands: {
      "validate|format|version|generate": { options: "--schema=project --check --no-hints" },
      migrate: { subcommands: { status: { options: "--schema=project" } } },
    },
  },
  "knip|depcheck|ts-prune|unimported": runner(
    `--production --strict --no-progress --include= --exclude= --ignores=
    --reporter=compact|json|symbols
      -W= --workspace= --no-exit-code --dependencies --exports --files`,
  ),
  madge: runner(
    `-c --circular --extensions= -s --summary --json --no-color --ts-config=tsconfig --orphans
      --leaves`,
  ),
  "svelte-check|astro": {
    ...runner("--tsconfig=tsconfig --threshold= --fail-on-warnings --output=form"),
    arguments: "check|build",
  },
  next: {
    runsProject: true,
    subcommands: {
      "build|lint|info": runner(
        `--debug --profile --no-lint --turbopack --turbo --dir=project --quiet
          --max-warnings=number`,
        "",
      ),
    },
  },
  vite: {
    runsProject: true,
    subcommands: {
      build: runner(
        `-m=name --mode=name -l=name --logLevel=name -c=settings --config=settings --minify?
          --sourcemap? --debug?`,
        "project",
      ),
    },
  },
  "rollup|rolldown": runner(
    "-c?settings --config?settings --silent --failAfterWarnings --logLevel=name",
    "",
  ),
  "tsup|tsdown|unbuild|microbundle|ng-packagr": runner(
    `--dts --minify --clean=false --silent --config=settings --format=names --sourcemap
      --no-splitting --treeshake --target=name --platform=name`,
    "project…",
  ),
  esbuild: runner(
    `--bundle --minify --sourcemap --outfile=output --outdir=output --platform=name --format=name
      --target=name --splitting --tree-shaking=true|false --log-level=name --packages=external
      --jsx=name --analyze`,
    "project…",
  ),
  "spectral|@stoplight/spectral-cli": {
    runsProject: true,
    subcommands: {
      lint: runner(
        "-f=name --format=name -F=name --fail-severity=name -q --quiet -D --verbose -v",
        "project…",
      ),
    },
  },
  webpack: runner(
    "--mode=name -c=settings --config=settings --stats= --progress --color --no-color",
    "build",
  ),
  parcel: { subcommands: { build: runner("--no-cache --no-optimize --log-level=", "project…") } },
  ng: {
    subcommands: {
      "build|test|lint": runner(
        "--configuration= -c= --watch=false --browsers= --prod --no-progress",
        "name",
      ),
    },
  },
  "react-scripts|vue-cli-service|nuxi|nuxt": {
    runsProject: true,
    subcommands: { "build|test|lint|typecheck": runner("--watchAll=false --no-fix --ci", "") },
  },
  "size-limit|publint|attw|@arethetypeswrong/cli": runner("--json --pack --strict", "project"),
  commitlint: runner("--from= --to= -e? --edit? --verbose", ""),
  tsd: runner("-f=project -t=project"),
  browserslist: runner("--coverage? --mobile-to-desktop"),
  nyc: {
    options: "--reporter=text|html|lcov --all --silent",
    startsCommand: true,
    runsProject: true,
  },
  c8: { options: "--reporter=text|html|lcov --all", startsCommand: true, runsProject: true },
  "cross-env": { read: (words, call) => readCrossEnv(words, call) },
};

export const JAVASCRIPT: Grammar = {
  ...NODE_TOOLS,
  node: {
    options: `-v --check -c --test --import=loader -r=loader --require=loader --loader=loader
        --experimental-loader=loader --no-deprecation --trace-warnings --trace-deprecation
        --experimental-vm-modules --experimental-test-module-mocks --experimental-transform-types
        --no-experimental-strip-types --test-force-exit --test-isolation=none|process --test-shard=
        --test-skip-pattern= --unhandled-rejections=name --max-old-space-size=number --expose-gc
        --disable-warning=name --conditions=name -C=name --experimental-sqlite --preserve-symlinks
        --stack-trace-limit=number --test-coverage-include= --test-coverage-exclude=
        --throw-deprecation
        --test-reporter=spec|tap|dot|junit|lcov --test-name-pattern= --test-only
        --test-concurrency=number --experimental-strip-types --no-warnings --enable-source-maps
        --experimental-test-coverage --test-timeout=number`,
    arguments: "tests…",
    endsAtFirst: true,
    needs: "-v --check -c --test",
    runsProject: true,
    check: (given, call) => {
      const isRun = given.options.has("--test");
      const odd = given.arguments.find((file) => isRun && !isOfKind(file, "testfile", call));
      if (odd !== undefined) throw new NotKnown(`${call.name} ${odd.source}`);
    },
  },
  deno: {
    runsProject: true,
    subcommands: {
      task: scriptRunner("deno"),
      "check|lint|fmt": runner(
        `--quiet -q --check --all --unstable --compact --json --rules --no-lock --frozen? --ext=name
          --fail-fast --line-width=number --indent-width=number --single-quote? --no-semicolons?
          --use-tabs? --ignore=project --doc --doc-only --no-remote --unstable-sloppy-imports`,
      ),
      "test|bench": runner(
        `-A --allow-all --allow-read? --allow-env? --allow-net? --filter= --check --fail-fast
          --quiet -q --coverage?output --no-check --parallel --watch=false --doc --unstable
          --all -P -R -E -N
          --no-lock --frozen? --reporter=name --shuffle? --trace-leaks --permit-no-files --no-run
          --ignore=project --allow-sys? --allow-hrtime --unstable-kv --unstable-temporal
          --env-file=false
          --no-prompt --cached-only --no-remote --hide-stacktraces --unstable-sloppy-imports
          --clean=false`,
        "testfile…",
      ),
      "info|doc|outdated|types": {
        options: "--json --filter= --private --lint=false",
        arguments: "text…",
      },
    },
  },
};

/** Each plain word is a command of its own. */
function readConcurrently(words: readonly Argument[], call: Call): void {
  call.runProject();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word);
    if (text === null) throw new NotKnown(`${call.name} ${word.source}`);
    if (/^(?:-n|--names|-c|--prefix-colors|-p|--prefix|-s|--success)$/.test(text)) at++;
    else if (/^(?:-k|-g|-r|--(?:kill-others(?:-on-fail)?|raw|group|no-color))$/.test(text))
      continue;
    else if (text.startsWith("-")) throw new NotKnown(`${call.name} ${word.source}`);
    // Its short names stand for scripts of the project, some of them for several.
    else if (/^(?:npm|pnpm|yarn|bun|node|deno):/.test(text))
      throw new NotKnown(`${call.name} ${word.source}`);
    else call.startScript(text);
  }
}

function readCrossEnv(words: readonly Argument[], call: Call): void {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(onlyText(word) ?? ""));
  for (const word of words.slice(0, at === -1 ? words.length : at)) {
    const [name = "", ...value] = (onlyText(word) ?? "").split("=");
    if (!call.isEnvironment(name, { ...word, texts: [value.join("=")] }))
      throw new NotKnown(word.source);
  }
  if (at !== -1) call.startCommand(words.slice(at));
}
