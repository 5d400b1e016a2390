/** Runners and linters of Ruby and PHP. */

import type { Argument } from "../shell/script-values.ts";
import { type Call, each, type Grammar, type Program, runner } from "./grammar.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { scriptRunner } from "./project-scripts.ts";

const PHP: Program = {
  options: "-v -m -i -n -l= --ini --ri= --rf= --rc= --re=",
  arguments: "",
  needs: "-v -m -i -l --ini --ri --rf --rc --re",
};

export const RUBY_AND_PHP: Grammar = {
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
          options: `-v -n= -f -b -c= -g= -s=number -d -e=test --verbose --fail-fast --backtrace
            --expanded
            --unused
            --seed=number --name= --defer-output --no-color --controller= --grep=
            --environment=test`,
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
      `--level=number -l=number --no-progress --memory-limit= --error-format=name
        --standard=standard -s
        --no-cache --show-info=`,
      "tests…",
    ),
  "pint|vendor/bin/pint|./vendor/bin/pint": { ...runner("--test -v --dirty"), needs: "--test" },
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
};

/** PHP looks for mistakes, or starts a tool of the project. */
function readPhp(words: readonly Argument[], call: Call): void {
  const [first, ...rest] = words;
  const name = first === undefined ? "" : (onlyText(first) ?? "");
  const tool = /^(?:\.\/)?vendor\/bin\//.test(name) ? namedIn(RUBY_AND_PHP, name) : undefined;
  if (tool === undefined) readWords(PHP, words, call);
  else readWords(tool, rest, { ...call, name: `${call.name} ${name}` });
}
