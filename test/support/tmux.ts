/** A real terminal: tmux on a socket of its own. Keys go in, the screen is read. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { until } from "./patience.ts";

export interface Terminal extends Disposable {
  type(text: string): void;
  /** Key names as tmux knows them: Enter, Down, C-c. */
  press(...keys: string[]): void;
  /** As a terminal hands a paste over: between marks, so that it cannot act as keys. */
  paste(text: string): void;
  screen(): string;
  /** The screen with its colours, once it matches. An escape character is read as ^. */
  untilStyled(pattern: RegExp): Promise<string>;
  cursor(): { row: number; column: number; isShown: boolean };
  untilCursor(place: { row: number; column: number }): Promise<void>;
  /** What tmux itself is told. */
  tmux(...args: string[]): string;
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
    paste(text) {
      tmux("set-buffer", "-b", "paste", "--", text);
      tmux("paste-buffer", "-p", "-r", "-b", "paste");
    },
    screen,
    untilStyled: (pattern) =>
      untilShown(pattern, () => tmux("capture-pane", "-p", "-e", "-J").replaceAll("\u001b", "^")),
    cursor,
    untilCursor,
    tmux,
    until: (pattern) => untilShown(pattern),
    [Symbol.dispose]: () => void tmux("kill-server"),
  };

  function screen(): string {
    return tmux("capture-pane", "-p", "-J").replace(/ +$/gm, "").trimEnd();
  }

  function cursor() {
    const format = "#{cursor_y} #{cursor_x} #{cursor_flag}";
    const [row = 0, column = 0, flag] = tmux("display-message", "-p", format).split(" ").map(Number);
    return { row, column, isShown: flag === 1 };
  }

  async function untilCursor(place: { row: number; column: number }) {
    const what = () => `the cursor at ${JSON.stringify(place)}. It is at ${JSON.stringify(cursor())}`;
    await until(what, () => {
      const { row, column } = cursor();
      return row === place.row && column === place.column;
    });
  }

  /** A terminal tells nobody when it has painted, so it is looked at until it shows what it should. */
  function untilShown(pattern: RegExp, look = screen): Promise<string> {
    return until(
      () => `${pattern} in the terminal. It shows:\n${look()}`,
      () => {
        const now = look();
        return pattern.test(now) && now;
      },
    );
  }
}
