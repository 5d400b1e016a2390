/**
 * Runners, compilers, linters and formatters. They run the project's own code and settings, which
 * are trusted by convention; options that name other code or write elsewhere are left out.
 */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { isCompilerOption } from "./compilers.ts";
import { type Call, each, type Grammar, type Program, reads } from "./grammar.ts";
import { isOfKind } from "./harmless-kinds.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { scriptRunner } from "./project-scripts.ts";

/** A program that runs the project's code on files of the project. */
function runner(options: string, kinds = "tests…"): Program {
  return { options, arguments: kinds, runsProject: true };
}

/** Behind `cargo test … --`. */
const rustTests: Program = {
  options: `--nocapture --test-threads=number --ignored --include-ignored --exact --list --skip=
      --show-output -q --quiet --color= --test --bench --skip= --format=pretty|terse|json
      --report-time? --shuffle --shuffle-seed=number --no-capture --force-run-in-process`,
  arguments: "text…",
};
const CARGO = `-F= --future-incompat-report --unit-graph -p= --package= --workspace --all
  --all-targets
  --all-features --features=
  --exclude= --no-default-features --lib --bins --bin=name --tests --test=name --examples
  --example=name --benches --bench=name --release --profile=name -j=number --jobs=number -q
  --quiet -v -vv --verbose --locked --offline --frozen --message-format= --color= --target=name
  --keep-going --ignore-rust-version --timings`;
const cargo = runner(CARGO);

const CARGO_COMMANDS: Grammar = {
  "llvm-cov": {
    ...cargo,
    options: `${CARGO} --summary-only --lcov --html --json --text --output-path=new
        --ignore-filename-regex= --fail-under-lines=number --no-fail-fast --doctests`,
    arguments: "test|nextest|report|show-env text…",
    behindDashes: rustTests,
  },
  "build|b|check|c|doc|bench|machete|semver-checks": {
    ...cargo,
    options: `${CARGO} --no-deps --no-run --document-private-items --summary-only --lcov --html
      --json
      --text
        --output-path=new --ignore-filename-regex= --fail-under-lines=number --no-fail-fast
        --doctests`,
  },
  "test|t": {
    ...cargo,
    options: `${CARGO} --no-run --no-fail-fast --doc`,
    arguments: "text…",
    behindDashes: rustTests,
  },
  clippy: {
    ...cargo,
    options: `${CARGO} --no-deps`,
    behindDashes: { options: "-D= -W= -A= -F= --cap-lints=name" },
  },
  fmt: {
    options: "--all --check -p= --package= -v -q --verbose --quiet --message-format=",
    behindDashes: { options: "--check --color= -l --files-with-diff --edition=number -v -q" },
    runsProject: true,
  },
  nextest: {
    subcommands: {
      "run|list": {
        ...cargo,
        options: `${CARGO} --no-fail-fast -E= --no-capture --retries=number --partition=
          --status-level=`,
        arguments: "text…",
        behindDashes: rustTests,
      },
    },
  },
  "udeps|bloat|expand|llvm-lines|geiger|msrv": {
    ...cargo,
    options: `${CARGO} --crates -n=number --filter=`,
    arguments: "name…",
  },
  install: { options: "--list", needs: "--list" },
  config: { arguments: "get name" },
  miri: { subcommands: { test: { ...cargo, arguments: "text…", behindDashes: rustTests } } },
  ...each(
    `tree metadata search info pkgid read-manifest locate-project verify-project
    version audit outdated deny`,
    {
      options: `${CARGO} -d --duplicates -i= --invert= -e= --edges= --depth=number
        --format-version=number --no-deps --prefix= -f= --format= --limit=number -R
        --root-deps-only --message-format= --prune= --charset= --no-dedupe --filter-platform=
        --target=all --ignore= --json --deny= --offline --workspace --hide-inclusion-graph`,
      arguments: "text…",
    },
  ),
};

const GO = `-v -x -race -short -mod=mod|readonly|vendor -tags= -p=number -trimpath -json -n -a
  -msan -asan -work -buildvcs=false|true|auto -buildmode=name -pgo=off|auto -ldflags=goflags
  -gcflags=goflags -C=workspace -modcacherw`;
