/** The command line as a parts list: one line per command, each loaded only when it runs. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { nearestWord } from "../../core/nearest-word.ts";
import type { SurfaceCommand } from "../../surfaces/command.ts";
import { OfferedArgument, OfferedOption } from "../completion/offered.ts";
import { EXIT } from "../exit-codes.ts";
import { reportFailure, UsageError } from "../failure.ts";
import { handleOutputErrors } from "../output-errors.ts";
import { VERSION } from "../runtime.ts";

/** Runs one command line and returns its exit code. */
export async function run(argv: string[]): Promise<number> {
  let code: number = EXIT.ok;
  const json = argv.includes("--json");
  handleOutputErrors();
  const program = new Command("askline")
    .description("Agents ask. People answer, from wherever they are.")
    .version(VERSION)
    .enablePositionalOptions()
    // One place below reports failures, to programs as well as people.
    .configureOutput({ outputError: () => {} })
    .exitOverride();

  command("ask [prompt]", "Ask a person and wait for the answer")
    .option(
      "-o, --option <label>",
      'an option; "Label :: description" adds a description (repeat it)',
      collect,
    )
    .option(
      "-r, --recommend <option>",
      "mark an option as recommended, by number or label (repeat it)",
      collect,
    )
    .option(
      "-d, --default <option>",
      "preselect an option, by number or label (repeat it)",
      collect,
    )
    .option("-m, --multi", "several options may be chosen")
    .addOption(
      new Option("--mode <mode>", "how it may be answered").choices([
        "single",
        "multi",
        "text_input",
        "hybrid",
      ]),
    )
    .option("--min <count>", "the fewest options to choose", wholeNumber)
    .option("--max <count>", "the most options to choose", wholeNumber)
    .option("--title <text>", "a few words for lists")
    .option("--context <text>", "what the person needs to know to decide")
    .option("--placeholder <text>", "an example of a typed answer")
    .option("-t, --timeout <time>", "the deadline, such as 90, 90s, 5m or 2h; none unless given")
    .addOption(new Option("--on-timeout <what>", "what silence means").choices(["default", "none"]))
    .addOption(
      new Option("--urgency <urgency>", "how much it matters").choices(["low", "normal", "high"]),
    )
    .option("--project <name>", "the project it is about (default: the folder's name)")
    .option("--no-wait", "print the id and leave")
    .option("--no-prompt", "never prompt here, even on a terminal")
    .addHelpText("after", ASK_HELP)
    .action(
      lazily(async (prompt, options) => (await import("../commands/ask.ts")).ask(prompt, options)),
    );

  command(
    "answer <id> [words...]",
    "Answer an ask: one answer for each of its questions, by number, label, id or your own words",
  )
    .option("--text", "take the words as your own text, even if they name an option")
    .option("--note <text>", "a note about the whole answer")
    .option("--confirm", "allow even what may destroy something; you have read what it does")
    .addHelpText("after", ANSWER_HELP)
    .action(
      lazily(async (id, words, options) =>
        (await import("../commands/answer.ts")).answer(id, words, options),
      ),
    );

  command("reject <id>", "Decline to answer")
    .option("--reason <text>", "why, for the agent to read")
    .addHelpText("after", examples('askline reject 6f1c --reason "Wrong branch"'))
    .action(
      lazily(async (id, options) => (await import("../commands/reject.ts")).reject(id, options)),
    );

  command("list", "Open asks, newest first")
    .option("-a, --all", "settled ones too")
    .addHelpText("after", examples("askline list", "askline list --all --json"))
    .action(lazily(async (options) => (await import("../commands/list.ts")).list(options)));

  command("history", "Settled asks: what was decided, by whom, where and when; the latest first")
    .option("-s, --search <words...>", "only those where all these words occur")
    .option("--project <name>", "only those of this project")
    .option("-n, --limit <count>", "how many at most; 0 for all", wholeNumber, 50)
    .addHelpText(
      "after",
      examples("askline history --search postgres", "askline history --project shop --json"),
    )
    .action(lazily(async (options) => (await import("../commands/history.ts")).history(options)));

  command("stats", "How long agents waited for people, what rules decided, and what was asked most")
    .option("--since <time>", "from when: 14d, 12h, a day such as 2026-03-01, or all", "14d")
    .option("--project <name>", "only those of this project")
    .option("--csv", "print one table for a spreadsheet")
    .addHelpText(
      "after",
      examples("askline stats", "askline stats --since 30d --project shop --csv"),
    )
    .action(lazily(async (options) => (await import("../commands/stats.ts")).stats(options)));

  command("show <id>", "One ask with everything known about it")
    .addHelpText("after", examples("askline show 6f1c"))
    .action(lazily(async (id, options) => (await import("../commands/show.ts")).show(id, options)));

  command("verify <id>", "Check a passkey's signature over what was decided")
    .option("--key <fingerprint>", "only this key counts, as you noted it when it was added")
    .addHelpText("after", examples("askline verify 6f1c"))
    .action(
      lazily(async (id, options) => (await import("../commands/verify.ts")).verify(id, options)),
    );

  command("wait <id>", "Wait for the answer to an ask")
    .option("-t, --timeout <time>", "how long to wait; the ask itself stays open")
    .addHelpText("after", examples("askline wait 6f1c", "askline wait 6f1c --timeout 5m --json"))
    .action(lazily(async (id, options) => (await import("../commands/wait.ts")).wait(id, options)));

  command("serve", "Serve the portal and dashboard on this machine, until it is ended")
    .option("--port <port>", "the port (default: the setting port, 8475); 0 takes a free one")
    .option("--open", "open the dashboard in the browser")
    .addHelpText("after", examples("askline serve --open", "askline serve --port 0 --json"))
    .action(lazily(async (options) => (await import("../serve/serve.ts")).serve(options)));

  command(
    "remote",
    "Work with a hub elsewhere: see how it is, add one, remove it (status, add, remove)",
  )
    .addArgument(new OfferedArgument("[what]", ["status", "add", "remove"]))
    .argument("[url]")
    .option("--project <name>", "the project that what is asked here belongs to")
    .option("--insecure", "even without encryption outside a private network")
    .option("--retry", "with status: send what the hub refused for good once more")
    .addHelpText(
      "after",
      examples("askline remote add https://askline.example.net", "askline remote status --json"),
    )
    .action(
      lazily(async (what, url, options) =>
        (await import("../commands/remote.ts")).remote(what ?? "status", url, options),
      ),
    );

  command("agents", "Agents at work: their project, state and task")
    .option("-a, --all", "ended ones too")
    .addHelpText("after", examples("askline agents", "askline agents --json"))
    .action(lazily(async (options) => (await import("../commands/agents.ts")).agents(options)));

  command("send <agent> <text>", "Hand an agent a text, as if it were typed into its terminal")
    .addHelpText("after", examples('askline send 3 "Run the tests again"'))
    .action(
      lazily(async (agent, text, options) =>
        (await import("../commands/send.ts")).send(agent, text, options),
      ),
    );

  command("away", "Say that you are away: questions are told where you can be reached")
    .option("--until <time>", "until a time of day, such as 17:00")
    .option("--for <time>", "for so long, such as 30m or 2h")
    .addHelpText(
      "after",
      examples("askline away", "askline away --until 17:00", "askline away --for 2h"),
    )
    .action(lazily(async (options) => (await import("../commands/away.ts")).away(options)));

  command("back", "Say that you are back")
    .addHelpText("after", examples("askline back"))
    .action(lazily(async (options) => (await import("../commands/away.ts")).back(options)));

  command(
    "rules",
    "Rules that decide for you: list them, check them, or test which one decides (list, check, test)",
  )
    .addArgument(new OfferedArgument("[what]", ["list", "check", "test"]))
    .argument("[id]")
    .option("--tool <name>", "the agent's tool, such as Bash, Write or mcp__github__create_issue")
    .option("--command <command>", "the command it would run")
    .option("--path <file>", "the file it would change")
    .option("--url <address>", "the address it would fetch")
    .option("--input <json>", "the tool's whole input")
    .option("--project <name>", "the project (default: the folder's name)")
    .option("--dir <folder>", "the agent's working directory (default: this one)")
    .addOption(
      new OfferedOption("--agent <client>", "the agent's client (default: claude-code)", AGENTS),
    )
    .addOption(
      new OfferedOption(
        "--source <kind>",
        "the way it is asked: hook, mcp, command, agent (default: hook)",
        ["hook", "mcp", "command", "agent"],
      ),
    )
    .addHelpText(
      "after",
      examples(
        "askline rules",
        'askline rules test --tool Bash --command "rm -rf build" --project shop',
      ),
    )
    .action(
      lazily(async (what, id, options) =>
        (await import("../commands/rules.ts")).rules(what ?? "list", id, options),
      ),
    );

  command(
    "hook [event]",
    "Hand what an agent's client says on standard input to the hub; for its hooks to call",
  )
    .addOption(
      new OfferedOption(
        "--client <client>",
        "claude-code, codex, gemini or opencode (default: claude-code)",
        AGENTS,
      ),
    )
    .addHelpText("after", examples("askline hook SessionStart", "askline hook --client codex"))
    .action(lazily(async () => (await import("../commands/hook.ts")).hook(argv.slice(3))));

  command("mcp", "Serve agents over MCP, on standard input and output")
    .option("--http", "over HTTP on this machine instead, with prompts on this terminal")
    .option("--port <port>", "the port for --http (default: a free one)")
    .addHelpText(
      "after",
      examples("claude mcp add askline -- askline mcp", "askline mcp --http --port 8476"),
    )
    .action(lazily(async (options) => (await import("../mcp/mcp.ts")).mcp(options)));

  command("init", "Set up the agents on this machine: shows each change, and makes it after a yes")
    .option("-y, --yes", "make the changes without asking")
    .option("-n, --dry-run", "only show what would be changed")
    .addOption(
      new OfferedOption(
        "--only <clients>",
        "claude-code, codex, gemini, opencode, cursor, vscode; several with commas",
        [...AGENTS, "cursor", "vscode"],
        { isList: true },
      ),
    )
    .addOption(
      new OfferedOption(
        "--hooks <kind>",
        "Claude Code's hooks: command, or http where the hub runs at all times",
        ["command", "http"],
      ),
    )
    .addHelpText("after", examples("askline init", "askline init --only claude-code,codex --yes"))
    .action(lazily(async (options) => (await import("../setup/init.ts")).init(options)));

  command("uninit", "Take Askline out of the agents' configuration again")
    .option("-y, --yes", "without asking")
    .addHelpText("after", examples("askline uninit"))
    .action(lazily(async (options) => (await import("../setup/uninit.ts")).uninit(options)));

  command("doctor", "Look at everything that could be wrong, and say what to do")
    .addHelpText("after", examples("askline doctor", "askline doctor --json"))
    .action(lazily(async (options) => (await import("../doctor/doctor.ts")).doctor(options)));

  command("coverage", "Which prompts of the agents here can be seen and answered, and from where")
    .option("-a, --all", "every client that was tried, also those that are not here")
    .addHelpText("after", examples("askline coverage", "askline coverage --all --json"))
    .action(lazily(async (options) => (await import("../commands/coverage.ts")).coverage(options)));

  command("service", "The hub at every login: install, uninstall or status")
    .addArgument(new OfferedArgument("<action>", ["install", "uninstall", "status"]))
    .addHelpText("after", examples("askline service install", "askline service status"))
    .action(
      lazily(async (action, options) =>
        (await import("../service/service.ts")).service(action, options),
      ),
    );

  command("tunnel [action]", "An https address for your phone: start, status or stop")
    .option("-y, --yes", "open it without asking")
    .option("--ssh <user@host>", "by ssh, to a machine whose web server gives it https")
    .option("--address <url>", "the https address of that web server, or of a proxy of your own")
    .option("--remote-port <port>", "with --ssh: the port there (default: the hub's)", wholeNumber)
    .option("--no-pair", "do not let a phone in at once")
    .addHelpText(
      "after",
      examples(
        "askline tunnel",
        "askline tunnel --ssh me@server --address https://askline.example.net",
        "askline tunnel status",
        "askline tunnel stop",
      ),
    )
    .action(
      lazily(async (action, options) =>
        (await import("../tunnel/tunnel.ts")).tunnel(action ?? "start", options, async (here) =>
          (await import("./pair-here.ts")).pairHere(here),
        ),
      ),
    );

  command(
    "demo",
    "See it work: scripted agents ask, you answer here or in the browser; nothing stays behind",
  )
    .addHelpText("after", examples("askline demo"))
    .action(lazily(async (options) => (await import("../demo/demo.ts")).demo(options)));

  command("cleanup", "Remove asks older than the retention")
    .option(
      "--days <days>",
      "remove what is older than this many days (default: the setting retentionDays)",
    )
    .option("--open", "remove open asks and outcomes that nobody has fetched, too")
    .addHelpText(
      "after",
      examples("askline cleanup", "askline cleanup --days 30", "askline cleanup --open"),
    )
    .action(lazily(async (options) => (await import("../commands/cleanup.ts")).cleanup(options)));

  command("migrate", "Copy every ask to another place: files, the database, a backup")
    .requiredOption(
      "--from <place>",
      "files, database (ASKLINE_DATABASE_URL), a folder, or sqlite:<file>",
    )
    .requiredOption("--to <place>", "where to; what is there stays")
    .option("--dry-run", "say what would be written, and write nothing")
    .addHelpText(
      "after",
      examples(
        "askline migrate --from files --to database",
        "askline migrate --from database --to sqlite:/srv/backup/asks.sqlite",
      ),
    )
    .action(lazily(async (options) => (await import("../commands/migrate.ts")).migrate(options)));

  command("config", "Every setting, its value, and where the value comes from")
    .addHelpText("after", examples("askline config", "ASKLINE_LANGUAGE=ko askline config"))
    .action(lazily(async (options) => (await import("../commands/config.ts")).config(options)));

  command("completion", "Print a script that completes commands, flags and ids in your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", COMPLETION_HELP)
    .action(
      lazily(async (shell, options) =>
        (await import("../completion/completion.ts")).completion(shell, options, program),
      ),
    );

  try {
    const brought = needsAll(argv, program) ? await commandsOfSurfaces() : [];
    for (const one of brought) putBehind(declare(one, program), one.follows, program);
    if (mayShowHelp(argv, program)) await inLanguageOfPerson(program, brought);
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, { json });
    if (error.exitCode === 0) return EXIT.ok;
    return error.code === HELP_SHOWN ? EXIT.usage : reportFailure(usageErrorFrom(error), { json });
  }

  function command(usage: string, description: string, parent: Command = program): Command {
    return parent
      .command(usage)
      .description(description)
      .option("--json", "print JSON for programs")
      .option("--state-dir <folder>", "where Askline keeps its state");
  }

  function declare(
    { usage, about, options = [], examples: lines, commands = [], ...rest }: SurfaceCommand,
    parent: Command,
  ) {
    const isGroup = commands.length > 0;
    const declared = isGroup
      ? parent.command(usage).description(about.en)
      : command(usage, about.en, parent);
    for (const { flags, about: words, choices } of options) {
      const option = new Option(flags, words.en);
      declared.addOption(choices === undefined ? option : option.choices(choices));
    }
    declared.addHelpText("after", examples(...lines));
    for (const one of commands) declare(one, declared);
    if (isGroup) return declared;
    return declared.action(
      lazily(async (...given) => {
        const { runCommand } = await import("./surface-commands.ts");
        return runCommand(
          { usage, about, examples: lines, ...rest },
          given.slice(0, -1),
          given.at(-1),
        );
      }),
    );
  }

  /** Commander's last argument is the command itself, which our actions do not take. */
  // biome-ignore lint/suspicious/noExplicitAny: commander types an action's arguments so
  function lazily(action: (...args: any[]) => Promise<number>) {
    return async (...args: unknown[]) => {
      code = await action(...args.slice(0, -1));
    };
  }
}

