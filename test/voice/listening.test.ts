/** What a person hears about agents: who runs, what was done, what is asked, what was said. */
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withLog } from "../support/turns.ts";
import { startVoice, type TestVoice } from "../support/voice.ts";

let voice: TestVoice;
let count = 0;

beforeAll(async () => {
  voice = await startVoice();
});
afterAll(() => voice[Symbol.asyncDispose]());

/** An agent that was given work and finished it. */
async function finished(name: string, ...work: [prompt: string, output: string][]) {
  const agent = voice.hub.agent(name);
  for (const [prompt, output] of work) {
    count += 1;
    await agent.post("UserPromptSubmit", { prompt, prompt_id: `prompt-${count}` });
    await agent.post("Stop", { prompt_id: `prompt-${count}`, last_assistant_message: output });
  }
  return { agent, id: await voice.idOf(name) };
}

const QUESTION = {
  questions: [
    {
      question: "Which database should we use? It decides how we test.",
      header: "Database",
      multiSelect: false,
      options: [
        { label: "Postgres (Recommended)", description: "A server of its own" },
        { label: "SQLite", description: "One file, nothing to run" },
      ],
    },
  ],
};

describe("sessions", () => {
  it("[V-05] name every running agent with project, state, task and activity", async () => {
    await using own = await startVoice();
    expect((await own.get("sessions")).body).toMatchObject({
      status_line: "No agents are running.",
      agents: [],
    });
    await own.hub.agent("gone").post("SessionStart", { source: "startup" });
    await own.hub.agent("gone").post("SessionEnd", { reason: "exit" });
    await own.hub.agent("busy").post("UserPromptSubmit", { prompt: "Fix the build" });
    await own.hub.agent("asking").openDialog("AskUserQuestion", QUESTION);
    await own.hub.openAsk("asking");
    const { status, body } = await own.get("sessions");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status_line: "2 agents are running, and one waits for you.",
      results: ["asking is waiting for you.", "busy is about to start."],
      next_action: ["Answer asking."],
      total: 2,
      awaiting: 1,
    });
    expect(body.agents).toMatchObject([
      { project_name: "asking", state: "AWAITING_INPUT", awaiting_input: true },
      {
        ...{
          project_name: "busy",
          state: "COMMANDED",
          awaiting_input: false,
          current_task_summary: "Fix the build",
        },
        ...{
          time_since_last_activity: "just now",
          seconds_since_last_activity: expect.any(Number),
        },
      },
    ]);
    const spoken = (await own.get("sessions", { "accept-language": "ko-KR,ko;q=0.9,en;q=0.8" }))
      .body;
    expect(spoken.status_line).toBe("에이전트 2개가 실행 중이고, 1개가 답을 기다립니다.");
    expect((await own.get("sessions?lang=ko")).body.status_line).toBe(spoken.status_line);
    const second = await own.get("sessions", { "accept-language": "fr-FR,ko;q=0.9" });
    expect(second.body.status_line).toBe(spoken.status_line);
  });

  it("[V-06] in detail have the whole task and what was said last", async () => {
    await using own = await startVoice();
    const prompt = `Fix the build.\n\n${"Every warning counts. ".repeat(20)}`;
    await own.hub.agent("busy").post("UserPromptSubmit", { prompt });
    const [concise] = (await own.get("sessions")).body.agents;
    expect(concise).not.toHaveProperty("recent_turns");
    const { body } = await own.get("sessions?verbosity=detailed");
    expect(body.agents[0].task_instruction).toBe(prompt);
    expect(body.agents[0].recent_turns).toMatchObject([
      { actor: "USER", intent: "COMMAND", text: prompt },
    ]);
    expect(body.results[0]).toMatch(
      /^busy is about to start: Fix the build\. Last active just now\.$/,
    );
    expect((await own.get("sessions?verbosity=normal")).body.results[0]).toBe(
      "busy is about to start: Fix the build.",
    );
  });

  it("say how many more there are, in three lines at most", async () => {
    await using own = await startVoice();
    for (const name of ["a", "b", "c", "d", "e"])
      await own.hub.agent(name).post("UserPromptSubmit", { prompt: "go" });
    const { body } = await own.get("sessions");
    expect(body.results).toHaveLength(3);
    expect(body.results[2]).toBe("3 more are running.");
    expect(body.agents).toHaveLength(5);
  });

  it("never read controls or markup of an agent aloud", async () => {
    await using own = await startVoice();
    await own.hub
      .agent("loud")
      .post("UserPromptSubmit", { prompt: "\u001b[31m**Fix** `x`\u202e [it](http://e.example/a)" });
    const { body } = await own.get("sessions?verbosity=normal");
    expect(body.results[0]).toBe("loud is about to start: Fix x it.");
  });
});

