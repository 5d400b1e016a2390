/**
 * The targets of a project's own scripts that are trusted by convention, and the programs that run
 * them: npm and its relatives, make, turbo and the like.
 */
import { NotKnown } from "../shell/script-syntax.ts";
import { asArgument, known } from "../shell/script-values.ts";
import type { Call, Given, Grammar, Program } from "./grammar.ts";

export function isConventional(target: string): boolean {
  if (TARGETS.has(target)) return true;
  const [first = "", ...more] = target.split(/[:.-]/);
  return TARGETS.has(first) && more.every((word) => VARIANTS.has(word));
}

/** What may be handed on to a script whose text is not at hand: what every test runner understands. */
export const MORE: Program = {
  options: `--run --watch=false --watchAll=false --no-watch -t= --testNamePattern= --grep= -g=
    -k= --coverage --no-coverage --reporter=dot|verbose|default|basic|tap|json|list|line|spec -i
    --runInBand --silent --verbose --bail?number --passWithNoTests -v -x -q -s --quiet
    --max-warnings=number --no-color --color? --ci --maxWorkers=number --project=name
    --workers=number --retry=number --filter= --noEmit --check --list
    --testPathPattern= --testPathPatterns= --mode=name`,
  arguments: "testfile…",
};

const TARGETS = new Set(
  `test tests build lint check checks typecheck type-check types tsc fmt format coverage unit e2e spec
  vet compile all-tests verify validate ci`.split(/\s+/),
);
const VARIANTS = new Set(
  `test tests unit integration e2e ci watch coverage cov check types type ts js css all fast slow smoke web api
  server client core lib ui frontend backend app docs esm cjs prod production dev development run once
  quick node browser eslint prettier staged strict verbose debug`.split(/\s+/),
);

/** `npm run <name> [-- …]` and its like. */
export function scriptRunner(runner: string): Program {
  // npm keeps options in front of `--` for itself; the others hand them on.
  const more = runner.startsWith("npm") ? "" : MORE.options;
  return {
    options: `${more} -s --silent --if-present -r --recursive --workspaces -ws --include-workspace-root
      --no-color -q --quiet -w= --workspace= --ignore-scripts --parallel --stream
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

/** Targets, each of which is a script of its own. */
function targets(runner: string): (given: Given, call: Call) => void {
  return (given, call) => {
    if (given.arguments.length === 0) throw new NotKnown(call.name);
    for (const target of given.arguments) call.startProjectScript(runner, target, []);
  };
}

/** Runners of the scripts of many packages, also behind npx. */
export const TASK_RUNNERS: Grammar = {
  "turbo|nx|lerna": {
    subcommands: {
      run: {
        options:
          "--filter= --scope= --parallel --concurrency=number --no-cache --cache --stream --dry-run? --dry?",
        arguments: "name…",
        check: targets("turbo"),
      },
      "ls|list|show": { options: "-a -l --json", arguments: "name name" },
      "run-many|affected": {
        options:
          "-t=test|build|lint|check|typecheck --target=test|build|lint --all --parallel?number",
      },
      "test|build|lint|check|typecheck": {
        options: "--filter= --skip-nx-cache --watch=false",
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
      -C=workspace --directory=workspace`,
    arguments: "name…",
    check: (given, call) => {
      const isElsewhere = given.options.has("-C") || given.options.has("--directory");
      targets(isElsewhere ? "make elsewhere" : "make")(given, call);
    },
    runsProject: true,
  },
  "just|task": { options: "-l --list", arguments: "name…", check: listed(targets("just")) },
  rake: {
    options: "-T --tasks",
    arguments: "name…",
    check: listed(targets("rake")),
    runsProject: true,
  },
};

function listed(check: (given: Given, call: Call) => void): (given: Given, call: Call) => void {
  return (given, call) => {
    const isListed = ["-l", "--list", "-T", "--tasks"].some((one) => given.options.has(one));
    if (!isListed) check(given, call);
  };
}
