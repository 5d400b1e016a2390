/** Takes the whole terminal, and gives it back as it was. */
import { type Hold, holdTerminal } from "./hold-terminal.ts";

export interface FullScreenParts {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** We have the terminal again, and it shows nothing of ours. */
  onReturn: () => void;
}

// The alternate screen, marked pastes, reports of the window's focus, no cursor.
const TAKE = "\u001b[?1049h\u001b[?2004h\u001b[?1004h\u001b[?25l";
// Also ends an update that was cut off half-way, and any style.
const GIVE_BACK = "\u001b[?2026l\u001b[0m\u001b[?1004l\u001b[?2004l\u001b[?25h\u001b[?1049l";

export function enterFullScreen({ input, output, onReturn }: FullScreenParts): Hold {
  let speak: (() => void) | null = null;
  return holdTerminal({ input, output, take, giveBack, onReturn });

  function take() {
    speak ??= hush(process.stderr);
    output.write(TAKE);
  }

  function giveBack() {
    output.write(GIVE_BACK);
    speak?.();
    speak = null;
  }
}

/** Holds warnings back while the screen is ours, then prints them on the normal screen. */
function hush(stream: NodeJS.WriteStream): () => void {
  const held: string[] = [];
  const write = stream.write;
  stream.write = ((chunk: string | Uint8Array) => {
    held.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    // The last messages are enough.
    if (held.length > MOST_HELD) held.shift();
    return true;
  }) as typeof stream.write;
  return () => {
    stream.write = write;
    if (held.length > 0) stream.write(held.join(""));
  };
}

const MOST_HELD = 100;