describe("an agent that an error stopped", () => {
  it("is not done, and says why, in every list and at each question", async () => {
    await using own = await startVoice();
    const agent = own.hub.agent("failing");
    await agent.post("UserPromptSubmit", { prompt: "Fix the build", prompt_id: "p1" });
    await agent.post("StopFailure", {
      ...{ prompt_id: "p1", error: "server_error" },
      last_assistant_message: "API Error: 529 overloaded",
    });
    const { body } = await own.get("sessions");
    expect(body).toMatchObject({
      status_line: "One agent was stopped by an error or a limit.",
      results: ["failing is stopped: API Error: 529 overloaded."],
    });
    const [about] = (body as { agents: object[] }).agents;
    expect(about).toMatchObject({
      ...{ state: "FAILED", state_words: "stopped: API Error: 529 overloaded" },
      failure: { kind: "error", text: "API Error: 529 overloaded", resumes_at: null },
    });
    const id = await own.idOf("failing");
    expect((await own.get(`agents/${id}/output`)).body).toMatchObject({
      status_line: "failing is stopped: API Error: 529 overloaded: Fix the build.",
      state: "FAILED",
    });
    expect((await own.get(`agents/${id}/question`)).body).toMatchObject({
      status_line: "failing is not waiting for input; it is stopped: API Error: 529 overloaded.",
    });
  });
});

describe("output", () => {
  it("[V-07] has the last tasks with the whole command and the whole output", async () => {
    const long = `All done. ${"I changed another file and ran the tests again. ".repeat(60)}Bye.`;
    const { id } = await finished(
      "worker",
      ["Write the docs", "The docs are written."],
      ["Fix the build\nplease", long],
    );
    const { body } = await voice.get(`agents/${id}/output`);
    expect(body.status_line).toBe("worker finished: Fix the build.");
    expect(body.results[0].length).toBeLessThan(200);
    expect(body.tasks).toMatchObject([
      { task_state: "COMPLETE", full_command: "Fix the build\nplease", full_output: long },
      {
        task_state: "COMPLETE",
        full_command: "Write the docs",
        full_output: "The docs are written.",
      },
    ]);
    expect((await voice.get(`agents/${id}/output?limit=1`)).body.tasks).toHaveLength(1);
    const detailed = (await voice.get(`agents/${id}/output?verbosity=detailed`)).body;
    expect(detailed.results).toHaveLength(2);
    expect(detailed.results[0].length).toBeGreaterThan(1_000);
  });

  it("begins with one sentence, whatever the task was made of", async () => {
    const { id } = await finished("wordy", ["Fix the login. Then add a test.", "Fixed."]);
    const { body } = await voice.get(`agents/${id}/output`);
    expect(body.status_line).toBe("wordy finished: Fix the login.");
    expect(body.tasks[0].full_command).toBe("Fix the login. Then add a test.");
  });

  it("of work that began before anyone listened says so in the listener's language", async () => {
    await voice.hub.agent("early").post("Stop", { last_assistant_message: "It is built." });
    const id = await voice.idOf("early");
    expect((await voice.get(`agents/${id}/output`)).body.status_line).toBe(
      "early finished: something it was given before Askline listened.",
    );
    const { body } = await voice.get(`agents/${id}/output?lang=ko`);
    expect(body.status_line).toBe("early 완료: Askline이 듣기 전에 맡긴 일.");
    const listed = (await voice.get("sessions?lang=ko")).body.agents;
    expect(
      listed.find(({ agent_id }: { agent_id: number }) => agent_id === id).current_task_summary,
    ).toMatch(/Askline이/);
  });

  it("has as many tasks as there may be where more are wanted", async () => {
    const { id } = await finished("eager", ["Write the docs", "Written."]);
    const { status, body } = await voice.get(`agents/${id}/output?limit=1000`);
    expect([status, body.tasks.length]).toEqual([200, 1]);
  });

  it("of an agent that did nothing yet says so", async () => {
    await voice.hub.agent("fresh").post("SessionStart", { source: "startup" });
    const { body } = await voice.get(`agents/${await voice.idOf("fresh")}/output`);
    expect(body).toMatchObject({ status_line: "fresh was given nothing to do yet.", tasks: [] });
  });
});

