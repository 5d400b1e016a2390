/** Completions for zsh, through its own `_arguments`. */
import { inShellQuotes } from "../../core/safety/shell/shell-quote.ts";
import type { CommandLine, CommandShape, OptionShape, Value } from "./shape.ts";

export function zshScript({ options, commands }: CommandLine): string {
  return `#compdef askline
# Completions of askline for zsh. In ~/.zshrc, behind compinit: eval "$(askline completion zsh)"

_askline_asks() {
  local found
  local -a limit ids shown
  (( $+commands[timeout] )) && limit=(timeout 2)
  for found in "\${(@f)$($limit askline __asks "$PREFIX" "\${(@)words[1,CURRENT-1]}" < /dev/null 2> /dev/null)}"; do
    [[ $found == *$'\\t'* ]] || continue
    ids+=("\${found%%$'\\t'*}")
    shown+=("\${found/$'\\t'/  }")
  done
  (( $#ids )) && compadd -V asks -l -d shown -a ids
}

_askline_projects() {
  local -a limit
  (( $+commands[timeout] )) && limit=(timeout 2)
  compadd -- \${(f)"$($limit askline __projects "$PREFIX" "\${(@)words[1,CURRENT-1]}" < /dev/null 2> /dev/null)"}
}

_askline_commands() {
  local -a known=(
${commands.map(({ name, description }) => `    ${inShellQuotes(`${name}:${description}`)}`).join("\n")}
  )
  _describe -t commands command known
}

_askline() {
  local curcontext="$curcontext" state
  local -a line
  local -A opt_args
  _arguments -C ${[...options.flatMap(optionSpecs), "'1: :_askline_commands'", "'*:: :->rest'"].join(" ")} && return
  [[ $state == rest ]] || return 1
  case $line[1] in
${commands.map(commandCase).join("\n")}
  esac
}

if [[ $funcstack[1] == _askline ]]; then
  _askline "$@"
else
  compdef _askline askline
fi
`;
}

function commandCase(command: CommandShape): string {
  const { name, options, argument, below } = command;
  if (below.length > 0) return groupCase(command);
  const first =
    argument === null || argument.kind === "text"
      ? []
      : [inShellQuotes(`1:${argument.name}:${actionOf(argument)}`)];
  const specs = [...options.flatMap(optionSpecs), ...first];
  return `    ${lastWord(name)})\n      _arguments -s ${specs.join(" \\\n        ")}\n      ;;`;
}

/** The command below it, then what follows that one. */
function groupCase({ name, below }: CommandShape): string {
  const words = below.map(({ name }) => lastWord(name)).join(" ");
  return `    ${name})
      _arguments -C ${inShellQuotes(`1:command:(${words})`)} '*:: :->below' && return
      [[ $state == below ]] || return 1
      case $line[1] in
${below.map(commandCase).join("\n")}
      esac
      ;;`;
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}

/** One spec for each spelling; each names the spellings it excludes in front. */
function optionSpecs({ names, description, value, isRepeatable }: OptionShape): string[] {
  const front = isRepeatable ? "*" : `(${names.join(" ")})`;
  return names.map((name) => {
    const joint = value === null ? "" : name.startsWith("--") ? "=" : "+";
    const message = value === null ? "" : `:${value.name}:${actionOf(value)}`;
    return inShellQuotes(
      `${front}${name}${joint}[${description.replace(/[[\]\\:]/g, "\\$&")}]${message}`,
    );
  });
}

function actionOf(value: Value): string {
  switch (value.kind) {
    case "choices":
      return `(${value.choices.join(" ")})`;
    case "list":
      return `_values -s , ${value.name} ${value.choices.join(" ")}`;
    case "asks":
      return "_askline_asks";
    case "projects":
      return "_askline_projects";
    case "folder":
      return "_files -/";
    case "text":
      return " ";
  }
}
