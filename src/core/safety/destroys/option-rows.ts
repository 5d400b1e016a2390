/**
 * Options of harmless programs, as data: whose value is a program to run, code to load, or a file
 * to write to; with the values that people use every day.
 */
import { regex } from "../shell/regex.ts";

export type OptionRow = [
  /** Apart by spaces. */
  programs: string,
  kind: "runs" | "loads" | "writes",
  /** As on the command line, apart by spaces. */
  options: string,
  usual?: RegExp,
];

const TARS = "tar gtar bsdtar";
const COMPILERS = "gcc g++ cc c++ clang clang++ cpp tcc";
const PACKAGERS = "npm npx pnpm yarn bun bunx";
const COMPRESSOR =
  /^(?:(?:un)?(?:pigz|gzip|zstd|zstdmt|xz|pixz|lz4|bzip2|pbzip2|lzma|brotli|gz)\b[ \w-]*)$/;
/** A configuration with its program's own name is the project's. */
const OWN_CONFIG = regex("i")`
  ^(?!/|~|\.\.)(?:[\w./-]*/)?\.?(?:vitest|vite|jest|eslint|prettier|playwright|mocha|mocharc
  |babel|webpack|rollup|rolldown|tsconfig|cypress|karma|stylelint|biome|pytest|setup\.cfg
  |pyproject|tox|mypy|ruff|pylint|flake8|rubocop|phpunit|golangci|clippy|next|nuxt|svelte
  |astro|tsup|esbuild|postcss|tailwind|nyc|c8|commitlint|lint-staged|lintstaged|knip|typedoc
  |storybook|metro|wrangler|dprint|swcrc)[\w.-]*$|^(?:false|\.)$
`;
const PACKAGE_NAME = /^(?:@[\w-]+\/)?[\w-]+(?:\/(?:register|config|esm|cjs|auto|setup)[\w/.-]*)?$/;
const REPORTERS = regex()`
  ^(?:default|verbose|dot|spec|tap|tap-flat|json|junit|html|list|line|github|github-actions
  |basic|blob|min|progress|nyan|landing|hanging-process|agent|stylish|compact|unix|checkstyle
  |summary|silent|xunit|doc|markdown|lcov|text\S*|tree)(?:,[\w-]+)*$
`;