const go = { ...runner(GO, "text…"), hasLongDashes: true } as const;

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
const PYTEST = `-x -v -vv -vvv -q -qq -s -l -k= -m= -n= -rA -ra -rs -rf -rx -rP -rfE -rsx --tb=
  --cov? --cov-report=term|term-missing|xml|html|term:skip-covered|term-missing:skip-covered
  --cov-branch --maxfail=number --lf --ff --sw --nf --last-failed --failed-first --stepwise
  --durations=number --collect-only --co --no-header --no-summary --exitfirst --verbose --quiet
  --capture=no|sys|fd --disable-warnings --strict-markers --timeout=number --color= --fixtures
  -r=name -vvvv --verbosity=number --no-cov-on-fail --cov-fail-under=number --cov-append
  --cov-context=name -c=settings --log-cli-level=name --log-level=name --log-cli-format=
  --log-format=
  --dist=name --numprocesses= --maxprocesses=number --forked --timeout-method=name
  --durations-min=number --setup-only --setup-plan --cache-show? --code-highlight= --full-trace
  --trace-config --stepwise-skip --new-first --last-failed-no-failures=name --lfnf=name
  --doctest-modules --doctest-glob= --doctest-continue-on-failure --strict-config --strict
  --hypothesis-seed=number --hypothesis-show-statistics --benchmark-only --benchmark-disable
  --no-migrations --reuse-db --show-capture=name --pyargs --reruns-delay=number --only-rerun=
  --count=number --random-order-seed=number --randomly-seed= --headed --browser=name --html=new
  --self-contained-html --testmon --looponfail=false --show-fixtures-per-test --fixtures-per-test
  -o=pytestsetting --override-ini=pytestsetting --no-fold-skipped --force-sugar --snapshot-details
  --markers --no-cov --deselect= --ignore=project --ignore-glob=
  -p=withoutplugin --asyncio-mode=auto|strict --setup-show
  --showlocals --runxfail --reruns=number --random-order --junitxml=new --junit-xml=new
  --import-mode=importlib|prepend|append --benchmark-skip -W=`;
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
const RUFF = `--diff --select= --ignore= --extend-select= --statistics -q --quiet -v
  --watch=false --output-format= --no-cache --config=settings --exclude= --line-length=number
  --target-version= --preview --check --show-files --show-settings --no-fix --exit-zero -n
  --extend-ignore= --per-file-ignores= --unsafe-fixes --no-unsafe-fixes --respect-gitignore
  --force-exclude --isolated --verbose -s --silent --stdin-filename= --no-preview --extend-exclude=
  --ignore-noqa --output-format= --quiet --exit-non-zero-on-format --range= --show-fixes`;

const pytest = runner(PYTEST, "testfile…");
const ruff: Program = {
  runsProject: true,
  subcommands: {
    check: runner(RUFF),
    format: { ...runner(RUFF), needs: "--check --diff" },
    "rule|linter|config": { options: "--all --output-format=name", arguments: "name" },
    version: { options: "--output-format=name" },
    analyze: { subcommands: { graph: runner("--direction=name") } },
  },
};
const mypy =
  runner(`--strict --ignore-missing-imports --show-error-codes --pretty --no-error-summary
    --follow-imports= --python-version= --no-incremental --check-untyped-defs
    --disallow-untyped-defs --namespace-packages --explicit-package-bases -p= -m= --exclude=
    --show-column-numbers --no-color-output --warn-unused-ignores --show-error-context
    --platform= --no-implicit-optional --implicit-optional --disallow-any-generics
    --warn-return-any --warn-redundant-casts --warn-unreachable --no-strict-optional
    --hide-error-context --show-error-end --cache-dir=/dev/null --disable-error-code=
    --enable-error-code= --allow-untyped-defs --allow-redefinition --no-site-packages
    --error-summary -v --verbose --follow-untyped-imports --config-file=settings
    --disallow-incomplete-defs --disallow-untyped-calls --disallow-untyped-decorators
    --disallow-subclassing-any --disallow-any-unimported --disallow-any-expr --local-partial-types
    --strict-equality --strict-optional --no-implicit-reexport --implicit-reexport --extra-checks
    --warn-unused-configs --warn-incomplete-stub --sqlite-cache --skip-version-check
    --show-absolute-path --hide-error-codes --show-traceback --tb --no-pretty --output=json`);
const black: Program = {
  ...runner(
    `--check --diff -q --quiet -v --verbose --color -l=number --line-length=number -t=
      --exclude= --fast --safe -S --skip-string-normalization --target-version= --extend-exclude=
      --force-exclude= --include= --preview --unstable --workers=number -W=number --stdin-filename=
      --no-color -C --skip-magic-trailing-comma --pyi --ipynb --config=settings --line-ranges=`,
  ),
  needs: "--check --diff",
};
const isort: Program = {
  ...runner(
    `-c --check --check-only --diff -q --profile= --quiet -v --verbose --color -l=number
      --line-length=number --skip= --sg= --skip-glob= --only-modified --show-settings --show-files
      --gitignore --filter-files --py= -p= --known-local-folder= --src=project`,
  ),
  needs: "-c --check --check-only --diff",
};
const flake8 = runner(
  `--max-line-length=number --select= --ignore= --extend-ignore= --exclude= --count
    --statistics --show-source --max-complexity=number --format= --extend-exclude= --filename=
    --per-file-ignores= --extend-select= --max-doc-length=number -q -v --quiet --verbose
    --config=settings --append-config=settings --color=name -j= --jobs= --exit-zero --benchmark
    --bug-report --doctests --disable-noqa --isolated --hang-closing`,
);
const unittest = runner(
  `-v -q -f -b -c -k= -s=testfile -p= --verbose --failfast --buffer --locals --quiet
    --durations=number`,
  "testmodule…",
);

export const PIP: Program = {
  subcommands: {
    "list|show|freeze|check|inspect|debug|index|hash": {
      options: `-v -vv -vvv --verbose --outdated -o --format= --files -f --local -l --user
        --not-required -q
        -e --editable --exclude-editable --include-editable --exclude= --pre --uptodate -u --all
        --disable-pip-version-check --no-color --no-input --json --quiet --python-version=`,
      arguments: "name…",
    },
    cache: { arguments: "info|list|dir" },
    config: { arguments: "list|debug" },
  },
};

