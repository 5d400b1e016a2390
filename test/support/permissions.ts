/** Permissions as an agent's dialog puts them, for surfaces that need no agent. */
import type { AskInput } from "../../src/desk/desk.ts";

type Permission = Pick<AskInput, "questions" | "presentation" | "returnPath">;

const TEXTS = { offerOptionNotes: false, offerGlobalNote: false };
const DENY = { id: "deny", label: "Deny" };
const ALLOW = { id: "allow", label: "Allow once" };

export function deleting(command = "rm -rf build"): Permission {
  const warning = "⚠ **Look twice.** Deletes files.";
  return {
    questions: [{ ...question(command, [DENY, ALLOW]), prompt: prompt(command, warning) }],
    presentation: { ...TEXTS, risk: { level: "destructive", reasons: ["deletes_files"] } },
    // Nobody holds a hook here, so the answer goes to the caller.
    returnPath: "caller",
  };
}

export function unclear(command = "npm install left-pad", part = "npm install"): Permission {
  return {
    questions: [question(command, [ALLOW, DENY])],
    presentation: { ...TEXTS, risk: { level: "unclear", reasons: ["unclear"], part } },
    returnPath: "caller",
  };
}

/** A change of a file, whose prompt says less than what can be shown of it. */
export function editing(file: string) {
  return {
    ...question("", [ALLOW, DENY]),
    title: `Write: ${file}`,
    prompt: "Claude Code wants to write.",
  };
}

/** As `deleting` or `unclear`, where only a passkey's signature can allow it. */
export function forPasskey(permission: Permission): Permission {
  return { ...permission, presentation: { ...TEXTS, ...permission.presentation, passkey: true } };
}

function question(command: string, options: { id: string; label: string }[]) {
  return {
    title: `Bash: ${command}`.slice(0, 120),
    prompt: prompt(command),
    selectionMode: "hybrid" as const,
    maxSelections: 1,
    options,
    placeholder: "Why not, or what to do instead",
  };
}

function prompt(command: string, ...before: string[]): string {
  const wish = "Claude Code wants to run this command:";
  return [...before, wish, `\`\`\`sh\n${command}\n\`\`\``].join("\n\n");
}
