/** Tells a person's texts from those that Claude Code itself writes as the user's. Pure. */

/** False for wrappers that Claude Code writes: command output, finished tasks, reminders. */
export function isSpokenByPerson(text: string): boolean {
  return !WRAPPER.test(text) && !MARKED.test(text);
}

/** `/review 12` from the wrapper of a slash command; null for anything else. */
export function slashCommandIn(text: string): string | null {
  const name =
    /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>([^<]+)<\/command-name>/.exec(
      text,
    )?.[1];
  if (name === undefined) return null;
  const given = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? "";
  return `${name.startsWith("/") ? name : `/${name}`} ${given}`.trim();
}

/** Output of a command such as `/compact`, which ran without the model. */
export function isCommandOutput(text: string): boolean {
  return /^\s*<local-command-std(?:out|err)>/.test(text);
}

export function isInterruption(text: string): boolean {
  return /^\s*\[Request interrupted by user/.test(text);
}

// The client's own mark on the result of a task, which it warns not to take for consent.
const MARKED = /^\s*\[SYSTEM NOTIFICATION\b/;

const WRAPPER =
  /^\s*<(?:command-(?:name|message|args)|local-command-[a-z]+|task-notification|system-reminder|bash-(?:input|stdout|stderr)|user-memory-input|teammate-message|cross-session-message)[\s>]/;
