/** Environment variables that no program takes for a command, a file or a place to write. */
import { regex } from "../shell/regex.ts";
import type { Argument } from "../shell/script-values.ts";

/** Whether `NAME=value program` leaves the program what it is. */
export function isHarmlessAssignment(name: string, { texts }: Argument): boolean {
  if (HARMLESS.has(name) || /^LC_[A-Z]+$/.test(name)) return true;
  const allowed = Object.hasOwn(ONLY_WITH, name) ? ONLY_WITH[name] : undefined;
  if (allowed !== undefined) return texts?.every((text) => allowed.includes(text)) === true;
  const pattern =
    PATTERNS.get(name) ??
    (IN_THE_PAGE.test(name) ? PAGE_VALUE : undefined) ??
    (ONLY_TUNES.test(name) ? PLAIN : undefined);
  return pattern !== undefined && texts?.every((text) => pattern.test(text)) === true;
}

/**
 * Whether a script may use the name for a variable of its own. A variable that is already in the
 * environment reaches every program, so only names that mean nothing to any of them are free.
 */
export function isScriptVariable(name: string): boolean {
  if (/^[a-z_][a-z0-9_]*$/.test(name)) return !TAKEN.test(name);
  return name.split("_").every((part) => FREE_WORDS.has(part) || /^\d+$/.test(part));
}

const HARMLESS = new Set(
  `NODE_ENV CI FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS LANG LANGUAGE TZ TERM
  RUST_BACKTRACE RUST_LOG RUST_TEST_THREADS CARGO_TERM_COLOR CARGO_INCREMENTAL DEBUG PORT HOST
  LOG_LEVEL VERBOSE QUIET GOOS GOARCH CGO_ENABLED GO111MODULE NEXT_TELEMETRY_DISABLED
  TURBO_TELEMETRY_DISABLED ASTRO_TELEMETRY_DISABLED DO_NOT_TRACK HOMEBREW_NO_AUTO_UPDATE
  LOGLEVEL LOG_FORMAT PYTEST_DISABLE_PLUGIN_AUTOLOAD RUST_MIN_STACK RUST_LIB_BACKTRACE
  RUST_LOG_STYLE
  DOCKER_BUILDKIT BUILDKIT_PROGRESS COMPOSE_DOCKER_CLI_BUILD NODE_NO_WARNINGS NODE_DISABLE_COLORS
  TF_IN_AUTOMATION TF_LOG TF_INPUT GH_FORCE_TTY GH_PROMPT_DISABLED GH_NO_UPDATE_NOTIFIER 
  CARGO_TERM_PROGRESS_WHEN CARGO_TERM_QUIET CARGO_BUILD_JOBS CARGO_NET_OFFLINE CARGO_NET_RETRY
  CMAKE_BUILD_PARALLEL_LEVEL CTEST_OUTPUT_ON_FAILURE CTEST_PARALLEL_LEVEL GTEST_COLOR GTEST_FILTER
  MACOSX_DEPLOYMENT_TARGET GOARM GOAMD64 GOMAXPROCS GOGC GOMEMLIMIT GOTRACEBACK 
  NO_UPDATE_NOTIFIER DISABLE_TELEMETRY NPM_CONFIG_UPDATE_NOTIFIER NPM_CONFIG_FUND NPM_CONFIG_AUDIT
  NPM_CONFIG_LOGLEVEL NPM_CONFIG_COLOR npm_config_update_notifier npm_config_fund npm_config_audit
  npm_config_loglevel npm_config_color HOMEBREW_NO_ANALYTICS HOMEBREW_NO_ENV_HINTS
  HOMEBREW_NO_INSTALL_CLEANUP
  PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_COLOR PIP_NO_INPUT PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8
  PYTHONFAULTHANDLER PYTHONASYNCIODEBUG PYTHONTRACEMALLOC PYTHONDEVMODE PYTHONOPTIMIZE
  PYTHONNOUSERSITE
  UV_NO_PROGRESS UV_OFFLINE UV_FROZEN UV_LOCKED CUDA_VISIBLE_DEVICES OMP_NUM_THREADS
  MKL_NUM_THREADS TOKENIZERS_PARALLELISM HF_HUB_OFFLINE TRANSFORMERS_OFFLINE TF_CPP_MIN_LOG_LEVEL
  PYTORCH_ENABLE_MPS_FALLBACK JAX_PLATFORMS AWS_DEFAULT_OUTPUT AWS_MAX_ATTEMPTS
  CLOUDSDK_CORE_DISABLE_PROMPTS KUBECTL_NO_COLOR DOTNET_NOLOGO DOTNET_CLI_UI_LANGUAGE
  DOTNET_SKIP_FIRST_TIME_EXPERIENCE MSBUILDDISABLENODEREUSE RUBY_GC_MALLOC_LIMIT
  DISABLE_SPRING BUNDLE_FROZEN BUNDLE_SILENCE_ROOT_WARNING MIX_QUIET ELIXIR_CLI_NO_VALIDATION
  PGCONNECT_TIMEOUT PGTZ PGAPPNAME PGCLIENTENCODING PGPASSWORD
  MYSQL_PWD REDISCLI_AUTH VITE_CJS_IGNORE_WARNING NX_DAEMON NX_SKIP_NX_CACHE NX_TUI TURBO_UI
  TURBO_FORCE
  STORYBOOK_DISABLE_TELEMETRY GATSBY_TELEMETRY_DISABLED NUXT_TELEMETRY_DISABLED NG_CLI_ANALYTICS
  EXPO_NO_TELEMETRY CYPRESS_CRASH_REPORTS PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD PW_TEST_HTML_REPORT_OPEN
  VITEST_SEGFAULT_RETRY ESLINT_USE_FLAT_CONFIG BROWSERSLIST_IGNORE_OLD_DATA
  MALLOC_ARENA_MAX MALLOC_CHECK_ XDG_SESSION_TYPE
  LINES TZ LC_ALL ACT_LOG_LEVEL 
  VITEST_MAX_THREADS VITEST_MIN_THREADS DEBIAN_FRONTEND DOTNET_CLI_TELEMETRY_OPTOUT PY_COLORS
  AWS_REGION AWS_DEFAULT_REGION COMPOSE_PROJECT_NAME`
    .split(/\s+/)
    .filter(Boolean),
);

