/**
 * Copies a text to the clipboard by the terminal's own means, which reaches a person's screen over ssh too. tmux keeps that
 * from its panes unless told otherwise, so there tmux itself is asked, and its own buffer has the text in any case.
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

/** `-w` hands it on to the terminal around tmux. */
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
