/**
 * The targets of a project's own scripts that are trusted by convention, and the programs that run
 * them: npm and its relatives, make, turbo and the like.
 */
import { NotKnown } from "../shell/script-syntax.ts";
import { type Argument, asArgument, known } from "../shell/script-values.ts";
import type { Call, Given, Grammar, Program } from "./grammar.ts";

export function isConventional(target: string): boolean {
  if (TARGETS.has(target)) return true;
  const words = target.split(/[:.-]/);
  const isKnown = (word: string) => TARGETS.has(word) || VARIANTS.has(word);
  return words.some((word) => TARGETS.has(word)) && words.every(isKnown);
}

/** What a script may be given whose text is not at hand: what every test runner understands. */
export const MORE: Program = {
  options: `--run --watch=false --watchAll=false --no-watch -t= --testNamePattern= --grep= -g=
    -k= --coverage?true|false --no-coverage
    --reporter=dot|verbose|default|basic|tap|json|list|line|spec -i
    --runInBand --silent --verbose --bail?number --passWithNoTests -v -x -q -s --quiet
    --max-warnings=number --no-color --color? --ci --maxWorkers=number --project=name
    --workers=number --retry=number --filter= --noEmit --check --list
    --testPathPattern= --testPathPatterns= --mode=name`,
  arguments: "testfile…",
};

const TARGETS = new Set(
  `test tests build lint check checks typecheck type-check types tsc fmt format coverage unit e2e
    spec
  vet compile all-tests verify validate ci bench help`.split(/\s+/),
);
const VARIANTS = new Set(
  `test tests unit integration e2e ci watch coverage cov check types type ts js css all fast slow
    smoke web api
  server client core lib ui frontend backend app docs esm cjs prod production dev development run
  once
  quick node browser eslint prettier staged strict verbose debug auth components mobile ios
  android electron
  desktop main renderer shared common utils contract contracts snapshot smoke perf performance
  bench a11y
  visual headless report html local single file dts wasm native plugin plugins sdk cli module
  modules umd
  iife bundle min functional acceptance regression system model models controllers services hooks
  store
  routes component page pages doc markdown md style styles scss stylelint biome oxlint ruff mypy
  jest
  vitest playwright cypress mocha python go rust java nocache silent quiet
  ssr static preview storybook analyze full changed affected parallel serial
  deno bun workspace workspaces packages package lambda functions worker workers helm
  terraform`.split(/\s+/),
);

/** `npm run <name> [-- …]` and its like. */
export function scriptRunner(runner: string): Program {
  // npm keeps options in front of `--` for itself; the others hand them on.
  const more = runner.startsWith("npm") ? "" : MORE.options;
  return {
    options: `${more} -s --silent --if-present -r --recursive --workspaces -ws
      --include-workspace-root
      --no-color -q --quiet -w=package --workspace=package --ignore-scripts --parallel --stream
      --aggregate-output`,
    arguments: "name text…",
    behindDashes: { isOpen: true },
    check: (given, call) => startNamed(runner, given, call),
  };
}

function startNamed(runner: string, given: Given, call: Call): void {
  const [name, ...more] = given.arguments;
  if (name === undefined) {
    // Without a name it lists the scripts, but the name may also stand behind the dashes.
    if (given.behindDashes.length > 0) throw new NotKnown(`${call.name} --`);
    return;
  }
  const isElsewhere = ["-w", "--workspace", "--workspaces", "-ws"].some((option) =>
    given.options.has(option),
  );
  call.startProjectScript(isElsewhere ? `${runner} elsewhere` : runner, name, [
    ...more,
    ...given.behindDashes,
  ]);
}

/** `npm test`, `yarn build`: the subcommand itself names the script. */
function direct(runner: string, script: string): Program {
  const run = scriptRunner(runner);
  return {
    ...run,
    arguments: "text…",
    check: (given, call) => {
      const name = asArgument(known(script), script);
      startNamed(runner, { ...given, arguments: [name, ...given.arguments] }, call);
    },
  };
}

/** The subcommands that run a script of package.json. */
export function packageScripts(runner: string, names: string): Grammar {
  const directs = names.split(" ").map((name) => [name, direct(runner, name)]);
  return { "run|run-script": scriptRunner(runner), ...Object.fromEntries(directs) };
}