const ONLY_WITH: Record<string, readonly string[]> = {
  PAGER: ["cat", ""],
  GIT_PAGER: ["cat", ""],
  GH_PAGER: ["cat", ""],
  MANPAGER: ["cat"],
  AWS_PAGER: ["", "cat"],
  SYSTEMD_PAGER: ["", "cat"],
  BAT_PAGER: ["", "cat"],
  DELTA_PAGER: ["", "cat"],
  PSQL_PAGER: ["", "cat"],
  LESS: ["", "-FRX", "FRX", "-R", "-FX", "-F"],
  GIT_EDITOR: ["true", ":"],
  GIT_SEQUENCE_EDITOR: ["true", ":"],
  EDITOR: ["true", ":", "cat", ""],
  VISUAL: ["true", ":", "cat", ""],
  BROWSER: ["none", "true", "echo"],
  GOTOOLCHAIN: ["local"],
  GIT_LFS_SKIP_SMUDGE: ["1"],
  GIT_ADVICE: ["0"],
  GIT_CONFIG_NOSYSTEM: ["1"],
  GIT_NO_REPLACE_OBJECTS: ["1"],
  GIT_LITERAL_PATHSPECS: ["1"],
  PUPPETEER_SKIP_DOWNLOAD: ["1", "true"],
  GIT_TERMINAL_PROMPT: ["0"],
  GIT_MERGE_AUTOEDIT: ["no"],
  GCM_INTERACTIVE: ["never", "0"],
  npm_config_yes: ["true"],
  PIP_NO_INPUT: ["1"],
  YARN_ENABLE_IMMUTABLE_INSTALLS: ["false", "true"],
  GIT_OPTIONAL_LOCKS: ["0"],
  // Tests may empty the database of another environment.
  RAILS_ENV: ["test"],
  RACK_ENV: ["test"],
  MIX_ENV: ["test"],
  ENVIRONMENT: ["test"],
  DJANGO_ENV: ["test"],
  FLASK_ENV: ["test"],
  TESTING: ["1", "true", "True"],
  APP_ENV: ["test", "testing"],
  XDEBUG_MODE: ["off", "coverage", "debug"],
  COVERAGE: ["0", "1", "true", "false"],
  SKIP_ENV_VALIDATION: ["1", "true"],
  PYTHONUNBUFFERED: ["1"],
  PYTHONDONTWRITEBYTECODE: ["1"],
};

/** Variables that some texts make harmless: they choose among what a program does anyway. */
const ONLY_LIKE: Record<string, RegExp> = {
  NODE_OPTIONS: regex()`
  ^(?:--(?:max[-_]old[-_]space[-_]size=\d+|no-warnings|trace-warnings|enable-source-maps
  |experimental-vm-modules) ?)+$
`,
  GOFLAGS: /^(?:-(?:mod=(?:mod|readonly|vendor)|count=\d+|race|v|tags=[\w,]+|p=\d+|trimpath) ?)+$/,
  RUSTFLAGS: /^(?:-[DAW] ?[\w-]+ ?)+$/,
  RUSTDOCFLAGS: /^(?:-[DAW] ?[\w:-]+ ?)+$/,
  CARGO_TARGET_DIR: /^(?:target[\w-]*|\/tmp\/[\w-]+)$/,
  DJANGO_SETTINGS_MODULE: regex()`
  ^(?:\w+\.)*(?:settings|config)(?:[._](?:test|tests|testing|local|dev|development|ci))?$
`,
  AWS_PROFILE: /^[\w-]+$/,
  MAKEFLAGS: /^-j\d*$/,
  ASAN_OPTIONS: regex()`
  ^(?:(?:detect_leaks|halt_on_error|abort_on_error|print_stacktrace|symbolize
  |detect_stack_use_after_return)=\d:?)+$
`,
  DATABASE_URL: regex()`
  ^(?:sqlite:/{2,3}(?::memory:|test[\w.]*)?|postgres(?:ql)?://[\w:@.-]*localhost[\w:]*/\w*test\w*)$
`,
  JEST_WORKER_ID: /^\d+$/,
  PYTHONWARNINGS: /^(?:ignore|default|error|once|always|module)(?:::\w+)?$/,
};

