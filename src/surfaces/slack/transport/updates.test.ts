/** Changes of a message: whatever is asked for last is what is shown last. */
import { expect, it } from "vitest";
import { createUpdates } from "./updates.ts";

it.each([0, 1, 2, 3, 4, 5, 6, 8])(
  "what comes %i turns after the last one was sent is sent as well",
  async (turns) => {
    const sent: string[] = [];
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const updates = createUpdates({
      async send({ message }) {
        sent.push(message()?.text ?? "");
        if (sent.length === 1) await arrived;
      },
    });
    const first = updates.show("C1", "1", { text: "open", blocks: [] });
    await Promise.resolve();
    await Promise.resolve();
    arrive();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await updates.show("C1", "1", { text: "settled", blocks: [] });
    await first;
    expect(sent).toEqual(["open", "settled"]);
  },
);
