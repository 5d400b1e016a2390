/** A real terminal: tmux on a socket of its own. Keys go in, the screen is read. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

export interface Terminal extends Disposable {
  type(text: string): void;
  /** Key names as tmux knows them: Enter, Down, C-c. */
  press(...keys: string[]): void;
  screen(): string;
  /** The screen, once it matches. Throws with the screen as it is when that never comes. */
  until(pattern: RegExp): Promise<string>;
}

export function openTerminal({
  columns = 80,
  rows = 24,
  env = {},
}: {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
} = {}): Terminal {
  const socket = `askline-${randomBytes(6).toString("hex")}`;
  const tmux = (...args: string[]) => execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8" });
  const variables = Object.entries({ LANG: "C.UTF-8", PS1: "$ ", ...env }).flatMap(([name, value]) => [
    "-e",
    `${name}=${value}`,
  ]);
  tmux("-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), ...variables, "sh");
  return {
    type: (text) => void tmux("send-keys", "-l", "--", text),
    press: (...keys) => void tmux("send-keys", ...keys),
    screen,
    until,
    [Symbol.dispose]: () => void tmux("kill-server"),
  };

  function screen(): string {
    return tmux("capture-pane", "-p", "-J").replace(/\s+$/, "");
  }

  /** A terminal tells nobody when it has painted, so it is looked at until it shows what it should. */
  async function until(pattern: RegExp): Promise<string> {
    for (let look = 0; look < 400; look++) {
      const now = screen();
      if (pattern.test(now)) return now;
      await sleep(25);
    }
    throw new Error(`The terminal never showed ${pattern}. It shows:\n${screen()}`);
  }
}
