/** Package managers as far as they read, run a conventional script or start a known tool. */

import { regex } from "../shell/regex.ts";
import { NotKnown } from "../shell/script-syntax.ts";
import { type Argument, asArgument, known } from "../shell/script-values.ts";
import { type Call, each, type Grammar, type Program, reads } from "./grammar.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { NODE_TOOLS } from "./javascript.ts";
import { otherScripts, packageScripts, TASK_RUNNERS } from "./project-scripts.ts";
import { PIP, PYTHON_TOOLS } from "./python.ts";

/** Only tools that are known by name: any other name would be fetched from the registry and run. */
function startsTool(tools: Grammar, options: RegExp, valued = /^$/): Program {
  return {
    runsProject: true,
    read: (words: readonly Argument[], call: Call) => {
      const isName = (word: Argument | undefined) =>
        word !== undefined && /^[\w.-]+$/.test(onlyText(word) ?? "");
      const at = words.findIndex((word, index) => {
        const before = words[index - 1];
        const isValue = before !== undefined && valued.test(onlyText(before) ?? "") && isName(word);
        return (
          !isValue && !options.test(onlyText(word) ?? "") && !valued.test(onlyText(word) ?? "")
        );
      });
      const tool = at === -1 ? undefined : words[at];
      const name = tool === undefined ? null : onlyText(tool);
      const known = name === null ? undefined : namedIn(tools, name);
      if (known === undefined) throw new NotKnown(`${call.name} ${tool?.source ?? ""}`);
      readWords(known, words.slice(at + 1), { ...call, name: `${call.name} ${tool?.source}` });
    },
  };
}

const nodeTool = startsTool(
  { ...NODE_TOOLS, ...TASK_RUNNERS, pyright: PYTHON_TOOLS["pyright|basedpyright"] ?? {} },
  /^(?:--no-install|--no|-y|--yes|--silent|--)$/,
);
const pythonTool = startsTool(
  {
    ...PYTHON_TOOLS,
    "python|python3": { read: (words, call) => call.startCommand(pythonOf(words)) },
    "-m": { read: (words, call) => call.startCommand(pythonOf([option("-m"), ...words])) },
  },
  regex()`
  ^(?:--frozen|--locked|--no-sync|-q|--quiet|-v|--verbose|--all-extras|--all-groups
  |--all-packages|--dev|--no-dev|--exact|--isolated|--offline|--no-progress|--|--(?:extra
  |group|only-group|no-group|package|python)=[\w.-]+)$
`,
  /^(?:--(?:extra|group|only-group|no-group|package|python)|-p)$/,
);

function pythonOf(words: readonly Argument[]): readonly Argument[] {
  return [option("python"), ...words];
}

function option(text: string): Argument {
  return asArgument(known(text), text);
}

const LISTING = reads(
  `--depth=number --all -a --json --long -l --parseable -p -g --global --prod --dev --production
    --omit= --include= -r --recursive --filter= -w=package --workspace=package --workspaces
    -s --silent
    --compatible --link --unicode --no-unicode --include-workspace-root --before=
    --searchlimit=number
    --only= --searchopts= --offline --no-fund --no-audit --legacy-peer-deps --lockfile-only
    --only-projects
    --exclude-peers --find-by= --ignore-registry-errors --sort-by= --which -A -R
    --no-private --since? --compatible --format= --audit-level= --package-lock-only
    --no-color --level= --summary --pattern=`,
);

const SCRIPT_OPTIONS = `-s --silent --no-color -q --quiet --loglevel= -r --recursive -w
  --workspace-root --if-present`;