describe("question", () => {
  it("[V-08] with options has numbers, labels, descriptions and its source", async () => {
    await voice.hub.agent("chooser").openDialog("AskUserQuestion", QUESTION);
    const ask = await voice.hub.openAsk("chooser");
    const { body } = await voice.get(`agents/${await voice.idOf("chooser")}/question`);
    expect(body).toMatchObject({
      status_line: "chooser asks: Which database should we use?",
      results: ["1, Postgres (Recommended). 2, SQLite."],
      next_action: ["Say a number or a name.", "Or say other, and then your own words."],
      ...{ awaiting_input: true, question_source_type: "ask_user_question", ask_id: ask.id },
      can_be_answered: true,
      question_text: "Which database should we use? It decides how we test.",
      options: [
        {
          number: 1,
          label: "Postgres (Recommended)",
          description: "A server of its own",
          recommended: true,
        },
        { number: 2, label: "SQLite", description: "One file, nothing to run", recommended: false },
      ],
    });
    const { results } = (await voice.get(`agents/${body.agent_id}/question?verbosity=normal`)).body;
    expect(results.join(" ")).toContain("2, SQLite: One file, nothing to run.");
  });

  it("[V-09] in the agent's own words has the whole text and nothing to select", async () => {
    const { pane, id } = await voice.pane("free", "All tests pass. Should I push to main?");
    await voice.say({ agent_id: id, text: "ask", mode: "queue" });
    // An ask of another agent may still be open.
    await voice.hub.openAsk(basename(pane.files.path));
    const { body } = await voice.get(`agents/${id}/question`);
    expect(body).toMatchObject({
      question_source_type: "free_text",
      options: null,
      awaiting_input: true,
    });
    expect(body.question_text).toContain("Should I push to main?");
    expect([body.results, body.next_action]).toEqual([
      ["There is nothing to choose from."],
      ["Answer in your own words."],
    ]);
    const { results } = (await voice.get(`agents/${id}/question?verbosity=normal`)).body;
    expect(results).toEqual(["All tests pass.", "There is nothing to choose from."]);
    expect(pane.submitted()).toEqual(["ask"]);
  });

  it("[V-09] that points back at its options keeps them, also for a short listener", async () => {
    const ways = "There are two ways: a cache in memory or an index on the table.";
    await finished("ways", ["Fix it", `I measured it.\n\n${ways}\n\nWhich one do you want?`]);
    const { body } = await voice.get(`agents/${await voice.idOf("ways")}/question`);
    expect(body).toMatchObject({
      status_line: "ways asks: Which one do you want?",
      question_text: `${ways}\n\nWhich one do you want?`,
      question_source_type: "free_text",
      options: null,
    });
    expect(body.results[0]).toBe(ways);
    const { agents } = (await voice.get("sessions")).body;
    const listed = agents.find(
      ({ project_name }: { project_name: string }) => project_name === "ways",
    );
    expect(listed.question_text).toBe("Which one do you want?");
  });

  it("in the agent's own words, if not answerable by voice, says where to answer", async () => {
    await finished("remote", ["Fix it", "All tests pass. Should I push to main?"]);
    const { body } = await voice.get(`agents/${await voice.idOf("remote")}/question`);
    expect(body).toMatchObject({ question_source_type: "free_text", options: null, ask_id: null });
    expect(body.next_action).toEqual(["It can only be answered in the agent's own terminal."]);
    expect(body.can_be_answered).toBe(false);
  });

  it("about a plan tells the plan, and more of it where more is wanted", async () => {
    const plan = `# Move the parser\n\n- Read the tests\n- Move it\n\n${"Every step is small. ".repeat(20)}`;
    await voice.hub.agent("planner").openDialog("ExitPlanMode", { plan });
    await voice.hub.openAsk("planner");
    const id = await voice.idOf("planner");
    const { body } = await voice.get(`agents/${id}/question`);
    expect(body.status_line).toBe("planner asks: Approve this plan?");
    expect(body.results[0]).toMatch(/Move the parser\. Read the tests\. Move it\./);
    expect(body.next_action).toEqual(["Say a number or a name.", "Or say no, and why."]);
    const detailed = (await voice.get(`agents/${id}/question?verbosity=detailed`)).body;
    expect(detailed.results[0].length).toBeGreaterThan(body.results[0].length);
  });

  it("of which several may be chosen offers none only where none may be", async () => {
    const [question] = QUESTION.questions;
    await voice.hub
      .agent("many")
      .openDialog("AskUserQuestion", { questions: [{ ...question, multiSelect: true }] });
    await voice.hub.openAsk("many");
    const id = await voice.idOf("many");
    const { body } = await voice.get(`agents/${id}/question`);
    const ways = ["Say the numbers or names.", "Or say other, and then your own words."];
    expect(body.next_action).toEqual(ways);
    const refused = (await voice.say({ agent_id: id, text: "none" })).body;
    expect([refused.outcome, refused.results[0], refused.next_action]).toEqual([
      "asked_back",
      "Choose 1 at least.",
      ways,
    ]);
  });

  it("[V-10] of an agent that does not wait says so, with its state", async () => {
    const { id } = await finished("done", ["Write a test", "Written."]);
    const { status, body } = await voice.get(`agents/${id}/question`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status_line: "done is not waiting for input; it is done.",
      ...{
        state: "COMPLETE",
        awaiting_input: false,
        question_text: null,
        options: null,
        question_source_type: null,
      },
    });
  });
});

