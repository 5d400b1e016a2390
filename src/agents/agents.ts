/**
 * The agents of this machine, put together: what their hooks and transcripts tell becomes turns, their dialogs are held until
 * somebody decides, and asks, answers and texts pass both ways.
 *
 * The folders build on each other, each only on those before it: `clients/` (all that is known of one client), `turns/` (what
 * was said, in the log), `channels/` (texts for agents), `dialogs/` (agents' own dialogs as asks), `asks/` (asks and answers
 * in the conversation). This file and its neighbours stand above all of them. Shapes that everybody shares are in
 * `core/agent/`.
 */
import type { Delivery } from "../core/agent/agent.ts";
import type { AgentEvent, DialogEvent } from "../core/agent/agent-event.ts";
import type { LogEvent } from "../core/agent/log-event.ts";
import type { ProcessIdentity } from "../core/ask/ask.ts";
import type { Desk } from "../desk/desk.ts";
import type { AgentLog } from "../store/agent-log.ts";
import type { Clock } from "../store/clock.ts";
import { createAgentAsks } from "./asks/agent-asks.ts";
import { createAskMatcher } from "./asks/match-ask-to-agent.ts";
import { createUnusedAnswers } from "./asks/unused-answers.ts";
import type { Channel } from "./channels/channel.ts";
import { createDeliveries, type Deliveries } from "./channels/deliveries.ts";
import type { TmuxChannel } from "./channels/tmux-channel.ts";
import { releaseDeclined } from "./dialogs/declined-in-terminal.ts";
import type { DialogTools } from "./dialogs/dialog.ts";
import { type DialogRules, rulingInWords } from "./dialogs/dialog-rules.ts";
import { holdDialogs } from "./dialogs/held-dialogs.ts";
import { closeOrphanedDialogs } from "./dialogs/orphaned-dialogs.ts";
import { createIngest, type Heard } from "./turns/ingest.ts";
import { rememberToolCalls } from "./turns/write/tool-calls.ts";
import { createUpkeep } from "./upkeep.ts";

export interface Agents {
  /** Takes in what a hook told, or could have. Durable when it resolves. */
  hear(event: AgentEvent): Promise<Heard>;
  /** The reply to a dialog's hook, once there is one. `signal` is aborted when the hook is gone. */
  holdDialog(
    event: DialogEvent,
    heard: Heard,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
  /** Settles the dialogs that are held: nobody will be there to hear an answer. */
  releaseDialogs(): Promise<void>;
  /** Hands a text to an agent; resolves once it is known whether it got there, or that nobody can tell yet. */
  send(agentId: number, text: string): Promise<Delivery>;
  readonly deliveries: Deliveries;
  /** Tells of everything that is written to the log. Returns what ends it. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  /** Makes up for what happened while nobody listened; `hearMissed` hears what hooks left behind. */
  start(hearMissed: () => Promise<void>): Promise<void>;
  /** The log is left to whoever opened it. */
  close(): Promise<void>;
}

export interface AgentsParts {
  desk: Desk;
  log: AgentLog;
  clock: Clock;
  newId: () => string;
  tmux: TmuxChannel;
  /** The ways to an agent, in the order in which they are tried. */
  channels: readonly Channel[];
  tools: DialogTools;
  rulingOn: DialogRules;
  isGone: (owner: ProcessIdentity) => boolean;
  onWarning: (message: string) => void;
}

export function createAgents(parts: AgentsParts): Agents {
  const { desk, log, clock, newId, tmux, channels, tools, rulingOn, isGone, onWarning } = parts;
  const calls = rememberToolCalls();
  const ingest = createIngest({ log, clock, calls });
  const unused = createUnusedAnswers(log);
  const onUnused = unused.tell;
  const deliveries = createDeliveries({
    ...{ log, channels, catchUp: ingest.catchUp, texts: ingest },
    isInDialog: (agentId) => dialogs.isOpen(agentId),
  });
  const dialogs = holdDialogs({
    ...{ desk, newId, clock, calls, tools, rulingOn, onUnused },
    onLeft: ingest.dialogLeft,
    // The agent's conversation has it as what it is: decided, and by nobody.
    onRuled: async (ask) =>
      void (await ingest.questionAnswered(ask.id, rulingInWords(ask), "AGENT")),
    onBesides: async (text, agentId) => void (await deliveries.send(agentId, text)),
    async screenOf(agentId) {
      const agent = await log.agent(agentId);
      return agent === null ? null : tmux.screenOf(agent);
    },
  });
  const matcher = createAskMatcher(log, calls);
  const asks = createAgentAsks({
    desk,
    log,
    ingest,
    deliveries,
    matcher,
    newId,
    onUnused,
    onWarning,
    isGone,
  });
  const stopReleasing = releaseDeclined(ingest.onEvent, log, dialogs);
  const upkeep = createUpkeep({
    log,
    onExit: hear,
    onIdle: ingest.hear,
    isInDialog: dialogs.isOpen,
    onWarning,
  });
  return {
    hear,
    holdDialog(event, { agent, question }, signal) {
      const linkAsk = async (askId: string) => {
        if (question !== null) await ingest.linkAsk(question.id, askId);
      };
      return dialogs.hold(event, { agentId: agent.id, linkAsk }, signal);
    },
    releaseDialogs: dialogs.close,
    send: deliveries.sendAndWait,
    deliveries,
    onEvent(listener) {
      const stops = [ingest, deliveries, unused].map(({ onEvent }) => onEvent(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    async start(hearMissed) {
      await unused.tellMissed(await closeOrphanedDialogs(desk, isGone));
      // What happened meanwhile goes first: what is asked and sent now has its place after it.
      await hearMissed();
      await deliveries.recover();
      await asks.start();
      // Not before what they said meanwhile is taken in.
      upkeep.start();
    },
    async close() {
      upkeep.close();
      stopReleasing();
      // Together: an answer under way waits until it is typed, and what is not typed by now stays queued.
      await Promise.all([asks.close(), deliveries.close()]);
      for (const channel of channels) await channel.close();
      await ingest.close();
    },
  };

  async function hear(event: AgentEvent): Promise<Heard> {
    const heard = await ingest.hear(event);
    await dialogs.follow(event);
    asks.hear(event, heard.agent.id);
    return heard;
  }
}
