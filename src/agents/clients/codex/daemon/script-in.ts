/** The script inside `/bin/bash -lc '…'`, which is how Codex's daemon tells of a command. Pure. */
import { readScript } from "../../../../core/safety/shell/shell-words.ts";

/** The whole command, if it is anything else. */
export function scriptIn(command: string): string {
  const { commands, isClear } = readScript(command);
  const [only, ...others] = commands;
  const isAlone = isClear && others.length === 0 && only?.redirects.length === 0;
  if (!isAlone || only.words.length !== 3 || only.words.some(({ isLiteral }) => !isLiteral))
    return command;
  const [shell = "", flag = "", script = ""] = only.words.map(({ text }) => text);
  return /^(?:\S*\/)?(?:ba|z|da|k)?sh$/.test(shell) && /^-l?c$/.test(flag) ? script : command;
}
