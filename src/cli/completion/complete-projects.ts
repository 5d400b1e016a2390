/** `askline __projects`: lists projects for the completion scripts, quickly or not at all. */
import { join } from "node:path";
import { loadSettings } from "../../desk/settings.ts";
import { readJsonOnce } from "../../store/file/durable-file.ts";
import { listSessionIds, REQUEST } from "../../store/file/session-directory.ts";
import { thisMachine } from "../../store/machine.ts";
import { stateDirectoryIn } from "./complete-asks.ts";

const PATIENCE_MS = 500;
const MOST_OFFERED = 50;

// An agent's folder names the project. A name with any other character would have to be quoted, in
// each shell in its own way, and nothing an agent wrote is worth that risk.
const IS_PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;

/** Prints a line for each project that begins with the word being typed. */
export function completeProjects([typed = "", ...words]: string[]): void {
  try {
    const directory = loadSettings({ stateDirectory: stateDirectoryIn(words) }).values
      .sessionsDirectory;
    const found = [...projectsIn(directory)].filter((name) => name.startsWith(typed)).sort();
    process.stdout.write(
      found
        .slice(0, MOST_OFFERED)
        .map((name) => `${name}\n`)
        .join(""),
    );
  } catch {}
}

function projectsIn(directory: string): Set<string> {
  const { disk } = thisMachine;
  const until = Date.now() + PATIENCE_MS;
  const names = new Set<string>();
  for (const id of listSessionIds(directory, disk)) {
    if (Date.now() > until) break;
    try {
      const { source } = readJsonOnce(join(directory, id, REQUEST), disk) as {
        source?: { project?: unknown };
      };
      const name = source?.project;
      if (typeof name === "string" && IS_PLAIN.test(name)) names.add(name);
    } catch {
      // An unreadable session has no project.
    }
  }
  return names;
}
