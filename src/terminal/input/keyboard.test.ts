/** What a terminal sends, as a stream of bytes. */
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { listenToKeyboard, type TerminalInput } from "./keyboard.ts";

it("takes a paste whole, whatever is in it", () => {
  const heard: TerminalInput[] = [];
  const input = new PassThrough();
  // The keyboard uses nothing of a terminal but that it can be read.
  const stop = listenToKeyboard(input as unknown as NodeJS.ReadStream, {
    onInput: (one) => heard.push(one),
    onGone: () => {},
  });
  input.emit(
    "data",
    Buffer.from("\u001b[200~first \u001b[31mred\u001b[200~second\r\n\u0003q\u001b[201~"),
  );
  expect(heard).toEqual([{ type: "paste", text: "first redsecond\nq" }]);
  stop();
});
