/**
 * Holds the terminal while our screen is on it, and gives it back as it was however the program
 * ends: by a key, a signal or a failure. Ctrl-Z lends it to the shell.
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
  /** Removes everything of ours from it. */
  giveBack: () => void;
  /** We have the terminal again. */
  onReturn: () => void;
}

// Windows cannot stop jobs, and refuses to listen for these signals.
const CAN_STOP = process.platform !== "win32";

export function holdTerminal({ input, output, take, giveBack, onReturn }: HoldParts): Hold {
  let isOurs = false;
  bearLoss(input);
  bearLoss(output);
  hold();
  // These run before a failure is printed, so that its message appears on the normal screen.
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
    // To the whole job, as the terminal itself would do: our parent process has to stop too.
    process.kill(0, "SIGTSTP");
  }

  /** A signal with a listener no longer stops the process, so we stop it ourselves. */
  function stopAsAsked() {
    release();
    process.kill(process.pid, "SIGSTOP");
  }

  /** Other programs may have changed everything about the terminal meanwhile. */
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
      // The terminal is gone, so there is nothing to set.
    }
  }
}

/** A signal reports that the terminal is gone; failing writes to it are no further failure. */
function bearLoss(stream: NodeJS.ReadStream | NodeJS.WriteStream) {
  if (!stream.listeners("error").includes(bearLostTerminal)) stream.on("error", bearLostTerminal);
}

function bearLostTerminal(error: NodeJS.ErrnoException) {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}
