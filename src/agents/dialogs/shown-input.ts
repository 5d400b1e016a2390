/** A tool's input as a person should see it before they allow it: the command, the change, or everything there is. */
import { resolve } from "node:path";
import { safeLine } from "../../core/safe-text.ts";
import { differenceOf } from "./diff.ts";
import type { DialogEvent, NamedTools } from "./open-dialog.ts";

export interface ShownInput {
  title: string;
  /** A sentence that says what the agent wants; the body follows it. */
  intent: string;
  body: string;
  language: string;
  /** What the agent itself says about it. */
  remark: string | null;
}

export async function shownInput(event: DialogEvent, tools: NamedTools): Promise<ShownInput> {
  const { toolName, input, workingDirectory } = event;
  const { text, agentName, readText } = tools;
  const remark = stringIn(input, "description");
  const title = (about: string) => safeLine(`${toolName}: ${about}`);
  const file = stringIn(input, "file_path") ?? stringIn(input, "notebook_path");
  const command = commandIn(input);
  const url = stringIn(input, "url");
  if (command !== null) {
    return { title: title(command), intent: text.wantsTo.run(agentName), body: command, language: "sh", remark };
  }
  const content = stringIn(input, "content");
  if (file !== null && content !== null) {
    const before = (await readText(resolve(workingDirectory, file))) ?? "";
    const intent = text.wantsTo.write(agentName, inline(file));
    return { title: title(file), intent, body: differenceOf(before, content), language: "diff", remark };
  }
  const changes = file === null ? [] : changesIn(input);
  if (file !== null && changes.length > 0) {
    const body = changes.map(({ before, after }) => differenceOf(before, after)).join("\n\n");
    return { title: title(file), intent: text.wantsTo.edit(agentName, inline(file)), body, language: "diff", remark };
  }
  if (url !== null) {
    const body = [url, stringIn(input, "prompt")].filter((part) => part !== null).join("\n\n");
    return { title: title(url), intent: text.wantsTo.fetch(agentName), body, language: "", remark };
  }
  const body = JSON.stringify(input, null, 2);
  const intent = text.wantsTo.use(agentName, inline(toolName));
  return {
    title: safeLine(file === null ? toolName : `${toolName}: ${file}`),
    intent,
    body,
    language: "json",
    remark: null,
  };
}

/** Codex gives the words of a command one by one. */
function commandIn(input: DialogEvent["input"]): string | null {
  const command = input["command"];
  if (Array.isArray(command)) return command.map(String).join(" ");
  return typeof command === "string" ? command : null;
}

function changesIn(input: DialogEvent["input"]): { before: string; after: string }[] {
  const edits = Array.isArray(input["edits"]) ? input["edits"] : [input];
  return edits.flatMap((edit: Record<string, unknown>) => {
    const before = stringIn(edit, "old_string");
    const after = stringIn(edit, "new_string") ?? stringIn(edit, "new_source");
    return after === null ? [] : [{ before: before ?? "", after }];
  });
}

function inline(name: string): string {
  const line = safeLine(name);
  return line.includes("`") ? line.replaceAll("`", "'") : `\`${line}\``;
}

function stringIn(input: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = input[name];
  return typeof value === "string" && value !== "" ? value : null;
}
