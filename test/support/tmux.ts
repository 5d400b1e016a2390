/** A real terminal: tmux on a socket of its own. Tests send keys and read the screen. */
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { until } from "./patience.ts";

export interface Terminal extends Disposable {
  type(text: string): void;
  /** Key names as tmux knows them: Enter, Down, C-c. */
  press(...keys: string[]): void;
  /** Pastes as a terminal does: between marks, so that the text cannot act as keys. */
  paste(text: string): void;
  screen(): string;
  /** The screen with its colours, once it matches. An escape character is read as ^. */
  untilStyled(pattern: RegExp): Promise<string>;
  cursor(): { row: number; column: number; isShown: boolean };
  untilCursor(place: { row: number; column: number }): Promise<void>;
  /** Runs a command of tmux itself. */
  tmux(...args: string[]): string;
  /** The screen, once it matches. Throws with the current screen if it never does. */
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
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8" });
  // Asynchronously, so that tests in the same process look at their terminals at the same time and
  // miss nothing shown for only seconds.
  const ask = async (...args: string[]) =>
    (await promisify(execFile)("tmux", ["-L", socket, ...args])).stdout;
  const variables = Object.entries({ LANG: "C.UTF-8", PS1: "$ ", ...env }).flatMap(
    ([name, value]) => ["-e", `${name}=${value}`],
  );
  tmux(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-x",
    String(columns),
    "-y",
    String(rows),
    ...variables,
    "sh",
  );
  return {
    type: (text) => void tmux("send-keys", "-l", "--", text),
    press: (...keys) => void tmux("send-keys", ...keys),
    paste(text) {
      tmux("set-buffer", "-b", "paste", "--", text);
      tmux("paste-buffer", "-p", "-r", "-b", "paste");
    },
    screen: () => trimmed(tmux(...CAPTURE)),
    untilStyled: (pattern) =>
      untilShown(pattern, async () => (await ask(...CAPTURE, "-e")).replaceAll("\u001b", "^")),
    cursor: () => cursorIn(tmux(...CURSOR)),
    untilCursor,
    tmux,
    until: (pattern) => untilShown(pattern),
    [Symbol.dispose]: () => void tmux("kill-server"),
  };

  async function untilCursor(place: { row: number; column: number }) {
    let seen = "";
    await until(
      () => `the cursor at ${JSON.stringify(place)}. It is at ${seen}`,
      async () => {
        const { row, column } = cursorIn(await ask(...CURSOR));
        seen = JSON.stringify({ row, column });
        return row === place.row && column === place.column;
      },
    );
  }

  /**
   * A terminal does not report when it has painted, so look at it until it shows what it should.
   */
  function untilShown(
    pattern: RegExp,
    look = async () => trimmed(await ask(...CAPTURE)),
  ): Promise<string> {
    let seen = "";
    return until(
      () => `${pattern} in the terminal. It shows:\n${seen}`,
      async () => {
        seen = await look();
        return pattern.test(seen) && seen;
      },
      LOOK_EVERY_MS,
    );
  }
}

// Each look starts a program, while what is waited for needs the processor too.
const LOOK_EVERY_MS = 60;
const CAPTURE = ["capture-pane", "-p", "-J"];
const CURSOR = ["display-message", "-p", "#{cursor_y} #{cursor_x} #{cursor_flag}"];

function trimmed(screen: string): string {
  return screen.replace(/ +$/gm, "").trimEnd();
}

function cursorIn(said: string) {
  const [row = 0, column = 0, flag] = said.split(" ").map(Number);
  return { row, column, isShown: flag === 1 };
}