export const PACKAGE_MANAGERS: Grammar = {
  npm: {
    options: "-s --silent --no-color -v -w=package --workspace=package --workspaces",
    subcommands: {
      ...packageScripts("npm", "test"),
      "t|tst": packageScripts("npm", "test")["test"] ?? {},
      ...each(
        `ls list view info show v outdated why explain root prefix bin search find fund
    query ll la s get sbom diff`,
        LISTING,
      ),
      "dist-tag|dist-tags|access|owner|team|profile|cache|org": {
        subcommands: { "ls|list|get|packages": LISTING },
      },
      audit: { ...LISTING, arguments: "signatures" },
      "help|help-search": reads("", "name…"),
      completion: {},
      "ping|whoami|version|doctor": { ...reads("--json", ""), arguments: "" },
      "config|c": {
        subcommands: {
          "get|list|ls": reads("-l --long --json -g --global --location= -L=", "name…"),
        },
        isFineAlone: true,
      },
      pkg: { subcommands: { get: reads("--json -w=package --workspace=package", "text…") } },
      pack: { ...reads("--dry-run --json -w=package --workspace=package", ""), needs: "--dry-run" },
      "exec|x": nodeTool,
    },
    isFineAlone: true,
  },
  npx: nodeTool,
  pnpm: {
    options: `${SCRIPT_OPTIONS} -v -C=workspace --dir=workspace --filter= -F= --stream --parallel --aggregate-output`,
    subcommands: {
      ...TASK_RUNNERS,
      ...packageScripts("pnpm", "test build lint typecheck check format fmt type-check coverage"),
      "t|tst": packageScripts("pnpm", "test")["test"] ?? {},
      "ls|list|ll|la|why|outdated|root|bin|licenses|view|info|peers": LISTING,
      store: { subcommands: { "path|status": {} } },
      dedupe: { ...reads("--check", ""), needs: "--check" },
      env: { subcommands: { "list|ls": reads("--remote", "name") } },
      audit: { ...LISTING, arguments: "" },
      "exec|dlx": nodeTool,
      config: { subcommands: { "list|get": reads("--json --location=name", "name") } },
      help: reads("-a --all", "name"),
      ...NODE_TOOLS,
    },
    others: otherScripts("pnpm"),
    isFineAlone: true,
  },
  yarn: {
    options: "-s --silent -v",
    subcommands: {
      ...packageScripts("yarn", "test build lint typecheck check format fmt type-check coverage"),
      "list|why|info|outdated|licenses|versions|bin|explain": LISTING,
      npm: { subcommands: { "info|audit": LISTING } },
      dedupe: { ...reads("--check", ""), needs: "--check" },
      constraints: {},
      workspaces: {
        subcommands: {
          "list|info": reads("--json -v -R --since? --no-private", ""),
          "foreach|run": {
            options: `-A -W -p -v -vv -t -i -R --all --worktree --parallel --verbose --topological
              --topological-dev --interlaced --recursive --since? --include= --exclude= --from=
              -j=number --jobs=number --no-private`,
            subcommands: packageScripts("yarn elsewhere", "test build lint typecheck check format"),
          },
        },
      },
      workspace: { read: (words, call) => readWorkspace(words, call) },
      "exec|dlx": nodeTool,
      audit: reads("--groups=name --level=name --json --environment=name", ""),
      config: { subcommands: { "list|get": reads("--json", "name") }, isFineAlone: true },
      help: reads("", "name"),
      ...NODE_TOOLS,
    },
    others: otherScripts("yarn"),
  },
  bun: {
    options: "-v --revision --silent",
    subcommands: {
      ...packageScripts("bun", "lint typecheck check format"),
      test: {
        options: `--coverage --bail?number --timeout=number -t= --test-name-pattern=
            --rerun-each=number --only --watch=false --todo --concurrent --randomize
            --seed=number --coverage-reporter=text|lcov --reporter=junit|dots
            --reporter-outfile=new --only-failures --max-concurrency=number --silent --smol`,
        arguments: "testfile…",
        runsProject: true,
      },
      pm: {
        subcommands: {
          "ls|bin|hash|whoami|view|why|untrusted|scan": reads("--all -g --json", "name…"),
        },
      },
      "outdated|why|info": LISTING,
      audit: reads("--json --prod --audit-level=name", ""),
      x: nodeTool,
    },
  },
  bunx: nodeTool,
  "pip|pip3": PIP,
  // A tool known by name, as behind npx.
  uvx: { read: readUvx },
  pixi: {
    subcommands: {
      run: { read: (words, call) => readOwnScript("pixi", words, call) },
      "list|ls|info|tree": reads("--json --explicit -e=name --environment=name", "name"),
    },
  },
  uv: {
    subcommands: {
      run: pythonTool,
      pip: {
        subcommands: {
          "list|show|freeze|check|tree": reads(
            `--outdated --format= -q -v --depth=number --system --strict --exclude-editable
              -e --editable --exclude= -f --files --invert --package= --no-dedupe
              --python=name -p=name --no-system --show-version-specifiers`,
          ),
        },
      },
      tree: reads(
        `--depth=number --outdated --no-dev --package= --invert --frozen --locked
          --all-groups --group= --only-group= --universal -d=number --python-version= --prune=
          --no-dedupe --show-sizes --python-platform=`,
        "",
      ),
      build: { options: "--sdist --wheel --package=name --all -q", runsProject: true },
      "export|help": reads("--format=name --no-hashes --frozen --locked --no-dev --group= -q", ""),
      sync: {
        ...reads("--check --dry-run --locked --frozen --all-extras --all-groups", ""),
        needs: "--check --dry-run",
      },
      version: reads("--short --output-format=", ""),
      python: {
        subcommands: {
          "list|find|dir": reads(
            "--only-installed --all-versions --show-urls --only-downloads",
            "name",
          ),
        },
      },
      tool: { subcommands: { "list|dir": reads("", ""), run: { read: readUvx } } },
      lock: { ...reads("--check --locked", ""), needs: "--check --locked" },
      cache: { subcommands: { dir: {} } },
    },
  },
  poetry: {
    subcommands: {
      run: pythonTool,
      "show|check|about": reads(
        `-t --tree -l --latest -o --outdated -T --top-level --no-ansi --lock --with=
          --without= --only= -a --all -n
          --no-interaction --why --strict -q -v -C=workspace --no-dev`,
        "name",
      ),
      version: reads("-s --short --no-ansi", ""),
      env: { subcommands: { "info|list": reads("-p --path", "") } },
      config: { ...reads("--list", ""), needs: "--list" },
    },
  },
  "pdm|pipenv|rye": {
    subcommands: {
      run: { read: (words, call) => readOwnScript("pdm", words, call) },
      test: { ...reads("-q -v --all", ""), runsProject: true },
      "list|graph|info|show|check|outdated": reads(
        `--tree --graph --json --freeze --python --where --packages --env --reverse --bare -v
          --venv`,
        "name",
      ),
    },
    options: "--venv --where --py",
    isFineAlone: true,
  },
  "conda|mamba|micromamba": {
    subcommands: {
      "list|info|search": reads(
        `-n= --name= -p= --prefix= -e -c= --channel= --envs --json --export --explicit -f
          --full-name --override-channels --all -a --revisions -i --info`,
      ),
      env: { subcommands: { list: reads("--json", "") } },
      config: {
        ...reads("--show? --show-sources --get? --json --describe?", "name…"),
        needs: "--show --show-sources --get --describe",
      },
      run: {
        options: "-n=name --name=name --no-capture-output --live-stream",
        startsCommand: true,
        runsProject: true,
      },
    },
  },
  pipx: {
    subcommands: {
      "list|environment": reads("--short --json --include-injected --value=name -V=name", ""),
    },
  },
  "snap|flatpak": {
    subcommands: { "list|info|find|search": reads("--all --columns= --app --runtime", "text…") },
  },
  "apt-mark": { arguments: "showmanual|showauto|showhold text…" },
  "nix-env": { ...reads("-q --query --installed -a --json", "text…"), needs: "-q --query" },
  port: {
    subcommands: {
      "installed|list|search|info|outdated|contents|provides": reads("-v -q", "text…"),
    },
  },
  "choco|winget|scoop": {
    subcommands: {
      "list|search|info|show": reads("--id= -e --exact --local-only -l --limit-output", "text…"),
    },
  },
  gem: {
    subcommands: {
      "list|info|query|search|which|env|environment|outdated|specification|contents": reads(
        `-l --local -r --remote -a --all -v= --version= -d --details -e --exact -i
          --installed -q --quiet --no-verbose --prerelease --no-versions --versions`,
        "name…",
      ),
    },
  },
  brew: {
    options: "-v --prefix? --cellar? --repository --cache --env",
    subcommands: {
      "list|ls|info|search|outdated|deps|uses|leaves|config|doctor|desc|cat": reads(
        `--versions --formula --cask --formulae --casks --json? --tree --installed --greedy
          -1 -l -r -t -q --quiet -v
          --verbose --desc --include-build --topological --full-name --full --union --direct
          --missing
          --installed-on-request --pinned --multiple --eval-all --recursive --analytics`,
        "formula…",
      ),
      services: { subcommands: { "list|info": reads("--json", "name") } },
      "--prefix": reads("", "name"),
    },
  },
  apt: {
    subcommands: {
      "list|show|search|policy|depends|rdepends": reads(
        "--installed --upgradable -a --all-versions --names-only -q -qq",
      ),
    },
  },
  "apt-cache": {
    subcommands: {
      "show|search|policy|depends|rdepends|madison|showpkg|stats|pkgnames": reads(
        "-q -n --names-only --installed",
      ),
    },
  },
  dpkg: {
    ...reads(
      `-l -L -S -s -p --list --listfiles --search --status --get-selections
        --print-architecture --print-avail`,
      "text…",
    ),
    needs:
      "-l -L -S -s -p --list --listfiles --search --status --get-selections --print-architecture",
  },
  "dpkg-query": {
    ...reads("-l -L -S -s -W -f= --list --show --showformat= --search --status", "text…"),
    needs: "-l -L -S -s -W --list --show --search --status",
  },
  rpm: {
    ...reads(
      "-q -a -i -l -f -p -c -d -R --query --all --info --list --queryformat= --qf=",
      "text…",
    ),
    check: queries,
  },
  "dnf|yum": {
    subcommands: {
      "list|info|search|repolist|provides|repoquery|check-update|grouplist|deplist|whatprovides":
        reads(
          `-q --installed --available -C -y --all --requires --provides -l --list --enabled
            --disabled --showduplicates`,
        ),
    },
  },
  pacman: {
    ...reads("-Q -Qi -Ql -Qs -Qe -Qo -Qq -Qm -Ss -Si -Qu -Qdt", "text…"),
    hasLongDashes: true,
    needs: "-Q -Qi -Ql -Qs -Qe -Qo -Qq -Qm -Ss -Si -Qu -Qdt",
  },
  rustup: {
    subcommands: {
      "show|which|check": reads("--toolchain= -v --verbose", "name…"),
      doc: { ...reads("--path --std --book --toolchain=name", "name"), needs: "--path" },
      "toolchain|target|component": {
        subcommands: { list: reads("--installed -v --toolchain=name -q --quiet") },
      },
    },
  },
  "asdf|mise|nodenv|pyenv|rbenv": {
    subcommands: {
      "list|ls|current|which|where|version|versions|whence|doctor|root": reads("", "name…"),
    },
  },
  nvm: { subcommands: { "ls|list|current|version|which|ls-remote": reads("--lts", "name") } },
  volta: { subcommands: { "list|which": reads("", "name") } },
  corepack: { options: "-v" },
};

