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

/** Laravel's own commands that look at the project, or run its tests. */
const ARTISAN: Program = {
  runsProject: true,
  isFineAlone: true,
  subcommands: {
    test: runner(
      `--filter= --parallel -p --compact --coverage --testsuite= --group= --exclude-group=
        --stop-on-failure --without-tty --profile --min=number --testdox --processes=number -v`,
      "testfile…",
    ),
    ...each(
      `route:list about migrate:status model:show db:table schedule:list event:list list help
      channel:list queue:failed`,
      runner(
        `--json --path= --name= --method= --except-vendor --only-vendor -v -vv --sort=name -r
          --reverse --database=name --pending? --no-ansi --only=name --action=
          --domain= --event= --compact --timezone=name --raw --format=name`,
        "name…",
      ),
    ),
  },
};

/** What Symfony's console tells of a project, without its settings and secrets. */
const CONSOLE: Program = {
  runsProject: true,
  isFineAlone: true,
  subcommands: each(
    `debug:router debug:event-dispatcher debug:autowiring debug:twig debug:form debug:validator
    debug:messenger debug:translation debug:firewall debug:scheduler debug:container router:match
    lint:yaml lint:twig lint:container lint:xliff lint:translations lint:routes lint:json
    doctrine:migrations:status doctrine:migrations:list doctrine:migrations:up-to-date
    doctrine:schema:validate doctrine:mapping:info doctrine:mapping:describe about list help`,
    runner(
      `--format=name --show-controllers --tag= --tags --types --all --no-ansi --env=test|dev
        --method=name -v -vv --skip-sync --skip-mapping --show-aliases --resolve-env-vars?false
        --parse-tags --raw --no-interaction -n`,
      "tests…",
    ),
  ),
};

/** `wp plugin list`: WordPress says what is there. */
const WORDPRESS: Program = {
  runsProject: true,
  options: "--info --skip-plugins? --skip-themes? --url=known --no-color --quiet --allow-root",
  subcommands: {
    "plugin|theme|post|site|menu|term|taxonomy|post-type|comment|media|language|role|cap|rewrite": {
      subcommands: {
        "list|get|status|is-installed|is-active|exists|path|count": runner(
          `--format=name --fields= --field=name --status=name --post_type=name --orderby=name
            --order=name --posts_per_page=number --allow-root --skip-plugins? --skip-themes?`,
          "name…",
        ),
      },
    },
    cron: { subcommands: { "event|schedule": { subcommands: { list: runner("--format=name") } } } },
    core: {
      subcommands: {
        "version|is-installed|check-update|verify-checksums": runner("--extra --format=name", ""),
      },
    },
    cli: { subcommands: { "info|version|check-update": {} } },
  },
};

export const RUBY_AND_PHP: Grammar = {
  "artisan|./artisan": ARTISAN,
  "bin/console|./bin/console": CONSOLE,
  symfony: {
    subcommands: {
      console: CONSOLE,
      "check:requirements|check:security|version|local:php:list": {},
    },
  },
  "wp|vendor/bin/wp": WORDPRESS,
  "rector|vendor/bin/rector|./vendor/bin/rector|ecs|vendor/bin/ecs|./vendor/bin/ecs": {
    runsProject: true,
    subcommands: {
      process: {
        ...runner("-n --dry-run --no-diffs --no-progress-bar --output-format=name --memory-limit="),
        needs: "-n --dry-run",
      },
      check: {
        ...runner("--no-progress-bar --no-diffs --output-format=name --memory-limit="),
      },
      "list-rules|list-checkers": {},
    },
  },
  "deptrac|vendor/bin/deptrac": {
    runsProject: true,
    subcommands: { "analyse|analyze": runner("--no-progress --no-cache --formatter=name", "") },
  },
  "erblint|haml-lint|slim-lint|bundler-audit|bundle-audit|fasterer|rails_best_practices|flay|flog":
    runner("--lint-all --format=name -f=name --no-color -q --quiet --verbose", "tests…"),
  "rubocop|bin/rubocop|./bin/rubocop|standardrb|bin/standardrb|brakeman|bin/brakeman|reek|herb":
    runner(
      `-f=progress|json|simple|quiet|offenses|clang|emacs|github|p|s|q
      --format=progress|json|simple|quiet|offenses|clang|emacs|github --only= --except= --parallel
      --color --no-color -P --display-cop-names -q --quiet --display-only-fail-level-offenses
      --force-exclusion -L --list-target-files --fail-level=name -D --no-parallel -F --fail-fast
      --show-cops? -w --no-pager -z --no-exit-on-warn --show-docs-url? --debug`,
    ),
  "rspec|bin/rspec|./bin/rspec|minitest|cucumber": runner(
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
    options: "-v -T --tasks",
    isFineAlone: true,
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
  "phpunit|bin/phpunit|./bin/phpunit|vendor/bin/phpunit|./vendor/bin/phpunit|vendor/bin/paratest|pest|vendor/bin/pest|./vendor/bin/pest":
    runner(
      `--filter= --testsuite= --stop-on-failure --group= --testdox --colors? --no-coverage
      --parallel --coverage-text? --list-tests --list-suites --list-groups -v -c=settings --compact --dirty --retry --bail --todo --no-progress --no-output
      --stop-on-error --stop-on-defect --exclude-group= --ci --profile --no-configuration
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
        `test lint check phpstan psalm stan analyse cs phpcs pint fund suggests validate show outdated audit why depends licenses diagnose about
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
  const tool = /^(?:\.\/)?(?:(?:vendor\/)?bin\/|artisan$)/.test(name)
    ? namedIn(RUBY_AND_PHP, name)
    : undefined;
  if (tool === undefined) readWords(PHP, words, call);
  else readWords(tool, rest, { ...call, name: `${call.name} ${name}` });
}
