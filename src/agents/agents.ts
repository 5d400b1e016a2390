/**
 * Builds the part that follows this machine's agents. Their hooks and transcripts become turns,
 * their dialogs are held until somebody decides, and asks, answers and texts pass both ways.
 *
 * Each folder builds only on those before it: `clients/` (all that is known of one client),
 * `turns/` (what was said, in the log), `channels/` (texts for agents), `dialogs/` (agents' own
 * dialogs as asks), `asks/` (asks and answers in the conversation). This file and its neighbours
 * use all of them. Shared shapes are in `core/agent/`.
 */
import type { Delivery } from "../core/agent/agent.ts";
import type { AgentEvent, DialogEvent } from "../core/agent/agent-event.ts";
import type { LogEvent } from "../core/agent/log-event.ts";
import { type Ask, isSettled, type ProcessIdentity } from "../core/ask/ask.ts";
import type { Desk } from "../desk/desk.ts";
import type { AgentLog } from "../store/agent-log.ts";
import type { Clock } from "../store/clock.ts";
import { createAgentAsks } from "./asks/agent-asks.ts";
import { createAskMatcher } from "./asks/match-ask-to-agent.ts";
import { createUnusedAnswers } from "./asks/unused-answers.ts";
import type { Channel } from "./channels/channel.ts";
import { createCodexSocket } from "./channels/codex-socket.ts";
import { createDeliveries, type Deliveries } from "./channels/deliveries.ts";
import type { TmuxChannel } from "./channels/tmux-channel.ts";
import { promptContext } from "./clients/claude-code/prompt-context.ts";
import { begunCalls, refusedAt } from "./clients/claude-code/transcript-tail.ts";
import { rememberConfirmedCalls } from "./dialogs/confirmed-calls.ts";
import { releaseDeclined } from "./dialogs/declined-in-terminal.ts";
import type { DialogTools } from "./dialogs/dialog.ts";
import { type DialogRules, rulingInWords } from "./dialogs/dialog-rules.ts";
import { type HookProcess, holdDialogs, type OpenedDialog } from "./dialogs/held-dialogs.ts";
import { type AskingAgent, isLeftToWindow } from "./dialogs/open-dialog-ask.ts";
import { type CodexFollower, followCodex } from "./follow-codex.ts";
import { createIngest, type Heard } from "./turns/ingest.ts";
import { rememberToolCalls } from "./turns/write/tool-calls.ts";
import { createUpkeep } from "./upkeep.ts";

