/** Takes the whole terminal, and gives it back as it was however the program ends: by a key, a signal or a failure. */

export interface FullScreen {
  /** Ctrl-Z: the shell has the terminal until it brings us back. */
  suspend(): void;
  /** False while the shell has the terminal: nothing may be drawn then. */
  isOurs(): boolean;
  /** Safe to call again, and from anywhere. */
  leave(): void;
}

export interface FullScreenParts {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** We have the terminal again, and it shows nothing of ours. */
  onReturn: () => void;
}

// Windows knows no jobs that can be stopped, and refuses to listen for it.
const CAN_STOP = process.platform !== "win32";

// The other screen, pastes marked as such, word of the window's focus, no cursor.
const TAKE = "\u001b[?1049h\u001b[?2004h\u001b[?1004h\u001b[?25l";
// Also ends an update that was cut off half-way, and any style.
const GIVE_BACK = "\u001b[?2026l\u001b[0m\u001b[?1004l\u001b[?2004l\u001b[?25h\u001b[?1049l";

export function enterFullScreen({ input, output, onReturn }: FullScreenParts): FullScreen {
  let isOurs = false;
  let speak = () => {};
  take();
  // A failure tells of itself after these, so its words are read on the screen that stays.
  process.on("exit", giveBack);
  process.on("uncaughtExceptionMonitor", giveBack);
  if (CAN_STOP) process.on("SIGCONT", comeBack).on("SIGTSTP", stopAsAsked);
  output.on("error", bearLostTerminal);
  return { suspend, isOurs: () => isOurs, leave };

  function take() {
    isOurs = true;
    speak = hush(process.stderr);
    setRaw(true);
    output.write(TAKE);
  }

  function giveBack() {
    if (!isOurs) return;
    isOurs = false;
    output.write(GIVE_BACK);
    setRaw(false);
    speak();
  }

  function suspend() {
    if (!CAN_STOP) return;
    giveBack();
    process.off("SIGTSTP", stopAsAsked);
    // To the whole job, as the terminal itself would: whoever started us has to stop too.
    process.kill(0, "SIGTSTP");
  }

  /** A signal that is heard no longer stops by itself. */
  function stopAsAsked() {
    giveBack();
    process.kill(process.pid, "SIGSTOP");
  }

  /** Whoever had the terminal meanwhile may have changed everything about it. */
  function comeBack() {
    process.off("SIGTSTP", stopAsAsked);
    process.on("SIGTSTP", stopAsAsked);
    setRaw(false);
    take();
    onReturn();
  }

  function leave() {
    giveBack();
    process.off("exit", giveBack);
    process.off("uncaughtExceptionMonitor", giveBack);
    process.off("SIGCONT", comeBack);
    process.off("SIGTSTP", stopAsAsked);
  }

  function setRaw(isRaw: boolean) {
    try {
      input.setRawMode?.(isRaw);
    } catch {
      // The terminal is gone, and with it what could be set.
    }
  }
}

/** Warnings written across the screen would help nobody: they wait, and are told on the screen that stays. */
function hush(stream: NodeJS.WriteStream): () => void {
  const held: string[] = [];
  const write = stream.write;
  stream.write = ((chunk: string | Uint8Array) => {
    held.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    // Only the end of a long tale is worth telling.
    if (held.length > MOST_HELD) held.shift();
    return true;
  }) as typeof stream.write;
  return () => {
    stream.write = write;
    if (held.length > 0) stream.write(held.join(""));
  };
}

const MOST_HELD = 100;

function bearLostTerminal(error: NodeJS.ErrnoException) {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}
