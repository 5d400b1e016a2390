/** The hub's side that faces agents, put together: their log, their hooks and dialogs, the way back to them, and events. */
import { join } from "node:path";
import { createAgentAsks } from "../../agents/asks/agent-asks.ts";
import { createAskMatcher } from "../../agents/asks/match-ask-to-agent.ts";
import { createCodexQueue } from "../../agents/channels/codex-queue.ts";
import { createDeliveries } from "../../agents/channels/deliveries.ts";
import { createTmuxChannel } from "../../agents/channels/tmux-channel.ts";
import { readShortText, writtenPlan } from "../../agents/clients/claude-code/written-plan.ts";
import { isAskingThroughUs, isNo } from "../../agents/clients/common/tool-questions.ts";
import { exitOf } from "../../agents/detect-exit.ts";
import { createIdleDetector } from "../../agents/detect-idle.ts";
import { createDialogRules, rulingInWords } from "../../agents/dialogs/dialog-rules.ts";
import { holdDialogs } from "../../agents/dialogs/held-dialogs.ts";
import { dialogMessages } from "../../agents/dialogs/messages.ts";
import { runningAgents } from "../../agents/running-agents.ts";
import { createIngest, type Heard } from "../../agents/turns/ingest.ts";
import { addEvent, unusedAskIn } from "../../agents/turns/write/event-payloads.ts";
import { rememberToolCalls } from "../../agents/turns/write/tool-calls.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { isTurnEvent, type LogEvent } from "../../core/agent/log-event.ts";
import { isSettled, type ProcessIdentity, type SettledAsk } from "../../core/ask/ask.ts";
import { awayPath, openAway } from "../../desk/attention/away.ts";
import { systemClock } from "../../store/clock.ts";
import { openRules } from "../../desk/rules/rules-file.ts";
import { createAgentsApi } from "../../hub/agents-api.ts";
import { createEvents } from "../../hub/events.ts";
import type { HubPart } from "../../hub/hub.ts";
import { createHookSource } from "../../sources/hooks/hook-source.ts";

import { lifeOf } from "../../store/process-identity.ts";
import { openSqlLog } from "../../store/sql/sql-log.ts";
import type { HubAgents } from "../../surfaces/surface.ts";
import { agentLogPath } from "../agent-log.ts";
import type { Context } from "../context.ts";
import { onPath } from "../launch.ts";

export interface AgentSide {
  parts: HubPart[];
  /** The agents as surfaces know them; null where they cannot be followed. */
  forSurfaces: HubAgents | null;
  /** What is left to do once the hub can be reached: what was missed is made up for. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const UNUSED = "answer_not_used";
const SHOWN_WITHIN_MS = 10_000;
// Conversations of agents that ended long ago go, and events beyond what somebody who was away could want.
const KEEPS_DAYS = 90;
const KEEPS_EVENTS = 200_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const LOOKS_FOR_DEPARTED_MS = 30_000;
const LOOKS_FOR_RESTING_MS = 3_000;

export async function openAgentSide(context: Context): Promise<AgentSide> {
  const { desk, settings, locale } = context;
  const newId = () => crypto.randomUUID();
  const onWarning = (message: string) => void process.stderr.write(`${message}\n`);
  const log = await openSqlLog({ path: agentLogPath(settings) });
  const calls = rememberToolCalls();
  const ingest = createIngest({ log, clock: systemClock, calls });
  const tmux = createTmuxChannel();
  const channels = [tmux, createCodexQueue({ findProgram: () => onPath("codex") })];
  const deliveries = createDeliveries({
    ...{ log, channels, catchUp: ingest.catchUp, texts: ingest },
    isInDialog: (agentId) => dialogs.isOpen(agentId),
  });
  const matcher = createAskMatcher(log, calls);
  const isGone = (owner: ProcessIdentity) => lifeOf(owner) === "dead";
  const asks = createAgentAsks({ desk, log, ingest, deliveries, matcher, newId, onUnused, onWarning, isGone });
  const away = openAway(awayPath(settings.values.stateDirectory));
  const isAway = () => away.load(new Date()) !== null;
  const tools = { text: dialogMessages(locale), readText: readShortText, planOf: writtenPlan, isAway };
  const rulingOn = createDialogRules(openRules(), locale, onWarning);
  const onLeft = ingest.dialogLeft;
  const dialogs = holdDialogs({
    ...{ desk, newId, clock: systemClock, calls, tools, rulingOn, screenOf },
    ...{ onLeft, onUnused, onRuled, onBesides },
  });
  const spoolDirectory = join(settings.values.stateDirectory, "spool");
  const hooks = createHookSource({ ingest, dialogs, afterHearing, spoolDirectory, onWarning });
  const listeners = new Set<(event: LogEvent) => void>();
  const onEvent = (listener: (event: LogEvent) => void) => {
    listeners.add(listener);
    const stops = [ingest.onEvent(listener), deliveries.onEvent(listener), () => listeners.delete(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const stopDeclining = ingest.onEvent((event) => {
    if (!isTurnEvent(event)) return;
    const { intent, timestampSource, text, answeredByTurnId } = event.turn;
    const isSaid = intent === "ANSWER" && timestampSource === "jsonl";
    if (isSaid && isNo(text)) decline(answeredByTurnId ?? 0).catch(() => undefined);
  });
  const events = createEvents({ log, onEvent });
  const api = createAgentsApi({ log, send });
  const pruning = setInterval(() => void prune(), DAY_MS).unref();
  const departing = setInterval(() => void seeOff(), LOOKS_FOR_DEPARTED_MS).unref();
  const idleDetector = createIdleDetector();
  const looking = setInterval(() => void letRest(), LOOKS_FOR_RESTING_MS).unref();
  return {
    parts: [hooks, events, api],
    forSurfaces: { log, deliveries, onEvent, running: runningAgents({ log, send, onEvent: ingest.onEvent }) },
    async start() {
      await closeOrphans();
      // What happened meanwhile goes first: what is asked and sent now has its place after it.
      await hooks.spool.drain();
      await deliveries.recover();
      await asks.start();
      // Not before what they said meanwhile is taken in.
      void seeOff();
      void prune();
    },
    async close() {
      clearInterval(pruning);
      clearInterval(departing);
      clearInterval(looking);
      stopDeclining();
      // Together: an answer under way waits until it is typed, and what is not typed by now stays queued.
      await Promise.all([asks.close(), deliveries.close()]);
      for (const channel of channels) await channel.close();
      await ingest.close();
      await log.close();
    },
  };

  async function screenOf(agentId: number): Promise<string | null> {
    const agent = await log.agent(agentId);
    return agent === null ? null : tmux.screenOf(agent);
  }

  async function decline(questionId: number) {
    const question = await log.turn(questionId);
    if (question !== null && question.askId !== null) await dialogs.declined(question.askId);
  }

  async function afterHearing(event: AgentEvent, { agent }: Heard) {
    if (event.type === "tool_finished" && event.hasFailed && isAskingThroughUs(event.toolName)) {
      void asks.callFailed(event.toolUseId ?? "").catch(() => undefined);
    }
    if (event.type === "prompt_submitted" || event.type === "stopped" || event.type === "session_ended") {
      void asks.update(agent.id);
    }
  }

  /** Agents that went without a word. */
  async function seeOff() {
    try {
      for (const agent of await log.agents({ isEnded: false })) {
        const departure = dialogs.isOpen(agent.id) ? null : exitOf(agent, new Date());
        if (departure !== null) await hooks.take(departure);
      }
    } catch (error) {
      onWarning(`Agents that are gone are still listed: ${(error as Error).message}`);
    }
  }

