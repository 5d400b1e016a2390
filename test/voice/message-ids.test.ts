/** Messages that a device sends again because no answer came: each is done once, and never lost. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startVoice, type TestVoice } from "../support/voice.ts";

const TEXT = "Now write the notes";
const id = (name: string) => `${name}-`.padEnd(24, "0");
const kept = (voice: TestVoice) => join(voice.hub.state, "voice", "messages");

/** As a hub that was killed before it could say what became of the message. */
function forgetReplies(voice: TestVoice) {
  for (const name of readdirSync(kept(voice))) {
    const path = join(kept(voice), name);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), reply: null }));
  }
}

it("a text is typed once, however often it comes, also after a restart and a kill", async () => {
  await using voice = await startVoice();
  const { pane, id: agent } = await voice.pane("typed-once");
  const sent = { agent_id: agent, text: TEXT, mode: "queue", message_id: id("text") };
  const both = await Promise.all([voice.say(sent), voice.say(sent)]);
  const [first] = both;
  expect(first?.body.outcome).toBe("delivered");
  expect(["accepted", "consumed"]).toContain(first?.body.delivery.state);
  expect(both[1]?.body).toEqual(first?.body);

  // Another device's message, though it has the same id; and another message with this one's.
  const authorization = `Bearer ${await voice.device("tablet")}`;
  const other = { agent_id: agent, mode: "queue", message_id: id("text") };
  const stranger = await voice.say({ ...other, text: "And the tablet's" }, { authorization });
  expect(stranger.body.outcome).toBe("delivered");
  expect((await voice.say({ ...other, text: "Something else" })).status).toBe(400);

  await voice.hub.kill();
  await voice.hub.revive();
  expect((await voice.say(sent)).body).toEqual({ ...first?.body, agents: null });
  forgetReplies(voice);
  const found = (await voice.say(sent)).body;
  expect(found).toMatchObject({ outcome: "delivered", turn_id: first?.body.turn_id });
  expect(found.delivery.delivery_id).toBe(first?.body.delivery.delivery_id);

  const file = new FormData();
  file.set("file", new Blob(["Limits are per minute."]), "limits.txt");
  file.set("caption", "See this");
  const upload = () =>
    voice.send("POST", `agents/${agent}/upload?message_id=${id("file")}`, { body: file });
  const stored = (await upload()).body;
  expect((await upload()).body.upload).toEqual(stored.upload);
  forgetReplies(voice);
  expect((await upload()).body.upload.path).toBe(stored.upload.path);
  expect(readdirSync(join(voice.hub.state, "uploads", String(agent)))).toHaveLength(1);
  const typed = `See this\n\nFile: ${stored.upload.path}`;
  expect(await pane.untilSubmitted(3)).toEqual([TEXT, "And the tablet's", typed]);
});

it("an answer is told as given, whether its reply was lost or the hub", async () => {
  await using voice = await startVoice();
  const option = (name: string) => ({ id: name, label: name });
  const question = (title: string) => ({
    ...{ title, prompt: `${title}?`, selectionMode: "single" as const },
    options: [option("yes"), option("no")],
  });
  const ask = await voice.hub.desk.ask({
    questions: [question("Build"), question("Deploy")],
    source: { kind: "command", project: "pipeline" },
    mode: "detached",
  });
  const one = {
    ...{ ask_id: ask.id, question_index: 0, option_ids: ["yes"], message_id: id("one") },
  };
  const two = { ask_id: ask.id, question_index: 1, text: "no", message_id: id("two") };
  expect((await voice.say(one)).body.outcome).toBe("next_question");
  expect((await voice.say(one)).body.outcome).toBe("next_question");
  forgetReplies(voice);
  expect((await voice.say(one)).body).toMatchObject({ outcome: "next_question", question: null });
  expect((await voice.say(two)).body.outcome).toBe("answered");
  await voice.hub.kill();
  await voice.hub.revive();
  expect((await voice.say(two)).body).toMatchObject({ outcome: "answered", ask_id: ask.id });
  forgetReplies(voice);
  const found = (await voice.say(two)).body;
  expect(found.status_line).toBe("pipeline has your answer: yes, no.");
  // A message of its own comes too late, as ever.
  expect((await voice.say({ ...two, message_id: id("three") })).status).toBe(409);
  // What was only asked back was not done, so it is read again.
  const again = { text: "yes", message_id: id("asked-back") };
  expect((await voice.say(again)).body.outcome).toBe("nobody_waiting");
  expect((await voice.say(again)).body.outcome).toBe("nobody_waiting");
  expect(readdirSync(kept(voice))).toHaveLength(2);
});
