/** Command lines of programs that are harmless otherwise, as data: a pattern and its danger. */
import { regex } from "../shell/regex.ts";
import type { Danger } from "./destructive.ts";

export type LinePattern = [
  /** Apart by spaces. */
  programs: string,
  pattern: RegExp,
  danger: Danger,
];

const EDITORS = "vim vi nvim view ex gvim vimdiff";
const TARS = "tar gtar bsdtar";
export const LINE_PATTERNS: LinePattern[] = [
  [TARS, /--checkpoint-act\S*[ =]exec/, "runs_hidden_program"],
  [TARS, /--checkpoint-act/, "unclear"],
  ["ssh scp sftp", /(?:Proxy|Local|KnownHosts)Command/i, "runs_hidden_program"],
  ["ssh scp sftp", /(?:Proxy|Local|KnownHosts)Command/i, "unclear"],
  ["perl ruby", /(?:^| )(?:-[a-zA-Z]*i(?:\.\w+)?|-[a-zA-Z]*x|-run|-d:?\w*)(?: |$)/, "unclear"],
  ["php", /(?:^| )-d ?auto_\w+_file/, "unclear"],
  ["node nodejs", /--inspect(?:-brk)?=0/, "unclear"],
  ["curl", /--unix-socket/, "unclear"],
  ["openssl", /^engine\b/, "unclear"],
  ["ex", /^/, "unclear"],
  ["cpio", /(?:^| )-\w*[ip]\w*(?<!t)(?: |$)/, "unclear"],
  [EDITORS, /(?:^| )(?:-c|-S|-u|--cmd|-[NVe]*es?\b|\+\S)/, "unclear"],
  ["emacs emacsclient", /(?:^| )(?:-e|-l|-f|--eval|--script|--batch|--load)/, "unclear"],
  ["ed", /^/, "unclear"],
  ["less more", /(?:^| )\+\S*!/, "runs_hidden_program"],
  [
    "gdb",
    regex()`
  (?:^| )-{1,2}(?:ex|iex|eval-command)[ =]?(?:shell|!|python|pipe|\||source|make|call|kill
  |set logging)
`,
    "runs_hidden_program",
  ],
  ["gdb lldb", /(?:^| )-{1,2}(?:x|command|s|source)[ =]/, "unclear"],
  ["lldb", /platform shell|script /, "runs_hidden_program"],
  [
    "make gmake",
    regex()`
  (?:^| )(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|CC|CXX|LD|AR)=(?!(?:gcc|clang|cc|g\+\+|clang\+\+|ld
  |ar|/bin/(?:ba)?sh)(?: |$))
`,
    "runs_hidden_program",
  ],
  ["make gmake", /(?:^| )-f ?(?:-|\/dev\/\S+)(?: |$)/, "runs_hidden_program"],
  ["make gmake", /(?:^| )(?:deploy|uninstall|distclean|install|release|publish)(?: |$)/, "unclear"],
  [
    "ninja bazel scons rake nx turbo",
    /(?:^| )(?:clean|-c|clobber|reset|clobber|prune|--expunge)(?: |$)/,
    "deletes_files",
  ],
  ["meson", /--wipe/, "deletes_files"],
  ["cmake", /^-E (?:rm|remove\w*)(?: |$)/, "deletes_files"],
  [
    "cmake",
    regex()`
  ^-E (?:copy\w*|rename|create_\w+|touch|tar)(?: |$)|(?:^| )--install(?: |$)|--target (?:clean
  |install)
`,
    "unclear",
  ],
  ["cargo", /^(?:\+\S+ )?clean(?: |$)/, "deletes_files"],
  ["cargo", /(?:^| )--fix|^fix(?: |$)|^install(?: |$)|^\+(?!stable|nightly|beta|\d)/, "unclear"],
  ["rustup", /(?:^| )uninstall(?: |$)/, "deletes_files"],
  ["go", /^clean(?: |$)/, "deletes_files"],
  ["go", /^(?:run|generate|install|get|env -w|tool compile|work|mod edit)(?: |$)/, "unclear"],
  ["gofmt goimports shfmt", /(?:^| )-w(?: |$)/, "unclear"],
  [
    `gradle gradlew mvn mvnw ant sbt lein dotnet flutter stack swift xcodebuild jekyll pre-commit
    ruff latexmk`,
    /(?:^| )(?:-?clean|reset|-C|\S*:purge\S*)(?: |$)/,
    "deletes_files",
  ],
  [
    "mvn mvnw gradle gradlew",
    /-D(?:jvm|argLine|exec\.\w+|maven\.ext\S*|org\.gradle\.jvmargs)=|(?:^| )(?:exec|antrun):/,
    "unclear",
  ],
  ["gcc g++ cc clang", /(?:^| )@\S/, "unclear"],
  ["java", /(?:^| )-XX:On\w+=/, "runs_hidden_program"],
  [
    "java",
    /(?:^| )(?:-javaagent|-agent)|-Xlog:\S*file=|(?:^| )(?:-jar|-cp|-classpath) /,
    "unclear",
  ],
  ["m4", /^/, "unclear"],
  [
    `gnuplot dc octave matlab expect tclsh wish irb julia elixir iex erl ghc runghc scala groovy
    clojure clj bb sbcl guile racket janet crystal qjs d8 luajit r gst ocaml csi v nim kotlinc
    zx ipython jshell`,
    regex()`
  (?:^| )(?:-{1,2}(?:e|c|eval|exec|run|batch|f|script)(?:[ =:]|$)|\S+\.(?:tcl|hs|ml|st|kts|jsh
  |fsx)(?: |$)|eval )
`,
    "unclear",
  ],
  ["swift", /(?:^| )(?:-{1,2}(?:e|eval|exec|run)(?:[ =:]|$)|\S+\.swift(?: |$))/, "unclear"],
  ["jupyter", /--execute/, "unclear"],
  ["pdflatex latex xelatex lualatex", /-shell-escape|-output-directory/, "unclear"],
  ["pytest py.test", /(?:^| )\/tmp\//, "unclear"],
  ["jest vitest", /(?:^| )(?:-u|--update(?:Snapshot)?|--ci=false)(?: |$)/, "unclear"],
  ["tsc", /(?:^| )--clean(?: |$)/, "deletes_files"],
  [
    "vite ng hugo mkdocs",
    /--emptyOutDir|--delete-output-path|--cleanDestinationDir|(?:^| )--clean(?: |$)/,
    "deletes_files",
  ],
  ["esbuild", /--allow-overwrite/, "unclear"],
  ["knip", /--allow-remove-files/, "deletes_files"],
  [
    "npm pnpm yarn bun",
    /^cache (?:clean|rm|verify --force)|^pm cache rm|^store prune|^prune(?: |$)|^autoclean/,
    "deletes_files",
  ],
  [
    "npm pnpm yarn",
    regex()`
  ^(?:pkg (?:set|delete)|set-script|config (?:set|delete)|audit fix\b.* --force
  |link |edit |init \w|create )
`,
    "unclear",
  ],
  [
    "npm pnpm yarn",
    regex()`
  (?:^| )(?:-g|--global|global)(?: |$).*(?:rm|remove|uninstall|un)|^(?:rm|uninstall
  |remove)\b.* (?:-g|--global)|^global remove
`,
    "deletes_files",
  ],
  ["npx bunx pnpm", /(?:^| )(?:github:|git\+|https?:\/\/)\S/, "runs_remote_code"],
  ["deno", /(?:^| )https?:\/\//, "runs_remote_code"],
  ["deno", /^(?:run|install|repl|task (?!test|build|lint|check|fmt))\b/, "unclear"],
  [
    "pip pip3 uv conda gem poetry pipx pdm",
    regex()`
  (?:^| )(?:uninstall(?:-all)?|cache (?:purge|clean|clear)|cleanup|env remove|clean
  |remove)(?: |$)
`,
    "deletes_files",
  ],
  [
    "pip pip3",
    /(?:^| )(?:install|download|wheel)(?: |$).*(?:git\+|https?:|\.\/|--no-binary)/,
    "unclear",
  ],
  [
    "bundle composer mix opam pod",
    /^(?:clean|clear-cache|deps\.clean|remove|deintegrate)(?: |$)/,
    "deletes_files",
  ],
  ["mix", /^(?:ecto\.(?:drop|reset|rollback)|run\b.* -e)/, "deletes_data"],
  ["curl", /(?:^| )-w \S*%output\{/, "unclear"],
  ["curl", /(?:^| )(?:-\w*Q|--quote)(?: |=)/, "deletes_resources"],
  [
    "curl",
    regex()`
  (?:^| )(?:-[a-zA-Z]{0,3}T ?\S|--upload-file)|(?:^| )(?:-F|--form) ?\S*=@|(?:^| )(?:-d
  |--data\S*) ?@
`,
    "publishes",
  ],
  ["curl", /-HTTP-Method-Override/i, "deletes_resources"],
  [
    "curl",
    /(?:^| )(?:-\w*X ?|--reques?t?[ =])(?:PUT|PATCH)\b|mutation|_delete_by_query/i,
    "unclear",
  ],
  ["curl", /(?:^| )(?:-\w*X ?|--reques?t?[ =])delete\b/i, "deletes_resources"],
  ["wget", /--post-(?:data|file)|--method[ =](?:PUT|PATCH)|--body/, "unclear"],
  ["http https xh curlie", /(?:^| )(?:DELETE|delete)(?: |$)/, "deletes_resources"],
  ["grpcurl", /\/(?:Delete|Remove|Drop|Purge)/, "deletes_resources"],
  ["aria2c", /--allow-overwrite/, "unclear"],
  ["nc ncat netcat", /(?:^| )(?:-\w*[ec](?: |$)|--(?:sh-|lua-)?exec)/, "runs_hidden_program"],
  ["socat", /(?:^| )(?:EXEC|SYSTEM|SHELL):/i, "runs_hidden_program"],
  ["socat", /(?:^| )(?:CREATE|OPEN|FILE):\S*/i, "unclear"],
  ["lftp smbclient ftp ncftpput tftp", /^/, "unclear"],
  ["lftp smbclient", /(?:^|[ ;!'"])(?:rm|mrm|del|rmdir|mirror\b.*--delete|!)/, "deletes_files"],
  ["gawk", /(?:^| )-i inplace/, "unclear"],
  ["yq dasel", /(?:^| )(?:-\w*i|--inplace)(?: |$)/, "unclear"],
  ["dos2unix unix2dos sponge sd rename logrotate fallocate objcopy uudecode", /\S/, "unclear"],
  [
    "prettier biome eslint stylelint rubocop ruff black",
    /(?:^| )(?:--write|--apply\S*|--unsafe-fixes|-A)(?: |$)/,
    "unclear",
  ],
  ["uniq", /^(?:-\S+ )*[^-\s]\S* [^-\s]/, "unclear"],
  ["xxd", /(?:^| )-r\b.* \S+ \S+$|^(?:-[a-z] \d+ |-\S+ )*[^-\s\d]\S* [^-\s]\S*$/, "unclear"],
  ["csplit patch", /\S/, "unclear"],
  ["ar", /^-?[rdqmx]/, "unclear"],
  [
    TARS,
    /^-?-?[a-zA-Z]*x|(?:^| )--(?:extract|get|delete|update)|(?:^| )-[a-zA-Z]*x|^u|^-\w*u/,
    "unclear",
  ],
  ["unzip", /(?:^| )-\w*o/, "unclear"],
  ["unzip unrar cpio pax jar 7z 7za 7zr dpkg-deb", /^(?!-\w*[ltvp])(?!l|t|v)\S/, "unclear"],
  ["zip", /(?:^| )-(?:\w*m\w*|d|FS\w*)(?: |$)/, "deletes_files"],
  ["7z 7za 7zr", /(?:^| )(?:d |-sdel)/, "deletes_files"],
  [
    "gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd",
    /^(?!.*(?:^| )(?:-\w*[cltk]\w*|--(?:stdout|keep|list|test|to-stdout|version|help))(?: |$))/,
    "unclear",
  ],
  ["zstd", /--rm/, "deletes_files"],
];
