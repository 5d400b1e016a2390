/** Package managers as far as they read, run a conventional script or start a known tool. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { NODE_TOOLS, PIP, PYTHON_TOOLS } from "./build-and-test.ts";
import { type Call, type Grammar, type Program, reads } from "./grammar.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { packageScripts, TASK_RUNNERS } from "./project-scripts.ts";

/** Only tools that are known by name: any other name would be fetched from the registry and run. */
function startsTool(tools: Grammar, options: RegExp): Program {
  return {
    runsProject: true,
    read: (words: readonly Argument[], call: Call) => {
      const at = words.findIndex((word) => !options.test(onlyText(word) ?? ""));
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
  },
  /^(?:--frozen|--locked|--no-sync|-q|--quiet|--all-extras|--dev|--)$/,
);

function pythonOf(words: readonly Argument[]): readonly Argument[] {
  const python: Argument = {
    ...{ texts: ["python"], begins: "", source: "python", isNumber: false, isPlain: true },
    ...{ isSplit: false, isMany: false, mayVanish: false },
  };
  return [python, ...words];
}

const LISTING = reads(
  `--depth=number --all -a --json --long -l --parseable -p -g --global --prod --dev --production
    --omit= --include= -r --recursive --filter= -w= --workspace= --workspaces -s --silent
    --compatible --format= --audit-level= --package-lock-only --no-color --level= --summary --pattern=`,
);

const SCRIPT_OPTIONS = `-s --silent --no-color -q --quiet --loglevel= -r --recursive -w
  --workspace-root --if-present`;

export const PACKAGE_MANAGERS: Grammar = {
  npm: {
    options: "-s --silent --no-color -v -w= --workspace= --workspaces",
    subcommands: {
      ...packageScripts("npm", "test"),
      "t|tst": packageScripts("npm", "test")["test"] ?? {},
      "ls|list|view|info|show|v|outdated|why|explain|root|prefix|bin|search|find|fund|query|ll|la":
        LISTING,
      audit: { ...LISTING, arguments: "signatures" },
      help: reads("", "name"),
      "ping|whoami|version|doctor": { ...reads("--json", ""), arguments: "" },
      "config|c": {
        subcommands: { "get|list|ls": reads("-l --long --json -g --global --location=", "name…") },
        isFineAlone: true,
      },
      pkg: { subcommands: { get: reads("--json -w= --workspace=", "text…") } },
      pack: { ...reads("--dry-run --json -w= --workspace=", ""), needs: "--dry-run" },
      "exec|x": nodeTool,
    },
    isFineAlone: true,
  },
  npx: nodeTool,
  pnpm: {
    options: `${SCRIPT_OPTIONS} -v --filter= -F= --stream --parallel --aggregate-output`,
    subcommands: {
      ...packageScripts("pnpm", "test build lint typecheck check format fmt type-check coverage"),
      "t|tst": packageScripts("pnpm", "test")["test"] ?? {},
      "ls|list|ll|why|outdated|root|bin|licenses|view|info": LISTING,
      audit: { ...LISTING, arguments: "" },
      "exec|dlx": nodeTool,
      ...NODE_TOOLS,
    },
    isFineAlone: true,
  },
  yarn: {
    options: "-s --silent -v",
    subcommands: {
      ...packageScripts("yarn", "test build lint typecheck check format fmt type-check coverage"),
      "list|why|info|outdated|licenses|versions|bin": LISTING,
      workspace: { read: (words, call) => readWorkspace(words, call) },
      "exec|dlx": nodeTool,
      ...NODE_TOOLS,
    },
  },
  bun: {
    options: "-v --revision --silent",
    subcommands: {
      ...packageScripts("bun", "lint typecheck check format"),
      test: {
        options: `--coverage --bail?number --timeout=number -t= --test-name-pattern=
            --rerun-each=number --only`,
        arguments: "testfile…",
        runsProject: true,
      },
      pm: { subcommands: { "ls|bin|hash|cache|whoami": reads("--all", "") } },
      "outdated|why|info": LISTING,
      x: nodeTool,
    },
  },
  bunx: nodeTool,
  "pip|pip3": PIP,
  uv: {
    subcommands: {
      run: pythonTool,
      pip: {
        subcommands: {
          "list|show|freeze|check|tree": reads("--outdated --format= -q -v --depth=number"),
        },
      },
      tree: reads("--depth=number --outdated --no-dev --package= --invert"),
      version: reads("--short --output-format=", ""),
      python: {
        subcommands: { "list|find|dir": reads("--only-installed --all-versions", "name") },
      },
      tool: { subcommands: { "list|dir": reads("", "") } },
      lock: { ...reads("--check --locked", ""), needs: "--check --locked" },
      cache: { subcommands: { dir: {} } },
    },
  },
  poetry: {
    subcommands: {
      run: pythonTool,
      "show|check|about": reads(
        "-t --tree -l --latest -o --outdated --top-level --no-ansi --lock",
        "name",
      ),
      version: reads("-s --short --no-ansi", ""),
      env: { subcommands: { "info|list": reads("-p --path", "") } },
      config: { ...reads("--list", ""), needs: "--list" },
    },
  },
  "pdm|pipenv|rye": {
    subcommands: { run: pythonTool, "list|graph|info|show": reads("--tree --graph", "name") },
  },
  conda: {
    subcommands: {
      "list|info|search": reads("-n= --name= -e --envs --json"),
      env: { subcommands: { list: {} } },
    },
  },
  gem: {
    subcommands: {
      "list|info|query|search|which|env|environment|outdated|specification|contents": reads(
        "-l --local -r --remote -a --all -v= --version=",
        "name…",
      ),
    },
  },
  brew: {
    options: "-v --prefix? --cellar? --repository --cache --env",
    subcommands: {
      "list|ls|info|search|outdated|deps|uses|leaves|config|doctor|desc|cat": reads(
        "--versions --formula --cask --json? --tree --installed --greedy -1 -l -q --quiet -v",
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
      "list|info|search|repolist|provides|repoquery|check-update": reads(
        "-q --installed --available -C",
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
      "show|which|check": reads("--toolchain=", "name…"),
      "toolchain|target|component": { subcommands: { list: reads("--installed -v") } },
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