/** Tools of a Python project, as programs and behind `python -m`. */
export const PYTHON_TOOLS: Grammar = {
  "pytest|py.test": pytest,
  ruff,
  mypy,
  black,
  isort,
  flake8,
  pylint: runner(
    `-E --errors-only --disable= -d= --enable= -e= -j=number --jobs=number --score= -rn --reports=
      -r= --output-format= -f= --msg-template= --max-line-length=number --ignore= --ignore-paths=
      --ignore-patterns= --fail-under=number --fail-on= --recursive= --rcfile=settings
      --exit-zero -v
      --confidence= --disable-all --from-stdin --py-version= --list-msgs --max-args=number -s=`,
  ),
  "pyright|basedpyright": runner(
    `--stats --outputjson --verbose --level= --warnings --pythonversion= --pythonplatform=
      -p=tsproject
      --project=workspace --skipunannotated --dependencies --threads? --ignoreexternal
      --verifytypes=name`,
  ),
  ty: {
    subcommands: {
      check: runner(
        `--output-format= --error-on-warning --exit-zero --python-version= -q -v --error=
          --warn= --ignore=`,
      ),
      version: {},
    },
  },
  "pre-commit|prek": {
    runsProject: true,
    subcommands: { "validate-config|validate-manifest": runner("") },
  },
  twine: { subcommands: { check: reads("--strict") } },
  "pip-audit|pip_audit|pipdeptree|pip-licenses|piplicenses": reads(
    `-r= -l --local -s= -f= --format= --desc? -v --progress-spinner=off -p= --packages= --reverse
      --warn=silence|suppress|fail --json --json-tree --depth=number --strict --order= --with-urls
      --with-authors --from= -a --all`,
  ),
  ...each(
    `deptry interrogate xenon radon pytype lint-imports vermin proselint djlint
    cfn-lint check-jsonschema`,
    runner(
      `-v -vv -q --quiet --verbose --check --lint --strict --dialect=name -a -s -nc --total-average
        --max-absolute=name --max-modules=name --max-average=name --fail-under=number -i -I
        --min=name --show-complexity --builtin-schema=name --schemafile=project --template=
        --ignore= --exclude= --rules= --format=name`,
      "tests…",
    ),
  ),
  "autopep8|yapf|docformatter": {
    ...runner("-d --diff -r --recursive -c --check -q --quiet -v --parallel --style=name"),
    needs: "-d --diff -c --check",
  },
  sqlfluff: { subcommands: { lint: runner("--dialect=name --rules= --exclude-rules= -v") } },
  flask: {
    runsProject: true,
    subcommands: { routes: runner("--all-methods --sort=name -s=name", "") },
  },
  dbt: {
    runsProject: true,
    subcommands: {
      "compile|test|ls|list|parse|debug": runner(
        `-s= --select= -m= --models= --exclude= --resource-type=name --output=name -q --quiet
          --target=dev -t=dev --fail-fast -x --selector=name`,
        "",
      ),
    },
  },
  mkdocs: {
    runsProject: true,
    subcommands: { build: runner("-s --strict -q --quiet -v --clean", "") },
  },
  scrapy: { runsProject: true, subcommands: { "list|version": runner("-v", "name…") } },
  bandit: runner(
    `-r -q -l -ll -lll -i -ii -iii -x= -s= -t= -f=txt|json|screen|csv|xml|html|yaml -n=number
      -v --recursive --quiet --skip= --tests= --exclude=
      --format=txt|json|screen|csv|xml|html|yaml
      --severity-level= --confidence-level= --exit-zero -c=settings --ini=settings -a=name`,
  ),
  vulture: runner("--min-confidence=number --exclude="),
  pydocstyle: runner("--convention=name -v -q --count"),
  coverage: {
    subcommands: {
      run: {
        options: "--branch -a --append --source=project -p --parallel-mode",
        read: (words, call) => readCoverage(words, call),
        runsProject: true,
      },
      "report|json|xml|html": {
        options: "-m --show-missing --skip-covered -i --include= --omit= --precision=number",
        arguments: "tests…",
      },
    },
  },
};

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
    subcommands: { test: runner(PLAYWRIGHT) },
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
    `storybook wrangler expo vercel firebase netlify serverless lerna nodemon pm2
    husky changeset typeorm sequelize knex ts-node esbuild swc babel gulp grunt
    electron tauri cap ionic nest ng vue create-react-app parcel sass tailwindcss
    postcss svgo webdriver-manager http-server serve json-server`,
    { needs: "--version" },
  ),
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
    `--production --strict --no-progress --include= --exclude= --reporter=compact|json|symbols
      -W= --workspace= --no-exit-code --dependencies --exports --files`,
  ),
  madge: runner(
    `-c --circular --extensions= -s --summary --json --no-color --ts-config=tsconfig --orphans
      --leaves`,
  ),
  "svelte-check|astro": {
    ...runner("--tsconfig=tsconfig --threshold= --fail-on-warnings --output="),
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
    "--dts --minify --clean=false --silent --config=settings",
    "",
  ),
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
  "size-limit|publint|attw|are-the-types-wrong": runner("--json --pack --strict", "project"),
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