export interface Agents {
  /** Takes an event from a hook, or one detected instead of it. Durable when it resolves. */
  hear(event: AgentEvent): Promise<Heard>;
  /**
   * The ask of a dialog whose hook process waits for it by itself; null if there is none to wait
   * for.
   */
  openDialog(event: DialogEvent, heard: Heard, hook: HookProcess): Promise<OpenedDialog | null>;
  /** The reply to a posted hook, once there is one. `signal` is aborted when the hook is gone. */
  holdDialog(
    event: DialogEvent,
    heard: Heard,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
  /**
   * What a hook of the agent's prompt should reply: answers that the agent has not fetched. Null if
   * there is nothing to say, or its client would not pass it on.
   */
  promptReply(event: AgentEvent, heard: Heard): Promise<Record<string, unknown> | null>;
  /** Withdraws the dialogs that are held: after this, no answer could reach their hooks. */
  releaseDialogs(): Promise<void>;
  /**
   * Hands a text to an agent. Resolves once it is known whether it arrived, or after a time limit.
   */
  send(agentId: number, text: string): Promise<Delivery>;
  readonly deliveries: Deliveries;
  /** Calls the listener for every event written to the log. Returns a function that stops it. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  /**
   * Handles what happened while no hub ran; `hearMissed` takes the events that hooks left behind.
   */
  start(hearMissed: () => Promise<void>): Promise<void>;
  /** Leaves the log open: the caller closes it. */
  close(): Promise<void>;
}

export interface AgentsParts {
  desk: Desk;
  log: AgentLog;
  clock: Clock;
  newId: () => string;
  tmux: TmuxChannel;
  /** Tried in this order. */
  channels: readonly Channel[];
  tools: DialogTools;
  rulingOn: DialogRules;
  /** A hook process will own the ask of this dialog. Called just before the ask exists. */
  onDialog?: ((askId: string, event: DialogEvent) => void) | undefined;
  /** Asks of the session's dialogs, whichever process put them. */
  dialogAsksOf?: ((sessionId: string) => Promise<readonly Ask[]>) | undefined;
  isGone: (owner: ProcessIdentity) => boolean;
  /** Where Codex's daemon may be found; left out if it is not followed. */
  codex?: { home: string; version: string; owner: ProcessIdentity } | undefined;
  onWarning: (message: string) => void;
}

export function createAgents(parts: AgentsParts): Agents {
  const { desk, log, clock, newId, tmux, tools, rulingOn, isGone, onWarning } = parts;
  let codex: CodexFollower | null = null;
  const channels = [createCodexSocket(() => codex), ...parts.channels];
  const calls = rememberToolCalls();
  const confirmations = rememberConfirmedCalls();
  const ingest = createIngest({ log, clock, calls });
  const unused = createUnusedAnswers(log, desk);
  const onUnused = unused.report;
  const deliveries = createDeliveries({
    ...{ log, channels, catchUp: ingest.catchUp, texts: ingest },
    isInDialog: (agentId) => dialogs.isOpen(agentId),
  });
  const dialogs = holdDialogs({
    ...{ desk, newId, clock, calls, tools, rulingOn, onUnused, isGone },
    ...{ refusedAt, begunCalls },
    ...{ onPut: parts.onDialog, asksOf: parts.dialogAsksOf },
    onLeft: ingest.dialogLeft,
    // The conversation shows the ruling as the agent's, since no person decided.
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
    openDialog: async (event, heard, hook) =>
      (await isToldElsewhere(event)) ? null : dialogs.open(event, await asking(event, heard), hook),
    holdDialog: async (event, heard, signal) =>
      (await isToldElsewhere(event)) ? {} : dialogs.hold(event, await asking(event, heard), signal),
    promptReply,
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
      // Reading them settles the dialogs whose hooks have died.
      const dialogAsks = await desk.find({ returnPath: "hook" });
      dialogs.recall(dialogAsks);
      await unused.reportMissed(dialogAsks.filter(isSettled));
      // Missed events go first, so that new asks and texts come after them in the log.
      await hearMissed();
      await deliveries.recover();
      await asks.start();
      codex = parts.codex === undefined ? null : followDaemon(parts.codex);
      // Not before the missed events are in, or a live agent could look idle or gone.
      upkeep.start();
    },
    async close() {
      upkeep.close();
      stopReleasing();
      await codex?.close();
      // Together: an answer under way waits for its typing, which only `deliveries.close` can end.
      await Promise.all([asks.close(), deliveries.close()]);
      for (const channel of channels) await channel.close();
      await ingest.close();
    },
  };

  function askingAgent({ agent, question }: Heard): AskingAgent {
    return {
      agentId: agent.id,
      async linkAsk(askId) {
        if (question !== null) await ingest.linkAsk(question.id, askId);
      },
    };
  }

  /** A call that its client need not have asked about is a question from the moment it is held. */
  async function asking(event: DialogEvent, heard: Heard): Promise<AskingAgent> {
    const isCall = event.client === "gemini" && heard.question === null;
    return askingAgent(isCall ? await ingest.hear(event) : heard);
  }

  /** The hook would only delay the dialog: the daemon tells us of it, or its window shows it. */
  async function isToldElsewhere(event: DialogEvent) {
    const { client, sessionId, subagentId } = event;
    if (await isLeftToWindow(event, tools)) return true;
    return client === "codex" && (await codex?.holds(subagentId ?? sessionId)) === true;
  }

  function followDaemon({ home, ...rest }: NonNullable<AgentsParts["codex"]>): CodexFollower {
    return followCodex({
      ...{ ...rest, codexHome: home, desk, clock, dialogs, hear, onWarning },
      asking: askingAgent,
      onRefused: (askId, words) => ingest.questionAnswered(askId, words),
      onUnused: (ask) => onUnused(ask, Number(ask.source.agentId)),
    });
  }

  async function promptReply(event: AgentEvent, { agent }: Heard) {
    const isHeard = event.type === "prompt_submitted" && event.client === "claude-code";
    const text = isHeard ? await asks.takeLateAnswers(agent.id) : null;
    return text === null ? null : promptContext(text);
  }

  async function hear(event: AgentEvent): Promise<Heard> {
    const heard = await ingest.hear(event);
    await dialogs.follow(event, heard.agent.id);
    const shown = confirmations.shownBy(event, heard.question);
    if (shown !== null) await dialogs.announce(shown, askingAgent(heard));
    asks.hear(event, heard.agent.id);
    return heard;
  }
}
