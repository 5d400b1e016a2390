/** Options by which a harmless program starts another one, loads code or writes to a file. */
import type { Danger } from "./destructive.ts";
import { valuesOf } from "./option-values.ts";

export interface OptionDangers {
  dangers: Danger[];
  /** Command lines that the program will run. */
  scripts: string[];
  /** Files that the program will write to. */
  written: string[];
}

export function dangersOfOptions(name: string, all: readonly string[]): OptionDangers {
  // Behind the program that these start, the options are that program's.
  const end = STARTERS.test(name) ? all.findIndex((word) => PROGRAM.test(word)) : -1;
  const words = end === -1 ? all : all.slice(0, end);
  const found: OptionDangers = { dangers: [], scripts: [], written: [] };
  for (const [programs, kind, options, usual] of rowsOf(name)) {
    if (!programs.includes(name)) continue;
    const values = valuesOf(words, options).filter((value) => !(usual?.test(value) ?? false));
    if (values.length === 0) continue;
    if (kind === "writes") found.written.push(...values);
    else if (kind === "loads") found.dangers.push("unclear");
    else {
      found.dangers.push("runs_hidden_program", "unclear");
      found.scripts.push(...values);
    }
  }
  const line = words.join(" ");
  for (const [programs, pattern, danger] of patternsOf(name))
    if (programs.includes(name) && pattern.test(line)) found.dangers.push(danger);
  return found;
}

const STARTERS = /^(?:npx|bunx|uvx|pipx|time|strace|ltrace|valgrind|perf)$/;
const PROGRAM =
  /^(?:@[\w-]+\/)?(?:tsc|vitest|jest|eslint|prettier|playwright|mocha|tsx|ts-node|biome|vite|next|knip|webpack|rollup|npm|node|python[\d.]*|make|cargo|go|pytest|bash|sh)(?:@\S*)?$/;

type Row = [programs: string[], kind: "runs" | "loads" | "writes", options: string, usual?: RegExp];
type Pattern = [programs: string[], pattern: RegExp, danger: Danger];

const EDITORS = ["vim", "vi", "nvim", "view", "ex", "gvim", "vimdiff"];
const TARS = ["tar", "gtar", "bsdtar"];
const COMPILERS = ["gcc", "g++", "cc", "c++", "clang", "clang++", "cpp", "tcc"];
const PACKAGERS = ["npm", "npx", "pnpm", "yarn", "bun", "bunx"];
const COMPRESSOR =
  /^(?:(?:un)?(?:pigz|gzip|zstd|zstdmt|xz|pixz|lz4|bzip2|pbzip2|lzma|brotli|gz)\b[ \w-]*)$/;
/** A configuration with its program's own name is the project's. */
const OWN_CONFIG =
  /^(?!\/|~|\.\.)(?:[\w./-]*\/)?\.?(?:vitest|vite|jest|eslint|prettier|playwright|mocha|mocharc|babel|webpack|rollup|rolldown|tsconfig|cypress|karma|stylelint|biome|pytest|setup\.cfg|pyproject|tox|mypy|ruff|pylint|flake8|rubocop|phpunit|golangci|clippy|next|nuxt|svelte|astro|tsup|esbuild|postcss|tailwind|nyc|c8|commitlint|lint-staged|lintstaged|knip|typedoc|storybook|metro|wrangler|dprint|swcrc)[\w.-]*$|^(?:false|\.)$/i;
const PACKAGE_NAME = /^(?:@[\w-]+\/)?[\w-]+(?:\/(?:register|config|esm|cjs|auto|setup)[\w/.-]*)?$/;
const REPORTERS =
  /^(?:default|verbose|dot|spec|tap|tap-flat|json|junit|html|list|line|github|github-actions|basic|blob|min|progress|nyan|landing|hanging-process|agent|stylish|compact|unix|checkstyle|summary|silent|xunit|doc|markdown|lcov|text\S*|tree)(?:,[\w-]+)*$/;

