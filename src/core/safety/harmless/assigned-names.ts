/** Which variables a part of a script assigns, and whether it changes the folder. */
import type { List, Node } from "../shell/script-syntax.ts";

/** Stands among the names that a loop assigns if the loop changes the folder. */
export const CHANGES_FOLDER = "cd";

/** Names that a list assigns; `$name` too if one of its values is no number. */
export function assignedIn(list: List, names: Set<string>): void {
  for (const { commands } of list) for (const { command } of commands) visit(command);

  function visit(node: Node): void {
    if (node.kind === "simple") {
      for (const { name, value, isAppended } of node.assignments) {
        names.add(name);
        const isNumber =
          !isAppended &&
          value.parts.every(
            (part) => "arithmetic" in part || ("text" in part && /^\d*$/.test(part.text)),
          );
        if (!isNumber) names.add(`$${name}`);
      }
      const texts = node.words.map(({ parts }) =>
        parts.map((part) => ("text" in part ? part.text : "")).join(""),
      );
      if (texts.some((text) => /^(?:cd|pushd|popd)$/.test(text))) names.add(CHANGES_FOLDER);
      if (texts.includes("read")) for (const text of texts) names.add(text).add(`$${text}`);
    } else if (node.kind === "pipeline") node.commands.forEach(visit);
    else if (node.kind === "for") {
      names.add(node.name).add(`$${node.name}`);
      assignedIn(node.body, names);
    } else if (node.kind === "loop") assignedIn([...node.condition, ...node.body], names);
    else if (node.kind === "group" && node.isSubshell) return;
    else if (node.kind === "count" || node.kind === "group") assignedIn(node.body, names);
    else if (node.kind === "if") for (const part of node.parts) assignedIn(part, names);
    else if (node.kind === "case") for (const branch of node.branches) assignedIn(branch, names);
    else if (node.kind === "function") assignedIn(node.body, names);
  }
}
