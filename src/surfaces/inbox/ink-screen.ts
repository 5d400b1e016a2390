/** Ink, told to hand over each frame as it is, and the painter that writes what is new in it. */
import { EventEmitter } from "node:events";
import { render } from "ink";
import { createElement } from "react";
import type { Painter } from "../../terminal/paint/painter.ts";
import type { Frame } from "./frame.ts";

export interface Screen {
  show(frame: Frame): void;
  close(): void;
}

export function openInkScreen(painter: Painter, input: NodeJS.ReadStream): Screen {
  let cursor: Frame["cursor"] = { row: 0, column: 0, isShown: false };
  const stdout = frameTaker((text) => painter.paint(text.split("\n"), cursor));
  const ink = render(null, {
    stdout: stdout as NodeJS.WriteStream,
    stdin: input,
    // Whole frames, one a write and at once: what Ink would do with a terminal, clear and write it all, flickers.
    debug: true,
    // Rows as they are. Laying every cell of a large screen out anew takes Ink 16 ms a frame, and ours are laid out.
    isScreenReaderEnabled: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    show(frame) {
      cursor = frame.cursor;
      ink.rerender(createElement(Rows, { text: frame.rows.join("\n") }));
    },
    close: () => ink.unmount(),
  };
}

/** The element behind <Text>, of a fixed size: Ink measures other texts, and remembers every one it has measured. */
function Rows({ text }: { text: string }) {
  return createElement("ink-text", { style: { width: 1, height: 1 } }, text);
}

/** What Ink takes for its terminal. It is none, so Ink leaves the cursor alone. */
function frameTaker(take: (frame: string) => void) {
  return Object.assign(new EventEmitter(), {
    isTTY: false,
    columns: 80,
    rows: 24,
    write(frame: string) {
      if (frame !== "") take(frame);
      return true;
    },
  }) as unknown as NodeJS.WritableStream;
}
