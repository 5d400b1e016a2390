/**
 * Copies a text to the clipboard with the terminal's escape sequence, which also works over ssh. By
 * default tmux does not pass that sequence on from its panes, so inside tmux the text also goes
 * into tmux's own buffer.
 */
import { spawn } from "node:child_process";

export interface ClipboardParts {
  write: (bytes: string) => void;
  environment: NodeJS.ProcessEnv;
}

export function copyToClipboard(text: string, { write, environment }: ClipboardParts): void {
  write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`);
  if (environment["TMUX"]) handToTmux(text, environment);
}

/** `-w` makes tmux pass the text on to the terminal it runs in. */
function handToTmux(text: string, environment: NodeJS.ProcessEnv): void {
  const child = spawn("tmux", ["load-buffer", "-w", "-"], {
    stdio: ["pipe", "ignore", "ignore"],
    env: environment,
  });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.stdin.end(text);
  child.unref();
}
