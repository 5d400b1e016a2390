/**
 * Runners, compilers, linters and formatters. They run the project's own code and settings, which
 * are trusted by convention; options that name other code or write elsewhere are left out.
 */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { isCompilerOption } from "./compilers.ts";
import { type Call, type Grammar, type Program, reads } from "./grammar.ts";
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
      --show-output -q --quiet --color=`,
  arguments: "text…",
};
const CARGO = `-p= --package= --workspace --all --all-targets --all-features --features=
  --exclude= --no-default-features --lib --bins --bin=name --tests --test=name --examples
  --example=name --benches --bench=name --release --profile=name -j=number --jobs=number -q
  --quiet -v -vv --verbose --locked --offline --frozen --message-format= --color= --target=name
  --keep-going --ignore-rust-version --timings`;
const cargo = runner(CARGO);

const CARGO_COMMANDS: Grammar = {
  "build|b|check|c|doc|bench|llvm-cov|machete|semver-checks": {
    ...cargo,
    options: `${CARGO} --no-deps --no-run --document-private-items`,
  },
  "test|t": {
    ...cargo,
    options: `${CARGO} --no-run --no-fail-fast --doc`,
    arguments: "text…",
    behindDashes: rustTests,
  },
  clippy: { ...cargo, options: `${CARGO} --no-deps`, behindDashes: { options: "-D= -W= -A=" } },
  fmt: {
    options: "--all --check -p= -v -q",
    behindDashes: { options: "--check --color=" },
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
  "tree|metadata|search|info|pkgid|read-manifest|locate-project|verify-project|version|audit|outdated|deny":
    {
      options: `${CARGO} -d --duplicates -i= --invert= -e= --edges= --depth=number
        --format-version=number --no-deps --prefix= -f= --format= --limit=number -R
        --root-deps-only --message-format= --prune=`,
      arguments: "text…",
    },
};

const GO = `-v -x -race -short -mod=mod|readonly|vendor -tags= -p=number -trimpath -json -n -a
  -msan -buildvcs=false|true|auto`;
const go = { ...runner(GO, "text…"), hasLongDashes: true } as const;

const VITEST = `--run --watch=false --no-watch -t= --testNamePattern= --coverage --no-coverage
  --reporter=dot|verbose|default|basic|tap|tap-flat|json|junit|github-actions|tree|hanging-process
  -c=settings --config=settings --project= --bail?number --silent? --passWithNoTests --no-color
  --changed? --shard= --maxWorkers=number --minWorkers=number --no-file-parallelism
  --testTimeout=number --hookTimeout=number --environment=node|jsdom|happy-dom --typecheck
  --ui=false --retry=number --no-isolate --pool=threads|forks --coverage.enabled? --logHeapUsage
  --exclude= --hideSkippedTests --coverage.reporter=text|json|html --sequence.shuffle?`;
const JEST = `-t= --testNamePattern= --coverage --watchAll=false --watch=false -i --runInBand
  --ci --verbose?true|false --silent --bail?number -b --passWithNoTests --maxWorkers=number -w=number
  --no-coverage --coverageReporters=text|json|text-summary|lcov --findRelatedTests --onlyChanged -o --onlyFailures -f --listTests
  --detectOpenHandles --forceExit --testPathPattern= --no-cache --colors --no-colors
  --testTimeout=number --shard= --expand -e -c=settings --config=settings --selectProjects=
  --changedSince= --json --errorOnDeprecated --lastCommit`;
const PYTEST = `-x -v -vv -vvv -q -qq -s -l -k= -m= -n= -rA -ra -rs -rf -rx -rP -rfE -rsx --tb=
  --cov? --cov-report=term|term-missing|xml|html|term:skip-covered|term-missing:skip-covered
  --cov-branch --maxfail=number --lf --ff --sw --nf --last-failed --failed-first --stepwise
  --durations=number --collect-only --co --no-header --no-summary --exitfirst --verbose --quiet
  --capture=no|sys|fd --disable-warnings --strict-markers --timeout=number --color= --fixtures
  --markers --no-cov --deselect= --ignore=project --ignore-glob=
  -p=no:cacheprovider|no:randomly|no:warnings --asyncio-mode=auto|strict --setup-show
  --showlocals --runxfail --reruns=number --random-order --junitxml=new --junit-xml=new
  --import-mode=importlib|prepend|append --benchmark-skip -W=`;
const PLAYWRIGHT = `-g= --grep= --grep-invert= --project=
  --reporter=dot|line|list|json|html|junit|github --workers=number -j=number --headed --list
  --retries=number --timeout=number -x --max-failures=number --trace=on|off|retain-on-failure
  --repeat-each=number --shard= --pass-with-no-tests --quiet --last-failed -c=settings
  --config=settings --forbid-only --fully-parallel`;
const ESLINT = `--fix-dry-run --no-fix --ext= --max-warnings=number --quiet --cache --no-cache --color
  --no-color --ignore-path=project -c=settings --config=settings --debug
  --report-unused-disable-directives -f=stylish|json|compact|unix|html|tap
  --format=stylish|json|compact|unix|html|tap --rule= --stats --no-error-on-unmatched-pattern
  --no-warn-ignored --ignore-pattern= --print-config --no-eslintrc`;
const TSC = `--noEmit -p=tsproject --project=tsproject -b --build --pretty? --skipLibCheck
  --strict --watch=false --incremental? --listFiles --listFilesOnly --traceResolution
  --diagnostics --extendedDiagnostics --showConfig --verbose --explainFiles
  --emitDeclarationOnly --noErrorTruncation --jsx= --target= --module= --moduleResolution=
  --lib= --esModuleInterop --allowJs --checkJs --noUnusedLocals -d --noUnusedParameters --force
  -f --dry -v --declaration --types= --resolveJsonModule`;
const PRETTIER = `-c --check -l --list-different --log-level= --loglevel= --config=settings
  --ignore-path=project --no-error-on-unmatched-pattern --ignore-unknown -u --cache --no-color
  --single-quote --print-width=number --tab-width=number
  --parser=babel|typescript|json|markdown|yaml|css|html --stdin-filepath=`;
const RUFF = `--diff --select= --ignore= --extend-select= --statistics -q --quiet -v
  --watch=false --output-format= --no-cache --config=settings --exclude= --line-length=number
  --target-version= --preview --check --show-files --show-settings --no-fix --exit-zero -n`;

const pytest = runner(PYTEST, "testfile…");
const ruff: Program = {
  runsProject: true,
  subcommands: {
    check: runner(RUFF),
    format: { ...runner(RUFF), needs: "--check --diff" },
    rule: { arguments: "name" },
    version: {},
  },
};
const mypy =
  runner(`--strict --ignore-missing-imports --show-error-codes --pretty --no-error-summary
    --follow-imports= --python-version= --no-incremental --check-untyped-defs
    --disallow-untyped-defs --namespace-packages --explicit-package-bases -p= -m= --exclude=
    --show-column-numbers --no-color-output --warn-unused-ignores --show-error-context`);
const black: Program = {
  ...runner(
    `--check --diff -q --quiet -v --verbose --color -l=number --line-length=number -t=
      --exclude= --fast -S`,
  ),
  needs: "--check --diff",
};
const isort: Program = {
  ...runner("-c --check --check-only --diff -q --profile= --quiet -v"),
  needs: "-c --check --check-only --diff",
};
const flake8 = runner(
  `--max-line-length=number --select= --ignore= --extend-ignore= --exclude= --count
    --statistics --show-source --max-complexity=number`,
);
const unittest = runner("-v -q -f -b -c -k= -s=testfile -p= --verbose --failfast", "testmodule…");

export const PIP: Program = {
  subcommands: {
    "list|show|freeze|check|inspect|debug|index|hash": {
      options: "-v --outdated -o --format= --files -f --local --user --not-required -q --uptodate",
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
    "-E --errors-only --disable= --enable= -j=number --score= -rn --output-format= -f=",
  ),
  "pyright|basedpyright": runner(
    "--stats --outputjson --verbose --level= --warnings --pythonversion=",
  ),
  ty: { subcommands: { check: runner("--output-format= --error-on-warning") } },
  bandit: runner("-r -q -ll -lll -i -ii -iii -x= -s= --severity-level="),
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
      --parallel -j=number --watch=false --forbid-only -c --colors --no-colors`,
    "testfile…",
  ),
  ava: runner("-v --verbose -t --tap -m= --match= -s --serial -T= --timeout=", "testfile…"),
  tap: runner("-R=tap|base|dot|spec --reporter=tap|base|dot|spec -b --bail", "testfile…"),
  playwright: {
    runsProject: true,
    subcommands: { test: runner(PLAYWRIGHT) },
  },
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
  prisma: {
    runsProject: true,
    subcommands: {
      "validate|format|version|generate": { options: "--schema=project" },
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
        "--debug --profile --no-lint --turbopack --turbo --dir=project --quiet --max-warnings=number",
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
  "test|compile|verify|package|test-compile|validate|checkstyle:check|spotless:check|dependency:tree|-version";

export const BUILD_AND_TEST: Grammar = {
  ...NODE_TOOLS,
  ...PYTHON_TOOLS,
  "python|python3|python3.10|python3.11|python3.12|python3.13": {
    read: (words, call) => readPython(words, call),
  },
  node: {
    options: `-v --check -c --test --test-reporter=spec|tap|dot --test-name-pattern= --test-only
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
  rustc: { options: "-V -vV --explain=name --print=name" },
  rustfmt: { ...runner("--check --edition=number -l --color="), needs: "--check -l" },
  go: {
    subcommands: {
      build: { ...go, options: `${GO} -o=new` },
      test: {
        ...go,
        options: `${GO} -run= -skip= -bench= -benchmem -benchtime= -count=number -cover
          -coverpkg= -covermode= -coverprofile=new -timeout= -failfast -parallel=number -cpu=
          -list= -shuffle= -vet=off|all -fullpath -fuzz= -fuzztime=`,
      },
      "vet|fmt": { ...go, options: `${GO} -c=number` },
      list: { ...go, options: `${GO} -m -u -f= -deps -e -test -versions -find` },
      doc: { options: "-all -u -src -short -c", arguments: "text…", hasLongDashes: true },
      env: { options: "-json", arguments: "name…", hasLongDashes: true },
      version: { options: "-m -v", arguments: "text…", hasLongDashes: true },
      tool: {
        subcommands: {
          cover: { options: "-func=", hasLongDashes: true, needs: "-func" },
          nm: reads("-n -size -sort="),
        },
      },
      mod: {
        subcommands: {
          tidy: { options: "-diff -v", hasLongDashes: true, needs: "-diff" },
          "why|graph|verify": { options: "-m", arguments: "text…", hasLongDashes: true },
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
        `--timeout= -v --fast -E= -D= --enable= --disable= --new-from-rev= --out-format=
          -c=settings --config=settings`,
        "text…",
      ),
      "linters|version|help": {},
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
      `-q -o -B -T= -pl= -am -e -X -DskipTests -Dtest= -ntp --batch-mode --no-transfer-progress
        --offline --quiet -v --projects= --also-make -fae -ff`,
      `${MAVEN}…`,
    ),
    hasLongDashes: true,
  },
  "gradle|./gradlew|gradlew": {
    ...runner(
      `-q --quiet --info --stacktrace --no-daemon --offline --tests= --parallel --continue
        --console=plain|rich -x= --rerun-tasks --build-cache --no-build-cache --warning-mode=
        --daemon -s -i --scan=false --configuration=name`,
    ),
    arguments: "gradle…",
  },
  dotnet: {
    runsProject: true,
    isFineAlone: true,
    options: "--info --list-sdks --list-runtimes",
    subcommands: {
      "build|test|format": runner(
        `-c=name --configuration=name --no-restore --no-build -p=msbuild --property=msbuild -v=name --verbosity=name --nologo
          --filter= -f=name --framework=name --list-tests --verify-no-changes --logger=console|trx|console;verbosity=detailed|console;verbosity=normal`,
      ),
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
        `-c=debug|release --configuration=debug|release -v --build-tests --filter= --parallel --skip= --enable-code-coverage --target=
          --product=`,
        "",
      ),
      package: {
        subcommands: { "describe|show-dependencies": reads("--type=name --format=name", "") },
      },
    },
  },
  "bazel|bazelisk": {
    runsProject: true,
    subcommands: {
      "build|test|query|cquery|info|version": {
        options:
          "--test_output= --test_filter= -c= --config= --keep_going -k --jobs=number --output=",
        arguments: "text…",
      },
    },
  },
  cmake: {
    options: `-S=. -B=output --build=built -D=define -G=generator -j?number --parallel?number --target=test|all|check|tests
        -t=test|all|check --config=name -v --verbose`,
    arguments: "number",
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
      --format=progress|documentation|json|simple|quiet|offenses|clang|emacs|github|doc -t= --tag= -e=
      --example= --fail-fast --only= --parallel -c --color --no-color -P --display-cop-names -q
      --dry-run --order= --seed=number --profile?number --only-failures -D --display-only-fail-level-offenses`,
      "testfile…",
    ),
  srb: { subcommands: { "tc|typecheck": runner("", "project…") } },
  steep: { subcommands: { check: runner("--severity-level=name -j=number", "project…") } },
  bundle: {
    subcommands: {
      exec: { startsCommand: true, runsProject: true },
      "list|show|info|outdated|check|platform|env": {
        options: "--path --paths --name-only",
        arguments: "name…",
      },
    },
  },
  "rails|bin/rails|./bin/rails": {
    runsProject: true,
    subcommands: {
      "test|routes|about|stats|notes|zeitwerk:check|db:migrate:status|db:version|test:system|test:all|middleware":
        { options: "-v -n= -f -b -c= -g= --verbose --fail-fast --backtrace", arguments: "tests…" },
    },
  },
  mix: {
    runsProject: true,
    subcommands: {
      "test|compile|format|credo|dialyzer|deps|deps.tree|xref|help|hex.outdated": {
        options: `--check-formatted --warnings-as-errors --trace --only= --exclude= --failed
          --stale --cover --max-failures=number --seed=number --strict --dry-run --force`,
        arguments: "tests…",
      },
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
      "test|lint|check|validate|show|outdated|audit|why|depends|licenses|diagnose|about|check-platform-reqs":
        {
          options: `-D --direct -t --tree -i --installed -l --latest --locked --no-dev --strict
              --no-check-publish --format= -n --no-interaction`,
          arguments: "text…",
        },
    },
  },
  deno: {
    runsProject: true,
    subcommands: {
      task: scriptRunner("deno"),
      "check|lint|fmt": runner("--quiet -q --check --all --unstable"),
      "test|bench": runner(
        `-A --allow-all --allow-read? --allow-env? --allow-net? --filter= --check --fail-fast
          --quiet -q --coverage? --no-check --parallel --watch=false --doc --unstable --all`,
        "testfile…",
      ),
      "info|doc|outdated|types": { options: "--json", arguments: "text…" },
    },
  },
  actionlint: {
    ...runner("-color -no-color -oneline -verbose -ignore=", "project…"),
    hasLongDashes: true,
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
  "shellcheck|hadolint|yamllint|zizmor|typos|tflint|checkov|ansible-lint|luacheck|cppcheck|codespell|hlint":
    {
      options: `-s= -S= -f= -x -e= -d= --severity= --format= --shell= --exclude= --color?
        --no-color --strict -q --quiet -v --verbose --enable= --check --std= --output-format=
        --dialect= --offline -p=project`,
      arguments: "text…",
      runsProject: true,
    },
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
        options: "--coverage --no-pub -v --name= --plain-name= --reporter=compact|expanded|json",
        arguments: "tests…",
      },
    },
  },
  dart: {
    runsProject: true,
    subcommands: {
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
      build: { options: "-Doptimize= --summary=", arguments: "test" },
      "version|env": {},
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
  opam: { subcommands: { "list|show|info|config": reads("-i --installed -a", "name…") } },
  elm: { subcommands: { make: runner("--output=/dev/null --debug --optimize", "project…") } },
  nim: { subcommands: { check: runner("--hints:off", "project") } },
  crystal: { subcommands: { spec: runner("-v --no-color", "testfile…"), version: {} } },
  xcodebuild: {
    options: `-list -version -showsdks -json -scheme= -workspace=project -project=project
      -configuration=name -destination= -sdk=name -quiet -parallel-testing-enabled=YES|NO
      -only-testing= -skip-testing=`,
    hasLongDashes: true,
    arguments: "build|test|build-for-testing|test-without-building|analyze…",
    runsProject: true,
  },
  "xcpretty|xcbeautify": reads("-t --test -s --simple --color -q --quiet", ""),
  nox: { options: "-l --list -s=test|tests|lint|typecheck -r", runsProject: true },
  "stack|cabal": {
    runsProject: true,
    subcommands: { "build|test": { options: "--fast -v", arguments: "name…" } },
  },
  tox: {
    options:
      "-l --listenvs -a -e=py|lint|test|tests|typecheck|py39|py310|py311|py312|py313 -q -v -p?",
    runsProject: true,
  },
  hatch: {
    subcommands: {
      "test|fmt": { options: "--check -v -c --cover", arguments: "tests…", runsProject: true },
      "version|status": {},
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

const PHP: Program = { options: "-v -m -i -l=", arguments: "", needs: "-v -m -i -l" };

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
