/** Completions for bash, from version 3.2 of macOS on. */
import { inShellQuotes } from "../../core/safety/shell/shell-quote.ts";
import {
  allCommands,
  type CommandLine,
  type CommandShape,
  namesWithValue,
  type Value,
} from "./shape.ts";

/**
 * Nothing an agent wrote is ever expanded: ids and titles are read line by line, and only our
 * own words reach compgen.
 */
export function bashScript(line: CommandLine): string {
  const { options, commands } = line;
  const all = allCommands(line);
  const groups = commands.filter(({ below }) => below.length > 0).map(({ name }) => name);
  const rootWords = [...commands.map(({ name }) => name), ...options.flatMap(({ names }) => names)];
  return `# Completions of askline for bash. In ~/.bashrc: eval "$(askline completion bash)"

# What may follow a flag, in \`values\`; fails for flags that nothing follows.
_askline_value() {
  case "$1 $2" in
${all.flatMap(valueCases).join("\n")}
    *) return 1 ;;
  esac
}

_askline_offer() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

# Of several words with commas between them, the last is completed.
_askline_offer_list() {
  local before=
  [[ $2 == *,* ]] && before=\${2%,*},
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "\${2##*,}"))
}

_askline_folders() {
  local folder
  compopt -o filenames 2> /dev/null
  while IFS= read -r folder; do COMPREPLY+=("$folder"); done < <(compgen -d -- "$1")
}

# Their names contain nothing that a shell would expand.
_askline_projects() {
  local limit=
  type timeout > /dev/null 2>&1 && limit="timeout 2"
  COMPREPLY=($($limit askline __projects "$1" "\${COMP_WORDS[@]:1:COMP_CWORD-1}" < /dev/null 2> /dev/null))
}

_askline_asks() {
  local line limit=
  local -a ids shown
  type timeout > /dev/null 2>&1 && limit="timeout 2"
  while IFS= read -r line; do
    [[ $line == *$'\\t'* ]] || continue
    ids+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  }")
  done < <($limit askline __asks "$1" "\${COMP_WORDS[@]:1:COMP_CWORD-1}" < /dev/null 2> /dev/null)
  # Titles are for reading: where bash would put the line itself on the command line, it gets the id alone.
  case "\${#ids[@]} $COMP_TYPE" in
    0\\ *) ;;
    1\\ * | *\\ 37 | *\\ 42) COMPREPLY=("\${ids[@]}") ;;
    *) COMPREPLY=("\${shown[@]}") ;;
  esac
}

_askline() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command= values= given=0 index
  local IFS=$' \\t\\n'
  COMPREPLY=()
  # bash takes --flag=value apart at the equals sign.
  if [[ $word == "=" ]]; then
    word=
  elif [[ $previous == "=" ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    if [[ \${COMP_WORDS[index]} == "=" ]]; then
      continue
    elif [[ -z $command ]]; then
      [[ \${COMP_WORDS[index]} == -* ]] || command=\${COMP_WORDS[index]}
    elif _askline_value "$command" "\${COMP_WORDS[index]}"; then
      [[ \${COMP_WORDS[index + 1]} == "=" ]] && ((index++))
      ((index++))
    elif [[ \${COMP_WORDS[index]} != -* ]]; then
      case "$command" in
        ${groups.join(" | ")}) command="$command \${COMP_WORDS[index]}" ;;
        *) ((given++)) ;;
      esac
    fi
  done
  values=
  if [[ -z $command ]]; then
    _askline_offer ${inShellQuotes(rootWords.join(" "))} "$word"
  elif _askline_value "$command" "$previous"; then
    case "$values" in
      "") ;;
      /) _askline_folders "$word" ;;
      @) _askline_projects "$word" ;;
      ,*) _askline_offer_list "\${values#,}" "$word" ;;
      *) _askline_offer "$values" "$word" ;;
    esac
  elif [[ $word == -* ]]; then
    case "$command" in
${all.map(flagCase).join("\n")}
    esac
  else
    case "$command $given" in
${all.flatMap(argumentCase).join("\n")}
    esac
  fi
}

complete -o nosort -F _askline askline 2> /dev/null || complete -F _askline askline
`;
}

function valueCases(command: CommandShape): string[] {
  const known = command.options.filter(({ value }) => value !== null && value.kind !== "text");
  const cases = known.map(
    ({ names, value }) =>
      `    ${patterns(command, names)}) values=${inShellQuotes(valuesOf(value))} ;;`,
  );
  const rest = namesWithValue(command).filter(
    (name) => !known.some(({ names }) => names.includes(name)),
  );
  return rest.length === 0 ? cases : [...cases, `    ${patterns(command, rest)}) values= ;;`];
}

function patterns(command: CommandShape, names: string[]): string {
  return names.map((name) => inShellQuotes(`${command.name} ${name}`)).join(" | ");
}

/** A slash stands for a folder, an at sign for projects; no fixed choice contains these. */
function valuesOf(value: Value | null): string {
  switch (value?.kind) {
    case "choices":
      return value.choices.join(" ");
    case "list":
      return `,${value.choices.join(" ")}`;
    case "folder":
      return "/";
    case "projects":
      return "@";
    default:
      return "";
  }
}

function flagCase({ name, options }: CommandShape): string {
  const flags = options.flatMap(({ names }) => names).join(" ");
  return `      ${inShellQuotes(name)}) _askline_offer ${inShellQuotes(flags)} "$word" ;;`;
}

function argumentCase({ name, argument }: CommandShape): string[] {
  if (argument?.kind === "asks")
    return [`      ${inShellQuotes(`${name} 0`)}) _askline_asks "$word" ;;`];
  if (argument?.kind !== "choices") return [];
  return [
    `      ${inShellQuotes(`${name} 0`)}) _askline_offer ${inShellQuotes(argument.choices.join(" "))} "$word" ;;`,
  ];
}
