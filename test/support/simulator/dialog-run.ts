/**
 * One simulated run of an agent's dialog: a hub that may die and come back, the hook that owns the
 * ask, later hooks of the session, a person at the terminal and one on a surface. The store, the
 * desk and the held dialogs are the real ones; the seed decides who acts next. After every step the
 * record is checked.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { isDecision, replyTo } from "../../../src/agents/dialogs/decision.ts";
import { type HeldDialogs, holdDialogs } from "../../../src/agents/dialogs/held-dialogs.ts";
import { dialogMessages } from "../../../src/agents/dialogs/messages.ts";
import { rememberToolCalls } from "../../../src/agents/turns/write/tool-calls.ts";
import type { AgentEvent, EventBody } from "../../../src/core/agent/agent-event.ts";
import { type Ask, isSettled } from "../../../src/core/ask/ask.ts";
import { AlreadySettled, OwnerGone } from "../../../src/core/ask/errors.ts";
import { createDesk, type Desk } from "../../../src/desk/desk.ts";
import { openFileStore } from "../../../src/store/file/file-store.ts";
import { disagreement } from "../dialog-agreement.ts";
import type { Did } from "../process-agent.ts";
import type { Sandbox } from "../sandbox.ts";
import { createWorld, type SimulatedProcess, seeded, type World } from "./world.ts";

export interface RunResult {
  /** What is wrong; empty if all is well. */
  readonly complaint: string;
  /** What happened, in order: the same for the same seed. */
  readonly story: readonly string[];
}

interface Program {
  readonly process: SimulatedProcess;
  readonly desk: Desk;
  readonly dialogs: HeldDialogs;
  hear(event: AgentEvent): Promise<void>;
}

const STEPS = 14;
const TOOL = { toolName: "Bash", input: { command: "make" } };

/** Chance inside the store (names of files, waits for locks) follows from the seed as well. */
export async function runDialog(seed: number, files: Sandbox): Promise<RunResult> {
  const random = Math.random;
  Math.random = seeded(seed ^ 0x5bd1e995);
  try {
    return await simulate(createWorld(seed), files, `run-${seed}`);
  } finally {
    Math.random = random;
  }
}

