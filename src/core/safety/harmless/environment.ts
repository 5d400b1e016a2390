/** Environment variables that no program takes for a command, a file to load or a place to write. */
import type { Argument } from "../shell/script-values.ts";

/** Whether `NAME=value program` leaves the program what it is. */
export function isHarmlessAssignment(name: string, { texts }: Argument): boolean {
  if (HARMLESS.has(name) || /^LC_[A-Z]+$/.test(name)) return true;
  const allowed = Object.hasOwn(ONLY_WITH, name) ? ONLY_WITH[name] : undefined;
  if (allowed !== undefined) return texts?.every((text) => allowed.includes(text)) === true;
  const pattern = PATTERNS.get(name);
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
  VITEST_MAX_THREADS VITEST_MIN_THREADS DEBIAN_FRONTEND DOTNET_CLI_TELEMETRY_OPTOUT PY_COLORS AWS_REGION AWS_DEFAULT_REGION COMPOSE_PROJECT_NAME`
    .split(/\s+/)
    .filter(Boolean),
);

const ONLY_WITH: Record<string, readonly string[]> = {
  PAGER: ["cat", ""],
  GIT_PAGER: ["cat", ""],
  GH_PAGER: ["cat", ""],
  MANPAGER: ["cat"],
  AWS_PAGER: [""],
  GIT_TERMINAL_PROMPT: ["0"],
  GIT_OPTIONAL_LOCKS: ["0"],
  // Tests may empty the database of another environment.
  RAILS_ENV: ["test"],
  RACK_ENV: ["test"],
  MIX_ENV: ["test"],
  APP_ENV: ["test"],
  PYTHONUNBUFFERED: ["1"],
  PYTHONDONTWRITEBYTECODE: ["1"],
};

/** Variables that some texts make harmless: they choose among what a program does anyway. */
const ONLY_LIKE: Record<string, RegExp> = {
  NODE_OPTIONS:
    /^(?:--(?:max[-_]old[-_]space[-_]size=\d+|no-warnings|trace-warnings|enable-source-maps|experimental-vm-modules) ?)+$/,
  GOFLAGS: /^(?:-(?:mod=(?:mod|readonly|vendor)|count=\d+|race|v|tags=[\w,]+|p=\d+|trimpath) ?)+$/,
  RUSTFLAGS: /^(?:-[DAW] ?[\w-]+ ?)+$/,
  RUSTDOCFLAGS: /^(?:-[DAW] ?[\w:-]+ ?)+$/,
  CARGO_TARGET_DIR: /^(?:target[\w-]*|\/tmp\/[\w-]+)$/,
  JEST_WORKER_ID: /^\d+$/,
};

const PATTERNS = new Map(Object.entries(ONLY_LIKE));

// Proxies, npm's settings, and names that zsh gives a meaning.
const TAKEN =
  /_proxy$|^npm_|^(?:_|path|cdpath|fpath|manpath|mailpath|module_path|fignore|prompt|argv|status|psvar|watch|histchars|signals|pipestatus|options|commands|functions|aliases|galiases|saliases|builtins|modules|parameters|nameddirs|userdirs|zsh_eval_context|keymaps|widgets|term|home|user|shell)$/;

const FREE_WORDS = new Set(
  `A B C D E F G H I J K L M N O P Q R S T U V W X Y Z BASE BRANCH BODY CODE COMMIT CONTAINER
    COUNT FOO BAR BAZ CURRENT DATA DATE DEST DIR DIRS DURATION ELAPSED END ENDPOINT ERR ERRORS EXIT FAILED
    FILE FILENAME FILES FIRST HASH ID INPUT ISSUE ITEM JSON KEY LAST LATEST LINE LIST LOG MAX
    MERGE MESSAGE MIN MODULE MSG NAME NAMES NAMESPACE NEW NOW NS NUM NUMBER OLD OUT OUTPUT
    PACKAGE PATTERN PKG POD PR PREV PREVIOUS PROJECT RC RES RESPONSE RESULT RESULTS ROOT SERVICE
    SHA SIZE SRC START STATUS SUM TAG TARGET TEST TESTS TIMESTAMP TMP TOTAL URL VALUE VERSION
    WORD`
    .split(/\s+/)
    .filter(Boolean),
);
