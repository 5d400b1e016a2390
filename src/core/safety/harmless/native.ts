/** Builders of C, C++ and Swift. */

import { NotKnown } from "../shell/script-syntax.ts";
import { isCompilerOption } from "./compilers.ts";
import { type Grammar, reads, runner } from "./grammar.ts";

export const NATIVE: Grammar = {
  "bazel|bazelisk": {
    runsProject: true,
    subcommands: {
      "build|test|query|cquery|info|version": {
        options: `--test_output= --test_filter= -c= --config= --keep_going -k --jobs=number
          --output=form
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
      
        -t=checks --config=name -v --verbose --list-presets?
        --target=checks`,
    arguments: "number",
    behindDashes: {
      options: "-j?number -k -v -i -s --no-print-directory",
      arguments: "V=1|VERBOSE=1",
    },
    runsProject: true,
    check: (given, call) => {
      if (
        !["--build", "-B", "--list-presets"].some((one) => given.options.has(one)) &&
        !given.options.has("--version")
      )
        throw new NotKnown(call.name);
    },
  },
  "pkg-config|pkgconf": reads(
    `--cflags --libs --modversion --exists --list-all --variable=name --print-variables --static
      --cflags-only-I --libs-only-l --libs-only-L --print-requires --atleast-version=name`,
    "name…",
  ),
  ctest: runner(
    `--output-on-failure -R= -E= -L= -j?number -V -VV -N --test-dir=built -C= --rerun-failed
      --timeout=number --verbose --parallel=number --stop-on-failure -LE=
      --label-regex= --label-exclude= --tests-regex= --exclude-regex= -Q --quiet --progress
      --repeat=name --list-presets --show-only? --schedule-random --no-tests=name -C=name
      --build-config=name`,
    "",
  ),
  "buck2|buck": {
    runsProject: true,
    subcommands: {
      "build|test|targets|query|cquery|uquery|audit": {
        options: "-v=number --keep-going --console=name --json --show-output",
        arguments: "text…",
      },
    },
  },
  west: {
    runsProject: true,
    subcommands: {
      build: { options: "-b=name --board=name -v", arguments: "project" },
      "list|topdir|boards|status|diff": { arguments: "name" },
    },
  },
  "idf.py": {
    runsProject: true,
    options: "-v",
    arguments: "build|size|size-components|size-files…",
  },
  "pio|platformio": {
    subcommands: {
      test: {
        ...runner("-e=native --environment=native -v -vv -f= --filter=", ""),
        needs: "-e --environment",
      },
      check: runner("-v --json-output --severity=name", ""),
    },
  },
  ninja: {
    options: "-C=built -j?number -v -n -k=number -t=targets|commands|deps|graph|query|rules|inputs",
    arguments: "test|all|check…",
    runsProject: true,
  },
  meson: {
    subcommands: {
      setup: runner("--buildtype=name -Dbuildtype=name --reconfigure", "built"),
      introspect: runner("--targets --tests --buildoptions --dependencies --all -a -i", "built"),
      test: runner("-C=built -v --list --suite= --print-errorlogs", "name…"),
      compile: runner("-C=built -v -j=number", ""),
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
  "clang-format": {
    ...runner("--dry-run -n -Werror --Werror --style=file|google|llvm -style=file|google|llvm"),
    needs: "--dry-run -n",
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
  pod: { subcommands: { "outdated|list|search|env": reads("--no-ansi --no-repo-update", "name") } },
};