async function simulate(world: World, files: Sandbox, name: string): Promise<RunResult> {
  const { chance } = world;
  const directory = files.at(name, "sessions");
  const status = files.at(name, "claude", "sessions", "1.json");
  mkdirSync(files.at(name, "claude", "sessions"), { recursive: true });
  mkdirSync(directory, { recursive: true });
  const story: string[] = [];
  const spool: AgentEvent[] = [];
  const person = open();
  let ids = 0;
  let hub: Program | null = chance(3) === 0 ? null : open();
  let hook: Program | null = null;
  let askId: string | null = null;
  let did: Did | null = null;
  let isReported = false;
  let accepted: "allow" | "deny" | null = null;
  let before: Ask | null = null;
  const asked = eventOf({ type: "permission_asked", toolUseId: null, suggestions: [], ...TOOL });
  say("waiting");
  await report({ type: "tool_starting", toolUseId: "toolu_1", ...TOOL });
  let failure = "";
  void startHook().catch((error: Error) => {
    if (hook?.process.isAlive()) failure = `The hook failed: ${error.stack}`;
  });
  for (let step = 0; step < STEPS; step += 1) {
    await act();
    if (chance(2) === 0) await callAgain(hub);
    await world.pass(chance(3) === 0 ? chance(900) : chance(40));
    const wrong = await wrongNow();
    if (wrong !== "") return { complaint: wrong, story };
  }
  return { complaint: await end(), story };

  function open(): Program {
    const process = world.start();
    const { machine } = process;
    const onWarning = () => undefined;
    const store = openFileStore({ directory, machine, onWarning });
    const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
    const { clock, processes } = machine;
    const owner = process.identity;
    const desk = createDesk({ store, clock, newId, owner, lifeOf: processes.lifeOf, onWarning });
    const calls = rememberToolCalls();
    const tools = {
      text: dialogMessages("en"),
      readText: async () => "",
      planOf: async () => null,
    };
    const isGone = (one: typeof owner) => processes.lifeOf(one) === "dead";
    const asksOf = () => desk.list();
    const dialogs = holdDialogs({ desk, newId, clock, calls, isGone, tools, asksOf });
    return {
      ...{ process, desk, dialogs },
      async hear(event) {
        calls.hear(event, 1);
        await dialogs.follow(event, 1);
      },
    };
  }

  function eventOf<Body extends EventBody>(body: Body) {
    return {
      ...({ client: "claude-code", sessionId: name, at: world.now().toISOString() } as const),
      ...{ workingDirectory: "/p", promptId: null, subagentId: null },
      transcriptPath: files.at(name, "claude", "projects", "p", "s.jsonl"),
      ...body,
    };
  }

  function say(what: "waiting" | "busy" | "idle") {
    writeFileSync(status, JSON.stringify({ sessionId: name, status: what }));
  }

  /** A hook of the session other than the dialog's own: to the hub, else by itself. */
  async function report(body: EventBody) {
    const event = eventOf(body) as AgentEvent;
    const there = hub;
    if (there !== null && (await isDone(there, there.hear(event)))) return;
    spool.push(event);
    const lone = open();
    await isDone(lone, alone(lone, event));
    lone.process.kill();
  }

  async function alone({ desk, dialogs, hear }: Program, event: AgentEvent) {
    dialogs.recall(await desk.list());
    await hear(event);
    await desk.close();
  }

  /** Whether the work came to its end before its process did. */
  async function isDone(program: Program, work: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    const over = work.then(
      () => true,
      () => false,
    );
    void over.then(() => {
      isOver = true;
    });
    while (!isOver && program.process.isAlive()) await world.pass(1);
    return program.process.isAlive() && (await over);
  }

  async function startHook(): Promise<void> {
    const program = open();
    hook = program;
    const own = { call: "call-1", owner: program.process.identity };
    const signal = new AbortController().signal;
    const asking = { agentId: 1, linkAsk: async () => undefined };
    if (hub !== null) {
      const opened = await hub.dialogs.open(asked, asking, { ...own, signal }).catch(() => null);
      askId = opened?.askId ?? null;
    }
    if (askId === null && program.process.isAlive()) {
      for (const event of spool) await program.hear(event);
      program.dialogs.recall(await program.desk.list());
      const mine = (await program.desk.list({ status: "pending" }))[0]?.id;
      const opened = await program.dialogs.open(asked, asking, { ...own, signal, askId: mine });
      askId = opened?.askId ?? null;
      for (const event of spool) await program.dialogs.follow(event, 1);
    }
    if (askId === null) return;
    const settled = await program.desk.wait(askId);
    if (!isDecision(settled)) return;
    await program.desk.markTaken(askId, "hook");
    if (!program.process.isAlive()) return;
    const { hookSpecificOutput: said } = replyTo(settled) as unknown as Reply;
    story.push(`the hook says ${said.decision.behavior}`);
    finish({ what: said.decision.behavior === "allow" ? "allowed" : "denied", by: "hook" });
  }

  /** A hook that has lost its hub watches by itself, and calls the next one. */
  async function callAgain(program: Program | null) {
    if (program === null || askId === null || hook === null || !hook.process.isAlive()) return;
    const signal = new AbortController().signal;
    const own = { call: "call-1", owner: hook.process.identity, askId, signal };
    const asking = { agentId: 1, linkAsk: async () => undefined };
    await isDone(program, program.dialogs.open(asked, asking, own));
  }

  function finish(by: Did) {
    if (did !== null) return;
    did = by;
    say(by.what === "interrupted" ? "idle" : "busy");
  }

  async function act(): Promise<void> {
    switch (chance(9)) {
      case 0:
        return decide("allow");
      case 1:
        return decide("deny");
      case 2:
        story.push("yes in the terminal");
        return finish({ what: "allowed", by: "terminal" });
      case 3:
        if (chance(3) > 0 || did !== null) return;
        story.push("escape");
        finish({ what: "interrupted", by: "terminal" });
        return hook?.process.kill();
      case 4:
        if (chance(3) > 0) return;
        story.push("the hook is killed");
        return hook?.process.kill();
      case 5:
        if (hub === null) return;
        story.push("the hub is killed");
        hub.process.kill();
        hub = null;
        return callAgain(hook);
      case 6:
        return startHub();
      case 7:
        return did === null ? undefined : reportEnd();
      default:
        return;
    }
  }

  async function startHub() {
    if (hub !== null) return;
    story.push("a hub starts");
    const fresh = open();
    const asks = fresh.desk.list();
    if (!(await isDone(fresh, asks))) return;
    fresh.dialogs.recall(await asks);
    hub = fresh;
    for (const event of spool.splice(0)) await isDone(fresh, fresh.hear(event));
  }

  async function reportEnd() {
    if (isReported || did === null) return;
    isReported = true;
    story.push("the agent's tool and turn end");
    const call = { toolUseId: "toolu_1", response: {}, hasFailed: false, ...TOOL };
    if (did.what === "allowed") await report({ type: "tool_finished", ...call });
    if (did.what !== "interrupted") await report({ type: "stopped", text: "Done." });
  }

  async function decide(says: "allow" | "deny") {
    if (askId === null) return;
    const answer = person.desk.answer(
      askId,
      { answers: [{ optionIds: [says] }] },
      { surface: "portal" },
    );
    const heard = answer.then(
      () => "accepted",
      (error) => {
        if (error instanceof OwnerGone) return "refused: the hook is gone";
        if (error instanceof AlreadySettled) return "late";
        throw error;
      },
    );
    await isDone(person, heard);
    story.push(`${says} on a surface: ${await heard}`);
    if ((await heard) === "accepted") accepted ??= says;
  }

  /** An outcome never changes, what was acknowledged is kept, and one dialog has one ask. */
  async function wrongNow(): Promise<string> {
    if (failure !== "") return failure;
    const asks = await readAll();
    if (asks.length > 1) return `There are ${asks.length} asks for one dialog.`;
    const [ask = null] = asks;
    if (before !== null && isSettled(before)) {
      if (JSON.stringify(ask?.outcome) !== JSON.stringify(before.outcome))
        return "A decision changed.";
      if ((ask?.taken?.length ?? 0) < (before.taken?.length ?? 0)) return "A taking was lost.";
    }
    const kept = ask?.outcome?.status === "completed" && ask.outcome.reply.answers[0]?.optionIds[0];
    if (accepted !== null && kept !== accepted) return `The accepted ${accepted} is lost.`;
    before = ask;
    return "";
  }

  async function readAll(): Promise<Ask[]> {
    const asks = person.desk.list();
    await isDone(person, asks);
    return asks;
  }

  async function end(): Promise<string> {
    if (did === null) {
      story.push("yes in the terminal at last");
      finish({ what: "allowed", by: "terminal" });
    }
    await reportEnd();
    await world.pass(15_000);
    const wrong = await wrongNow();
    const [ask] = await readAll();
    for (const program of [hub, hook, person] as (Program | null)[]) program?.process.kill();
    await world.settle();
    if (wrong !== "" || ask === undefined || did === null) return wrong;
    const record = JSON.stringify({ outcome: ask.outcome, taken: ask.taken, effect: ask.effect });
    // The hub that heard of the call died before the dialog came: which call ran is not known.
    const isUnnamed = ask.source.callId === undefined && isSettled(ask);
    const isSilent = ask.effect === undefined || ask.effect.kind === "not_taken";
    if (isUnnamed && isSilent && did.by !== "hook") return "";
    const complaint = disagreement(ask, did);
    return complaint && `${complaint} It did ${JSON.stringify(did)}; ${record}`;
  }
}

interface Reply {
  hookSpecificOutput: { decision: { behavior: "allow" | "deny" } };
}
