/** The command line as a parts list: one line a command, each loaded only when it runs. */
import { Command, CommanderError, Option } from "commander";
import { EXIT } from "./exit-codes.ts";
import { reportFailure } from "./failure.ts";
import { VERSION } from "./runtime.ts";

/** Runs one command line and returns its exit code. */
export async function run(argv: string[]): Promise<number> {
  let code: number = EXIT.ok;
  const program = new Command("askline")
    .description("Agents ask. People answer, from wherever they are.")
    .version(VERSION)
    .enablePositionalOptions()
    .showHelpAfterError("(run it with --help to see how it is used)")
    .exitOverride();

  command("ask [prompt]", "Ask a person and wait for the answer")
    .option("-o, --option <label>", 'an option; "Label :: description" adds a description (repeat it)', collect)
    .option("-r, --recommend <option>", "mark an option as recommended, by number or label (repeat it)", collect)
    .option("-d, --default <option>", "preselect an option, by number or label (repeat it)", collect)
    .option("-m, --multi", "several options may be chosen")
    .addOption(
      new Option("--mode <mode>", "how it may be answered").choices(["single", "multi", "text_input", "hybrid"]),
    )
    .option("--min <count>", "the fewest options to choose", wholeNumber)
    .option("--max <count>", "the most options to choose", wholeNumber)
    .option("--title <text>", "a few words for lists")
    .option("--context <text>", "what the person needs to know to decide")
    .option("--placeholder <text>", "an example of a typed answer")
    .option("-t, --timeout <time>", "the deadline, such as 90, 90s, 5m or 2h; none unless given")
    .addOption(new Option("--on-timeout <what>", "what silence means").choices(["default", "none"]))
    .addOption(new Option("--urgency <urgency>", "how much it matters").choices(["low", "normal", "high"]))
    .option("--project <name>", "the project it is about (default: the folder's name)")
    .option("--no-wait", "print the id and leave")
    .option("--no-prompt", "never prompt here, even on a terminal")
    .addHelpText("after", ASK_HELP)
    .action(lazily(async (prompt, options) => (await import("./ask.ts")).ask(prompt, options)));

  command(
    "answer <id> [words...]",
    "Answer an ask: one answer for each of its questions, by number, label, id or your own words",
  )
    .option("--text", "take the words as your own text, even if they name an option")
    .option("--note <text>", "a note about the whole answer")
    .addHelpText("after", ANSWER_HELP)
    .action(lazily(async (id, words, options) => (await import("./answer.ts")).answer(id, words, options)));

  command("reject <id>", "Decline to answer")
    .option("--reason <text>", "why, for the agent to read")
    .action(lazily(async (id, options) => (await import("./reject.ts")).reject(id, options)));

  command("list", "Open asks, newest first")
    .option("-a, --all", "settled ones too")
    .action(lazily(async (options) => (await import("./list.ts")).list(options)));

  command("show <id>", "One ask with everything known about it").action(
    lazily(async (id, options) => (await import("./show.ts")).show(id, options)),
  );

  command("wait <id>", "Wait for the answer to an ask")
    .option("-t, --timeout <time>", "how long to wait; the ask itself stays open")
    .action(lazily(async (id, options) => (await import("./wait.ts")).wait(id, options)));

  command("cleanup", "Remove asks older than the retention")
    .option("--days <days>", "remove what is older than this many days (default: the setting retentionDays)")
    .action(lazily(async (options) => (await import("./cleanup.ts")).cleanup(options)));

  command("config", "Every setting, its value, and where the value comes from").action(
    lazily(async (options) => (await import("./config.ts")).config(options)),
  );

  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return reportFailure(error, { json: argv.includes("--json") });
  }

  function command(usage: string, description: string): Command {
    return program
      .command(usage)
      .description(description)
      .option("--json", "print JSON for programs")
      .option("--state-dir <folder>", "where Askline keeps its state");
  }

  /** Commander's last argument is the command itself, which ours do not want. */
  // biome-ignore lint/suspicious/noExplicitAny: commander types an action's arguments so
  function lazily(action: (...args: any[]) => Promise<number>) {
    return async (...args: unknown[]) => {
      code = await action(...args.slice(0, -1));
    };
  }
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new CommanderError(EXIT.usage, "askline.number", `"${value}" is not a whole number.`);
}

const ASK_HELP = `
Examples:
  $ askline ask "Which database?" -o "Postgres :: boring, fast" -o SQLite -r Postgres
  $ askline ask "May I delete the staging table?" -o Yes -o No --mode single --timeout 10m
  $ echo '{"questions":[{"prompt":"Which?","options":[{"label":"A"},{"label":"B"}]}]}' | askline ask --json

Exit codes: 0 answered, 3 rejected, 4 timed out, 5 abandoned, 2 wrong usage, 1 anything else.`;

const ANSWER_HELP = `
Examples:
  $ askline answer 6f1c 2                  the second option
  $ askline answer 6f1c "1 and 3"          two options
  $ askline answer 6f1c postgres           by label; ambiguous words are asked back, never guessed
  $ askline answer 6f1c "Use MySQL"        your own words, where the question takes them
  $ askline answer 6f1c Postgres "2"       two questions, two answers
  $ askline answer 6f1c                    on a terminal: prompts here

The id may be shortened as long as it is clear which ask is meant.`;
