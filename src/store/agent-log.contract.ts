/**
 * What every turn log promises. A new driver passes this suite before anything else is built on it.
 */
import { expect, it } from "vitest";
import { at, newAgent, newDelivery, newTask, newTurn } from "../../test/support/log-records.ts";
import type { Agent, Delivery } from "../core/agent/agent.ts";
import type { AgentLog, KeyedTurn, LogWrites, NewTurn } from "./agent-log.ts";

/** Opens a log on the same records each time it is called, so that two stand for two processes. */
export interface PreparedLog {
  open(): Promise<AgentLog>;
  dispose(): Promise<void>;
}

export function agentLogContract(prepare: () => Promise<PreparedLog>) {
  it("gives back agents, projects and tasks as they were put", async () => {
    await using logs = await open();
    const pane = { id: "%3", socketPath: "/run/tmux", pid: 77 };
    const { project, agent, task } = await logs.one.write(async (log) => {
      const project = await log.projectAt("/home/ada/door", "door");
      const agent = await log.addAgent(newAgent(project.id, { sessionId: "s", pane }));
      const task = await log.addTask(newTask(agent.id, { fullOutput: "all green" }));
      return { project, agent: await log.changeAgent(agent.id, { currentTaskId: task.id }), task };
    });
    expect(await logs.other.project(project.id)).toEqual({
      id: project.id,
      path: "/home/ada/door",
      name: "door",
    });
    expect(await logs.other.agent(agent.id)).toEqual(agent);
    const put = newAgent(project.id, { sessionId: "s", pane, currentTaskId: task.id });
    expect(agent).toEqual({ ...put, id: agent.id });
    expect(await logs.other.agentBySession("claude-code", agent.sessionId)).toEqual(agent);
    expect(await logs.other.task(task.id)).toEqual({
      ...newTask(agent.id, { fullOutput: "all green" }),
      id: task.id,
    });
  });

  it("knows nothing of what was never put", async () => {
    await using logs = await open();
    expect(await logs.one.agent(1)).toBeNull();
    expect(await logs.one.agentBySession("codex", "s")).toBeNull();
    expect(await logs.one.project(1)).toBeNull();
    expect(await logs.one.task(1)).toBeNull();
    expect(await logs.one.turn(1)).toBeNull();
    expect(await logs.one.turnByAsk("a")).toBeNull();
    expect(await logs.one.turnPage(1, { limit: 5 })).toEqual({ turns: [], hasMore: false });
    expect(await logs.one.turnPage(1, { before: 7, limit: 5 })).toEqual({
      turns: [],
      hasMore: false,
    });
    expect(await logs.one.openQuestion(1)).toBeNull();
    expect(await logs.one.delivery(1)).toBeNull();
    expect(await logs.one.eventRange()).toEqual({ oldest: 0, newest: 0 });
    expect(await logs.one.readPosition("/t.jsonl")).toBeNull();
    await expect(logs.one.write((log) => log.changeAgent(1, { state: "IDLE" }))).rejects.toThrow(
      "no agent 1",
    );
    await expect(logs.one.write((log) => log.changeTask(1, {}))).rejects.toThrow("no task 1");
    await expect(logs.one.write((log) => log.changeTurn(1, {}))).rejects.toThrow("no turn 1");
  });

  it("has one project for a folder, and one agent for a session", async () => {
    await using logs = await open();
    const first = await logs.one.write((log) => log.projectAt("/door", "door"));
    expect(await logs.other.write((log) => log.projectAt("/door", "another name"))).toEqual(first);
    await logs.one.write((log) => log.addAgent(newAgent(first.id, { sessionId: "s" })));
    await expect(
      logs.other.write((log) => log.addAgent(newAgent(first.id, { sessionId: "s" }))),
    ).rejects.toThrow();
    await logs.other.write((log) =>
      log.addAgent(newAgent(first.id, { sessionId: "s", client: "codex" })),
    );
  });

  it("lists agents most recently seen first, and those that ended apart", async () => {
    await using logs = await open();
    const [early, late, over] = await logs.one.write(async (log) => {
      const { id } = await log.projectAt("/door", "door");
      const early = await log.addAgent(newAgent(id, { lastSeenAt: at(1) }));
      const late = await log.addAgent(newAgent(id, { lastSeenAt: at(3) }));
      const over = await log.addAgent(
        newAgent(id, { lastSeenAt: at(2), state: "ENDED", endedAt: at(2) }),
      );
      return [early, late, over];
    });
    expect(await logs.other.agents()).toEqual([late, over, early]);
    expect(await logs.other.agents({ isEnded: false })).toEqual([late, early]);
    expect(await logs.other.agents({ isEnded: true })).toEqual([over]);
  });

  it("changes only what it is told to", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const pane = { id: "%1", socketPath: "/s", pid: null };
    const changed = await logs.one.write((log) =>
      log.changeAgent(agent.id, { pane, state: "PROCESSING" }),
    );
    expect(changed).toEqual({ ...agent, pane, state: "PROCESSING" });
    expect(await logs.one.write((log) => log.changeAgent(agent.id, { state: "IDLE" }))).toEqual({
      ...agent,
      pane,
    });
    expect(await logs.one.write((log) => log.changeAgent(agent.id, { pane: null }))).toEqual(agent);
    expect(await logs.other.agent(agent.id)).toEqual(agent);
    const [turn] = await putTurns(logs.one, [newTurn(agent.id, { question: colours })]);
    const moved = await logs.one.write((log) =>
      log.changeTurn(turn.id, { timestamp: at(9), timestampSource: "jsonl" }),
    );
    expect(moved).toEqual({ ...turn, timestamp: at(9), timestampSource: "jsonl" });
    const plain = await logs.one.write((log) =>
      log.changeTurn(turn.id, { question: null, intent: "PROGRESS" }),
    );
    expect(plain).toEqual({ ...moved, question: null, intent: "PROGRESS" });
    expect(await logs.other.turn(turn.id)).toEqual(plain);
  });

  it("writes all of a transaction or, when it throws, nothing", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const failing = logs.one.write(async (log) => {
      await log.addTurns([newTurn(agent.id)]);
      await log.changeAgent(agent.id, { state: "PROCESSING" });
      await log.addEvent({ type: "turn_created", agentId: agent.id, at: at(1), data: {} });
      expect(await log.turnPage(agent.id, { limit: 5 })).toMatchObject({
        turns: [{ agentId: agent.id }],
      });
      throw new Error("the work failed");
    });
    await expect(failing).rejects.toThrow("the work failed");
    expect(await logs.one.agent(agent.id)).toEqual(agent);
    expect((await logs.one.turnPage(agent.id, { limit: 5 })).turns).toEqual([]);
    expect(await logs.one.eventRange()).toEqual({ oldest: 0, newest: 0 });
    await logs.one.write((log) => log.changeAgent(agent.id, { state: "COMPLETE" }));
    expect(await logs.other.agent(agent.id)).toMatchObject({ state: "COMPLETE" });
  });

  it("shows others nothing of a transaction that is still open", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    await logs.one.write(async (log) => {
      await log.changeAgent(agent.id, { state: "PROCESSING" });
      expect(await logs.one.agent(agent.id)).toEqual(agent);
      expect(await logs.other.agent(agent.id)).toEqual(agent);
    });
    expect(await logs.other.agent(agent.id)).toMatchObject({ state: "PROCESSING" });
  });

  it("runs transactions one after another, in one log and in two", async () => {
    await using logs = await open();
    const { id, ...agent } = await putAgent(logs.one);
    const addSecond = async (log: LogWrites) => {
      const { lastSeenAt } = (await log.agent(id)) ?? agent;
      await log.changeAgent(id, { lastSeenAt: at(Number(lastSeenAt.slice(-3, -1)) + 1) });
    };
    const writes = Array.from({ length: 20 }, (_, number) =>
      (number % 2 === 0 ? logs.one : logs.other).write(addSecond),
    );
    await Promise.all(writes);
    expect(await logs.one.agent(id)).toMatchObject({ lastSeenAt: at(20) });
  });

  it("resolves transactions in the order they were begun", async () => {
    await using logs = await open();
    const done: number[] = [];
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const write = (number: number) =>
      logs.one
        .write((log) =>
          log.addEvent({ type: "turn_created", agentId: null, at: at(1), data: { number } }),
        )
        .then(() => done.push(number));
    await Promise.all(numbers.map(write));
    expect(done).toEqual(numbers);
  });

  it("adds many turns at once and leaves out those stored or repeated", async () => {
    await using logs = await open();
    const [agent, neighbour] = [await putAgent(logs.one), await putAgent(logs.one)];
    await putTurns(logs.one, [newTurn(agent.id, { key: "k1", text: "first" })]);
    const turns = Array.from({ length: 250 }, (_, number) =>
      newTurn(agent.id, { key: `k${number}` }),
    );
    turns.push(
      newTurn(agent.id, { key: "k7", text: "again" }),
      newTurn(neighbour.id, { key: "k1" }),
    );
    const added = await logs.one.write((log) => log.addTurns(turns));
    expect(added.map((turn) => turn?.key ?? null)).toEqual(
      turns.map(({ key }, number) => (number === 1 || number === 250 ? null : key)),
    );
    expect(added.filter((turn) => turn !== null)).toEqual(
      turns
        .filter((_, number) => added[number] !== null)
        .map((turn) => expect.objectContaining(turn)),
    );
    const ids = added.flatMap((turn) => turn?.id ?? []);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(
      await logs.other.write((log) => log.findTurns(agent.id, { keys: ["k1", "k7"] })),
    ).toMatchObject([{ text: "first" }, { text: "Go on." }]);
    expect(await logs.one.write((log) => log.addTurns([]))).toEqual([]);
  });

  it("keeps every text; a character no database takes becomes a mark", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const escapes = `\\u0000 \\\\ '; drop table turns; -- \r\n\t\u001b[31m`;
    const text = `"문을 무슨 색으로 칠할까요?" 👩‍👩‍👧 ${escapes} ${"긴".repeat(100_000)}`;
    const options = [{ label: "빨강 🟥", description: text }, { label: "\\" }];
    const question = { text, options, source: "ask_user_question" } as const;
    const [turn, odd] = await putTurns(logs.one, [
      newTurn(agent.id, { text, question, key: text.slice(0, 40) }),
      newTurn(agent.id, {
        text: "a\0b\ud800c",
        question: { ...question, text: "\0", options: [{ label: "\0\\u0000\udfff" }] },
        key: "\0",
      }),
    ]);
    const read = await logs.other.turn(turn.id);
    expect(read).toEqual(turn);
    expect(read).toMatchObject({ text, question });
    expect(await logs.other.turn(odd.id)).toMatchObject({
      text: "a\ufffdb\ufffdc",
      question: { text: "\ufffd", options: [{ label: "\ufffd\\u0000\ufffd" }] },
    });
    expect(await logs.one.write((log) => log.findTurns(agent.id, { keys: ["\0"] }))).toMatchObject([
      { id: odd.id },
    ]);
    const data = {
      text,
      nested: { list: [1, -0.5, 1e21, true, null, "가"], empty: {} },
      zero: "\0",
    };
    await logs.one.write((log) =>
      log.addEvent({ type: "turn_created", agentId: null, at: at(1), data }),
    );
    expect(await logs.other.events({ after: 0, limit: 5 })).toMatchObject([
      { agentId: null, data: { ...data, zero: "\ufffd" } },
    ]);
  });

  it("pages through all turns once, in order of time and then of id", async () => {
    await using logs = await open();
    const [agent, neighbour] = [await putAgent(logs.one), await putAgent(logs.one)];
    const moments = Array.from({ length: 200 }, (_, number) => at((number * 7) % 13));
    await putTurns(
      logs.one,
      moments.flatMap((timestamp) => [
        newTurn(agent.id, { timestamp }),
        newTurn(neighbour.id, { timestamp }),
      ]),
    );
    const whole = (await logs.other.turnPage(agent.id, { limit: 1000 })).turns;
    expect(whole).toHaveLength(200);
    expect(whole).toEqual([...whole].sort(byTimeAndId));
    for (const limit of [1, 7, 50, 200]) {
      const pages = await allPages(logs.other, agent.id, limit);
      expect(pages.flat()).toEqual(whole);
      expect(pages.slice(1).every((page) => page.length === limit)).toBe(true);
    }
  });

  it("pages on from a turn while newer ones arrive, and from one that is gone", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const [first, second, third] = await putTurns(logs.one, [
      newTurn(agent.id, { timestamp: at(1) }),
      newTurn(agent.id, { timestamp: at(2) }),
      newTurn(agent.id, { timestamp: at(3) }),
      newTurn(agent.id, { timestamp: at(4) }),
    ]);
    await putTurns(logs.one, [newTurn(agent.id, { timestamp: at(9) })]);
    const page = await logs.other.turnPage(agent.id, { before: third.id, limit: 2 });
    expect(page).toEqual({ turns: [first, second], hasMore: false });
    await logs.one.write((log) => log.removeTurn(third.id));
    expect(await logs.other.turnPage(agent.id, { before: third.id, limit: 2 })).toEqual(page);
    expect(await logs.other.turnPage(agent.id, { before: first.id, limit: 2 })).toEqual({
      turns: [],
      hasMore: false,
    });
  });

  it("finds turns by whatever identifies them, of that agent alone", async () => {
    await using logs = await open();
    const [agent, neighbour] = [await putAgent(logs.one), await putAgent(logs.one)];
    const same = { uuid: "u", promptId: "p", toolUseId: "t", contentHash: "h", askId: "a" };
    const [both, tool, hash, plain] = await putTurns(logs.one, [
      newTurn(agent.id, { uuid: "u", promptId: "p", timestamp: at(4) }),
      newTurn(agent.id, { toolUseId: "t", timestamp: at(3), askId: "a" }),
      newTurn(agent.id, { contentHash: "h", timestamp: at(2) }),
      newTurn(agent.id, { key: "plain", timestamp: at(1) }),
      newTurn(neighbour.id, { ...same, key: "plain", askId: "b" }),
    ]);
    await logs.other.write(async (log) => {
      expect(await log.findTurns(agent.id, { uuids: ["u", "x"], promptIds: ["p"] })).toEqual([
        both,
      ]);
      const all = { uuids: ["u"], toolUseIds: ["t"], contentHashes: ["h"], keys: ["plain"] };
      expect(await log.findTurns(agent.id, all)).toEqual([plain, hash, tool, both]);
      const many = Array.from({ length: 3000 }, (_, number) => `h${number}`);
      expect(await log.findTurns(agent.id, { contentHashes: [...many, "h"] })).toEqual([hash]);
      expect(await log.findTurns(agent.id, { uuids: [] })).toEqual([]);
      expect(await log.turnsSince(agent.id, null)).toEqual([plain, hash, tool, both]);
    });
    expect(await logs.other.turnByAsk("a")).toEqual(tool);
  });

  it("gives turns by their places from a task on, whatever their times say", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const [before, task] = await logs.one.write(async (log) => [
      await log.addTask(newTask(agent.id)),
      await log.addTask(newTask(agent.id)),
    ]);
    if (before === undefined || task === undefined) throw new Error("Two tasks were added.");
    await putTurns(logs.one, [
      newTurn(agent.id, { key: "new", timestamp: at(0) }),
      newTurn(agent.id, { key: "older", timestamp: at(9), place: 1, taskId: before.id }),
      newTurn(agent.id, { key: "second", timestamp: at(2), place: 3, taskId: task.id }),
      newTurn(agent.id, { key: "first", timestamp: at(8), place: 2, taskId: task.id }),
    ]);
    const keysSince = (taskIds: number[] | null) =>
      logs.other.write(async (log) =>
        (await log.turnsSince(agent.id, taskIds)).map(({ key }) => key),
      );
    expect(await keysSince([task.id])).toEqual(["first", "second", "new"]);
    expect(await keysSince(null)).toEqual(["older", "first", "second", "new"]);
    expect(await keysSince([])).toEqual(["new"]);
  });

  it("knows the newest question of the current task that has no answer", async () => {
    await using logs = await open();
    const { agent, tasks } = await logs.one.write(async (log) => {
      const { id } = await log.projectAt("/door", "door");
      const agent = await log.addAgent(newAgent(id));
      const tasks = [
        await log.addTask(newTask(agent.id)),
        await log.addTask(newTask(agent.id)),
      ] as const;
      return { agent, tasks };
    });
    const question = { intent: "QUESTION", question: colours } as const;
    const [before, first, second] = await putTurns(logs.one, [
      newTurn(agent.id, { ...question, taskId: tasks[0].id, timestamp: at(1) }),
      newTurn(agent.id, { ...question, taskId: tasks[1].id, timestamp: at(3) }),
      newTurn(agent.id, { ...question, taskId: tasks[1].id, timestamp: at(4) }),
      newTurn(agent.id, { taskId: tasks[1].id, timestamp: at(5) }),
    ]);
    const answer = async (turn: KeyedTurn) => {
      const answered = {
        intent: "ANSWER",
        actor: "USER",
        taskId: turn.taskId,
        answeredByTurnId: turn.id,
      } as const;
      await putTurns(logs.one, [newTurn(agent.id, { ...answered, timestamp: at(6) })]);
    };
    expect(await logs.other.openQuestion(agent.id)).toBeNull();
    await logs.one.write((log) => log.changeAgent(agent.id, { currentTaskId: tasks[1].id }));
    expect(await logs.other.openQuestion(agent.id)).toEqual(second);
    await answer(second);
    expect(await logs.other.openQuestion(agent.id)).toEqual(first);
    await answer(first);
    expect(await logs.other.openQuestion(agent.id)).toBeNull();
    await logs.one.write((log) => log.changeAgent(agent.id, { currentTaskId: tasks[0].id }));
    expect(await logs.other.openQuestion(agent.id)).toEqual(before);
  });

  it("removes a turn or a task, and nobody refers to it any more", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const task = await logs.one.write((log) => log.addTask(newTask(agent.id)));
    const [question] = await putTurns(logs.one, [
      newTurn(agent.id, { taskId: task.id, intent: "QUESTION" }),
    ]);
    const [answer] = await putTurns(logs.one, [
      newTurn(agent.id, { intent: "ANSWER", answeredByTurnId: question.id }),
    ]);
    const delivery = await logs.one.write(async (log) => {
      await log.changeAgent(agent.id, { currentTaskId: task.id });
      return log.addDelivery(newDelivery(agent.id, { turnId: question.id }));
    });
    await logs.one.write((log) => log.removeTask(task.id));
    expect(await logs.other.turn(question.id)).toEqual({ ...question, taskId: null });
    expect(await logs.other.agent(agent.id)).toMatchObject({ currentTaskId: null });
    await logs.one.write((log) => log.removeTurn(question.id));
    expect(await logs.other.turn(answer.id)).toEqual({ ...answer, answeredByTurnId: null });
    expect(await logs.other.delivery(delivery.id)).toEqual({ ...delivery, turnId: null });
    expect(await logs.other.task(task.id)).toBeNull();
  });

  it("lists tasks newest first", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const add = (instruction: string) =>
      logs.one.write((log) => log.addTask(newTask(agent.id, { instruction })));
    const [, second, third] = [await add("one"), await add("two"), await add("three")];
    expect(await logs.other.tasks(agent.id, { limit: 2 })).toEqual([third, second]);
    const change = { state: "COMPLETE", completedAt: at(8), fullOutput: "끝" } as const;
    expect(await logs.one.write((log) => log.changeTask(third.id, change))).toEqual({
      ...third,
      ...change,
    });
  });

  it("lets one of many claim a delivery", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const delivery = await logs.one.write((log) => log.addDelivery(newDelivery(agent.id)));
    const opened = await Promise.all(Array.from({ length: 8 }, () => logs.open()));
    const claim = (log: AgentLog, number: number) =>
      log.write((changes) =>
        changes.changeDelivery(delivery.id, ["queued"], {
          state: "typed",
          detail: `${number}`,
          updatedAt: at(2),
        }),
      );
    const claims = await Promise.all(opened.map(claim));
    const won = claims.filter((claimed) => claimed !== null);
    expect(won).toHaveLength(1);
    expect(await logs.other.delivery(delivery.id)).toEqual(won[0]);
    expect(won[0]).toMatchObject({ state: "typed", text: delivery.text, updatedAt: at(2) });
    expect(
      await logs.one.write((log) => log.changeDelivery(delivery.id, ["queued", "typed"], {})),
    ).toEqual(won[0]);
    expect(
      await logs.one.write((log) => log.changeDelivery(delivery.id, [], { state: "refused" })),
    ).toBeNull();
  });

  it("lists deliveries newest first, by their states", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const add = (state: Delivery["state"]) =>
      logs.one.write((log) => log.addDelivery(newDelivery(agent.id, { state })));
    const [queued, typed, refused] = [
      await add("queued"),
      await add("typed"),
      await add("refused"),
    ];
    expect(await logs.other.deliveries(agent.id, { limit: 2 })).toEqual([refused, typed]);
    expect(
      await logs.other.deliveries(agent.id, { states: ["queued", "typed"], limit: 9 }),
    ).toEqual([typed, queued]);
    expect(await logs.other.deliveries(agent.id, { states: [], limit: 9 })).toEqual([]);
  });

  it("lists events after an id, oldest first, narrowed by agents and types", async () => {
    await using logs = await open();
    const add = (type: string, agentId: number | null) =>
      logs.one.write((log) => log.addEvent({ type, agentId, at: at(1), data: { type } }));
    const events = [
      await add("turn_created", 1),
      await add("turn_updated", 2),
      await add("hub", null),
    ];
    const [first, second, third] = events;
    expect(await logs.other.events({ after: 0, limit: 9 })).toEqual(events);
    expect(await logs.other.events({ after: first?.id ?? 0, limit: 1 })).toEqual([second]);
    expect(await logs.other.events({ after: 0, limit: 9, agentIds: [2] })).toEqual([second]);
    expect(await logs.other.events({ after: 0, limit: 9, types: ["hub", "turn_created"] })).toEqual(
      [first, third],
    );
    expect(await logs.other.events({ after: 0, limit: 9, agentIds: [] })).toEqual([]);
    expect(await logs.other.eventRange()).toEqual({ oldest: first?.id, newest: third?.id });
  });

  it("prunes agents long ended, their records and old events; reuses no id", async () => {
    await using logs = await open();
    const agents = await logs.one.write(async (log) => {
      const { id } = await log.projectAt("/door", "door");
      return [
        await log.addAgent(newAgent(id, { state: "ENDED", endedAt: at(10) })),
        await log.addAgent(newAgent(id, { state: "ENDED", endedAt: at(30) })),
        await log.addAgent(newAgent(id)),
      ] as const;
    });
    const [old, recent, running] = agents;
    for (const { id } of [recent, running, old]) {
      await putTurns(
        logs.one,
        Array.from({ length: 1500 }, () => newTurn(id)),
      );
      await logs.one.write(async (log) => {
        await log.addTask(newTask(id));
        await log.addDelivery(newDelivery(id));
        await log.saveReadPosition({ path: `/${id}.jsonl`, agentId: id, identity: "i", offset: 5 });
        for (let count = 0; count < 4; count++) {
          await log.addEvent({ type: "turn_created", agentId: id, at: at(1), data: {} });
        }
      });
    }
    const lastTurn = (await logs.one.turnPage(old.id, { limit: 1 })).turns[0]?.id ?? 0;
    const { newest } = await logs.one.eventRange();

    await logs.one.prune(at(20), 3);
    expect(await logs.other.agents()).toEqual([running, recent]);
    expect((await logs.other.turnPage(old.id, { limit: 9 })).turns).toEqual([]);
    expect(await logs.other.tasks(old.id, { limit: 9 })).toEqual([]);
    expect(await logs.other.readPosition(`/${old.id}.jsonl`)).toBeNull();
    expect((await logs.other.turnPage(recent.id, { limit: 9000 })).turns).toHaveLength(1500);
    expect(await logs.other.readPosition(`/${recent.id}.jsonl`)).not.toBeNull();
    expect(await logs.other.eventRange()).toEqual({ oldest: newest - 2, newest });

    await logs.one.prune(at(20), 0);
    expect(await logs.other.eventRange()).toEqual({ oldest: newest, newest });
    const [turn] = await putTurns(logs.other, [newTurn(running.id)]);
    expect(turn.id).toBeGreaterThan(lastTurn);
    const event = await logs.other.write((log) =>
      log.addEvent({ type: "x", agentId: null, at: at(1), data: {} }),
    );
    expect(event.id).toBeGreaterThan(newest);
    const added = await logs.other.write((log) => log.addAgent(newAgent(running.projectId)));
    expect(added.id).toBeGreaterThan(running.id);
  });

  it("never reuses the id of a turn, even of the last one", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const [last] = await putTurns(logs.one, [newTurn(agent.id)]);
    await logs.one.write((log) => log.removeTurn(last.id));
    const [next] = await putTurns(logs.other, [newTurn(agent.id)]);
    expect(next.id).toBeGreaterThan(last.id);
  });

  it("remembers how far a file has been read", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const position = {
      path: "/대화.jsonl",
      agentId: agent.id,
      identity: "1:2",
      offset: 5 * 2 ** 40,
    };
    await logs.one.write((log) => log.saveReadPosition({ ...position, offset: 1 }));
    await logs.one.write((log) => log.saveReadPosition(position));
    expect(await logs.other.readPosition(position.path)).toEqual(position);
  });

  it("has everything when it is opened again", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const turns = await putTurns(logs.one, [
      newTurn(agent.id, { question: colours }),
      newTurn(agent.id),
    ]);
    await logs.one.close();
    await logs.other.close();
    const again = await logs.open();
    expect(await again.agents()).toEqual([agent]);
    expect((await again.turnPage(agent.id, { limit: 9 })).turns).toEqual(turns);
    await putTurns(again, [newTurn(agent.id)]);
  });

  it("finishes what was begun when it is closed", async () => {
    await using logs = await open();
    const agent = await putAgent(logs.one);
    const writing = Promise.all([1, 2, 3].map(() => putTurns(logs.one, [newTurn(agent.id)])));
    await logs.one.close();
    await writing;
    expect((await logs.other.turnPage(agent.id, { limit: 9 })).turns).toHaveLength(3);
  });

  async function open() {
    const prepared = await prepare();
    const opened: AgentLog[] = [];
    const openOne = async () => {
      const log = await prepared.open();
      opened.push(log);
      return log;
    };
    return {
      one: await openOne(),
      other: await openOne(),
      open: openOne,
      async [Symbol.asyncDispose]() {
        // Some tests have closed theirs already.
        await Promise.allSettled(opened.map((log) => log.close()));
        await prepared.dispose();
      },
    };
  }
}