/** `pnpm test:unit`: a name that no subcommand has is a script's. */
export function otherScripts(runner: string): (name: string) => Program | undefined {
  return (name) =>
    name !== "ci" && name !== "help" && isConventional(name) ? direct(runner, name) : undefined;
}

/** Targets, each of which is a script of its own. */
function targets(runner: string): (given: Given, call: Call) => void {
  return (given, call) => {
    const names = given.arguments.filter(({ source }) => !source.includes("="));
    if (names.length === 0) throw new NotKnown(call.name);
    for (const target of names)
      call.startProjectScript(runner, /\bnx run$/.test(call.name) ? ofProject(target) : target, []);
  };
}

/** Nx takes `project:target`. */
function ofProject(target: Argument): Argument {
  const texts = target.texts?.map((text) => text.replace(/^[\w@/.-]+:(?=[\w-]+$)/, "")) ?? null;
  return texts?.every(isConventional) ? { ...target, texts } : target;
}

/** Runners of the scripts of many packages, also behind npx. */
export const TASK_RUNNERS: Grammar = {
  "turbo|nx|lerna": {
    subcommands: {
      run: {
        options: `--filter= -F= --scope= --parallel --concurrency=number --no-cache --cache --stream
          --dry-run? --dry? --force
            --output-logs=name --log-order=name --ui=stream --affected --only --continue? --since=
            --ignore= --no-bail --include-dependencies --skip-nx-cache --verbose --env-mode=name`,
        arguments: "name…",
        check: targets("turbo"),
      },
      "ls|list|show": { options: "-a -l --json --all --long", arguments: "name name" },
      "run-many|affected": {
        options: `-t=test|build|lint|check|typecheck|type-check|e2e
          --target=test|build|lint|check|typecheck|type-check|e2e --targets=test|build|lint
            --all --parallel?number --base=revision --head=revision --exclude= --projects= -p=
            --configuration=name -c=name --skip-nx-cache --verbose --uncommitted --untracked
            --files=
            --output-style=name --nx-bail --ci --maxParallel=number`,
        arguments: "test|build|lint|check|typecheck|type-check|e2e…",
      },
      "affected:test|affected:build|affected:lint": {
        options: "--base=revision --head=revision --all --parallel?number --skip-nx-cache",
        runsProject: true,
      },
      "test|build|lint|check|typecheck": {
        options: `--filter= --skip-nx-cache --watch=false --force --no-cache --concurrency=number
          --parallel?number
          --dry-run? --dry? --output-logs=name --log-order=name --ui=stream --affected --only
          --continue?
          --configuration=name --verbose --scope= --stream --since= --ignore= --no-bail`,
        arguments: "name…",
        runsProject: true,
      },
    },
    runsProject: true,
  },
};

export const PROJECT_RUNNERS: Grammar = {
  ...TASK_RUNNERS,
  "make|gmake": {
    options: `-j?number -s --silent --quiet -k --keep-going -B -n --dry-run --no-print-directory
      -C=workspace --directory=workspace -l?number -w --print-directory -i --ignore-errors --trace
      -O? --output-sync? --dry-run --just-print --recon -q --question`,
    arguments: "target…",
    check: (given, call) => {
      const isElsewhere = given.options.has("-C") || given.options.has("--directory");
      targets(isElsewhere ? "make elsewhere" : "make")(given, call);
    },
    runsProject: true,
  },
  "just|task": {
    options: `-l --list --summary --dump --evaluate --variables --groups -n --dry-run --show=name -a
        --list-all --json -s --silent`,
    arguments: "name…",
    check: listed(targets("just")),
  },
  "poe|invoke|inv|mage|mask": {
    options: "-l --list -q",
    arguments: "name…",
    check: listed(targets("poe")),
    runsProject: true,
  },
  rake: {
    options:
      "-T --tasks -P --prereqs -A --all -W -s --silent -q --quiet -t --trace -m -j?number --where",
    arguments: "name…",
    check: listed(targets("rake")),
    runsProject: true,
  },
};

function listed(check: (given: Given, call: Call) => void): (given: Given, call: Call) => void {
  return (given, call) => {
    const isListed = [
      ...["-l", "--list", "-T", "--tasks", "-P", "--prereqs", "-a", "--list-all"],
      ...[
        "--summary",
        "--dump",
        "--evaluate",
        "--variables",
        "--groups",
        "--show",
        "-W",
        "--where",
      ],
    ].some((one) => given.options.has(one));
    if (!isListed) check(given, call);
  };
}
