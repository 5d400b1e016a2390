/**
 * Holds the terminal while something of ours is on it, and gives it back as it was however the program ends: by a key, a
 * signal or a failure. Ctrl-Z lends it to the shell.
 */

export interface Hold {
  /** Ctrl-Z: the shell has the terminal until it brings us back. */
  suspend(): void;
  /** False while the shell has the terminal: nothing may be drawn then. */
  isOurs(): boolean;
  /** Safe to call again, and from anywhere. */
  leave(): void;
}

export interface HoldParts {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** Makes the terminal ready for us. */
  take: () => void;
  /** Leaves nothing of ours on it. */
  giveBack: () => void;
  /** We have the terminal again. */
  onReturn: () => void;
}

// Windows knows no jobs that can be stopped, and refuses to listen for it.
const CAN_STOP = process.platform !== "win32";

export function holdTerminal({ input, output, take, giveBack, onReturn }: HoldParts): Hold {
  let isOurs = false;
  bearLoss(input);
  bearLoss(output);
  hold();
  // A failure tells of itself after these, so its words are read on the screen that stays.
  process.on("exit", release);
  process.on("uncaughtExceptionMonitor", release);
  if (CAN_STOP) process.on("SIGCONT", comeBack).on("SIGTSTP", stopAsAsked);
  return { suspend, isOurs: () => isOurs, leave };

  function hold() {
    isOurs = true;
    setRaw(true);
    take();
  }

  function release() {
    if (!isOurs) return;
    isOurs = false;
    giveBack();
    setRaw(false);
  }

  function suspend() {
    if (!CAN_STOP) return;
    release();
    process.off("SIGTSTP", stopAsAsked);
    // To the whole job, as the terminal itself would: whoever started us has to stop too.
    process.kill(0, "SIGTSTP");
  }

  /** A signal that is heard no longer stops by itself. */
  function stopAsAsked() {
    release();
    process.kill(process.pid, "SIGSTOP");
  }

  /** Whoever had the terminal meanwhile may have changed everything about it. */
  function comeBack() {
    process.off("SIGTSTP", stopAsAsked);
    process.on("SIGTSTP", stopAsAsked);
    setRaw(false);
    hold();
    onReturn();
  }

  function leave() {
    release();
    process.off("exit", release);
    process.off("uncaughtExceptionMonitor", release);
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

/** A terminal that is gone is told of by a signal; that it cannot be written to as well is no failure of its own. */
function bearLoss(stream: NodeJS.ReadStream | NodeJS.WriteStream) {
  if (!stream.listeners("error").includes(bearLostTerminal)) stream.on("error", bearLostTerminal);
}

function bearLostTerminal(error: NodeJS.ErrnoException) {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}
