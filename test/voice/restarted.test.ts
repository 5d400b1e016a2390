/** What a phone reads of a dialog that outlived the hub, and with it the ask. */
import { expect, it } from "vitest";
import { startVoice } from "../support/voice.ts";

it("keeps the warning and the order of the options over a restart", async () => {
  await using voice = await startVoice();
  const agent = voice.hub.agent("outlived");
  await agent.openDialog("Bash", { command: "rm -rf build" });
  await voice.hub.openAsk("outlived");
  const id = await voice.idOf("outlived");
  const { body: before } = await voice.get(`agents/${id}/question`);
  expect(before).toMatchObject({ is_destructive: true, can_be_answered: true });

  await voice.hub.kill();
  await voice.hub.revive();

  await expect
    .poll(async () => (await voice.get(`agents/${id}/question`)).body.can_be_answered)
    .toBe(false);
  const { body: after } = await voice.get(`agents/${id}/question`);
  for (const field of ["status_line", "results", "question_text", "options", "is_destructive"])
    expect([field, after[field]]).toEqual([field, before[field]]);
  expect(after).toMatchObject({ awaiting_input: true, ask_id: null });
  expect(after.next_action).toEqual(["It can only be answered in the agent's own terminal."]);
});