describe("everything that is said", () => {
  it("[V-18] begins with a sentence, one to three results, and what to do next", async () => {
    const { id } = await finished("formal", ["Do it", "It is done."]);
    // The calls themselves check every reply against this format.
    for (const path of [
      "sessions",
      `agents/${id}/output`,
      `agents/${id}/question`,
      `agents/${id}/transcript`,
    ]) {
      for (const language of ["en", "ko"])
        expect((await voice.get(`${path}?lang=${language}`)).status).toBe(200);
    }
    expect((await voice.say({ agent_id: id, text: "hello" })).status).toBe(200);
    expect((await voice.get("agents/999999/output")).status).toBe(404);
  });

  it("[V-19] is short unless more is wanted, everywhere", async () => {
    const text =
      "I looked at every file in the project and thought about each of them for a long while. ".repeat(
        30,
      );
    const { id, agent } = await finished("talker", ["Look around", text], ["Look again", text]);
    await agent.openDialog("AskUserQuestion", QUESTION);
    await voice.hub.openAsk("talker");
    for (const path of [
      `agents/${id}/output`,
      `agents/${id}/transcript`,
      `agents/${id}/question`,
    ]) {
      const lengths = [];
      for (const verbosity of ["concise", "normal", "detailed"]) {
        const { body } = await voice.get(`${path}?verbosity=${verbosity}`);
        lengths.push(body.results.join(" ").length);
      }
      const [concise = 0, normal = 0, detailed = 0] = lengths;
      expect([path, concise < normal, normal <= detailed]).toEqual([path, true, true]);
      expect((await voice.get(path)).body.results.join(" ")).toHaveLength(concise);
    }
    const [short, long] = await Promise.all(
      ["concise", "detailed"].map((verbosity) =>
        voice.say({ text: "which?", agent_id: id, verbosity }),
      ),
    );
    expect(JSON.stringify(short?.body.results).length).toBeLessThan(
      JSON.stringify(long?.body.results).length,
    );
  });
});

