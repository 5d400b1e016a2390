/** Cargo and its companions. */

import { each, type Grammar, type Program, runner } from "./grammar.ts";

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
  help: { arguments: "name" },
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
  audit: {
    options: `--json --ignore= -D=warnings|unmaintained|unsound|yanked -q --quiet -n --no-fetch
        --stale --deny=warnings|unmaintained|unsound|yanked --color= -f=project --file=project`,
    runsProject: true,
  },
  deny: {
    options: `--all-features --no-default-features --features= --workspace --color= -L=name
        --log-level=name -f=name --format=name --offline --locked --frozen --exclude=`,
    subcommands: {
      "check|list": {
        options: "--hide-inclusion-graph -s --show-stats -D=name -A=name -W=name -f=name -l=name",
        arguments: "advisories|bans|licenses|sources|all…",
      },
    },
    runsProject: true,
  },
  install: { options: "--list", needs: "--list" },
  fetch: { ...cargo, options: `${CARGO} --locked`, needs: "--locked" },
  update: { ...cargo, options: `${CARGO} --dry-run`, needs: "--dry-run" },
  package: { ...cargo, options: `${CARGO} -l --list --allow-dirty`, needs: "-l --list" },
  sqlx: {
    subcommands: { prepare: { ...cargo, options: `${CARGO} --check`, needs: "--check" } },
  },
  // With an argument it checks out another commit.
  "public-api": { ...cargo, options: `${CARGO} --simplified -s`, arguments: "" },
  asm: { ...cargo, arguments: "name…" },
  // They run one of the others, with more features or checks.
  "hack|careful": {
    subcommands: {
      "check|test|build|clippy": {
        ...cargo,
        options: `${CARGO} --each-feature --feature-powerset --no-dev-deps --rust-version`,
        arguments: "name…",
      },
    },
  },
  tarpaulin: {
    ...cargo,
    options: `${CARGO} --out=Stdout --skip-clean --engine=name --timeout=number --line --count`,
    arguments: "",
  },
  config: { arguments: "get name" },
  miri: { subcommands: { test: { ...cargo, arguments: "text…", behindDashes: rustTests } } },
  ...each(
    `tree metadata search info pkgid read-manifest locate-project verify-project
    version outdated`,
    {
      options: `${CARGO} -d --duplicates -i= --invert= -e= --edges= --depth=number
        --format-version=number --no-deps --prefix= -f= --format= --limit=number -R
        --root-deps-only --message-format= --prune= --charset= --no-dedupe --filter-platform=
        --target=all --ignore= --json --deny= --offline --workspace --hide-inclusion-graph`,
      arguments: "text…",
    },
  ),
};

export const RUST: Grammar = {
  cargo: {
    runsProject: true,
    options: "--list -V",
    isFineAlone: true,
    subcommands: {
      ...CARGO_COMMANDS,
      "+nightly|+stable|+beta": { subcommands: CARGO_COMMANDS },
    },
  },
  rustc: { options: "-V -vV -v --verbose --explain=name --print=name" },
  rustfmt: { ...runner("--check --edition=number -l --color="), needs: "--check -l" },
};