/**
 * Surfaces' commands are loaded unless one of our own commands is meant. `completion` lists all
 * commands, so it needs them too.
 */
function needsAll([, , first = "help"]: string[], { commands }: Command): boolean {
  return first === "completion" || !commands.some((command) => command.name() === first);
}

/** Moves the command to its place in the help. */
function putBehind(command: Command, name: string | undefined, program: Command) {
  const at = program.commands.findIndex((one) => one.name() === name);
  if (at === -1) return;
  // Commander keeps its commands in this array, and has no other way to order them.
  const commands = program.commands as Command[];
  commands.splice(at + 1, 0, ...commands.splice(commands.indexOf(command), 1));
}

async function commandsOfSurfaces(): Promise<SurfaceCommand[]> {
  return (await import("./surface-commands.ts")).surfaceCommands();
}

/**
 * Commander also shows help without being asked: if the command is missing, or the subcommand of a
 * parent like `askline slack`.
 */
function mayShowHelp([, , first = "help", ...words]: string[], { commands }: Command): boolean {
  const isParent = commands.some(
    (command) => command.name() === first && command.commands.length > 0,
  );
  return (
    isParent ||
    [first, ...words].some((word) => word === "help" || word === "--help" || word === "-h")
  );
}

async function inLanguageOfPerson(
  program: Command,
  brought: readonly SurfaceCommand[],
): Promise<void> {
  const { languageHere } = await import("../language.ts");
  if (languageHere() === "ko") (await import("./korean-help.ts")).speakKorean(program, brought);
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function wholeNumber(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError(`"${value}" is not a whole number.`);
}

const AGENTS = ["claude-code", "codex", "gemini", "opencode"];

// Without a command, commander has already shown the help.
const HELP_SHOWN = "commander.help";

/** Commander appends its guesses to the complaint, in brackets. Those that are far off are left out. */
function usageErrorFrom({ message }: CommanderError): UsageError {
  const [, complaint = "", guesses] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s.exec(message) ?? [];
  const [, given = ""] = /'(.*)'/.exec(complaint) ?? [];
  const near = guesses?.split(", ").filter((guess) => nearestWord(given, [guess]) !== undefined);
  return new UsageError((usage) => usage.commandLine(complaint, near?.join(" or ") || undefined));
}

function examples(...lines: string[]): string {
  return `\n${lines.length === 1 ? "Example" : "Examples"}:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}

const ASK_HELP = `
Examples:
  $ askline ask "Which database?" -o "Postgres :: boring, fast" -o SQLite -r Postgres
  $ askline ask "May I delete the staging table?" -o Yes -o No --mode single --timeout 10m
  $ echo '{"questions":[{"prompt":"Which?","options":[{"label":"A"},{"label":"B"}]}]}' | askline ask --json

Exit codes: 0 answered, 3 rejected, 4 timed out, 5 abandoned, 2 wrong usage, 6 no such ask (removed while it waited),
7 already settled differently (askline answer), 8 still open (askline wait --timeout), 1 anything else.`;

const ANSWER_HELP = `
Examples:
  $ askline answer 6f1c 2                  the second option
  $ askline answer 6f1c "1 and 3"          two options
  $ askline answer 6f1c postgres           by label; ambiguous words are asked back, never guessed
  $ askline answer 6f1c "Use MySQL"        your own words, where the question takes them
  $ askline answer 6f1c Postgres "2"       two questions, two answers
  $ askline answer 6f1c                    on a terminal: prompts here
  $ echo Postgres | askline answer 6f1c -  from standard input; of several questions, a line each

The id may be shortened, to no less than 4 characters, as long as it is clear which ask is meant.`;

const COMPLETION_HELP = `
Examples:
  $ eval "$(askline completion bash)"      in ~/.bashrc
  $ eval "$(askline completion zsh)"       in ~/.zshrc, behind compinit
  $ askline completion fish > ~/.config/fish/completions/askline.fish`;