/** What they say by their end tunes a program, and a plain word is no place and no program. */
const ONLY_TUNES = regex()`
  ^(?!GIT_|LD_|DYLD_|BASH|NODE_)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:OFFLINE|TELEMETRY|TELEMETRY_DISABLED
  |TELEMETRY_OPTOUT|NO_COLOR|WORKERS|THREADS|JOBS|CONCURRENCY|RETRIES|TIMEOUT|TIMEOUT_MS|VERBOSE
  |QUIET|SILENT|ACTIONS|HEADLESS|SEED|PARALLELISM)$
`;
/** Builders of pages put them into the page. */
const IN_THE_PAGE = /^(?:VITE|NEXT_PUBLIC|REACT_APP|NUXT_PUBLIC|EXPO_PUBLIC)_[A-Z][A-Z0-9_]*$/;
const PAGE_VALUE = /^(?:[\w.-]*|https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?[\w/.-]*)$/;
const PLAIN = /^[\w.-]{0,20}$/;

const PATTERNS = new Map(Object.entries(ONLY_LIKE));

// Proxies, npm's settings, and names that zsh gives a meaning.
const TAKEN = regex()`
  _proxy$|^npm_|^(?:_|path|cdpath|fpath|manpath|mailpath|module_path|fignore|prompt|argv
  |status|psvar|watch|histchars|signals|pipestatus|options|commands|functions|aliases|galiases
  |saliases|builtins|modules|parameters|nameddirs|userdirs|zsh_eval_context|keymaps|widgets
  |term|home|user|shell)$
`;

const FREE_WORDS = new Set(
  `A B C D E F G H I J K L M N O P Q R S T U V W X Y Z BASE BRANCH BODY CODE COMMIT CONTAINER
    ACTUAL ADDRESS AFTER ALL APP APPS ARTIFACT BEFORE BIN BLOCK BRANCHES BUCKET BUILD CHANGED
    CHANGES
    CHECK CLASS CLUSTER COMMENT COMMITS COMPONENT DEPLOYMENT DESC DIFF DOC DOCS DOMAIN
    EMAIL ENTRY ERROR EVENT EXPECTED EXT FAIL FEATURE FIELD FIRST FOLDER FOUND FROM FUNC FUNCTION
    GROUP
    HEADER HEADERS HTTP IDS IDX IMAGE INDEX INSTANCE ITEMS JOB KEYS KIND LABEL LEN LEVEL LIMIT LINES
    LINK LOGFILE LOGS MATCH MATCHES METHOD MIGRATION MISSING MODEL MODIFIED MODULES NODES OFFSET ORG
    OUTFILE OWNER PACKAGES PAGE PAGES PARENT PART PASS PASSED PID PIDS PKGS PODS POSITION QUERY
    RECORD RELEASE REMOTE REPO REPOS REQ REQUEST RESOURCE RESP RET ROW ROWS RUN SCRIPT SEARCH
    SECTION SERVICES
    SINCE SKIP SLUG SOURCE STAGED STEP STR SUITE SUMMARY TABLE TABLES TAGS TASK TEXT TICKET TITLE
    TO TOPIC TS TYPE TYPES UNTIL
    UPSTREAM VALUES VAR VERSIONS WORDS
    COUNT FOO BAR BAZ CURRENT DATA DATE DEST DIR DIRS DURATION ELAPSED END ENDPOINT ERR ERRORS
    EXIT FAILED
    FILE FILENAME FILES FIRST HASH ID INPUT ISSUE ITEM JSON KEY LAST LATEST LINE LIST LOG MAX
    MERGE MESSAGE MIN MODULE MSG NAME NAMES NAMESPACE NEW NOW NS NUM NUMBER OLD OUT OUTPUT
    PACKAGE PATTERN PKG POD PR PREV PREVIOUS PROJECT RC RES RESPONSE RESULT RESULTS ROOT SERVICE
    SHA SIZE SRC START STATUS SUM TAG TARGET TEST TESTS TIMESTAMP TMP TOTAL URL VALUE VERSION
    WORD`
    .split(/\s+/)
    .filter(Boolean),
);
