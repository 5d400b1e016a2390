/**
 * Takes out of this process's environment what changes how programs look, speak or find their
 * settings. The programs that the tests start inherit the rest, so whoever runs the tests, and from
 * where, makes no difference. A test that is about such a variable gives it to its own program.
 */

const CHANGING = new RegExp(
  `^(?:${[
    // Colour and terminals.
    "(NO|FORCE)_COLOR|CLICOLOR(_FORCE)?|COLORTERM|COLORFGBG|TERM_PROGRAM(_VERSION)?|VTE_VERSION",
    "LC_TERMINAL(_VERSION)?|WT_SESSION|KITTY_\\w+|TMUX(_PANE)?|STY|ZELLIJ\\w*",
    // Language, and where the person sits.
    "LANG|LANGUAGE|LC_\\w+|CI|SSH_(TTY|CONNECTION|CLIENT)|(WAYLAND_)?DISPLAY",
    "DBUS_SESSION_BUS_ADDRESS|WSL_DISTRO_NAME",
    // Where programs look for their settings.
    "XDG_\\w+_HOME|CLAUDE_CONFIG_DIR|GEMINI_CLI_HOME|OPENCODE_CONFIG_DIR|MCP_TOOL_TIMEOUT",
    // Our own settings, but not those of the tests.
    "ASKLINE_(?!(SOAK|SEED|ATTACK|TEST_|HOOK_PATIENCE|WRITE_PROOFS|CLAUDE_V|OPENCODE_V))\\w+",
  ].join("|")})$`,
);

export function makeEnvironmentPlain(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys(environment)) if (CHANGING.test(name)) delete environment[name];
  Object.assign(environment, { LANG: "C.UTF-8", TERM: "xterm-256color" });
}