/** `pdm run test`: a script of the project by convention, or a tool. */
function readOwnScript(runner: string, words: readonly Argument[], call: Call): void {
  const [name, ...more] = words;
  const isTool = name === undefined || namedIn(PYTHON_TOOLS, onlyText(name) ?? "") !== undefined;
  if (isTool || /^(?:-|python)/.test(name.source)) readWords(pythonTool, words, call);
  else call.startProjectScript(runner, name, more);
}

function readUvx(words: readonly Argument[], call: Call): void {
  const [name, ...more] = words;
  const said = name === undefined ? "" : (onlyText(name) ?? "");
  const tool = /manage/.test(said) ? undefined : namedIn(PYTHON_TOOLS, said);
  if (tool === undefined) throw new NotKnown(`${call.name} ${said}`);
  readWords(tool, more, { ...call, name: `${call.name} ${said}` });
}

/** `yarn workspace name test`: a script of another folder. */
function readWorkspace(words: readonly Argument[], call: Call): void {
  const [name, ...rest] = words;
  const scripts = packageScripts("yarn elsewhere", "test build lint typecheck check format");
  if (name === undefined || onlyText(name) === null) throw new NotKnown(call.name);
  readWords({ subcommands: scripts }, rest, { ...call, name: `${call.name} ${name.source}` });
}

/** rpm installs with the letters that also qualify a query. */
function queries({ options }: { options: ReadonlyMap<string, unknown> }, call: Call): void {
  if (!options.has("-q") && !options.has("--query")) throw new NotKnown(call.name);
}