export const OPTION_ROWS: OptionRow[] = [
  ["sort", "runs", "--compress-program", COMPRESSOR],
  ["sort shuf", "writes", "-o --output"],
  ["split", "runs", "--filter"],
  ["find", "writes", "-fprint -fprint0 -fprintf -fls"],
  ["install", "runs", "--strip-program"],
  [TARS, "runs", "-I --use-compress-program", COMPRESSOR],
  [TARS, "runs", "-F --to-command --info-script --new-volume-script --rsh-command --rmt-command"],
  ["zip", "runs", "--unzip-command -TT"],
  ["rsync", "runs", "-e --rsh", /^ssh(?: (?!.*ProxyCommand).*)?$/],
  ["rsync", "runs", "--rsync-path", /^(?:sudo )?rsync$/],
  ["ssh scp sftp", "loads", "-F"],
  ["scp sftp", "runs", "-S"],
  ["sftp", "loads", "-b"],
  ["ssh-keygen", "loads", "-D"],
  ["ssh-add", "loads", "-s"],
  ["man", "runs", "-P --pager -H --html", /^(?:cat|less)$/],
  ["bat batcat delta ag ack", "runs", "--pager", /^(?:cat|less.*|never)$/],
  ["rg", "runs", "--pre --hostname-bin"],
  [
    "fzf sk",
    "runs",
    "--preview --bind",
    /^(?:[\w-]+:(?:up|down|abort|accept|toggle\S*)|(?:cat|bat|head) .*)$/,
  ],
  ["diff3", "runs", "--diff-program"],
  ["awk gawk mawk nawk", "loads", "-f --file -l --load -i --include -E --exec"],
  ["sed gsed", "loads", "-f --file"],
  ["less", "writes", "-o -O --log-file --LOG-FILE"],
  ["strace ltrace", "writes", "-o --output"],
  ["valgrind", "writes", "--log-file --xml-file"],
  ["time", "writes", "-o --output"],
  ["perf", "writes", "-o --output"],
  ["perf", "loads", "-s --script"],
  ["tcpdump tshark dumpcap", "writes", "-w"],
  [
    "iconv gpg gpg2 pandoc objcopy ld strip as rustc flex bison ctags protoc dot terser sass",
    "writes",
    "-o --output --out-file",
  ],
  ["openssl", "writes", "-out -keyout"],
  ["openssl", "loads", "-engine -provider-path -config"],
  ["patch", "writes", "-o --output"],
  ["curl", "loads", "-K --config"],
  [
    "curl",
    "writes",
    `-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --output-dir --hsts
    --alt-svc --etag-save --libcurl`,
    /^(?:-|%|\/dev\/)/,
  ],
  ["wget", "writes", "-o --output-file -a --append-output"],
  ["wget", "runs", "--use-askpass"],
  ["wget", "loads", "-e --execute --config -i --input-file -P --directory-prefix", /^\/tmp\//],
  ["aria2c", "runs", "--on-download-complete --on-download-start --on-download-stop"],
  ["http https xh", "writes", "-o --output"],
  ["pg_dump pg_dumpall psql sqlcmd", "writes", "-f --file -o --output -L --log-file"],
  ["psql", "loads", "-f --file"],
  ["sqlcmd", "loads", "-i"],
  ["mongoexport mongodump", "writes", "-o --out"],
  ["mysqldump", "writes", "-r --result-file --tab"],
  ["redis-cli", "loads", "--eval --rdb --functions-rdb"],
  [
    "mysql mariadb",
    "loads",
    `--tee --pager --init-command --plugin-dir --defaults-file --defaults-extra-file
    --default-auth`,
  ],
  ["sqlite3", "loads", "-init -A"],
  ["mongosh mongo", "loads", "-f --file"],
  [
    "node nodejs",
    "loads",
    "-r --require --import --loader --experimental-loader --env-file --build-snapshot",
    PACKAGE_NAME,
  ],
  ["node nodejs", "loads", "--openssl-config --icu-data-dir"],
  ["node nodejs", "loads", "--test-reporter", REPORTERS],
  [
    "node nodejs",
    "writes",
    `--cpu-prof-name --diagnostic-dir --redirect-warnings --trace-event-file-pattern
    --snapshot-blob --test-reporter-destination --report-dir`,
    /^std(?:out|err)$/,
  ],
  ["bun", "loads", "-r --preload --cwd", PACKAGE_NAME],
  ["ruby", "loads", "-r", PACKAGE_NAME],
  [
    "perl",
    "loads",
    "-M",
    /^(?:strict|warnings|POSIX|utf8|open|[A-Z]\w+::\w+|JSON|JSON::PP|Encode|Socket)(?:$|[=:])/,
  ],
  ["ctags", "loads", "--options"],
  ["tshark", "loads", "-X"],
  ["ld", "loads", "-plugin"],
  ["php", "loads", "-c", /^$/],
  [COMPILERS, "runs", "-wrapper"],
  [COMPILERS, "loads", "-B -fplugin -specs -load -Xclang"],
  [COMPILERS, "writes", "-o"],
  ["clang-tidy opt", "loads", "-load --load"],
  [
    "java javac jshell kotlinc",
    "loads",
    "-javaagent -agentlib -agentpath -processorpath -processor -XX:OnError -XX:OnOutOfMemoryError",
  ],
  ["javac", "writes", "-d"],
  ["make gmake", "runs", "-E --eval"],
  ["make gmake", "loads", "-f --file --makefile -I --include-dir", /^(?:GNU)?[Mm]akefile[\w.-]*$/],
  ["ninja", "loads", "-f -t", /^build\.ninja$/],
  ["cmake", "loads", "-P --toolchain"],
  ["ctest", "loads", "-S -SP --test-command --script"],
  [
    "just task",
    "loads",
    "-f --justfile -t --taskfile --shell --shell-arg --set --command",
    /^[Jj]ustfile$|^Taskfile\.ya?ml$/,
  ],
  ["rake", "loads", "-f --rakefile -r --require -e --execute -E", /^Rakefile$/],
  ["mage", "loads", "-d"],
  ["npm npx pnpm yarn", "runs", "--script-shell --viewer --editor"],
  [PACKAGERS, "loads", "--node-options --userconfig --globalconfig --use-yarnrc"],
  ["npm npx", "loads", "--prefix -C", /^(?:\.\/)?[\w@-]+(?:\/[\w@.-]+)*\/?$|^\.$/],
  ["npx bunx uvx pipx", "loads", "-p --package --from --with --spec"],
  [
    "pip pip3",
    "loads",
    "--python --target -t --index-url -i --extra-index-url --prefix --root --log -e --editable",
    /^\.(?:\[[\w,]+\])?$/,
  ],
  ["uv", "loads", "--with --index-url"],
  ["uv", "loads", "--python", /^(?:python)?[\d.]+$/],
  ["cargo", "loads", "--config -C --out-dir --artifact-dir"],
  ["cargo", "loads", "--manifest-path", /^(?:\.\/)?[\w./-]*Cargo\.toml$/],
  ["cargo", "loads", "--target-dir", /^(?:\.\/)?target|^\/tmp\//],
  ["rustc", "loads", "-C", /^(?!.*(?:linker|link-arg))/],
  ["go", "runs", "-exec -toolexec -vettool", /^xprog$/],
  ["go", "loads", "-modfile -overlay -C -replace"],
  [
    "go",
    "writes",
    "-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir",
  ],
  [
    "mvn mvnw",
    "loads",
    "-f --file -s --settings -gs -t --toolchains -l --log-file",
    /^pom\.xml$|\/pom\.xml$/,
  ],
  [
    "gradle gradlew",
    "loads",
    "-I --init-script -b --build-file -c --settings-file -p --project-dir",
  ],
  ["ant", "loads", "-f -file -buildfile"],
  ["composer", "loads", "-d --working-dir"],
  [
    "dotnet",
    "loads",
    "--logger --project --settings",
    /^(?:console|trx)(?:;verbosity=\w+)?$|\.csproj$/,
  ],
  [
    "apt apt-get apt-cache aptitude",
    "loads",
    "-o --option -c --config-file",
    /^(?:Acquire::|Dpkg::Use-Pty|DPkg::Lock|APT::(?:Get|Install|Color)|Debug::)/,
  ],
  ["rpm", "loads", "-E --eval --pipe --root"],
  ["helm", "runs", "--post-renderer"],
  ["terraform tofu", "writes", "-out"],
  ["terraform tofu", "loads", "-plugin-dir -force-copy"],
  ["pytest py.test", "loads", "-p", /^no:|^(?:xdist|asyncio|anyio|cov|timeout|randomly|django)$/],
  ["pytest py.test", "loads", "-c --config-file --rootdir --confcutdir", OWN_CONFIG],
  [
    "pytest py.test",
    "loads",
    "-o --override-ini",
    /^(?!addopts|python_\w+|pythonpath|testpaths)\w+=/,
  ],
  ["pytest py.test", "loads", "--basetemp --pdbcls --pastebin --debug --import-mode", /^\/tmp\//],
  ["pytest py.test", "writes", "--junitxml --junit-xml --log-file --report-log --html"],
  ["coverage", "loads", "--rcfile --data-file"],
  ["tox nox", "loads", "-c --conf -f --noxfile", OWN_CONFIG],
  [
    "jest vitest mocha ava tap playwright cypress karma nyc c8",
    "loads",
    `--globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --require --resolver
    --runner --transform --node-arg --preset`,
    PACKAGE_NAME,
  ],
  ["jest vitest mocha ava playwright cypress", "loads", "-c --config --config-file", OWN_CONFIG],
  ["mocha", "loads", "-r --file --reporter-option", PACKAGE_NAME],
  ["jest vitest mocha", "loads", "--reporter --reporters", REPORTERS],
  [
    "jest vitest",
    "loads",
    "--environment --testEnvironment --env",
    /^(?:node|jsdom|happy-dom|edge-runtime|jest-environment-\w+)$/,
  ],
  [
    "jest vitest",
    "loads",
    "--rootDir --root -r --dir --cwd",
    /^(?:\.\/)?[\w@-]+(?:\/[\w@.-]+)*\/?$|^\.$/,
  ],
  [
    "jest vitest playwright",
    "writes",
    "--outputFile --coverageDirectory --coverage.reportsDirectory --output",
  ],
  ["nyc c8", "writes", "--reports-dir --report-dir --temp-dir --temp-directory"],
  [
    "eslint stylelint prettier oxlint",
    "loads",
    `-c --config --plugin --rulesdir --parser --resolve-plugins-relative-to --custom-syntax
    --cache-location`,
    regex("i")`
      ${OWN_CONFIG.source}|^(?:eslint-plugin-|@?[\w-]+/eslint|prettier-plugin)[\w/-]+$
      |^(?:node_modules/)?\.cache
    `,
  ],
  ["eslint stylelint", "loads", "-f --format --formatter", REPORTERS],
  [
    "eslint stylelint ruff flake8 pylint rubocop rspec mypy",
    "writes",
    "-o --output-file --output --out --junit-xml --html-report --cache-dir",
  ],
  ["biome", "loads", "--config-path", OWN_CONFIG],
  ["tsc", "writes", "--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace"],
  ["tsc", "loads", "-p --project", /^(?:\.\/)?[\w.@/-]+$/],
  [
    "esbuild rollup parcel swc babel webpack vite ng tsup hugo mkdocs sphinx-build storybook turbo",
    "writes",
    "--outfile --outdir --outDir --out-dir --out-file --output-path --dist-dir -o -d --output-dir",
  ],
  [
    "webpack rollup vite babel swc next tsup",
    "loads",
    "-c --config --config-file --presets --plugins -p --plugin",
    OWN_CONFIG,
  ],
  ["ts-node tsx", "loads", "-r --require -e --eval", PACKAGE_NAME],
  [
    "mypy flake8 pylint ruff black isort",
    "loads",
    "--config-file --config --rcfile --load-plugins --init-hook",
    OWN_CONFIG,
  ],
  [
    "rubocop rspec phpunit",
    "loads",
    "-r --require -c --config --bootstrap --configuration -I",
    OWN_CONFIG,
  ],
  ["phpunit", "writes", "--log-junit --coverage-html --coverage-clover"],
  ["pandoc", "loads", "--filter --lua-filter -F -L --template"],
  ["protoc", "loads", "--plugin"],
  [
    "buf graphql-codegen lint-staged pre-commit jscodeshift codemod",
    "loads",
    "--template --config -c -t --transform",
    OWN_CONFIG,
  ],
  ["nodemon watchexec", "runs", "--exec -x"],
  ["cargo-watch", "runs", "-s --shell"],
  ["ansible salt", "runs", "-a --args"],
  ["split", "loads", "--filter"],
];
