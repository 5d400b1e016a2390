/** The project's own scripts that a shell command runs, with their texts. */
import { withoutKeywords } from "../../core/safety/destroys/destructive-shell.ts";
import { readScript } from "../../core/safety/shell/shell-words.ts";

export interface ProjectScript {
  runner: string;
  name: string;
  text: string;
}

type TextOf = (runner: string, name: string) => string | null;

export function scriptsRun(command: string, textOf: TextOf): ProjectScript[] {
  const found = readScript(command).commands.flatMap(({ words }) => {
    const [first = "", ...rest] = withoutKeywords(words).map(({ text }) => text);
    const runner = first.split("/").at(-1) ?? "";
    return namesIn(runner, rest).map((name) => ({ runner, name }));
  });
  return found.flatMap(({ runner, name }) => {
    const text = textOf(runner, name);
    return text === null ? [] : [{ runner, name, text }];
  });
}

function namesIn(runner: string, rest: readonly string[]): string[] {
  const end = rest.indexOf("--");
  const words = (end === -1 ? rest : rest.slice(0, end)).filter(
    (word) => !word.startsWith("-") && !word.includes("="),
  );
  if (runner === "make" || runner === "gmake") return words.length === 0 ? [""] : words;
  const [verb = "", name = ""] = words;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(runner)) return [];
  if (/^(?:run|run-script|rum|urn)$/.test(verb)) return [name];
  if (/^(?:t|tst)$/.test(verb)) return ["test"];
  return [verb];
}
