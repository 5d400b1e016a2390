/**
 * A person who looks elsewhere is notified of a new question; one who is looking, or wants quiet,
 * is not.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DATABASE, type InboxTest, openInboxTest, SIZES } from "../support/inbox.ts";
import { until } from "../support/patience.ts";

const LOOKING = "\u001b[I";

it.concurrent.each(SIZES)(
  "rings once for questions that come together, not if notices are off or the person looks (%s)",
  async (size) => {
    await using test = openInboxTest({ size });
    test.say(`tmux pipe-pane -o 'cat > ${test.files.at("raw")}'`);
    await test.start(/askline {2}0 open/);

    await test.put({ ...DATABASE, title: "First" });
    await test.put({ ...DATABASE, title: "Second" });
    await test.until(/askline {2}2 open/);
    await rung(test, 1);

    test.press("b");
    await test.until(/Notifications are off/);
    await test.put({ ...DATABASE, title: "Third" });
    await test.until(/askline {2}3 open .*notifications off/);
    test.press("b");
    await test.until(/Notifications are on/);
    test.terminal.type(LOOKING);
    await test.put({ ...DATABASE, title: "Fourth" });
    await test.until(/askline {2}4 open/);
    test.press("q");
    await test.until(/code 0/);
    expect(bells(test)).toBe(1);
  },
);

async function rung(test: InboxTest, times: number) {
  await until(`${times} bells`, () => bells(test) >= times);
  expect(bells(test)).toBe(times);
}

function bells(test: InboxTest): number {
  return readFileSync(test.files.at("raw"), "utf8").split("\u0007").length - 1;
}
