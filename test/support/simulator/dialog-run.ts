/**
 * One simulated run of an agent's dialog: a hub that may die and come back, the hook that owns the
 * ask, later hooks of the session, a person at the terminal and one on a surface. The store, the
 * desk, the held dialogs and the hook's waiting are the real ones; the seed decides which agent it
 * is and who acts next. After every step the record is checked.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { type HeldDialogs, holdDialogs } from "../../../src/agents/dialogs/held-dialogs.ts";
import { dialogMessages } from "../../../src/agents/dialogs/messages.ts";
import { rememberToolCalls } from "../../../src/agents/turns/write/tool-calls.ts";
import type { HookCall, Posted } from "../../../src/cli/hook/post-call.ts";
import { decisionOn, type Waiting } from "../../../src/cli/hook/wait-for-decision.ts";
import { ownOrOpened } from "../../../src/cli/hook/without-hub.ts";
import type { AgentEvent, DialogEvent, EventBody } from "../../../src/core/agent/agent-event.ts";
import { type Ask, isSettled, type ProcessIdentity } from "../../../src/core/ask/ask.ts";
import { AlreadySettled, OwnerGone } from "../../../src/core/ask/errors.ts";
import { createDesk, type Desk } from "../../../src/desk/desk.ts";
import { eventOf as heardIn } from "../../../src/sources/hooks/hook-call.ts";
import { openFileStore } from "../../../src/store/file/file-store.ts";
import { disagreement, surfaceDecision } from "../dialog-agreement.ts";
import type { AgentKind, Did } from "../process-agent.ts";
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
  /** Resolves when the process dies. */
  readonly died: Promise<void>;
  kill(): void;
  readonly desk: Desk;
  readonly dialogs: HeldDialogs;
  hear(event: AgentEvent): Promise<void>;
}

