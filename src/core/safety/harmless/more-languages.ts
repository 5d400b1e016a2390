/** Builders and runners of further languages. */

import { each, type Grammar, reads, runner } from "./grammar.ts";

export const MORE_LANGUAGES: Grammar = {
  nix: {
    runsProject: true,
    subcommands: {
      flake: { subcommands: { "check|show|metadata|info": reads("--json --no-build", "") } },
      "--version": {},
    },
  },
  "wasm-pack": {
    runsProject: true,
    subcommands: {
      build: runner("--dev --release --target=name --no-opt --no-typescript -d=output", ""),
      test: runner("--node --headless --chrome --firefox", ""),
    },
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
          -r=platform --runtime=platform
          --self-contained? --no-self-contained -o=output --output=output --blame
          --collect=collector
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
        options: "--outdated --vulnerable --include-transitive --deprecated --format=name",
      },
      nuget: { arguments: "list source|sources" },
      "tool|workload": { subcommands: { list: reads("-g --global --local", "") } },
      ef: {
        subcommands: {
          "migrations|dbcontext": {
            subcommands: { "list|info": runner("--no-build --json --no-connect", "") },
          },
        },
      },
    },
  },
  mix: {
    runsProject: true,
    subcommands: {
      credo: {
        options: `--strict --all --format=name --only= --ignore= --min-priority=name --verbose
          --read-from-stdin --mute-exit-status --first-run --files-included= --no-color`,
        arguments: "testfile…",
      },
      ...each(
        `test compile format dialyzer deps deps.tree deps.audit xref help
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
  rebar3: { runsProject: true, arguments: "eunit|ct|compile|dialyzer|xref|tree|check…" },
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
  dune: {
    runsProject: true,
    subcommands: {
      "build|test|runtest": runner("--profile=name -j=number --display=name", "dune…"),
    },
  },
  ocamlformat: { ...runner("--check --enable-outside-detected-project"), needs: "--check" },
  opam: {
    subcommands: {
      exec: { startsCommand: true, runsProject: true },
      switch: { subcommands: { "list|show": {} }, isFineAlone: true },
      "list|show|info|config|var|env": reads("-i --installed -a", "name…"),
    },
  },
  elm: { subcommands: { make: runner("--output=/dev/null --debug --optimize", "project…") } },
  "elm-test": runner("--fuzz=number --seed=number", "testfile…"),
  gleam: {
    runsProject: true,
    subcommands: {
      "test|check|build": { options: "--target=name --warnings-as-errors" },
      format: { options: "--check", arguments: "project…", needs: "--check" },
    },
  },
  busted: runner(
    "-v --verbose -o=name -t= --tags= --filter= -p= --shuffle --no-coverage",
    "testfile…",
  ),
  forge: {
    runsProject: true,
    subcommands: {
      "test|build": {
        options: `-v -vv -vvv -vvvv -vvvvv --match-contract= --mc= --match-test= --mt=
          --match-path=testfile --mp=testfile --no-match-test= --sizes --gas-report --summary
          --json --list --offline --fuzz-runs=number --names --skip=`,
      },
      tree: {},
      coverage: runner("--report=summary", ""),
      fmt: { ...runner("--check"), needs: "--check" },
      snapshot: { ...runner("--check? --diff?", ""), needs: "--check --diff" },
    },
  },
  nim: { subcommands: { check: runner("--hints:off", "project") } },
  crystal: { subcommands: { spec: runner("-v --no-color", "testfile…"), version: {} } },
  "stack|cabal": {
    runsProject: true,
    subcommands: {
      "build|test": {
        options: `--fast -v --test --no-run-tests --pedantic --test-show-details=name -j=number
          --enable-tests --ta=`,
        arguments: "label…",
      },
    },
  },
  mdbook: { runsProject: true, subcommands: { "build|test": {} } },
  asciidoctor: {
    ...runner("-o=new -b=html5|docbook5|xhtml5 -q -v -w --trace -a=name", "project…"),
    needs: "-o",
  },
  dot: { ...reads("-T=name -K=name -o=new -q -v", "project…"), needs: "-T" },
  luac: { ...reads("-p"), needs: "-p" },
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
};
