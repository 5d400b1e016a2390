/** Runners, type checkers and linters of Python projects. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { type Call, each, type Grammar, type Program, reads, runner } from "./grammar.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { scriptRunner } from "./project-scripts.ts";

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
  --no-migrations --reuse-db --show-capture=name --reruns-delay=number --only-rerun=
  --count=number --random-order-seed=number --randomly-seed= --headed --browser=name --html=new
  --self-contained-html --testmon --looponfail=false --show-fixtures-per-test --fixtures-per-test
  -o=pytestsetting --override-ini=pytestsetting --no-fold-skipped --force-sugar --snapshot-details
  --markers --no-cov --deselect= --ignore=project --ignore-glob=
  -p=withoutplugin --asyncio-mode=auto|strict --setup-show
  --showlocals --runxfail --reruns=number --random-order --junitxml=new --junit-xml=new
  --import-mode=importlib|prepend|append --benchmark-skip -W=warning`;

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

/** Django's own commands that look at the project, or run its tests. */
const MANAGE: Program = {
  runsProject: true,
  subcommands: {
    test: runner(
      `-v=number --verbosity=number --parallel? --keepdb -k= --failfast --tag= --exclude-tag=
        --debug-mode -b --buffer --shuffle?number --timing -r --reverse --no-color --traceback
        --no-faulthandler --durations=number`,
      "name…",
    ),
    "check|showmigrations|show_urls|help|version|sqlmigrate|findstatic|inspectdb|validate_templates":
      runner(
        `--deploy --tag=name -t=name --fail-level=name --database=name -v=number --verbosity=number
          --plan -p -l --list --backwards --no-color --traceback --format=name`,
        "name…",
      ),
    // Without it they would do it.
    makemigrations: {
      ...runner("--check --dry-run -v=number --verbosity=number --no-color", "name…"),
      needs: "--dry-run",
    },
    migrate: { ...runner("--plan --check --database=name -v=number", "name…"), needs: "--plan" },
  },
};

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
  "manage.py|./manage.py": MANAGE,
  ruff,
  mypy,
  black,
  isort,
  flake8,
  pylint: runner(
    `-E --errors-only --disable= -d= --enable= -e= -j=number --jobs=number --score= -rn --reports=
      -r= --output-format=text|colorized|parseable|json|json2|msvs|github
      -f=text|colorized|parseable|json|json2|msvs|github --msg-template= --max-line-length=number
      --ignore= --ignore-paths=
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
  // What is listed in a file it would build to look at it.
  "pip-audit|pip_audit|pipdeptree|pip-licenses|piplicenses": reads(
    `-l --local -s= -f= --format= --desc? -v --progress-spinner=off -p= --packages= --reverse
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
  "sphinx-build": {
    ...runner("-b=name -q -W -n -E -a -v -j=name --keep-going", "project name"),
    arguments: "project project",
    check: ({ arguments: [, to] }, call) => {
      if (to === undefined || !/(?:^|\/)_?build(?:\/|$)/.test(onlyText(to) ?? ""))
        throw new NotKnown(`${call.name} ${to?.source ?? ""}`);
    },
  },
  jupyter: {
    runsProject: true,
    subcommands: {
      nbconvert: {
        ...runner("--stdout --to=script|python|markdown|html|rst|asciidoc --no-input", "project"),
        needs: "--stdout",
      },
      kernelspec: { subcommands: { list: reads("--json", "") } },
    },
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
  "django|build|ensurepip": { needs: "--version" },
  "ast|tokenize|dis|calendar|inspect|pyclbr": reads("-m= -a -e -C -O", "text"),
  "zipfile|tarfile": { ...reads("-l= -t= --list= --test= -v"), needs: "-l -t --list --test" },
};

export const PYTHON: Grammar = {
  ...PYTHON_TOOLS,
  "python|python3|python3.9|python3.10|python3.11|python3.12|python3.13|python3.14": {
    read: (words, call) => readPython(words, call),
  },
  nox: {
    options: "-l --list -s=session -e=session --session=session -r -R -k=name -t=name",
    runsProject: true,
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

/** `coverage run -m pytest`. */
function readCoverage(words: readonly Argument[], call: Call): void {
  const at = words.findIndex((word) => onlyText(word) === "-m");
  const odd = words
    .slice(0, at)
    .find(({ source }) => !/^(?:--branch|-a|-p|--source=[\w.,-]+)$/.test(source));
  if (at === -1 || odd !== undefined) throw new NotKnown(call.name);
  readPython(words.slice(at), call);
}

/** `python -m pytest`; other code and files are not known. */
function readPython(words: readonly Argument[], call: Call): void {
  const [first, second, ...rest] = words;
  const option = first === undefined ? "" : (onlyText(first) ?? "");
  if (/^(?:\.\/)?manage\.py$/.test(option)) {
    readWords(MANAGE, words.slice(1), { ...call, name: `${call.name} ${option}` });
    return;
  }
  if (second === undefined && /^(?:-V|-VV|--version|--help)$/.test(option)) return;
  const name = second === undefined ? "" : (onlyText(second) ?? "");
  const tool = option === "-m" ? namedIn(MODULES, name) : undefined;
  const said = [call.name, first?.source ?? "", option === "-m" ? (second?.source ?? "") : ""];
  if (tool === undefined) throw new NotKnown(said.join(" "));
  readWords(tool, rest, { ...call, name: said.join(" ") });
}