const STEPS = 14;
// By then a hook that holds up its agent's dialog has let go.
const LONGEST_HOLD_MS = 130_000;
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
  const kind: AgentKind = (["codex", "headless"] as const)[chance(6)] ?? "claude";
  const client = kind === "codex" ? "codex" : "claude-code";
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
  // A dialog that comes after its hook, or never, is not on the screen yet.
  let isShown = kind === "claude";
  const told = new AbortController();
  // When the person refused the call, and from when on the transcript says so.
  let refusal: { at: Date; writtenAt: number } | null = null;
  say("waiting");
  await report({ type: "tool_starting", toolUseId: "toolu_1", ...TOOL });
  const call = callOfHook();
  const asked = heardIn(call.facts, call.body, world.now()) as DialogEvent;
  const own = { call: "call-1" };
  const asking = { agentId: 1, linkAsk: async () => undefined };
  let failure = "";
  void startHook().catch((error: Error) => {
    if (hook?.process.isAlive()) failure = `The hook failed: ${error.stack}`;
  });
  for (let step = 0; step < STEPS; step += 1) {
    await act();
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
    const { self, lifeOf } = processes;
    const desk = createDesk({ store, clock, newId, owner: self, lifeOf, onWarning });
    const calls = rememberToolCalls();
    const tools = {
      text: dialogMessages("en"),
      readText: async () => "",
      planOf: async () => null,
    };
    let isDead = () => {};
    const died = new Promise<void>((resolve) => {
      isDead = resolve;
    });
    const kill = () => {
      process.kill();
      isDead();
    };
    const isGone = (one: ProcessIdentity) => lifeOf(one) === "dead";
    const asksOf = () => desk.list();
    const dialogs = holdDialogs({
      ...{ desk, newId, clock, calls, isGone, tools, asksOf, refusedAt },
      // The transcript has the call, as soon as its client asks for permission.
      begunCalls: async () => (kind === "codex" || isReported ? [] : ["toolu_1"]),
    });
    return {
      ...{ process, desk, dialogs, died, kill },
      async hear(event) {
        calls.hear(event, 1);
        await dialogs.follow(event, 1);
      },
    };
  }

  function eventOf<Body extends EventBody>(body: Body) {
    return {
      ...({ client, sessionId: name, at: world.now().toISOString() } as const),
      ...{ workingDirectory: "/p", promptId: null, subagentId: null },
      transcriptPath: files.at(name, "claude", "projects", "p", "s.jsonl"),
      ...body,
    };
  }

  async function refusedAt(): Promise<string | null> {
    if (refusal === null || world.now().getTime() < refusal.writtenAt) return null;
    return refusal.at.toISOString();
  }

  function say(what: "waiting" | "busy" | "idle") {
    if (kind === "claude") writeFileSync(status, JSON.stringify({ sessionId: name, status: what }));
  }

  /** A hook of the session other than the dialog's own: to the hub, else by itself. */
  async function report(body: EventBody) {
    const event = eventOf(body) as AgentEvent;
    const there = hub;
    if (there !== null && (await isDone(there, there.hear(event)))) return;
    spool.push(event);
    const lone = open();
    await isDone(lone, alone(lone, event));
    lone.kill();
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

  /** As its client starts the hook of the dialog. */
  function callOfHook(): HookCall {
    const { at, transcriptPath, workingDirectory } = eventOf({ type: "seen" });
    const body = { session_id: name, transcript_path: transcriptPath, cwd: workingDirectory };
    const tool = { tool_name: TOOL.toolName, tool_input: TOOL.input };
    const hook = { call: "call-1", pid: 1, table: "" };
    return {
      stateDirectory: files.at(name),
      facts: { at, event: "PermissionRequest", client, hook, isAttended: kind !== "headless" },
      body: JSON.stringify({ ...body, ...tool }),
      hasAgent: false,
      told: told.signal,
    };
  }

  async function startHook(): Promise<void> {
    const program = open();
    hook = program;
    void program.died.then(noOpinion);
    const posted = await post(program);
    const waiting = typeof posted === "string" ? null : (posted ?? (await askAlone(program)));
    const printed = waiting === null ? "" : await waitFor(program, waiting);
    if (!program.process.isAlive()) return;
    const { hookSpecificOutput: said } = JSON.parse(printed || "{}") as Partial<Reply>;
    story.push(`the hook says ${said?.decision.behavior ?? "nothing"}`);
    if (said === undefined) return noOpinion();
    finish({ what: said.decision.behavior === "allow" ? "allowed" : "denied", by: "hook" });
  }

  /** To the hub that is there, if it lives for long enough to reply. */
  async function post(program: Program, ofAsk?: string): Promise<Posted> {
    const there = hub;
    if (there === null || !program.process.isAlive()) return null;
    const connection = new AbortController();
    const close = () => connection.abort();
    void program.died.then(close);
    const owner = program.process.identity;
    const caller = { ...own, owner, askId: ofAsk, signal: connection.signal };
    const heard = there.dialogs.open(asked, asking, caller).then(
      (opened) => ({ opened }),
      () => null,
    );
    const reply = await Promise.race([heard, there.died]);
    if (!reply) return null;
    if (reply.opened === null) return "";
    askId = reply.opened.askId;
    return { ...reply.opened, sessionsDirectory: directory, lost: there.died, close };
  }

  /** As a hook does that found no hub: it puts an ask only where the agent's dialog is beside it. */
  async function askAlone(program: Program): Promise<Waiting | null> {
    if (!program.process.isAlive()) return null;
    for (const event of spool) await program.hear(event);
    const asks = await program.desk.list();
    program.dialogs.recall(asks);
    const { signal } = new AbortController();
    const caller = { ...own, owner: program.process.identity, signal };
    const opened = await ownOrOpened(program.dialogs, asks, asked, caller, kind === "claude");
    askId = opened?.askId ?? null;
    return opened;
  }

  function waitFor(program: Program, waiting: Waiting): Promise<string> {
    const { desk, dialogs, process } = program;
    const { clock, processes } = process.machine;
    return decisionOn(call, waiting, desk, () => dialogs, {
      ...{ clock, processes, isAgentAlive: () => true },
      post: (_, ofAsk) => post(program, ofAsk),
      ...{ spooled: () => [...spool], refusedAt },
    });
  }

  /** Its hook said nothing or died: the dialog comes up now, or nobody is there to see it. */
  function noOpinion() {
    isShown = true;
    if (kind === "headless") finish({ what: "denied", by: "nobody" });
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
        if (!isShown || kind === "headless") return;
        story.push("yes in the terminal");
        return finish({ what: "allowed", by: "terminal" });
      case 3:
        if (chance(3) > 0 || did !== null) return;
        return pressEscape();
      case 4:
        if (chance(3) > 0) return;
        story.push("the hook is killed");
        return hook?.kill();
      case 5:
        if (hub === null) return;
        story.push("the hub is killed");
        hub.kill();
        hub = null;
        return;
      case 6:
        return startHub();
      case 7:
        return did === null ? undefined : reportEnd();
      default:
        return;
    }
  }

  /** Claude Code tells its hook to end, which may be too slow, and writes the refusal down. */
  function pressEscape() {
    story.push("escape");
    finish({ what: "interrupted", by: "terminal" });
    if (kind !== "claude") return hook?.kill();
    const at = world.now();
    refusal = { at, writtenAt: at.getTime() + chance(500) };
    told.abort();
    if (chance(3) === 0) hook?.kill();
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
    else if (refusal !== null) {
      await world.pass(Math.max(0, refusal.writtenAt - world.now().getTime()));
      await report({ type: "prompt_submitted", text: "Do something else." });
    }
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
    if (!isShown) await world.pass(LONGEST_HOLD_MS);
    if (did === null) {
      story.push("yes in the terminal at last");
      finish({ what: "allowed", by: "terminal" });
    }
    await reportEnd();
    await world.pass(15_000);
    const wrong = await wrongNow();
    const [ask] = await readAll();
    for (const program of [hub, hook, person] as (Program | null)[]) program?.kill();
    await world.settle();
    if (wrong !== "" || ask === undefined || did === null) return wrong;
    const record = JSON.stringify({ outcome: ask.outcome, taken: ask.taken, effect: ask.effect });
    // The hub that heard of the call died before the dialog came. Codex's transcript is not read, so
    // which call ran is not known.
    const isUnnamed = ask.source.callId === undefined && isSettled(ask) && kind === "codex";
    const isSilent = ask.effect === undefined || ask.effect.kind === "not_taken";
    if (isUnnamed && isSilent && did.by !== "hook") return "";
    const isKnown = ask.effect?.did === "declined" || ask.effect?.kind === "stopped";
    const isRefused = isKnown || surfaceDecision(ask) === "denied";
    const isUnsaid = did.what === "interrupted" && kind === "claude" && !isRefused;
    const complaint = disagreement(ask, did) || (isUnsaid ? "The no is not on record." : "");
    return complaint && `${complaint} It did ${JSON.stringify(did)}; ${record}`;
  }
}

interface Reply {
  hookSpecificOutput: { decision: { behavior: "allow" | "deny" } };
}