const colours = {
  text: "Which colour?",
  options: [{ label: "Red", description: "like the door" }, { label: "Green" }],
  source: "ask_user_question",
} as const;

async function putAgent(log: AgentLog): Promise<Agent> {
  return log.write(async (changes) =>
    changes.addAgent(newAgent((await changes.projectAt("/door", "door")).id)),
  );
}

/** Adds turns that are all new; fails if the log leaves one out. */
async function putTurns<Turns extends NewTurn[]>(log: AgentLog, turns: [...Turns]) {
  const added = await log.write((changes) => changes.addTurns(turns));
  expect(added).not.toContain(null);
  return added as { [Place in keyof Turns]: KeyedTurn };
}

async function allPages(log: AgentLog, agentId: number, limit: number) {
  const pages = [await log.turnPage(agentId, { limit })];
  for (let oldest = pages[0]; oldest?.hasMore; oldest = pages[0]) {
    pages.unshift(await log.turnPage(agentId, { before: oldest.turns[0]?.id ?? 0, limit }));
  }
  return pages.map(({ turns }) => turns);
}

function byTimeAndId(
  one: { timestamp: string; id: number },
  other: { timestamp: string; id: number },
): number {
  if (one.timestamp === other.timestamp) return one.id - other.id;
  return one.timestamp < other.timestamp ? -1 : 1;
}
