/** Go: its own program, linters and runners. */

import { type Grammar, reads, runner } from "./grammar.ts";

const GO = `-v -x -race -short -mod=mod|readonly|vendor -tags= -p=number -trimpath -json -n -a
  -msan -asan -work -buildvcs=false|true|auto -buildmode=name -pgo=off|auto -ldflags=goflags
  -gcflags=goflags -C=workspace -modcacherw`;

const go = { ...runner(GO, "gopackage…"), hasLongDashes: true } as const;

export const GO_TOOLS: Grammar = {
  go: {
    subcommands: {
      build: { ...go, options: `${GO} -o=product` },
      test: {
        ...go,
        options: `${GO} -run= -skip= -bench= -benchmem -benchtime= -count=number -cover
          -coverpkg= -covermode= -coverprofile=product -timeout= -failfast -parallel=number -cpu=
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
      help: { arguments: "name…" },
      tool: {
        isFineAlone: true,
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
          --presets= --disable-all --enable-all -p= --skip-dirs= --build-tags= --color=name --allow-parallel-runners
          --allow-serial-runners --uniq-by-line --no-config --modules-download-mode=name
          --print-issued-lines? --print-linter-name? --sort-results --exclude-dirs= --whole-files`,
        "text…",
      ),
      "linters|version|help|formatters": { options: "--json", arguments: "name" },
      fmt: { ...runner("-d --diff -E= --enable=", "text…"), needs: "-d --diff" },
      config: { subcommands: { "path|verify": {} } },
    },
  },
  "staticcheck|govulncheck|errcheck|gosec|revive|ineffassign|gocyclo|gocritic|nilaway|deadcode": {
    ...runner(
      `-checks= -f=name -fail= -v -show=name -tests? -tags= -explain=name -json -format=name -test
        -over=number -top=number -avg -quiet -severity=name -confidence=name -exclude=
        -exclude-dir=name -include= -formatter=name -ignoretests -blank -asserts -filter=`,
      "gopackage…",
    ),
    hasLongDashes: true,
  },
  gotestsum: {
    options: `--format=name -f=name --no-color --hide-summary=name --rerun-fails?number
      --packages=gopackage --max-fails=number --no-summary=name --format-hide-empty-pkg`,
    arguments: "gopackage…",
    behindDashes: { ...go, options: `${GO} -run= -count=number -timeout= -failfast -cover` },
    runsProject: true,
  },
  ginkgo: {
    ...runner(
      `-r -v -vv -p --race --cover --focus= --skip= --procs=number --timeout= --label-filter=
        --fail-fast --randomize-all --seed=number --no-color --succinct --trace --keep-going
        --flake-attempts=number --repeat=number --dry-run`,
      "gopackage…",
    ),
  },
  // Says whether a file has mistakes.
  gopls: {
    subcommands: {
      version: {},
      "check|symbols|references|definition|workspace_symbol|implementation|signature|highlight":
        runner("-d -declaration -severity=name", "tests…"),
    },
  },
};
