import { describe, expect, it } from "vitest";
import { draftOn } from "./draft-on-screen.ts";

const esc = "\u001b";
const rule = `${esc}[38;5;246m────────${esc}[39m`;
const sent = `${esc}[38;5;246m${esc}[48;5;237m❯ ${esc}[38;5;231mdo this${esc}[39m`;

describe("What is written in a prompt", () => {
  it.each([
    [
      "a whole line",
      `${esc}[39m❯\u00a0half a thought${esc}[7m ${esc}[0m${esc}[39m${esc}[49m`,
      "half a thought",
    ],
    [
      "one with the cursor in it",
      `${esc}[39m❯\u00a0half a thoug${esc}[7mh${esc}[0m${esc}[39m${esc}[49mt`,
      "half a thoug t",
    ],
    ["behind a sign in colours", `${esc}[1;38;2;1;2;3m❯${esc}[0m yes`, "yes"],
    ["in a frame", "│ › run the tests │", "run the tests"],
  ])("is seen: %s", (_, prompt, draft) => {
    expect(
      draftOn(
        `${esc}[49m${sent}\n\n${esc}[49m● Done.\n${rule}\n${prompt}\n${rule}\n  ? for shortcuts`,
      ),
    ).toBe(draft);
  });

  it.each([
    ["an empty prompt", `${esc}[39m❯\u00a0${esc}[7m ${esc}[0m${esc}[39m${esc}[49m`],
    [
      "one while the agent works",
      `${esc}[38;5;246m❯\u00a0${esc}[7m${esc}[39m ${esc}[0m${esc}[39m${esc}[49m`,
    ],
    ["a suggestion", `❯\u00a0${esc}[7mT${esc}[0m${esc}[2mry "edit a file"${esc}[22m`],
    [
      "a suggestion in a colour",
      `❯\u00a0${esc}[38;5;246mPress up to edit queued messages${esc}[39m`,
    ],
    ["no prompt at all", "nothing"],
  ])("is nothing: %s", (_, prompt) => {
    expect(draftOn(`${esc}[49m${sent}${esc}[49m\n${rule}\n${prompt}\n${rule}`)).toBe("");
  });
});
