/** Variables that make a harmless program run something else, load code or write to a file. */
import { regex } from "../shell/regex.ts";
import type { Danger } from "./destructive.ts";

/** What an assignment does: its own dangers, and a value that a program will run as a command. */
export interface AssignedDanger {
  dangers: Danger[];
  script: string | null;
}

export function dangersOfAssignment(name: string, value: string): AssignedDanger {
  if (RUN_AS_COMMAND.test(name)) {
    const isUsual = USUAL_COMMAND.test(value) && !/[;&|`$<>]/.test(value);
    return { dangers: isUsual ? [] : ["runs_hidden_program"], script: value };
  }
  if (LOADED.test(name)) return { dangers: ["runs_hidden_program"], script: null };
  const isOdd = VALUES.some(([names, odd]) => names.test(name) && odd.test(value));
  return { dangers: isOdd ? ["unclear"] : [], script: null };
}

/** Variables whose value is a command line. */
const RUN_AS_COMMAND = regex()`
  ^(?:GIT_(?:SSH_COMMAND|SSH|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)
  |(?:SSH|SUDO)_ASKPASS|(?:MAN|PSQL_|AWS_|BAT_|DELTA_|SYSTEMD_|GH_)?PAGER|EDITOR|VISUAL|FCEDIT
  |BROWSER|PROMPT_COMMAND|LESS(?:OPEN|CLOSE)|RSYNC_RSH|CVS_RSH|FZF_DEFAULT_COMMAND
  |RUSTC(?:_WORKSPACE)?(?:_WRAPPER)?|RUSTDOC|CARGO_BUILD_RUSTC\w*|CARGO_TARGET_\w+_(?:RUNNER
  |LINKER)|CMAKE_\w+_LAUNCHER|PYTHONBREAKPOINT)$
`;
/** What people put there every day. */
const USUAL_COMMAND = regex()`
  ^(?:|:|true|cat|less(?: -\w+)*|more|vim?|nvim|nano|emacs|code(?: --wait| -w)?|ssh(?: .*)?
  |sccache|ccache|rustc|rustdoc|clang|gcc|ld|lld|mold|0|sed -i [^|]*|none|never|echo|wslview
  |firefox|chromium|google-chrome|open|xdg-open)$
`;
/** Variables that name code to load, whatever their value. */
const LOADED = regex()`
  ^(?:LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|GIT_CONFIG(?:_\w+)?
  |GIT_(?:EXEC_PATH|TEMPLATE_DIR)|PYTHON(?:STARTUP|HOME)|PYTEST_PLUGINS|PERL5(?:OPT|DB)
  |NODE_REPL_EXTERNAL_MODULE|MAKEFILES|LUA_INIT\w*|VIMINIT|EXINIT|INPUTRC|PSQLRC
  |DOTNET_STARTUP_HOOKS|CORECLR_PROFILER\w*|TCLLIBPATH|R_PROFILE\w*|OPENSSL_(?:CONF|ENGINES
  |MODULES)|GCONV_PATH|GIO_EXTRA_MODULES|PHPRC|PHP_INI_SCAN_DIR|npm_config_(?:script_shell
  |node_options|shell)|NPM_CONFIG_(?:SCRIPT_SHELL|NODE_OPTIONS|USERCONFIG|GLOBALCONFIG)
  |npm_config_(?:userconfig|globalconfig)|TF_CLI_(?:CONFIG_FILE|ARGS\w*)|HELM_PLUGINS
  |ANSIBLE_(?:CONFIG|\w*PLUGINS?)|RIPGREP_CONFIG_PATH|TAR_OPTIONS|ERL_(?:FLAGS|AFLAGS|ZFLAGS)
  |ELIXIR_ERL_OPTIONS|PIP_CONFIG_FILE|WGETRC|CURL_HOME|YARN_RC_FILENAME|ELECTRON_RUN_AS_NODE
  |SQLITE_HISTORY|HISTFILE|GDBHISTFILE|GIT_TRACE2?\w*|GIT_INDEX_FILE)$
`;

const ANY = /^/;
/** Variables that are harmless with most values. */
const VALUES: [names: RegExp, odd: RegExp][] = [
  [
    /^NODE_OPTIONS$/,
    regex()`
  (?:^|\s)(?:-r|--(?:require|import|loader|experimental-loader|env-file|openssl-config
  |inspect-brk|redirect-warnings|\S*-dir|\S*-file\S*))(?:[\s=.]|$)
`,
  ],
  [
    /^NODE_(?:PATH|V8_COVERAGE)$/,
    /^(?!\.$|(?:\.\/)?(?:src|lib|node_modules|coverage)(?:\/|$)|\/tmp\/|\$)/,
  ],
  [
    /^(?:JAVA_TOOL|_JAVA|JDK_JAVA|MAVEN|GRADLE|SBT|JAVA)_?OPT(?:ION)?S$/,
    /-(?:javaagent|agent|XX:On|Xlog|cp|classpath)/,
  ],
  [
    /^(?:CLASSPATH|RUBYLIB|PERL5LIB|JULIA_LOAD_PATH|PYTHONPATH|LD_LIBRARY_PATH|DYLD_\w+)$/,
    regex()`
  ^(?!\.(?::|$)|(?:\./)?(?:src|lib|app|backend|server|tests?|python|build/lib)(?:[:/]|$)|\$
  |/(?:usr|opt|lib|app|workspace|home|Users)/)
`,
  ],
  [/^RUBYOPT$/, /-[rI]/],
  [/^PYTHONWARNINGS$/, /::\w+\.\w/],
  [
    /^PYTEST_ADDOPTS$/,
    regex()`
  (?:^|\s)(?:-[pco]|--(?:basetemp|rootdir|confcutdir|junit|log-file|override-ini|config-file
  |import-mode))
`,
  ],
  [/^(?:RUSTFLAGS|RUSTDOCFLAGS|CARGO_ENCODED_RUSTFLAGS)$/, /linker=|-Zcodegen-backend|wrapper/],
  [/^GOFLAGS$/, /-(?:toolexec|exec|overlay|modfile|o)\b/],
  [/^(?:GNU)?MAKEFLAGS$/, /eval|(?:^|\s)-?-?(?:f|file|makefile|C|I)\b|SHELL/],
  [
    /^(?:CC|CXX|LD|AR|CPP)$/,
    regex()`
  ^(?!(?:ccache |sccache )?(?:/usr/bin/)?(?:[\w-]*-)?(?:gcc|g\+\+|clang(?:\+\+)?|cc|c\+\+|ld
  |lld|mold|ar|cpp|emcc|em\+\+|musl-gcc|zig(?: cc)?)[\w.-]*$)
`,
  ],
  [/^(?:SHELL)$/, /^(?!(?:\/usr)?\/bin\/(?:ba|z|da|fi)?sh$|(?:ba|z|da|fi)?sh$)/],
  [
    regex()`
  ^(?:HOME|XDG_CONFIG_HOME|CARGO_HOME|GOROOT|GIT_DIR|GIT_WORK_TREE|BUNDLE_GEMFILE
  |COMPOSER_HOME|DOCKER_CONFIG)$
`,
    ANY,
  ],
  [
    /^PATH$/,
    /^(?=.)(?!(?:\$PATH|\$\{PATH\}|[^:]*\/(?:bin|sbin|shims)|[^:]*node_modules\/\.bin)(?::|$))/,
  ],
  [/^PS[14]$/, /\$\(|`/],
  [
    /^(?:npm_config_prefix|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|AWS_CONFIG_FILE|MSBUILDDEBUGPATH)$/,
    ANY,
  ],
  [/^DOCKER_HOST$/, /^tcp:|^ssh:/],
];