  async function letRest() {
    try {
      for (const agent of await log.agents({ isEnded: false })) {
        const rest = idleDetector.idleEventOf(agent, new Date());
        if (rest !== null) await ingest.hear(rest);
      }
    } catch {
      // The next look is soon.
    }
  }

  async function prune() {
    const endedBefore = new Date(Date.now() - KEEPS_DAYS * DAY_MS).toISOString();
    await log
      .prune(endedBefore, KEEPS_EVENTS)
      .catch((error: Error) => onWarning(`Nothing was pruned: ${error.message}`));
  }

  /** Somebody thinks that they decided, and should learn that they did not. */
  async function onUnused({ id, outcome }: SettledAsk, agentId: number) {
    const { surface, who = null } = outcome.provenance;
    const at = new Date().toISOString();
    const event = await log.write((writes) => addEvent(writes, { type: UNUSED, agentId, at, askId: id, surface, who }));
    for (const listener of listeners) listener(event);
  }

  /** The agent's conversation has it as what it is: decided, and by nobody. */
  async function onRuled(ask: SettledAsk, _agentId: number) {
    await ingest.questionAnswered(ask.id, rulingInWords(ask), "AGENT");
  }

  /** Decided while no hub held the dialog. An earlier start may have told of it already. */
  async function tellUnheard(asks: SettledAsk[]) {
    const since = new Date(Date.now() - DAY_MS).toISOString();
    const told = await log.events({ after: 0, limit: KEEPS_EVENTS, types: [UNUSED] });
    for (const ask of asks.filter((one) => isUnheard(one) && one.outcome.provenance.at >= since)) {
      const isTold = told.some((row) => unusedAskIn(row) === ask.id);
      // Its agent may be gone from the log.
      if (!isTold) await onUnused(ask, Number(ask.source.agentId)).catch(() => undefined);
    }
  }

  async function onBesides(text: string, agentId: number) {
    await deliveries.send(agentId, text);
  }

  async function send(agentId: number, text: string) {
    const sent = await deliveries.send(agentId, text);
    return (await deliveries.waitForDelivery(sent.id, { until: "accepted", timeoutMs: SHOWN_WITHIN_MS })) ?? sent;
  }

  /** Dialogs that an earlier hub held: their hooks are gone, so an answer would reach nobody. */
  async function closeOrphans() {
    const asks = await desk.list();
    const orphans = asks.filter(({ returnPath, owner }) => returnPath === "hook" && owner && lifeOf(owner) === "dead");
    await tellUnheard(orphans.filter(isSettled));
    const held = orphans.filter((ask) => !isSettled(ask));
    const why = { kind: "owner_gone" as const, detail: "Askline's hub was started anew; the agent's terminal has it." };
    await Promise.allSettled(held.map(({ id }) => desk.withdraw(id, { surface: "hub" }, why)));
  }
}

function isUnheard({ outcome: { provenance }, deliveredAt }: SettledAsk): boolean {
  return provenance.by === "person" && provenance.surface !== "agent" && deliveredAt === undefined;
}
