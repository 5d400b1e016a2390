/**
 * Goes through the whole grammar with options that it may not know: whatever is not spelled out
 * for a program must leave nothing harmless, however it is joined, cut short or clustered.
 */
import { describe, expect, it } from "vitest";
import { rounds } from "../../../../test/support/rounds.ts";
import type { Grammar, Program } from "./grammar.ts";
import { unknownPart } from "./harmless.ts";
import { namedIn } from "./harmless-words.ts";
import { PROGRAMS } from "./programs.ts";

const PLACE = { workingDirectory: "/home/mina/shop", exists: () => true };

interface Row {
  path: string;
  program: Program;
  /** Options of the program itself and of those that lead to it. */
  names: ReadonlySet<string>;
  runsProject: boolean;
}

function optionsOf({ options = "" }: Program): string[] {
  return options.split(/\s+/).filter((option) => option.startsWith("-"));
}

function nameOf(option: string): string {
  return option.replace(/[=?].*$/s, "");
}

function* rowsOf(grammar: Grammar, path = "", outer?: Row): Generator<Row> {
  for (const [all, program] of Object.entries(grammar)) {
    const name = all.split("|")[0] ?? all;
    // A later family replaced it.
    if (namedIn(grammar, name) !== program) continue;
    const row: Row = {
      path: `${path} ${name}`.trim(),
      program,
      names: new Set([...(outer?.names ?? []), ...optionsOf(program).map(nameOf)]),
      runsProject: program.runsProject === true || outer?.runsProject === true,
    };
    yield row;
    // The tools of a project are the same behind each of its managers.
    const isAgain = /^(?:pnpm|yarn|cargo \+nightly)$/.test(row.path);
    if (program.subcommands !== undefined && !isAgain)
      yield* rowsOf(program.subcommands, row.path, row);
  }
}

const ROWS = [...rowsOf(PROGRAMS)];

const isKnown = (command: string): boolean => unknownPart(command, PLACE) === null;

/** A way to call the program that is known; undefined if there is none without more knowledge. */
function baseOf({ path, program }: Row): string | undefined {
  const needed = (program.needs ?? "").split(" ").map((one) => ` ${one}`);
  if (program.subcommands !== undefined) return isKnown(path) ? path : undefined;
  const more = ["", " src", " test/a.test.ts", " name", " 1", " test", " http://localhost/"];
  return needed.flatMap((need) => more.map((word) => path + need.trimEnd() + word)).find(isKnown);
}

const BASES = ROWS.filter(({ program }) => !program.isOpen).flatMap((row) => {
  const base = baseOf(row);
  return base === undefined ? [] : [{ ...row, base }];
});

/** They lead elsewhere, write, load, run or clear something, if a program takes them at all. */
const SHAPES = `--fix --write --init --install --upgrade --clear-cache --clean --delete --accept
  --update-snapshot --apply --zzz -ZQ9 --output=src/a.ts --output-file=src/a.ts --out=src/a.ts
  --outfile=src/a.ts --outdir=/elsewhere --out-dir=src --outp=src/a.ts --output-dir=src
  --log-file=src/a.ts --report-file=src/a.ts --config=/elsewhere/x --config=http://elsewhere/x
  --conf=/elsewhere/x --configuration=/elsewhere/x --rcfile=/elsewhere/x --settings=/elsewhere/x
  --plugin=/elsewhere/x.js --plugins=/elsewhere --load-plugins=x --require=/elsewhere/x.js
  --import=/elsewhere/x.js --preload=/elsewhere/x --init-script=/elsewhere/x --bootstrap=/elsewhere/x
  --exec=./x --exec-path=/elsewhere --upload-pack=./x --upl=./x --shell=./x --pager=./x --editor=./x
  --command=./x --run-under=./x --wrapper=./x --toolexec=./x -toolexec=./x -exec=./x -vettool=./x
  --prefix=/elsewhere --workspace=/elsewhere --dir=/elsewhere --directory=/elsewhere
  --cwd=/elsewhere --chdir=/elsewhere -chdir=/elsewhere --rootdir=/elsewhere --root=/elsewhere
  --project=/elsewhere --project-dir=/elsewhere --project-directory=/elsewhere
  --working-dir=/elsewhere --package-path=/elsewhere --manifest-path=/elsewhere/x --file=/elsewhere/x
  --gemfile=/elsewhere/x --cache-dir=src --cache-location=src --cacheDirectory=src --target-dir=src
  --basetemp=src --build-path=src --builddir=src --derivedDataPath=src --registry=http://elsewhere
  --index-url=http://elsewhere --endpoint-url=http://elsewhere --proxy=http://elsewhere
  --kubeconfig=/elsewhere/x --server=http://elsewhere @/elsewhere/args -C/elsewhere -I/elsewhere
  -f/elsewhere/x -p/elsewhere -c/elsewhere/x -d/elsewhere -r/elsewhere/x -osrc/a.ts -Xsrc
  -Dx=/elsewhere -Lsrc -Psrc -wsrc/a.ts`.split(/\s+/);

