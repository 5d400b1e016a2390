/** Completions for fish. */
import {
  allCommands,
  type CommandLine,
  type CommandShape,
  namesWithValue,
  type OptionShape,
  type Value,
} from "./shape.ts";

export function fishScript(line: CommandLine): string {
  const { options, commands } = line;
  return `# Completions of askline for fish. Once: askline completion fish > ~/.config/fish/completions/askline.fish

# Whether the line is of this command, or of none yet when called without one.
function __askline_is
    set -l words (commandline -opc)
    set -l given
    for word in $words[2..]
        string match -q -- '-*' $word; and continue
        set -a given $word
        test (count $given) -ge (count $argv); and break
    end
    test "$given" = "$argv"
end

# Whether the first word behind the command comes now; what follows the command's name are its flags with values.
function __askline_is_first
    set -l path (string split ' ' $argv[1])
    __askline_is $path; or return 1
    set -l words (commandline -opc)
    set -l isValue no
    set -l given 0
    for word in $words[2..]
        if test $isValue = yes
            set isValue no
        else if string match -q -- '-*' $word
            contains -- $word $argv[2..]; and set isValue yes
        else
            set given (math $given + 1)
        end
    end
    test $isValue = no; and test $given -eq (count $path)
end

# Of several words with commas between them, the last is completed.
function __askline_list
    set -l before (string match -r '^.*,' -- (commandline -ct)); or set before ''
    printf '%s\\n' $before$argv
end

function __askline_projects
    set -l words (commandline -opc)
    set -l limit
    command -q timeout; and set limit timeout 2
    command $limit askline __projects (commandline -ct) $words[2..] </dev/null 2>/dev/null
end

function __askline_asks
    set -l words (commandline -opc)
    set -l limit
    command -q timeout; and set limit timeout 2
    command $limit askline __asks (commandline -ct) $words[2..] </dev/null 2>/dev/null | string match -r '^[^\\t]+\\t.*'
end

complete -c askline -e
complete -c askline -f
${options.map((option) => optionLine("__askline_is", option)).join("\n")}
${commands.map(({ name, description }) => `complete -c askline -n __askline_is -a ${name} -d ${fish(description)}`).join("\n")}
${allCommands(line).flatMap(commandLines).join("\n")}
`;
}

function commandLines(command: CommandShape): string[] {
  const { name, options, argument } = command;
  const first = `__askline_is_first ${[fish(name), ...namesWithValue(command)].join(" ")}`;
  const values = argument === null ? "" : valuesOf(argument);
  return [
    ...options.map((option) => optionLine(`__askline_is ${name}`, option)),
    ...(values === "" ? [] : [`complete -c askline -k -n ${fish(first)} -a ${fish(values)}`]),
  ];
}

function optionLine(condition: string, { names, description, value }: OptionShape): string {
  const flags = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const values = value === null ? "" : valuesOf(value);
  const following = value === null ? [] : ["-x", ...(values === "" ? [] : [`-a ${fish(values)}`])];
  return [
    "complete -c askline",
    `-n ${fish(condition)}`,
    ...flags,
    ...following,
    `-d ${fish(description)}`,
  ].join(" ");
}

function valuesOf(value: Value): string {
  switch (value.kind) {
    case "choices":
      return value.choices.join(" ");
    case "list":
      return `(__askline_list ${value.choices.join(" ")})`;
    case "asks":
      return "(__askline_asks)";
    case "projects":
      return "(__askline_projects)";
    case "folder":
      return "(__fish_complete_directories)";
    case "text":
      return "";
  }
}

/** Inside single quotes fish reads backslashes, unlike any other shell. */
function fish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
