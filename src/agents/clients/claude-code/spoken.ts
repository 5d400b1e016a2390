/** Which of the texts that Claude Code hands its model as a person's were said by a person. Pure. */

/** False for wrappers that the program itself writes: command output, notes of finished tasks, reminders. */
export function isSpokenByPerson(text: string): boolean {
  return !WRAPPER.test(text);
}

/** `/review 12` out of the wrapper of a slash command; null for anything else. */
export function slashCommandIn(text: string): string | null {
  const name =
    /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>([^<]+)<\/command-name>/.exec(
      text,
    )?.[1];
  if (name === undefined) return null;
  const given = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? "";
  return `${name.startsWith("/") ? name : `/${name}`} ${given}`.trim();
}

/** What a command like `/compact` printed when it was done, without the model. */
export function isCommandOutput(text: string): boolean {
  return /^\s*<local-command-std(?:out|err)>/.test(text);
}

export function isInterruption(text: string): boolean {
  return /^\s*\[Request interrupted by user/.test(text);
}

const WRAPPER =
  /^\s*<(?:command-(?:name|message|args)|local-command-[a-z]+|task-notification|system-reminder|bash-(?:input|stdout|stderr)|user-memory-input|teammate-message|cross-session-message)[\s>]/;