/** The option that a shape is, if it is spelled out for the program. */
function isSpelled(shape: string, { names, program, runsProject }: Row): boolean {
  const name = nameOf(shape);
  const isLetter = /^-[^-]/.test(shape) && !program.hasLongDashes;
  // Who reads words by itself is gone through with the corpus; a name may begin with `@`.
  if (program.read !== undefined || (shape.startsWith("@") && !runsProject)) return true;
  return names.has(name) || names.has(shape) || (isLetter && names.has(shape.slice(0, 2)));
}

/** Each program is tried with a part of the shapes, and in the soak with all. */
const PARTS = rounds(4, 1);

/** What a commit is to say may be written down anywhere. */
const MESSAGE = /^git commit--file=/;

const SPEAKS = new RegExp(
  [
    "out|file|log|report|cache|dir|path|exec|command|plugin|conf|hook|load|script|save|dump|trace",
    "prof|write|store|te?mp|require|import|module|class|runner|shell|editor|pager|browser|program",
  ].join("|"),
  "i",
);

/** By the manuals of all programs that have them: they choose, name or look for something. */
const LOOKED_UP = new Set(
  `--template --files0-from --gitfile --files-from --file-name --output-format --xpath -loglevel
  -classpath --file --ignore-file --max-filesize --path-separator --ignore-dir --path-to-ignore
  --file-search-regex --exclude-dir --list-file --output-indicator-new --output-indicator-old
  --output-indicator-context --git-path --path-format --exclude-per-directory --path
  --ignore-revs-file --directory --filename --cache --testPathPatterns --testPathIgnorePatterns
  --testPathPattern --timeout --stdin-filename --log-level --loglevel --stdin-filepath
  --find-config-path --file-info --module --moduleResolution --reporter
  --organize-imports-enabled --configuration --browsers --log-cli-format --log-format
  --per-file-ignores --follow-imports --profile --reports --msg-template --ignore-paths
  --confidence --confidence-level --ignore-filename-regex -timeout --skip-dirs --exclude-dirs
  --test_output --config --cache_test_results --order_output --files-included --skip-files
  --shell --files --without --workdir --env-file --request-timeout --pod-running-timeout
  --name-template --log-group-name --log-group-name-prefix --log-stream-name
  --log-stream-name-prefix --load-balancer-arns --execution-arn --log-stream-names
  --log-group-names --route-table-ids --cache-cluster-id --logical-resource-id --execution-name
  --subscription-arn --subscription -CAfile`.split(/\s+/),
);

describe("the grammar", () => {
  it("is gone through for the most part", () => {
    expect(ROWS.length).toBeGreaterThan(800);
    expect(BASES.length).toBeGreaterThan(500);
  });

  it("knows no option that is not spelled out", () => {
    const found = BASES.flatMap((row, index) =>
      SHAPES.filter((_, at) => at % PARTS === index % PARTS)
        .filter((shape) => !isSpelled(shape, row) && isKnown(`${row.base} ${shape}`))
        .map((shape) => `${row.base} ${shape}`),
    );
    expect(found).toEqual([]);
  });

  it("runs a project with nothing from elsewhere, whatever the option", () => {
    const found = BASES.filter((row) => row.runsProject).flatMap((row) =>
      SHAPES.filter((shape) => shape.includes("/elsewhere") && !MESSAGE.test(row.path + shape))
        .filter((shape) => isKnown(`${row.base} ${shape}`))
        .map((shape) => `${row.base} ${shape}`),
    );
    expect(found).toEqual([]);
  });

  it("takes free text for no option that may write or run, unless it was looked up", () => {
    const found = ROWS.flatMap((row) =>
      optionsOf(row.program)
        .filter((option) => /=(?:text)?$/.test(option) && SPEAKS.test(option))
        .filter((option) => !LOOKED_UP.has(nameOf(option)))
        .map((option) => `${row.path} ${option}`),
    );
    expect(found).toEqual([]);
  });

  it("takes no option for the value of another one", () => {
    const found = BASES.flatMap((row) =>
      optionsOf(row.program)
        // Whatever the program, this one may stand alone.
        .filter((option) => /=(?!pattern$)/.test(option) && nameOf(option) !== "--version")
        .flatMap((option) =>
          ["--fix", "-w", "--output=src/a.ts"].map((next) => `${nameOf(option)} ${next}`),
        )
        .filter((words) => isKnown(`${row.base} ${words}`))
        .map((words) => `${row.base} ${words}`),
    );
    expect(found).toEqual([]);
  });
});