const ROWS: Row[] = [
  [["sort"], "runs", "--compress-program", COMPRESSOR],
  [["sort", "shuf"], "writes", "-o --output"],
  [["split"], "runs", "--filter"],
  [["install"], "runs", "--strip-program"],
  [TARS, "runs", "-I --use-compress-program", COMPRESSOR],
  [TARS, "runs", "-F --to-command --info-script --new-volume-script --rsh-command --rmt-command"],
  [["zip"], "runs", "--unzip-command -TT"],
  [["rsync"], "runs", "-e --rsh", /^ssh(?: (?!.*ProxyCommand).*)?$/],
  [["rsync"], "runs", "--rsync-path", /^(?:sudo )?rsync$/],
  [["ssh", "scp", "sftp"], "loads", "-F"],
  [["scp", "sftp"], "runs", "-S"],
  [["sftp"], "loads", "-b"],
  [["ssh-keygen"], "loads", "-D"],
  [["ssh-add"], "loads", "-s"],
  [["man"], "runs", "-P --pager -H --html", /^(?:cat|less)$/],
  [["bat", "batcat", "delta", "ag", "ack"], "runs", "--pager", /^(?:cat|less.*|never)$/],
  [["rg"], "runs", "--pre --hostname-bin"],
  [
    ["fzf", "sk"],
    "runs",
    "--preview --bind",
    /^(?:[\w-]+:(?:up|down|abort|accept|toggle\S*)|(?:cat|bat|head) .*)$/,
  ],
  [["diff3"], "runs", "--diff-program"],
  [["awk", "gawk", "mawk", "nawk"], "loads", "-f --file -l --load -i --include -E --exec"],
  [["sed", "gsed"], "loads", "-f --file"],
  [["less"], "writes", "-o -O --log-file --LOG-FILE"],
  [["strace", "ltrace"], "writes", "-o --output"],
  [["valgrind"], "writes", "--log-file --xml-file"],
  [["time"], "writes", "-o --output"],
  [["perf"], "writes", "-o --output"],
  [["perf"], "loads", "-s --script"],
  [["tcpdump", "tshark", "dumpcap"], "writes", "-w"],
  [
    [
      "iconv",
      "gpg",
      "gpg2",
      "pandoc",
      "objcopy",
      "ld",
      "strip",
      "as",
      "rustc",
      "flex",
      "bison",
      "ctags",
      "protoc",
      "dot",
      "terser",
      "sass",
    ],
    "writes",
    "-o --output --out-file",
  ],
  [["openssl"], "writes", "-out -keyout"],
  [["openssl"], "loads", "-engine -provider-path -config"],
  [["patch"], "writes", "-o --output"],
  [["curl"], "loads", "-K --config"],
  [
    ["curl"],
    "writes",
    "-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --output-dir --hsts --alt-svc --etag-save --libcurl",
    /^(?:-|%|\/dev\/)/,
  ],
  [["wget"], "writes", "-o --output-file -a --append-output"],
  [["wget"], "runs", "--use-askpass"],
  [["wget"], "loads", "-e --execute --config -i --input-file -P --directory-prefix", /^\/tmp\//],
  [["aria2c"], "runs", "--on-download-complete --on-download-start --on-download-stop"],
  [["http", "https", "xh"], "writes", "-o --output"],
  [["pg_dump", "pg_dumpall", "psql", "sqlcmd"], "writes", "-f --file -o --output -L --log-file"],
  [["psql"], "loads", "-f --file"],
  [["sqlcmd"], "loads", "-i"],
  [["mongoexport", "mongodump"], "writes", "-o --out"],
  [["mysqldump"], "writes", "-r --result-file --tab"],
  [["redis-cli"], "loads", "--eval --rdb --functions-rdb"],
  [
    ["mysql", "mariadb"],
    "loads",
    "--tee --pager --init-command --plugin-dir --defaults-file --defaults-extra-file --default-auth",
  ],
  [["sqlite3"], "loads", "-init -A"],
  [["mongosh", "mongo"], "loads", "-f --file"],
  [
    ["node", "nodejs"],
    "loads",
    "-r --require --import --loader --experimental-loader --env-file --build-snapshot",
    PACKAGE_NAME,
  ],
  [["node", "nodejs"], "loads", "--openssl-config --icu-data-dir"],
  [["node", "nodejs"], "loads", "--test-reporter", REPORTERS],
  [
    ["node", "nodejs"],
    "writes",
    "--cpu-prof-name --diagnostic-dir --redirect-warnings --trace-event-file-pattern --snapshot-blob --test-reporter-destination --report-dir",
    /^std(?:out|err)$/,
  ],
  [["bun"], "loads", "-r --preload --cwd", PACKAGE_NAME],
  [["ruby"], "loads", "-r", PACKAGE_NAME],
  [
    ["perl"],
    "loads",
    "-M",
    /^(?:strict|warnings|POSIX|utf8|open|[A-Z]\w+::\w+|JSON|JSON::PP|Encode|Socket)(?:$|[=:])/,
  ],
  [["ctags"], "loads", "--options"],
  [["tshark"], "loads", "-X"],
  [["ld"], "loads", "-plugin"],
  [["php"], "loads", "-c", /^$/],
  [COMPILERS, "runs", "-wrapper"],
  [COMPILERS, "loads", "-B -fplugin -specs -load -Xclang"],
  [COMPILERS, "writes", "-o"],
  [["clang-tidy", "opt"], "loads", "-load --load"],
  [
    ["java", "javac", "jshell", "kotlinc"],
    "loads",
    "-javaagent -agentlib -agentpath -processorpath -processor -XX:OnError -XX:OnOutOfMemoryError",
  ],
  [["javac"], "writes", "-d"],
  [["make", "gmake"], "runs", "-E --eval"],
  [
    ["make", "gmake"],
    "loads",
    "-f --file --makefile -I --include-dir",
    /^(?:GNU)?[Mm]akefile[\w.-]*$/,
  ],
  [["ninja"], "loads", "-f -t", /^build\.ninja$/],
  [["cmake"], "loads", "-P --toolchain"],
  [["ctest"], "loads", "-S -SP --test-command --script"],
  [
    ["just", "task"],
    "loads",
    "-f --justfile -t --taskfile --shell --shell-arg --set --command",
    /^[Jj]ustfile$|^Taskfile\.ya?ml$/,
  ],
  [["rake"], "loads", "-f --rakefile -r --require -e --execute -E", /^Rakefile$/],
  [["mage"], "loads", "-d"],
  [["npm", "npx", "pnpm", "yarn"], "runs", "--script-shell --viewer --editor"],
  [PACKAGERS, "loads", "--node-options --userconfig --globalconfig --use-yarnrc"],
  [["npm", "npx"], "loads", "--prefix -C", /^(?:\.\/)?[\w@-]+(?:\/[\w@.-]+)*\/?$|^\.$/],
  [["npx", "bunx", "uvx", "pipx"], "loads", "-p --package --from --with --spec"],
  [
    ["pip", "pip3"],
    "loads",
    "--python --target -t --index-url -i --extra-index-url --prefix --root --log -e --editable",
    /^\.(?:\[[\w,]+\])?$/,
  ],
  [["uv"], "loads", "--with --index-url --python"],
  [["cargo"], "loads", "--config -C --out-dir --artifact-dir"],
  [["cargo"], "loads", "--manifest-path", /^(?:\.\/)?[\w./-]*Cargo\.toml$/],
  [["cargo"], "loads", "--target-dir", /^(?:\.\/)?target|^\/tmp\//],
  [["rustc"], "loads", "-C", /^(?!.*(?:linker|link-arg))/],
  [["go"], "runs", "-exec -toolexec -vettool", /^xprog$/],
  [["go"], "loads", "-modfile -overlay -C -replace"],
  [
    ["go"],
    "writes",
    "-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir",
  ],
  [
    ["mvn", "mvnw"],
    "loads",
    "-f --file -s --settings -gs -t --toolchains -l --log-file",
    /^pom\.xml$|\/pom\.xml$/,
  ],
  [
    ["gradle", "gradlew"],
    "loads",
    "-I --init-script -b --build-file -c --settings-file -p --project-dir",
  ],
  [["ant"], "loads", "-f -file -buildfile"],
  [["composer"], "loads", "-d --working-dir"],
  [
    ["dotnet"],
    "loads",
    "--logger --project --settings",
    /^(?:console|trx)(?:;verbosity=\w+)?$|\.csproj$/,
  ],
  [
    ["apt", "apt-get", "apt-cache", "aptitude"],
    "loads",
    "-o --option -c --config-file",
    /^(?:Acquire::|Dpkg::Use-Pty|DPkg::Lock|APT::(?:Get|Install|Color)|Debug::)/,
  ],
  [["rpm"], "loads", "-E --eval --pipe --root"],
  [["helm"], "runs", "--post-renderer"],
  [["terraform", "tofu"], "writes", "-out"],
  [["terraform", "tofu"], "loads", "-plugin-dir -force-copy"],
  [
    ["pytest", "py.test"],
    "loads",
    "-p",
    /^no:|^(?:xdist|asyncio|anyio|cov|timeout|randomly|django)$/,
  ],
  [["pytest", "py.test"], "loads", "-c --config-file --rootdir --confcutdir", OWN_CONFIG],
  [
    ["pytest", "py.test"],
    "loads",
    "-o --override-ini",
    /^(?!addopts|python_\w+|pythonpath|testpaths)\w+=/,
  ],
  [
    ["pytest", "py.test"],
    "loads",
    "--basetemp --pdbcls --pastebin --debug --import-mode",
    /^\/tmp\//,
  ],
  [["pytest", "py.test"], "writes", "--junitxml --junit-xml --log-file --report-log --html"],
  [["coverage"], "loads", "--rcfile --data-file"],
  [["tox", "nox"], "loads", "-c --conf -f --noxfile", OWN_CONFIG],
  [
    ["jest", "vitest", "mocha", "ava", "tap", "playwright", "cypress", "karma", "nyc", "c8"],
    "loads",
    "--globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --require --resolver --runner --transform --node-arg --preset",
    PACKAGE_NAME,
  ],
  [
    ["jest", "vitest", "mocha", "ava", "playwright", "cypress"],
    "loads",
    "-c --config --config-file",
    OWN_CONFIG,
  ],
  [["mocha"], "loads", "-r --file --reporter-option", PACKAGE_NAME],
  [["jest", "vitest", "mocha"], "loads", "--reporter --reporters", REPORTERS],
  [
    ["jest", "vitest"],
    "loads",
    "--environment --testEnvironment --env",
    /^(?:node|jsdom|happy-dom|edge-runtime|jest-environment-\w+)$/,
  ],
  [
    ["jest", "vitest"],
    "loads",
    "--rootDir --root -r --dir --cwd",
    /^(?:\.\/)?[\w@-]+(?:\/[\w@.-]+)*\/?$|^\.$/,
  ],
  [
    ["jest", "vitest", "playwright"],
    "writes",
    "--outputFile --coverageDirectory --coverage.reportsDirectory --output",
  ],
  [["nyc", "c8"], "writes", "--reports-dir --report-dir --temp-dir --temp-directory"],
  [
    ["eslint", "stylelint", "prettier", "oxlint"],
    "loads",
    "-c --config --plugin --rulesdir --parser --resolve-plugins-relative-to --custom-syntax --cache-location",
    new RegExp(
      `${OWN_CONFIG.source}|^(?:eslint-plugin-|@?[\\w-]+/eslint|prettier-plugin)[\\w/-]+$|^(?:node_modules/)?\\.cache`,
      "i",
    ),
  ],
  [["eslint", "stylelint"], "loads", "-f --format --formatter", REPORTERS],
  [
    ["eslint", "stylelint", "ruff", "flake8", "pylint", "rubocop", "rspec", "mypy"],
    "writes",
    "-o --output-file --output --out --junit-xml --html-report --cache-dir",
  ],
  [["biome"], "loads", "--config-path", OWN_CONFIG],
  [["tsc"], "writes", "--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace"],
  [["tsc"], "loads", "-p --project", /^(?:\.\/)?[\w.@/-]+$/],
  [
    [
      "esbuild",
      "rollup",
      "parcel",
      "swc",
      "babel",
      "webpack",
      "vite",
      "ng",
      "tsup",
      "hugo",
      "mkdocs",
      "sphinx-build",
      "storybook",
      "turbo",
    ],
    "writes",
    "--outfile --outdir --outDir --out-dir --out-file --output-path --dist-dir -o -d --output-dir",
  ],
  [
    ["webpack", "rollup", "vite", "babel", "swc", "next", "tsup"],
    "loads",
    "-c --config --config-file --presets --plugins -p --plugin",
    OWN_CONFIG,
  ],
  [["ts-node", "tsx"], "loads", "-r --require -e --eval", PACKAGE_NAME],
  [
    ["mypy", "flake8", "pylint", "ruff", "black", "isort"],
    "loads",
    "--config-file --config --rcfile --load-plugins --init-hook",
    OWN_CONFIG,
  ],
  [
    ["rubocop", "rspec", "phpunit"],
    "loads",
    "-r --require -c --config --bootstrap --configuration -I",
    OWN_CONFIG,
  ],
  [["phpunit"], "writes", "--log-junit --coverage-html --coverage-clover"],
  [["pandoc"], "loads", "--filter --lua-filter -F -L --template"],
  [["protoc"], "loads", "--plugin"],
  [
    ["buf", "graphql-codegen", "lint-staged", "pre-commit", "jscodeshift", "codemod"],
    "loads",
    "--template --config -c -t --transform",
    OWN_CONFIG,
  ],
  [["nodemon", "watchexec"], "runs", "--exec -x"],
  [["cargo-watch"], "runs", "-s --shell"],
  [["ansible", "salt"], "runs", "-a --args"],
  [["split"], "loads", "--filter"],
];

const PATTERNS: Pattern[] = [
  [TARS, /--checkpoint-act\S*[ =]exec/, "runs_hidden_program"],
  [TARS, /--checkpoint-act/, "unclear"],
  [["ssh", "scp", "sftp"], /(?:Proxy|Local|KnownHosts)Command/i, "runs_hidden_program"],
  [["ssh", "scp", "sftp"], /(?:Proxy|Local|KnownHosts)Command/i, "unclear"],
  [["perl", "ruby"], /(?:^| )(?:-[a-zA-Z]*i(?:\.\w+)?|-[a-zA-Z]*x|-run|-d:?\w*)(?: |$)/, "unclear"],
  [["php"], /(?:^| )-d ?auto_\w+_file/, "unclear"],
  [["node", "nodejs"], /--inspect(?:-brk)?=0/, "unclear"],
  [["curl"], /--unix-socket/, "unclear"],
  [["openssl"], /^engine\b/, "unclear"],
  [["ex"], /^/, "unclear"],
  [["cpio"], /(?:^| )-\w*[ip]\w*(?<!t)(?: |$)/, "unclear"],
  [EDITORS, /(?:^| )(?:-c|-S|-u|--cmd|-[NVe]*es?\b|\+\S)/, "unclear"],
  [["emacs", "emacsclient"], /(?:^| )(?:-e|-l|-f|--eval|--script|--batch|--load)/, "unclear"],
  [["ed"], /^/, "unclear"],
  [["less", "more"], /(?:^| )\+\S*!/, "runs_hidden_program"],
  [
    ["gdb"],
    /(?:^| )-{1,2}(?:ex|iex|eval-command)[ =]?(?:shell|!|python|pipe|\||source|make|call|kill|set logging)/,
    "runs_hidden_program",
  ],
  [["gdb", "lldb"], /(?:^| )-{1,2}(?:x|command|s|source)[ =]/, "unclear"],
  [["lldb"], /platform shell|script /, "runs_hidden_program"],
  [["find"], /(?:^| )-f(?:print0?|printf|ls)(?: |$)/, "overwrites_files"],
  [
    ["make", "gmake"],
    /(?:^| )(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|CC|CXX|LD|AR)=(?!(?:gcc|clang|cc|g\+\+|clang\+\+|ld|ar|\/bin\/(?:ba)?sh)(?: |$))/,
    "runs_hidden_program",
  ],
  [["make", "gmake"], /(?:^| )-f ?(?:-|\/dev\/\S+)(?: |$)/, "runs_hidden_program"],
  [
    ["make", "gmake"],
    /(?:^| )(?:deploy|uninstall|distclean|install|release|publish)(?: |$)/,
    "unclear",
  ],
  [
    ["ninja", "bazel", "scons", "rake", "nx", "turbo"],
    /(?:^| )(?:clean|-c|clobber|reset|clobber|prune|--expunge)(?: |$)/,
    "deletes_files",
  ],
  [["meson"], /--wipe/, "deletes_files"],
  [["cmake"], /^-E (?:rm|remove\w*)(?: |$)/, "deletes_files"],
  [
    ["cmake"],
    /^-E (?:copy\w*|rename|create_\w+|touch|tar)(?: |$)|(?:^| )--install(?: |$)|--target (?:clean|install)/,
    "unclear",
  ],
  [["cargo"], /^(?:\+\S+ )?clean(?: |$)/, "deletes_files"],
  [["cargo"], /(?:^| )--fix|^fix(?: |$)|^install(?: |$)|^\+(?!stable|nightly|beta|\d)/, "unclear"],
  [["rustup"], /(?:^| )uninstall(?: |$)/, "deletes_files"],
  [["go"], /^clean(?: |$)/, "deletes_files"],
  [["go"], /^(?:run|generate|install|get|env -w|tool compile|work|mod edit)(?: |$)/, "unclear"],
  [["gofmt", "goimports", "shfmt"], /(?:^| )-w(?: |$)/, "unclear"],
  [
    [
      "gradle",
      "gradlew",
      "mvn",
      "mvnw",
      "ant",
      "sbt",
      "lein",
      "dotnet",
      "flutter",
      "stack",
      "swift",
      "xcodebuild",
      "jekyll",
      "pre-commit",
      "ruff",
      "latexmk",
    ],
    /(?:^| )(?:-?clean|reset|-C|\S*:purge\S*)(?: |$)/,
    "deletes_files",
  ],
  [
    ["mvn", "mvnw", "gradle", "gradlew"],
    /-D(?:jvm|argLine|exec\.\w+|maven\.ext\S*|org\.gradle\.jvmargs)=|(?:^| )(?:exec|antrun):/,
    "unclear",
  ],
  [["gcc", "g++", "cc", "clang"], /(?:^| )@\S/, "unclear"],
  [["java"], /(?:^| )-XX:On\w+=/, "runs_hidden_program"],
  [
    ["java"],
    /(?:^| )(?:-javaagent|-agent)|-Xlog:\S*file=|(?:^| )(?:-jar|-cp|-classpath) /,
    "unclear",
  ],
  [["m4"], /^/, "unclear"],
  [
    [
      "gnuplot",
      "dc",
      "octave",
      "matlab",
      "expect",
      "tclsh",
      "wish",
      "irb",
      "julia",
      "elixir",
      "iex",
      "erl",
      "ghc",
      "runghc",
      "scala",
      "groovy",
      "clojure",
      "clj",
      "bb",
      "sbcl",
      "guile",
      "racket",
      "janet",
      "crystal",
      "qjs",
      "d8",
      "luajit",
      "r",
      "gst",
      "ocaml",
      "csi",
      "v",
      "nim",
      "kotlinc",
      "zx",
      "swift",
      "ipython",
      "jshell",
    ],
    /(?:^| )(?:-{1,2}(?:e|c|eval|exec|run|batch|f|script)(?:[ =:]|$)|\S+\.(?:tcl|hs|ml|st|kts|jsh|fsx)(?: |$)|eval )/,
    "unclear",
  ],
  [["jupyter"], /--execute/, "unclear"],
  [["pdflatex", "latex", "xelatex", "lualatex"], /-shell-escape|-output-directory/, "unclear"],
  [["pytest", "py.test"], /(?:^| )\/tmp\//, "unclear"],
  [["jest", "vitest"], /(?:^| )(?:-u|--update(?:Snapshot)?|--ci=false)(?: |$)/, "unclear"],
  [["tsc"], /(?:^| )--clean(?: |$)/, "deletes_files"],
  [
    ["vite", "ng", "hugo", "mkdocs"],
    /--emptyOutDir|--delete-output-path|--cleanDestinationDir|(?:^| )--clean(?: |$)/,
    "deletes_files",
  ],
  [["esbuild"], /--allow-overwrite/, "unclear"],
  [["knip"], /--allow-remove-files/, "deletes_files"],
  [
    ["npm", "pnpm", "yarn", "bun"],
    /^cache (?:clean|rm|verify --force)|^pm cache rm|^store prune|^prune(?: |$)|^autoclean/,
    "deletes_files",
  ],
  [
    ["npm", "pnpm", "yarn"],
    /^(?:pkg (?:set|delete)|set-script|config (?:set|delete)|audit fix\b.* --force|link |edit |init \w|create )/,
    "unclear",
  ],
  [
    ["npm", "pnpm", "yarn"],
    /(?:^| )(?:-g|--global|global)(?: |$).*(?:rm|remove|uninstall|un)|^(?:rm|uninstall|remove)\b.* (?:-g|--global)|^global remove/,
    "deletes_files",
  ],
  [["npx", "bunx", "pnpm"], /(?:^| )(?:github:|git\+|https?:\/\/)\S/, "runs_remote_code"],
  [["deno"], /(?:^| )https?:\/\//, "runs_remote_code"],
  [["deno"], /^(?:run|install|task|repl)(?: |$)/, "unclear"],
  [
    ["pip", "pip3", "uv", "conda", "gem", "poetry", "pipx", "pdm"],
    /(?:^| )(?:uninstall(?:-all)?|cache (?:purge|clean|clear)|cleanup|env remove|clean|remove)(?: |$)/,
    "deletes_files",
  ],
  [
    ["pip", "pip3"],
    /(?:^| )(?:install|download|wheel)(?: |$).*(?:git\+|https?:|\.\/|--no-binary)/,
    "unclear",
  ],
  [
    ["bundle", "composer", "mix", "opam", "pod"],
    /^(?:clean|clear-cache|deps\.clean|remove|deintegrate)(?: |$)/,
    "deletes_files",
  ],
  [["mix"], /^(?:ecto\.(?:drop|reset|rollback)|run\b.* -e)/, "deletes_data"],
  [["curl"], /(?:^| )-w \S*%output\{/, "unclear"],
  [["curl"], /(?:^| )(?:-\w*Q|--quote)(?: |=)/, "deletes_resources"],
  [
    ["curl"],
    /(?:^| )(?:-[a-zA-Z]{0,3}T ?\S|--upload-file)|(?:^| )(?:-F|--form) ?\S*=@|(?:^| )(?:-d|--data\S*) ?@/,
    "publishes",
  ],
  [["curl"], /-HTTP-Method-Override/i, "deletes_resources"],
  [
    ["curl"],
    /(?:^| )(?:-\w*X ?|--reques?t?[ =])(?:PUT|PATCH)\b|mutation|_delete_by_query/i,
    "unclear",
  ],
  [["curl"], /(?:^| )(?:-\w*X ?|--reques?t?[ =])delete\b/i, "deletes_resources"],
  [["wget"], /--post-(?:data|file)|--method[ =](?:PUT|PATCH)|--body/, "unclear"],
  [["http", "https", "xh", "curlie"], /(?:^| )(?:DELETE|delete)(?: |$)/, "deletes_resources"],
  [["grpcurl"], /\/(?:Delete|Remove|Drop|Purge)/, "deletes_resources"],
  [["aria2c"], /--allow-overwrite/, "unclear"],
  [
    ["nc", "ncat", "netcat"],
    /(?:^| )(?:-\w*[ec](?: |$)|--(?:sh-|lua-)?exec)/,
    "runs_hidden_program",
  ],
  [["socat"], /(?:^| )(?:EXEC|SYSTEM|SHELL):/i, "runs_hidden_program"],
  [["socat"], /(?:^| )(?:CREATE|OPEN|FILE):\S*/i, "unclear"],
  [["lftp", "smbclient", "ftp", "ncftpput", "tftp"], /^/, "unclear"],
  [
    ["lftp", "smbclient"],
    /(?:^|[ ;!'"])(?:rm|mrm|del|rmdir|mirror\b.*--delete|!)/,
    "deletes_files",
  ],
  [["gawk"], /(?:^| )-i inplace/, "unclear"],
  [["yq", "dasel"], /(?:^| )(?:-\w*i|--inplace)(?: |$)/, "unclear"],
  [
    [
      "dos2unix",
      "unix2dos",
      "sponge",
      "sd",
      "rename",
      "logrotate",
      "fallocate",
      "objcopy",
      "uudecode",
    ],
    /\S/,
    "unclear",
  ],
  [
    ["prettier", "biome", "eslint", "stylelint", "rubocop", "ruff", "black"],
    /(?:^| )(?:--write|--apply\S*|--unsafe-fixes|-A)(?: |$)/,
    "unclear",
  ],
  [["uniq"], /^(?:-\S+ )*[^-\s]\S* [^-\s]/, "unclear"],
  [["xxd"], /(?:^| )-r\b.* \S+ \S+$|^(?:-\S+ )*[^-\s]\S* [^-\s]\S*$/, "unclear"],
  [["csplit", "patch"], /\S/, "unclear"],
  [["ar"], /^-?[rdqmx]/, "unclear"],
  [
    TARS,
    /^-?-?[a-zA-Z]*x|(?:^| )--(?:extract|get|delete|update)|(?:^| )-[a-zA-Z]*x|^u|^-\w*u/,
    "unclear",
  ],
  [["unzip"], /(?:^| )-\w*o/, "unclear"],
  [
    ["unzip", "unrar", "cpio", "pax", "jar", "7z", "7za", "7zr", "dpkg-deb"],
    /^(?!-\w*[ltvp])(?!l|t|v)\S/,
    "unclear",
  ],
  [["zip"], /(?:^| )-(?:\w*m\w*|d|FS\w*)(?: |$)/, "deletes_files"],
  [["7z", "7za", "7zr"], /(?:^| )(?:d |-sdel)/, "deletes_files"],
  [
    ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd"],
    /^(?!.*(?:^| )(?:-\w*[cltk]\w*|--(?:stdout|keep|list|test|to-stdout|version|help))(?: |$))/,
    "unclear",
  ],
  [["zstd"], /--rm/, "deletes_files"],
];

const BY_PROGRAM = new Map<string, { rows: Row[]; patterns: Pattern[] }>();
for (const row of ROWS) for (const program of row[0]) entryFor(program).rows.push(row);
for (const pattern of PATTERNS)
  for (const program of pattern[0]) entryFor(program).patterns.push(pattern);

function entryFor(program: string): { rows: Row[]; patterns: Pattern[] } {
  const entry = BY_PROGRAM.get(program) ?? { rows: [], patterns: [] };
  BY_PROGRAM.set(program, entry);
  return entry;
}

function rowsOf(name: string): Row[] {
  return BY_PROGRAM.get(name)?.rows ?? [];
}

function patternsOf(name: string): Pattern[] {
  return BY_PROGRAM.get(name)?.patterns ?? [];
}
