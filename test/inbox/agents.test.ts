/** The agents page of the inbox: who is at work, live, and texts to one of them. */
import { expect, it } from "vitest";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI } from "../support/askline.ts";
import { startHub } from "../support/hub.ts";
import { ASKLINE, openInboxTest, SIZES } from "../support/inbox.ts";
import { agentIn } from "../support/turns.ts";

it.concurrent.each(SIZES)(
  "are listed as they work, and what is written to one is typed there (%s)",
  async (size) => {
    await using hub = await startHub();
    using pane = await openAgentPane({
      STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
      STAND_IN_SESSION: "written-to",
      STAND_IN_SAYS: "Done.",
    });
    await agentIn(hub, "written-to");
    await using test = openInboxTest({ size, env: { ASKLINE_STATE_DIR: hub.state } });
    test.say(`clear; ${ASKLINE} inbox; echo "code $?"`);
    await test.until(/Nothing is waiting/);
    test.press("a");
    // The client's name is shown where there is room.
    await test.until(
      size === "40x15"
        ? /Agents · 1\n❯ · (?!.*Claude Code).*idle +\w+\n/
        : /Agents · 1\n❯ · \S+ +Claude Code .*idle +\w+\n/,
    );

    test.press("Enter");
    await test.until(/To the agent in[\s\S]*as if typed there/);
    // An Enter so soon after the one that opened the field is ignored unless another key comes
    // first.
    test.press("Down", "Enter");
    await test.until(/Write something first/);
    test.terminal.type("Run the 테스트");
    test.press("Escape");
    await test.until(/write to it/);
    test.press("Space");
    await test.until(/Run the 테스트/);
    test.press("Enter");
    expect(await pane.untilSubmitted(1)).toEqual(["Run the 테스트"]);
    await test.until(/❯ ✔ .*done/);
    test.press("Escape");
    await test.until(/Nothing is waiting/);

    await hub.stop();
    test.press("a", "Space");
    await test.until(/as if typed there/);
    test.terminal.type("anybody?");
    test.press("C-m");
    await test.until(/The hub is not\s+running/);
    test.press("Space");
    await test.until(/anybody\?/);
    test.press("C-c");
    await test.until(/code 0/);
  },
);

it.concurrent.each(SIZES)(
  "say in Korean that there are none yet, and name no key that does nothing (%s)",
  async (size) => {
    await using test = openInboxTest({ size, env: { ASKLINE_LANGUAGE: "ko" } });
    await test.start(/askline/);
    test.press("a");
    await test.until(/에이전트 · 0개\n아직 알려진 에이전트가 없습니다[\s\S]*\nesc 뒤로$/);
  },
);
