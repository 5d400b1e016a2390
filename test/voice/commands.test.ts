/** Commands by voice: which agent gets them, what they answer, and how far they get. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVoice, type TestVoice } from "../support/voice.ts";

const bash = (command: string) => ({ command, description: "as asked" });

function askTool(...questions: [string, ...string[]][]) {
  return {
    questions: questions.map(([question, ...labels]) => ({
      question,
      header: "Choose",
      options: labels.map((label) => ({ label, description: `About ${label}` })),
      multiSelect: false,
    })),
  };
}

const DATABASE = askTool([
  "Which database should we use?",
  "Postgres (Recommended)",
  "SQLite",
  "Redis",
]);

describe("who is meant", () => {
  it("[V-01] a command goes to the agent's terminal, and the reply says so", async () => {
    await using voice = await startVoice();
    const { pane, id } = await voice.pane("typed-to", "All tests pass. Should I push to main?");
    await voice.pane("other");
    await voice.say({ agent_id: id, text: "ask", mode: "queue" });
    await voice.hub.openAsk();
    const { status, body } = await voice.say({ agent_id: id, text: "Yes, push it to main" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: "answered",
      agent_id: id,
      delivery: { state: expect.any(String) },
    });
    expect(["accepted", "consumed"]).toContain(body.delivery.state);
    expect(body.status_line).toMatch(/has your answer: Yes, push it to main\./);
    expect(await pane.untilSubmitted(2)).toEqual(["ask", "Yes, push it to main"]);
  });

  it("[V-02] a command without an agent goes to the only one that waits", async () => {
    await using voice = await startVoice();
    await voice.hub.agent("busy").post("UserPromptSubmit", { prompt: "Tidy up" });
    const dialog = await voice.hub.agent("waiting").openDialog("AskUserQuestion", DATABASE);
    await voice.hub.openAsk("waiting");
    const { body } = await voice.say({ text: "the second one", agent_id: null });
    expect(body).toMatchObject({
      outcome: "answered",
      agent_id: await voice.idOf("waiting"),
      project_name: "waiting",
    });
    expect(body.status_line).toContain("SQLite");
    expect(await dialog.ended).toMatchObject({
      by: "hook",
      decision: {
        behavior: "allow",
        updatedInput: { answers: { "Which database should we use?": "SQLite" } },
      },
    });
  });

  it("several that wait are named, and nothing is answered", async () => {
    await using voice = await startVoice();
    await voice.hub.agent("one").openDialog("AskUserQuestion", DATABASE);
    await voice.hub.agent("two").openDialog("AskUserQuestion", DATABASE);
    await voice.hub.openAsk("one");
    await voice.hub.openAsk("two");
    const { status, body } = await voice.say({ text: "Redis" });
    expect([status, body.outcome]).toEqual([200, "which_agent"]);
    expect(body.status_line).toBe("2 agents wait for you; which one do you mean?");
    expect(body.results.join(" ")).toMatch(/one asks.*two asks|two asks.*one asks/);
    expect(body.agents).toHaveLength(2);
    expect(await voice.hub.desk.list({ status: "pending" })).toHaveLength(2);
    const named = (await voice.say({ text: "Two: Redis" })).body;
    expect(named).toMatchObject({ outcome: "answered", project_name: "two" });
    expect(named.status_line).toBe("two has your answer: Redis.");
  });

  it("an agent that is called by its name is meant, though another waits", async () => {
    await using voice = await startVoice();
    await voice.hub.agent("busy").post("UserPromptSubmit", { prompt: "Tidy up" });
    await voice.hub.agent("waiting").openDialog("AskUserQuestion", DATABASE);
    const ask = await voice.hub.openAsk("waiting");
    const { body } = await voice.say({ text: "busy: the second one" });
    expect(body).toMatchObject({ outcome: "not_waiting", project_name: "busy" });
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
    expect((await voice.say({ text: "waiting: the second one" })).body).toMatchObject({
      outcome: "answered",
    });
  });

  it("[V-03] when none waits the reply says so and what the agents are doing", async () => {
    await using voice = await startVoice();
    await voice.hub.agent("busy").post("UserPromptSubmit", { prompt: "Fix the flaky test" });
    const { status, body } = await voice.say({ text: "yes" });
    expect([status, body.outcome]).toEqual([200, "nobody_waiting"]);
    expect(body.status_line).toBe("No agent needs input.");
    expect(body.results).toEqual([expect.stringMatching(/^busy is .*: Fix the flaky test\.$/)]);
    expect(body.agents).toMatchObject([{ project_name: "busy", awaiting_input: false }]);
    await voice.hub.agent("busy").post("SessionEnd", { reason: "exit" });
    expect((await voice.say({ text: "yes" })).body.results).toEqual(["No agent is running."]);
  });

  it("[V-04] an agent that does not wait answers with its state and what is possible", async () => {
    await using voice = await startVoice();
    await voice.hub.agent("busy").post("UserPromptSubmit", { prompt: "Fix the flaky test" });
    const id = await voice.idOf("busy");
    const { status, body } = await voice.say({ agent_id: id, text: "Stop that" });
    expect([status, body.outcome, body.state]).toEqual([200, "not_waiting", "COMMANDED"]);
    expect(body.status_line).toBe("busy is not waiting for you; it is about to start.");
    expect(body.next_action).toEqual(["Look at the terminal in which the agent runs."]);
    expect(body.agents).toMatchObject([{ agent_id: id, can_be_typed_to: false }]);
    const { id: open } = await voice.pane("idle");
    expect((await voice.say({ agent_id: open, text: "Stop that" })).body.next_action).toHaveLength(
      2,
    );
    await voice.hub.agent("busy").post("SessionEnd", { reason: "exit" });
    const gone = (await voice.say({ agent_id: id, text: "hello", mode: "queue" })).body;
    expect([gone.outcome, gone.state, gone.next_action]).toEqual([
      "not_waiting",
      "ENDED",
      ["Start or resume the agent first."],
    ]);
  });

  it("who insists is heard: queued, or after an interruption", async () => {
    await using voice = await startVoice();
    const { pane, id } = await voice.pane("insisted");
    const queued = (await voice.say({ text: "Run the tests", mode: "queue" })).body;
    expect(queued).toMatchObject({
      outcome: "delivered",
      agent_id: id,
      turn_id: expect.any(Number),
    });
    await pane.untilSubmitted(1);
    const { body } = await voice.say({
      agent_id: String(id),
      text: "Stop and explain",
      mode: "interrupt",
    });
    expect(body.outcome).toBe("delivered");
    expect(body.results[0]).toBe("It was stopped first.");
    expect(await pane.untilSubmitted(2)).toEqual(["Run the tests", "Stop and explain"]);
    expect(pane.transcript().some(({ subtype }) => subtype === "escape")).toBe(true);
  });

  it("an agent that nobody can type to is said to be out of reach", async () => {
    await using voice = await startVoice();
    await voice.hub.agent("nowhere").post("UserPromptSubmit", { prompt: "work" });
    const { status, body } = await voice.say({ text: "hello", mode: "queue" });
    expect([status, body.error]).toEqual([409, "The agent cannot be reached"]);
    expect(body.results).toEqual([
      expect.stringContaining("runs in no terminal that Askline knows how to reach"),
    ]);
  });

  it("a person writing in the agent's prompt blocks typing there, and it says so", async () => {
    await using voice = await startVoice();
    const { pane } = await voice.pane("written-in");
    pane.tmux("send-keys", "-l", "half");
    await pane.untilScreen(/❯ 4 characters/);
    const { status, body } = await voice.say({ text: "hello", mode: "queue", lang: "ko" });
    expect(status).toBe(409);
    expect(body.results).toEqual([
      expect.stringContaining("누군가 이 에이전트의 입력란에 쓰고 있어"),
    ]);
  });
});

describe("answers", () => {
  let voice: TestVoice;
  let count = 0;

  beforeAll(async () => {
    voice = await startVoice();
  });
  afterAll(() => voice[Symbol.asyncDispose]());

  async function open(toolName: string, input: Record<string, unknown>, more = {}) {
    count += 1;
    const name = `agent-${count}`;
    const dialog = await voice.hub.agent(name).openDialog(toolName, input, more);
    const ask = await voice.hub.openAsk(name);
    const id = await voice.idOf(name);
    return {
      dialog,
      ask,
      id,
      say: (text: string, more = {}) => voice.say({ agent_id: id, text, ...more }),
    };
  }

  it.each([
    ["recommended", "Postgres (Recommended)"],
    ["uh, the third one please", "Redis"],
    ["둘째", "SQLite"],
    ["number three", "Redis"],
  ])("%j reaches the agent by its hook as %s", async (said, label) => {
    const { dialog, say } = await open("AskUserQuestion", DATABASE);
    const { body } = await say(said);
    expect(body).toMatchObject({
      outcome: "answered",
      delivery: null,
      turn_id: expect.any(Number),
    });
    expect(body.state).toBe("PROCESSING");
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which database should we use?": label } } },
    });
  });

  it("say who gave them, and from which device", async () => {
    const { ask, id } = await open("AskUserQuestion", DATABASE);
    const phone = await voice.device("kitchen phone");
    await voice.say({ agent_id: id, text: "Redis" }, { authorization: `Bearer ${phone}` });
    const { outcome } = await voice.hub.desk.load(ask.id);
    expect(outcome?.provenance).toMatchObject({
      by: "person",
      surface: "voice",
      who: "kitchen phone",
    });
  });

  it("that are not clear are asked back with the choices, and nothing is settled", async () => {
    const { ask, say } = await open(
      "AskUserQuestion",
      askTool(["Deploy where?", "Staging east", "Staging west", "Live"]),
    );
    const { body } = await say("staging");
    expect(body).toMatchObject({ outcome: "asked_back", ask_id: ask.id });
    expect(body.candidates.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    expect(body.results.join(" ")).toContain("Did you mean 1, Staging east; 2, Staging west?");
    for (const unclear of ["not live", "the first or the second", "no wait", "7", "hmm"]) {
      expect([unclear, (await say(unclear)).body.outcome]).toEqual([unclear, "asked_back"]);
    }
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
  });

  it("in own words are told apart from a choice", async () => {
    const { dialog, say } = await open("AskUserQuestion", DATABASE);
    expect((await say("MySQL")).body.outcome).toBe("asked_back");
    await say("other: use MySQL");
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which database should we use?": "use MySQL" } } },
    });
  });

  it("to several questions are taken one by one, and kept until the last", async () => {
    const two = askTool(["Which colour?", "Red", "Blue"], ["Which size?", "Small", "Large"]);
    const { dialog, ask, say, id } = await open("AskUserQuestion", two);
    const first = (await say("blue")).body;
    expect(first).toMatchObject({
      outcome: "next_question",
      question: { question_index: 1, question_text: "Which size?" },
    });
    expect(first.results.join(" ")).toMatch(/Blue.*Which size\?.*1, Small\. 2, Large\./);
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
    const shown = (await voice.get(`agents/${id}/question`)).body;
    expect(shown).toMatchObject({ current_question_index: 1, question_text: "Which size?" });
    expect(shown.questions.map(({ is_answered }: { is_answered: boolean }) => is_answered)).toEqual(
      [true, false],
    );
    expect((await say("the first")).body.outcome).toBe("answered");
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which colour?": "Blue", "Which size?": "Small" } } },
    });
  });

  it("name their question, so that none is taken for the next one of the ask", async () => {
    const two = askTool(["Which colour?", "Red", "Blue"], ["Which size?", "Small", "Large"]);
    const { dialog, ask, id } = await open("AskUserQuestion", two);
    const first = { agent_id: id, ask_id: ask.id, question_index: 0 };
    expect((await voice.say({ ...first, option_ids: ["2"] })).body.outcome).toBe("next_question");
    for (const again of [{ option_ids: ["2"] }, { text: "the second" }]) {
      const { status, body } = await voice.say({ ...first, ...again });
      expect([status, body.error]).toEqual([409, "That question is gone"]);
    }
    expect((await voice.say({ agent_id: id, question_index: 1, text: "small" })).status).toBe(400);
    await voice.say({ ...first, question_index: 1, text: "small" });
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which colour?": "Blue", "Which size?": "Small" } } },
    });
  });

  it("say one thing: words beside a touch are not understood", async () => {
    const { ask, id } = await open("Bash", bash("rm -rf dist"));
    await voice.say({ agent_id: id, ask_id: ask.id, text: "allow" });
    const { status } = await voice.say({
      agent_id: id,
      ask_id: ask.id,
      option_ids: ["deny"],
      text: "confirm",
    });
    expect(status).toBe(400);
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
  });

  it("are about the question that was heard, not about one that took its place", async () => {
    const name = "replaced";
    const first = await voice.hub.agent(name).openDialog("Bash", bash("npm test"));
    const { id: askId } = await voice.hub.openAsk(name);
    const id = await voice.idOf(name);
    await voice.get(`agents/${id}/question`);
    await voice.hub.desk.answer(
      askId,
      { answers: [{ optionIds: ["deny"] }] },
      { surface: "portal", who: "Mina" },
    );
    await first.ended;
    const second = await voice.hub.agent(name).openDialog("Bash", bash("npm run lint"));
    const { id: next } = await voice.hub.openAsk(name);
    const { status, body } = await voice.say({ agent_id: id, text: "yes" });
    expect([status, body.error]).toEqual([409, "Another question came meanwhile"]);
    expect(body.results).toEqual([expect.stringContaining("npm run lint")]);
    expect((await voice.hub.desk.load(next)).outcome).toBeNull();
    expect((await voice.say({ agent_id: id, text: "yes" })).body.outcome).toBe("answered");
    expect(await second.ended).toMatchObject({ decision: { behavior: "allow" } });
  });

  it("that go wrong are told in the language they were given in", async () => {
    const { ask, id } = await open("AskUserQuestion", DATABASE);
    await voice.hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["1"] }] },
      { surface: "portal", who: "Mina" },
    );
    const { body } = await voice.say({ agent_id: id, ask_id: ask.id, text: "둘째", lang: "ko" });
    expect(body.error).toBe("이미 답한 질문입니다");
  });

  it("by touch name the ask and its options, and do not count for another ask", async () => {
    const { dialog, ask, id } = await open("AskUserQuestion", DATABASE);
    const { status, body } = await voice.say({ option_ids: ["3"], agent_id: id });
    expect([status, body.error]).toEqual([400, "Not understood"]);
    expect((await voice.say({ option_ids: ["9"], ask_id: ask.id })).body.outcome).toBe(
      "asked_back",
    );
    expect((await voice.say({ option_ids: ["3"], ask_id: ask.id })).body.outcome).toBe("answered");
    expect(await dialog.ended).toMatchObject({ by: "hook" });
    const late = await voice.say({ option_ids: ["1"], ask_id: ask.id });
    expect([late.status, late.body.error]).toEqual([409, "Already answered"]);
  });

  it("that come second hear who was first", async () => {
    const { ask, say } = await open("AskUserQuestion", DATABASE);
    await voice.hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["1"] }] },
      { surface: "portal", who: "Mina" },
    );
    const { status, body } = await say("Redis", { ask_id: ask.id });
    expect([status, body.error]).toEqual([409, "Already answered"]);
    expect(body.results).toEqual(["Mina was faster, in the browser."]);
  });

  it("to a dialog that outlived the hub belong in the agent's terminal", async () => {
    await using own = await startVoice();
    await own.hub.agent("outlived").openDialog("AskUserQuestion", DATABASE);
    await own.hub.openAsk("outlived");
    const id = await own.idOf("outlived");
    await own.hub.stop();
    await own.hub.revive();
    expect((await own.get(`agents/${id}/question`)).body).toMatchObject({
      ask_id: null,
      can_be_answered: false,
    });
    const { status, body } = await own.say({ agent_id: id, text: "the first" });
    expect([status, body.error]).toEqual([409, "Only in the agent's terminal"]);
  });

  it("from two devices at once count once, and the other hears of it", async () => {
    const { ask, id } = await open("AskUserQuestion", DATABASE);
    const [one, two] = [await voice.device("left"), await voice.device("right")];
    const heard = await Promise.all([
      voice.say(
        { agent_id: id, ask_id: ask.id, text: "SQLite" },
        { authorization: `Bearer ${one}` },
      ),
      voice.say(
        { agent_id: id, ask_id: ask.id, text: "Redis" },
        { authorization: `Bearer ${two}` },
      ),
    ]);
    expect(heard.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { outcome } = await voice.hub.desk.load(ask.id);
    const [winner, token] = outcome?.provenance.who === "left" ? ["left", one] : ["right", two];
    expect(heard.find(({ status }) => status === 409)?.body.results).toEqual([
      `${winner} was faster, by voice.`,
    ]);
    const again = await voice.say(
      { ask_id: ask.id, text: "Redis" },
      { authorization: `Bearer ${token}` },
    );
    expect(again.body.results).toEqual(["You answered it yourself a moment ago."]);
  });

  it("a cancel closes the question without an answer", async () => {
    const { dialog, ask, say } = await open("AskUserQuestion", DATABASE);
    expect((await say("never mind")).body.outcome).toBe("cancelled");
    expect((await voice.hub.desk.load(ask.id)).outcome).toMatchObject({
      status: "rejected",
      kind: "cancel",
    });
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "deny" } });
  });

  it("a harmless permission is given or refused in one word, with or without reason", async () => {
    const allowed = await open("Bash", bash("npm test"));
    expect((await allowed.say("yes")).body.outcome).toBe("answered");
    expect(await allowed.dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
    const denied = await open("Bash", bash("npm publish-docs"));
    await denied.say("no, use the staging bucket");
    expect(await denied.dialog.ended).toMatchObject({
      decision: {
        behavior: "deny",
        message: expect.stringContaining("no, use the staging bucket"),
      },
    });
    const unsure = await open("Bash", bash("npm test"));
    for (const words of ["okay", "what does it do?", "hmm let me think", "uh"]) {
      expect([words, (await unsure.say(words)).body.outcome]).toEqual([words, "asked_back"]);
    }
  });

  it("what may destroy something is read back, and needs the word asked for", async () => {
    const { dialog, ask, id, say } = await open("Bash", bash("rm -rf build"));
    const shown = (await voice.get(`agents/${id}/question`)).body;
    expect(shown.is_destructive).toBe(true);
    expect(shown.results[0]).toBe("Careful, this may destroy something. Deletes files.");
    expect((await say("confirm")).body.outcome).toBe("asked_back");
    const asked = (await say("yes")).body;
    expect(asked).toMatchObject({
      outcome: "confirm",
      confirmation: { ask_id: ask.id, confirm_with: "confirm" },
    });
    expect(asked.status_line).toBe("You are about to allow: rm -rf build.");
    expect(asked.next_action[0]).toBe("Say confirm to allow it.");
    // Saying yes again does not confirm, nor does another device, nor a confirm after other words.
    expect((await say("yes")).body.outcome).toBe("confirm");
    const other = { authorization: `Bearer ${await voice.device("other phone")}` };
    expect((await voice.say({ agent_id: id, text: "confirm" }, other)).body.outcome).toBe(
      "asked_back",
    );
    expect((await say("hmm")).body.outcome).toBe("asked_back");
    expect((await say("confirm")).body.outcome).toBe("asked_back");
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
    await say("allow");
    expect((await voice.say({ text: "Confirm." })).body.outcome).toBe("answered");
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
  });

  it("what nobody can tell is said last, and one word does not allow it, but a touch does", async () => {
    const said = await open("Bash", bash("psql -f dump.sql"));
    const shown = (await voice.get(`agents/${said.id}/question`)).body;
    expect(shown).toMatchObject({
      is_destructive: false,
      unclear: "Cannot tell what psql -f does",
    });
    expect(shown.results.at(-1)).toBe("Cannot tell what psql -f does.");
    expect((await said.say("yes")).body.outcome).toBe("confirm");
    expect((await said.say("confirm")).body.outcome).toBe("answered");
    expect(await said.dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
    const touched = await open("Bash", bash("psql -f dump.sql"));
    const touch = await voice.say({ option_ids: ["allow"], ask_id: touched.ask.id });
    expect(touch.body.outcome).toBe("answered");
  });

  it("a command that is too long to be read aloud is not allowed by words", async () => {
    const said = await open("Bash", bash(`echo ${"x".repeat(400)}`));
    const { body } = await said.say("yes");
    expect([body.outcome, body.status_line]).toEqual([
      "asked_back",
      "It is too long to be read aloud, so words cannot allow it.",
    ]);
    expect((await voice.hub.desk.load(said.ask.id)).outcome).toBeNull();
    const touch = await voice.say({ option_ids: ["allow"], ask_id: said.ask.id });
    expect(touch.body.outcome).toBe("answered");
  });

  it("a confirmation is about what was read back, whatever came since, once", async () => {
    const name = "confirmed-once";
    const destructive = await voice.hub.agent(name).openDialog("Bash", bash("rm -rf build"));
    const { id: askId } = await voice.hub.openAsk(name);
    const id = await voice.idOf(name);
    expect((await voice.say({ agent_id: id, text: "allow" })).body.outcome).toBe("confirm");
    const newer = await voice.hub
      .agent(name)
      .openDialog("AskUserQuestion", askTool(["Order?", "Confirm", "Wait"]));
    await expect
      .poll(async () => (await voice.hub.desk.list({ status: "pending" })).length)
      .toBeGreaterThan(1);
    const [other] = (await voice.hub.desk.list({ status: "pending" })).filter(
      (ask) => ask.id !== askId,
    );
    expect((await voice.say({ agent_id: id, text: "confirm" })).body).toMatchObject({
      outcome: "answered",
      ask_id: askId,
    });
    expect(await destructive.ended).toMatchObject({ decision: { behavior: "allow" } });
    const again = await voice.say({ agent_id: id, text: "confirm" });
    expect([again.status, again.body.error]).toEqual([409, "Already answered"]);
    expect((await voice.hub.desk.load(other?.id ?? "")).outcome).toBeNull();
    newer.pressEscape();
  });

  it("what is allowed for more than this once is read back, unless it was touched", async () => {
    const rules = [{ toolName: "Bash", ruleContent: "npm test:*" }];
    const always = { type: "addRules", rules, behavior: "allow", destination: "session" };
    const suggestions = { suggestions: [always] };
    const said = await open("Bash", bash("npm test"), suggestions);
    const { body } = await said.say("two");
    expect(body.outcome).toBe("confirm");
    expect(body.results[0]).toBe("Always: allow Bash(npm test:*) (in this session).");
    expect((await said.say("confirm")).body.outcome).toBe("answered");
    expect(await said.dialog.ended).toMatchObject({
      decision: { behavior: "allow", updatedPermissions: [always] },
    });
    const touched = await open("Bash", bash("npm test"), suggestions);
    const touch = await voice.say({ option_ids: ["always-1"], ask_id: touched.ask.id });
    expect(touch.body.outcome).toBe("answered");
  });

  it("a change that may destroy something is read back with the file it changes", async () => {
    const { say } = await open("Write", {
      file_path: "/etc/hosts",
      content: "127.0.0.1 bank.example\n",
    });
    expect((await say("yes")).body.status_line).toMatch(
      /^You are about to allow: Write: \/etc\/hosts: .*bank\.example/,
    );
  });

  it("a permission is asked in the listener's language, whatever the hub's is", async () => {
    const { id, say } = await open("Bash", bash("rm -rf build"));
    const { body } = await voice.get(`agents/${id}/question?lang=ko`);
    expect(body.status_line).toMatch(/의 질문: Bash: rm -rf build, 허용할까요\?$/);
    expect(body.results[0]).toBe(
      "조심하세요, 무언가를 지우거나 망가뜨릴 수 있습니다. 파일을 지웁니다.",
    );
    expect(body.options.map(({ label }: { label: string }) => label)).toEqual([
      "거부",
      "이번만 허용",
    ]);
    expect(body.questions[0].question_text).toContain(
      "이 명령을 실행하려고 합니다:\n\n```sh\nrm -rf build\n```",
    );
    expect((await voice.get("sessions?lang=ko")).body.agents[0].question_text).toMatch(
      /^Bash: rm -rf build, 허용할까요\?$/,
    );
    expect((await say("거부", { lang: "ko" })).body.status_line).toMatch(/에 답했습니다: 거부\.$/);
  });

  it("a listener hears all of a question and a command, even in few words", async () => {
    const long = await open(
      "AskUserQuestion",
      askTool(["I found three tables. They are old. May I drop them?", "Drop", "Keep"]),
    );
    const asked = (await voice.get(`agents/${long.id}/question`)).body;
    expect(asked.status_line).toMatch(/asks: I found three tables\.$/);
    expect(asked.results[0]).toBe("They are old. May I drop them?");
    const { id } = await open(
      "Bash",
      bash("echo all is well. | tee `date` https://example.com/a/b && npm test"),
    );
    const { body } = await voice.get(`agents/${id}/question`);
    expect(body.status_line).toMatch(
      /asks: Allow Bash: echo all is well\. \| tee `date` https:\/\/example\.com\/a\/b && npm test\?$/,
    );
    const hidden = await open(
      "Bash",
      bash(`echo ${"very ".repeat(200)}quietly; npm run publish-all`),
    );
    expect((await voice.get(`agents/${hidden.id}/question`)).body.status_line).toMatch(
      /and \d+ more characters that are not read aloud … .*npm run publish-all\?$/,
    );
  });

  it("a destructive one is refused at once, and touch needs its confirmation too", async () => {
    const denied = await open("Bash", bash("git push --force origin main"));
    expect((await denied.say("deny")).body.outcome).toBe("answered");
    expect(await denied.dialog.ended).toMatchObject({ decision: { behavior: "deny" } });
    const touched = await open("Bash", bash("rm -rf ~/work"));
    const { body } = await voice.say({ option_ids: ["allow"], ask_id: touched.ask.id });
    expect(body.outcome).toBe("confirm");
    expect((await touched.say("확인")).body.outcome).toBe("answered");
    expect(await touched.dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
  });

  it("[V-33] become turns that everybody who listens hears of", async () => {
    const { say, id } = await open("AskUserQuestion", DATABASE);
    const { body } = await say("Redis");
    const event = await voice.turnCreated(id, body.turn_id);
    expect(event).toMatchObject({
      ...{
        agent_id: id,
        project_id: expect.any(Number),
        text: "Redis",
        actor: "USER",
        intent: "ANSWER",
      },
      ...{ task_id: expect.any(Number), turn_id: body.turn_id, timestamp: expect.any(String) },
    });
    const typed = await voice.pane("heard-of");
    const sent = (await voice.say({ agent_id: typed.id, text: "Run it", mode: "queue" })).body;
    expect(await voice.turnCreated(typed.id, sent.turn_id)).toMatchObject({
      text: "Run it",
      actor: "USER",
      intent: "COMMAND",
    });
  });
});

describe("a question in the agent's own words", () => {
  it("takes any words for its answer, and outlives the hub", async () => {
    await using voice = await startVoice();
    const { pane, id } = await voice.pane("restarted", "Shall I go on?");
    await voice.say({ agent_id: id, text: "ask", mode: "queue" });
    await voice.hub.openAsk();
    await voice.hub.kill();
    await voice.hub.revive();
    expect((await voice.say({ text: "confirm" })).body.outcome).toBe("answered");
    expect(await pane.untilSubmitted(2)).toEqual(["ask", "confirm"]);
  });
});