describe("transcript", () => {
  it("[V-23] has the turns of all tasks in their order, each with its task", async () => {
    const { id } = await finished(
      "historian",
      ["First task", "First done."],
      ["Second task", "Second done."],
    );
    const { body } = await voice.get(`agents/${id}/transcript`);
    expect(body.turns.map(({ text }: { text: string }) => text)).toEqual([
      ...["First task", "First done.", "Second task", "Second done."],
    ]);
    for (const turn of body.turns) {
      expect(turn).toMatchObject({ turn_id: expect.any(Number), timestamp: expect.any(String) });
      expect(turn).toMatchObject({ task_id: expect.any(Number), task_state: "COMPLETE" });
    }
    expect(body.turns.map((turn: { task_instruction: string }) => turn.task_instruction)).toEqual([
      ...["First task", "First task", "Second task", "Second task"],
    ]);
    const order = body.turns.map(
      ({ timestamp, turn_id }: { timestamp: string; turn_id: number }) => [timestamp, turn_id],
    );
    expect(order).toEqual(
      [...order].sort((one, other) =>
        one[0] === other[0] ? one[1] - other[1] : one[0] < other[0] ? -1 : 1,
      ),
    );
  });

  describe("of a long conversation", () => {
    let id: number;

    beforeAll(async () => {
      id = (await finished("long", ["Begin", "Begun."])).id;
      await withLog(voice.hub, (log) =>
        log.write(async (writes) => {
          const [first] = (await writes.turnPage(id, { limit: 1 })).turns;
          await writes.addTurns(
            Array.from({ length: 148 }, (_, index) => ({
              ...{
                agentId: id,
                taskId: first?.taskId ?? null,
                actor: "AGENT" as const,
                intent: "PROGRESS" as const,
              },
              ...{
                text: `Step ${index}`,
                timestampSource: "server" as const,
                place: null,
                question: null,
                answeredByTurnId: null,
              },
              timestamp: new Date(Date.UTC(2020, 0, 1, 0, 0, Math.floor(index / 3))).toISOString(),
              ...{
                askId: null,
                key: `step ${index}`,
                uuid: null,
                promptId: null,
                toolUseId: null,
                contentHash: `${index}`,
              },
            })),
          );
        }),
      );
    });

    it("[V-24] begins with the newest fifty, and says that there are more", async () => {
      const { body } = await voice.get(`agents/${id}/transcript`);
      expect(body.turns).toHaveLength(50);
      expect(body.has_more).toBe(true);
      expect(body.turns.at(-1).text).toBe("Begun.");
      expect(body.next_action).toEqual(["Ask for older messages."]);
    });

    it("[V-25] goes on before a turn, oldest first, and misses or repeats none", async () => {
      const seen: number[] = [];
      let page = (await voice.get(`agents/${id}/transcript?limit=40`)).body;
      for (;;) {
        seen.unshift(...page.turns.map((turn: { turn_id: number }) => turn.turn_id));
        if (!page.has_more) break;
        page = (await voice.get(`agents/${id}/transcript?before=${page.turns[0].turn_id}&limit=40`))
          .body;
        expect(page.turns.length).toBeLessThanOrEqual(40);
      }
      expect(new Set(seen).size).toBe(150);
      const all = (await voice.get(`agents/${id}/transcript?limit=1000`)).body.turns;
      expect(seen).toEqual(all.map((turn: { turn_id: number }) => turn.turn_id));
    });

    it("has as many turns as there may be where more are wanted", async () => {
      const { body } = await voice.get(`agents/${id}/transcript?limit=99999999999`);
      expect([body.turns.length, body.has_more]).toEqual([150, false]);
    });

    it("[V-26] says when there is nothing older", async () => {
      const all = (await voice.get(`agents/${id}/transcript?limit=200`)).body;
      expect(all.has_more).toBe(false);
      const { body } = await voice.get(`agents/${id}/transcript?before=${all.turns[0].turn_id}`);
      expect([body.turns, body.has_more]).toEqual([[], false]);
      expect(body.status_line).toBe("There are no older messages with long.");
    });
  });

  it("[V-27] of an ended agent has all that was said, and says that it ended", async () => {
    const { agent, id } = await finished("ended", ["One", "One done."], ["Two", "Two done."]);
    await agent.post("SessionEnd", { reason: "exit" });
    const { body } = await voice.get(`agents/${id}/transcript`);
    expect(body).toMatchObject({ agent_ended: true, state: "ENDED" });
    expect(body.turns).toHaveLength(4);
    expect(body.status_line).toBe("4 messages with ended, which is no longer running.");
  });
});