function readCrossEnv(words: readonly Argument[], call: Call): void {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(onlyText(word) ?? ""));
  for (const word of words.slice(0, at === -1 ? words.length : at)) {
    const [name = "", ...value] = (onlyText(word) ?? "").split("=");
    if (!call.isEnvironment(name, { ...word, texts: [value.join("=")] }))
      throw new NotKnown(word.source);
  }
  if (at !== -1) call.startCommand(words.slice(at));
}

/** `mvn test`, `gradle build`: every word must be one of these. */
const MAVEN =
  `test|compile|verify|package|test-compile|validate|process-classes|process-test-classes|generate-sources|integration-test
  |checkstyle:check|checkstyle:checkstyle|spotless:check|spotless:apply|spotbugs:check|pmd:check|formatter:validate|enforcer:enforce
  |dependency:tree|dependency:analyze|dependency:list|dependency:analyze-only|help:effective-pom|help:describe|help:active-profiles|help:evaluate
  |versions:display-dependency-updates|versions:display-plugin-updates|versions:display-property-updates
  |surefire:test|failsafe:verify|failsafe:integration-test|compiler:compile|compiler:testCompile|jacoco:report|javadoc:javadoc|-version`.replaceAll(
    /\s+/g,
    "",
  );

export const BUILD_AND_TEST: Grammar = {
  ...NODE_TOOLS,
  ...PYTHON_TOOLS,
  "python|python3|python3.10|python3.11|python3.12|python3.13": {
    read: (words, call) => readPython(words, call),
  },
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
  cargo: {
    runsProject: true,
    subcommands: {
      ...CARGO_COMMANDS,
      "+nightly|+stable|+beta": { subcommands: CARGO_COMMANDS },
    },
  },
  rustc: { options: "-V -vV -v --verbose --explain=name --print=name" },
  rustfmt: { ...runner("--check --edition=number -l --color="), needs: "--check -l" },
  go: {
    subcommands: {
      build: { ...go, options: `${GO} -o=new` },
      test: {
        ...go,
        options: `${GO} -run= -skip= -bench= -benchmem -benchtime= -count=number -cover
          -coverpkg= -covermode= -coverprofile=new -timeout= -failfast -parallel=number -cpu=
          -list= -shuffle= -vet=off|all -fullpath -fuzz= -fuzztime= -fuzzminimizetime= -c -o=new
          -cpuprofile=new -memprofile=new -blockprofile=new -trace=new -skip= -failfast
          -outputdir=output
          -test.v -test.run= -test.short`,
      },
      "vet|fmt": { ...go, options: `${GO} -c=number` },
      list: {
        ...go,
        options: `${GO} -m -u -f= -deps -e -test -versions -find -retracted -json?`,
      },
      doc: { options: "-all -u -src -short -c", arguments: "text…", hasLongDashes: true },
      env: { options: "-json", arguments: "name…", hasLongDashes: true },
      version: { options: "-m -v", arguments: "text…", hasLongDashes: true },
      tool: {
        subcommands: {
          cover: { options: "-func=", hasLongDashes: true, needs: "-func" },
          nm: reads("-n -size -sort="),
          pprof: {
            ...reads(
              "-top -text -cum -flat -list= -peek= -nodecount=number -sample_index=name",
              "unsent…",
            ),
            hasLongDashes: true,
            needs: "-top -text -list -peek",
          },
        },
      },
      mod: {
        subcommands: {
          tidy: { options: "-diff -v", hasLongDashes: true, needs: "-diff" },
          "why|graph|verify": { options: "-m -vendor", arguments: "text…", hasLongDashes: true },
          edit: { options: "-json -print", hasLongDashes: true, needs: "-json -print" },
        },
      },
    },
  },
  "gofmt|gofumpt": runner("-l -d -s -e"),
  goimports: runner("-l -d -local="),
  "golangci-lint": {
    runsProject: true,
    subcommands: {
      run: runner(
        `--timeout= -v --verbose --fast --fast-only -E= -D= --enable= --disable=
          --enable-only= --default=
          --new --new-from-rev= --new-from-merge-base= --out-format=lintreport -c=settings
          --config=settings -j=number --concurrency=number --issues-exit-code=number
          --max-same-issues=number --max-issues-per-linter=number --show-stats? --tests?
          --presets= -p= --skip-dirs= --build-tags= --color=name --allow-parallel-runners
          --allow-serial-runners --uniq-by-line --no-config --modules-download-mode=name
          --print-issued-lines? --print-linter-name? --sort-results --exclude-dirs= --whole-files`,
        "text…",
      ),
      "linters|version|help|formatters": { options: "--json", arguments: "name" },
      fmt: { ...runner("-d --diff -E= --enable=", "text…"), needs: "-d --diff" },
      config: { subcommands: { "path|verify": {} } },
    },
  },
  "staticcheck|govulncheck|errcheck|gosec|revive": runner("-checks= -f= -v -show=", "text…"),
  gotestsum: {
    options: "--format= -f=",
    behindDashes: { ...go, options: `${GO} -run= -count=number` },
    runsProject: true,
  },
  "mvn|./mvnw|mvnw": {
    ...runner(
      `-q -o -B -T= -pl= -am -e -X -Dtest= -ntp --batch-mode --no-transfer-progress
        --offline --quiet -v --projects= --also-make -amd --also-make-dependents -fae -ff -fn
        -V -U -N -nsu -C
        -rf= --resume-from= -l=new -P=names --show-version --errors --debug --fail-at-end
        --fail-fast
        --no-snapshot-updates --threads= -DskipITs? -DskipUnitTests? -Dmaven.test.skip? -Dit.test=
        -DfailIfNoTests=true|false -Dsurefire.failIfNoSpecifiedTests=true|false
        -DfailIfNoSpecifiedTests=true|false
        -Dcheckstyle.skip? -Dspotless.check.skip? -Dspotbugs.skip? -Dpmd.skip? -Djacoco.skip?
        -Dmaven.javadoc.skip? -Dmaven.source.skip? -Dstyle.color=always|never|auto -Dgroups=
        -DexcludedGroups= -DforkCount=number -Dsurefire.useFile=false
        -DtrimStackTrace=false|true -Denforcer.skip?
        -Dfile.encoding=UTF-8 -Dmaven.test.failure.ignore? -Dsurefire.rerunFailingTestsCount=number
        -Dincludes= -Dexcludes= -Dverbose? -DincludeScope=name -Dscope=name -Dlicense.skip?
        -Drat.skip?
        -Dexpression=name -Doutput=/dev/stdout -Ddetail? -Dplugin=name -Dgoal=name -DskipTests?`,
      `${MAVEN}…`,
    ),
    hasLongDashes: true,
  },
  "gradle|./gradlew|gradlew": {
    ...runner(
      `-q --quiet --info --stacktrace --no-daemon --offline --tests= --parallel --continue
        --console=plain|rich -x= --rerun-tasks --build-cache --no-build-cache --warning-mode=
        --daemon -s -i -S -d --debug --full-stacktrace --scan=false --no-scan
        --configuration=name --all --group=
      --console=plain|rich|auto|verbose --profile --dry-run -m --refresh-dependencies --rerun -u
      --configuration-cache --no-configuration-cache --max-workers=number --fail-fast
      --no-parallel --priority=name -p=workspace --project-dir=workspace --dependency=name -w --warn
      --exclude-task= --no-rebuild --no-watch-fs --watch-fs --task=name --version -v
      --test-dry-run --no-problems-report`,
    ),
    arguments: "gradle…",
  },
  dotnet: {
    runsProject: true,
    isFineAlone: true,
    options: "--info --list-sdks --list-runtimes",
    subcommands: {
      "build|test|format": {
        ...runner(
          `-c=name --configuration=name --no-restore --no-build -p=msbuild --property=msbuild
            -v=name --verbosity=name --nologo
          --filter= -f=name --framework=name -t --list-tests --os=name --arch=name -a=name
          -r=name --runtime=name
          --self-contained? --no-self-contained -o=output --output=output --collect= --blame
          --no-incremental --no-dependencies -tl --tl? -warnaserror --interactive=false
          --severity=name --diagnostics= --include= --exclude= --list-files -m -maxcpucount
          --tl:off -v:q -v:m -v:n -v:d -clp:ErrorsOnly -clp:NoSummary -clp:Summary -c:Release
          -c:Debug -nologo --verify-no-changes
          --logger=console|trx|console;verbosity=detailed|console;verbosity=normal`,
        ),
        hasLongDashes: true,
      },
      sln: { arguments: "list" },
      list: {
        arguments: "text text text",
        options: "--outdated --vulnerable --include-transitive",
      },
    },
  },
  swift: {
    runsProject: true,
    subcommands: {
      "build|test": runner(
        `-c=debug|release --configuration=debug|release -v --build-tests --filter= --parallel
          --skip= --enable-code-coverage --target=
          --product=`,
        "",
      ),
      package: {
        subcommands: {
          "describe|show-dependencies|dump-package|tools-version": reads(
            "--type=name --format=name",
            "",
          ),
        },
      },
    },
  },
  "bazel|bazelisk": {
    runsProject: true,
    subcommands: {
      "build|test|query|cquery|info|version": {
        options: `--test_output= --test_filter= -c= --config= --keep_going -k --jobs=number
          --output=
          --notest
            --test_tag_filters= --nocache_test_results --cache_test_results= --noshow_progress
            --curses=name --color=name --verbose_failures -s --subcommands --test_timeout=number
            --runs_per_test=number --build_tests_only --notool_deps --noimplicit_deps
            --order_output=
            --universe_scope= --test_summary= --show_progress_rate_limit=number --nobuild`,
        arguments: "text…",
      },
    },
  },
  cmake: {
    options: `-S=. -B=output --build=built -D=define -G=generator -j?number --parallel?number
      --target=test|all|check|tests
        -t=test|all|check --config=name -v --verbose`,
    arguments: "number",
    behindDashes: {
      options: "-j?number -k -v -i -s --no-print-directory",
      arguments: "V=1|VERBOSE=1",
    },
    runsProject: true,
    check: (given, call) => {
      if (
        !["--build", "-B"].some((one) => given.options.has(one)) &&
        !given.options.has("--version")
      )
        throw new NotKnown(call.name);
    },
  },
  ctest: runner(
    `--output-on-failure -R= -E= -L= -j?number -V -VV -N --test-dir=built -C= --rerun-failed
      --timeout=number --verbose --parallel=number`,
    "",
  ),
  ninja: {
    options: "-C=built -j?number -v -n -k=number",
    arguments: "test|all|check…",
    runsProject: true,
  },
  meson: {
    subcommands: {
      test: runner("-C=built -v --list --suite= --print-errorlogs", "name…"),
      compile: runner("-C=built -v -j=number", ""),
    },
  },
  "rspec|bin/rspec|./bin/rspec|rubocop|bin/rubocop|standardrb|minitest|cucumber|brakeman|reek":
    runner(
      `-f=progress|documentation|json|simple|quiet|offenses|clang|emacs|github|p|d|doc|s|q
      --format=progress|documentation|json|simple|quiet|offenses|clang|emacs|github|doc -t=
      --tag= -e=
      --example= --fail-fast --only= --parallel -c --color --no-color -P --display-cop-names -q
      --dry-run --order= --seed=number --profile?number --only-failures -D
      --display-only-fail-level-offenses`,
      "testfile…",
    ),
  ruby: { options: "-c -v -w -W?number", arguments: "text…", needs: "-c -v", endsAtFirst: true },
  erb: { options: "-x -T=-", arguments: "text", needs: "-x" },
  "bats|shellspec|prove": runner(
    `-t --tap -r --recursive -f= --filter= -j=number --jobs=number --print-output-on-failure
      -l -v -b
      --show-output-of-passing-tests --timing -T --verbose-run -x --trace -c --count -p --pretty
      --formatter=tap|pretty --merge --timer -Q --quiet --verbose --shuffle --color --nocolor`,
  ),
  luac: { ...reads("-p"), needs: "-p" },
  srb: { subcommands: { "tc|typecheck": runner("", "project…") } },
  steep: { subcommands: { check: runner("--severity-level=name -j=number", "project…") } },
  bundle: {
    subcommands: {
      exec: { startsCommand: true, runsProject: true },
      "list|show|info|outdated|check|platform|env|licenses|doctor|version": {
        options: `--path --paths --name-only --strict --parseable --porcelain --groups --group=
            --local --filter-major --filter-minor --filter-patch --pre --source= --dry-run
            --only-explicit`,
        arguments: "name…",
      },
    },
  },
  "rails|bin/rails|./bin/rails": {
    runsProject: true,
    subcommands: {
      ...each(
        `test routes about stats notes zeitwerk:check db:migrate:status db:version
    test:system test:all middleware`,
        {
          options: `-v -n= -f -b -c= -g= -s=number -d -e= --verbose --fail-fast --backtrace
            --expanded
            --unused
            --seed=number --name= --defer-output --no-color --controller= --grep=
            --environment=test`,
          arguments: "tests…",
        },
      ),
    },
  },
  mix: {
    runsProject: true,
    subcommands: {
      ...each(
        `test compile format credo dialyzer deps deps.tree deps.audit xref help
    hex.outdated hex.info hex.audit phx.routes ecto.migrations sobelow docs lint
    check app.tree`,
        {
          options: `--check-formatted --warnings-as-errors --trace --only= --exclude= --failed
          --stale --cover --max-failures=number --seed=number --strict --dry-run --force --include=
          --all-warnings --no-deps-check --partitions=number --slowest=number --color --no-color
          --all --format=name --label= --no-compile --no-start --exit-status=number --raise
          --unlocked --quiet --verbose --within-umbrella --breakpoints=false`,
          arguments: "tests…",
        },
      ),
    },
  },
  "phpunit|vendor/bin/phpunit|./vendor/bin/phpunit|pest|vendor/bin/pest|./vendor/bin/pest": runner(
    `--filter= --testsuite= --stop-on-failure --group= --testdox --colors? --no-coverage
      --parallel --coverage-text? --list-tests --list-suites --list-groups -v -c=settings
      --configuration=settings --order-by= --colors? --display-warnings --fail-on-warning`,
  ),
  "phpstan|vendor/bin/phpstan|./vendor/bin/phpstan|psalm|vendor/bin/psalm|phpcs|vendor/bin/phpcs":
    runner(
      `--level=number -l=number --no-progress --memory-limit= --error-format= --standard= -s
        --no-cache --show-info=`,
      "tests…",
    ),
  "php-cs-fixer|vendor/bin/php-cs-fixer|./vendor/bin/php-cs-fixer": {
    subcommands: {
      fix: { ...runner("--dry-run --diff -v --format=name --using-cache=no"), needs: "--dry-run" },
    },
  },
  php: { read: readPhp },
  composer: {
    runsProject: true,
    subcommands: {
      "run|run-script": scriptRunner("composer"),
      ...each(
        `test lint check validate show outdated audit why depends licenses diagnose about
    check-platform-reqs`,
        {
          options: `-D --direct -t --tree -i --installed -l --latest --locked --no-dev --strict
              --no-check-publish --format= -n --no-interaction`,
          arguments: "text…",
        },
      ),
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
  actionlint: {
    ...runner("-color -no-color -oneline -verbose -ignore=", "project…"),
    hasLongDashes: true,
  },
  gitleaks: {
    subcommands: {
      "detect|dir|git|protect": reads(
        `-s= --source= -v --verbose --no-git --redact? --no-banner --log-opts= --staged
          --exit-code=number -l=name --log-level=name`,
        "project",
      ),
      version: {},
    },
  },
  trivy: {
    subcommands: {
      "fs|filesystem|config|image|repo": reads(
        `--severity= --scanners= -q --quiet --ignore-unfixed --exit-code=number
          -f=table|json|sarif --format=table|json|sarif --skip-dirs= --skip-files=
          --no-progress --offline-scan --skip-db-update`,
        "unsent",
      ),
    },
  },
  "clang-tidy": {
    ...runner(
      `-p=project -checks= --checks= -quiet --quiet -header-filter= --header-filter=
        -warnings-as-errors= --warnings-as-errors= -list-checks --list-checks --use-color`,
      "project…",
    ),
    hasLongDashes: true,
    behindDashes: { isOpen: true },
    check: ({ behindDashes }, call) => {
      const odd = behindDashes.find((word) => !isCompilerOption(word));
      if (odd !== undefined) throw new NotKnown(`${call.name} -- ${odd.source}`);
    },
  },
  lychee: runner("--offline -v -q --verbose --no-progress --format=name", "unsent…"),
  swiftlint: {
    options: "--quiet --strict --no-cache --reporter=name",
    subcommands: {
      lint: runner("--quiet --strict --no-cache --reporter=name", "project…"),
      "rules|version": {},
    },
    isFineAlone: true,
    runsProject: true,
  },
  swiftformat: { ...runner("--lint --dryrun --quiet"), needs: "--lint --dryrun" },
  "elm-test": runner("--fuzz=number --seed=number", "testfile…"),
  ...each(
    `shellcheck hadolint yamllint zizmor typos tflint checkov ansible-lint luacheck
    cppcheck codespell hlint jsonlint tfsec kubeconform kubeval kube-linter selene
    ktlint editorconfig-checker ec`,
    {
      options: `-s= -S= -f= -x -e= -d= --severity= --format= --shell= --exclude= --color?
        --no-color --strict -q --quiet -v --verbose --enable= --check --std= --output-format=
        --dialect= --offline -p=project --recursive --minimum-failure-severity=name
        --force-exclude`,
      arguments: "text…",
      runsProject: true,
    },
  ),
  "clang-format": {
    ...runner("--dry-run -n -Werror --Werror --style=file|google|llvm -style=file|google|llvm"),
    needs: "--dry-run -n",
  },
  stylua: { ...runner("--check -c"), needs: "--check -c" },
  shfmt: runner("-l -d -i=number -s -ci -bn -sr"),
  flutter: {
    runsProject: true,
    subcommands: {
      "test|analyze|doctor|devices": {
        options: `--coverage --no-pub -v --name= --plain-name= --reporter=compact|expanded|json
          -r=compact|expanded|json
          --no-fatal-infos --fatal-infos --no-fatal-warnings --concurrency=number -j=number --tags=
          --exclude-tags= -t= -x= --machine --device-timeout=number
          --test-randomize-ordering-seed=`,
        arguments: "tests…",
      },
      build: {
        options: `--debug --release --profile --no-codesign --no-pub --flavor=name --split-per-abi
            --wasm --simulator -v --no-tree-shake-icons`,
        arguments: "apk|appbundle|web|ios|ipa|macos|linux|windows|bundle|aar",
      },
      pub: { subcommands: { "deps|outdated": reads("--json --style=name --no-dev", "") } },
    },
  },
  dart: {
    runsProject: true,
    subcommands: {
      pub: { subcommands: { "deps|outdated": reads("--json --style=name -s=name --no-dev", "") } },
      info: {},
      "test|analyze|format": {
        options:
          "-r= -n= --fatal-infos --fatal-warnings --set-exit-if-changed --output=none -o=none",
        arguments: "tests…",
      },
    },
  },
  zig: {
    runsProject: true,
    subcommands: {
      build: {
        options:
          "-Doptimize=name -Dtarget=name --summary=name -j?number --verbose -l -freference-trace?",
        arguments: "test|check|docs",
        hasLongDashes: true,
      },
      test: {
        ...runner("-O=name --test-filter= -target=name -lc", "project"),
        hasLongDashes: true,
      },
      "version|env|targets|zen": {},
      "ast-check": { arguments: "tests…" },
      fmt: { options: "--check", arguments: "tests…" },
    },
  },
  sbt: { runsProject: true, arguments: "sbt…" },
  lein: { runsProject: true, arguments: "test|check|compile|deps|version text" },
  "clj|clojure": { runsProject: true, options: "-M=:test -X=:test", needs: "-M -X" },
  rebar3: { runsProject: true, arguments: "eunit|ct|compile|dialyzer|xref|tree|check…" },
  dune: {
    runsProject: true,
    subcommands: { "build|test|runtest": runner("--profile=name -j=number --display=name") },
  },
  ocamlformat: { ...runner("--check --enable-outside-detected-project"), needs: "--check" },
  "jekyll|hugo|eleventy|@11ty/eleventy|hexo": {
    runsProject: true,
    options: "--minify -D --buildDrafts --quiet --panicOnWarning --logLevel=name",
    subcommands: {
      "build|doctor|version|env|list|config": runner(
        "--trace --drafts --strict_front_matter --incremental",
        "name",
      ),
    },
    isFineAlone: true,
  },
  pod: { subcommands: { "outdated|list|search|env": reads("--no-ansi --no-repo-update", "name") } },
  opam: {
    subcommands: {
      exec: { startsCommand: true, runsProject: true },
      switch: { subcommands: { "list|show": {} }, isFineAlone: true },
      "list|show|info|config|var|env": reads("-i --installed -a", "name…"),
    },
  },
  elm: { subcommands: { make: runner("--output=/dev/null --debug --optimize", "project…") } },
  nim: { subcommands: { check: runner("--hints:off", "project") } },
  crystal: { subcommands: { spec: runner("-v --no-color", "testfile…"), version: {} } },
  xcodebuild: {
    options: `-list -version -showsdks -showBuildSettings -showdestinations -showTestPlans -json
      -target= -alltargets -scheme= -workspace=project -project=project
      -configuration=name -destination= -sdk=name -quiet -parallel-testing-enabled=YES|NO
      -only-testing= -skip-testing= -enableCodeCoverage=YES|NO -testPlan=
      -parallel-testing-worker-count=number
      -arch=name -jobs=number -hideShellScriptEnvironment -skipPackagePluginValidation
      -derivedDataPath=output
      -skipMacroValidation -test-iterations=number -retry-tests-on-failure -verbose`,
    hasLongDashes: true,
    arguments: "build|test|build-for-testing|test-without-building|analyze…",
    runsProject: true,
  },
  "xcpretty|xcbeautify": reads("-t --test -s --simple --color -q --quiet", ""),
  nox: {
    options: "-l --list -s=session -e=session --session=session -r -R -k=name -t=name",
    runsProject: true,
  },
  "stack|cabal": {
    runsProject: true,
    subcommands: { "build|test": { options: "--fast -v", arguments: "name…" } },
  },
  tox: {
    options: "-l --listenvs -a -e=session -q -v -vv -p? --skip-missing-interpreters",
    behindDashes: pytest,
    arguments: "run|r|run-parallel|p|list|l|config|c",
    runsProject: true,
  },
  hatch: {
    subcommands: {
      "test|fmt": {
        options: `--check -v -c --cover -a --all -py= -p --parallel -r --randomize --retries=number
            -i= -x= --show -s`,
        arguments: "tests…",
        runsProject: true,
      },
      run: scriptRunner("hatch"),
      env: { subcommands: { "show|find": { options: "--ascii --json", arguments: "name…" } } },
      "version|status": {},
      dep: { subcommands: { show: { arguments: "requirements|table" } } },
    },
  },
};

const MODULES: Grammar = {
  ...PYTHON_TOOLS,
  unittest,
  "json.tool": {
    options: "--sort-keys --indent=number --compact --no-indent --tab --json-lines",
    arguments: "text",
  },
  "py_compile|compileall|tabnanny": runner("-q -f"),
  pip: PIP,
  "sysconfig|platform|site": {},
  doctest: runner("-v -f", "testfile…"),
  "ast|tokenize|dis|calendar": reads("-m= -a -e -C -O", "text"),
  "zipfile|tarfile": { ...reads("-l= -t= --list= --test= -v"), needs: "-l -t --list --test" },
};

/** `coverage run -m pytest`. */
function readCoverage(words: readonly Argument[], call: Call): void {
  const at = words.findIndex((word) => onlyText(word) === "-m");
  const odd = words
    .slice(0, at)
    .find(({ source }) => !/^(?:--branch|-a|-p|--source=[\w.,-]+)$/.test(source));
  if (at === -1 || odd !== undefined) throw new NotKnown(call.name);
  readPython(words.slice(at), call);
}

/** PHP looks for mistakes, or starts a tool of the project. */
function readPhp(words: readonly Argument[], call: Call): void {
  const [first, ...rest] = words;
  const name = first === undefined ? "" : (onlyText(first) ?? "");
  const tool = /^(?:\.\/)?vendor\/bin\//.test(name) ? namedIn(BUILD_AND_TEST, name) : undefined;
  if (tool === undefined) readWords(PHP, words, call);
  else readWords(tool, rest, { ...call, name: `${call.name} ${name}` });
}

const PHP: Program = {
  options: "-v -m -i -n -l= --ini --ri= --rf= --rc= --re=",
  arguments: "",
  needs: "-v -m -i -l --ini --ri --rf --rc --re",
};

/** `python -m pytest`; other code and files are not known. */
function readPython(words: readonly Argument[], call: Call): void {
  const [first, second, ...rest] = words;
  const option = first === undefined ? "" : (onlyText(first) ?? "");
  if (second === undefined && /^(?:-V|-VV|--version|--help)$/.test(option)) return;
  const name = second === undefined ? "" : (onlyText(second) ?? "");
  const tool = option === "-m" ? namedIn(MODULES, name) : undefined;
  const said = [call.name, first?.source ?? "", option === "-m" ? (second?.source ?? "") : ""];
  if (tool === undefined) throw new NotKnown(said.join(" "));
  readWords(tool, rest, { ...call, name: said.join(" ") });
}
