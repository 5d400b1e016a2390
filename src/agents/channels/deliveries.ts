/**
 * Texts on their way to agents, by their states in the log. A delivery is `queued` once it is
 * durable. It becomes `typed` right before the first key, in a step that only one caller can win,
 * so nothing is typed twice. If the process dies after that, the delivery stays `typed`, and the
 * next start makes it `indeterminate`. Ingest makes it `accepted` when the agent's hook reports it
 * and `consumed` when the transcript shows it; late evidence also does that to an `indeterminate`
 * one. `refused` means that nothing was typed.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Agent, Delivery } from "../../core/agent/agent.ts";
import { DETAILS } from "../../core/agent/delivery-words.ts";
import type { LogEvent } from "../../core/agent/log-event.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import type { AgentLog, LogReads } from "../../store/agent-log.ts";
import { AgentUnreachable, type Channel } from "./channel.ts";
import { createDeliveryLog, type TextLog } from "./delivery-log.ts";
import { type WaitOptions, waitForDelivery } from "./delivery-wait.ts";
import { obstacle } from "./obstacle.ts";
import { typedText } from "./typed-text.ts";

export interface Deliveries {
  /** Resolves once the text is durable; typing follows. Throws `UnfitText` for untypable text. */
  send(agentId: number, text: string, options?: SendOptions): Promise<Delivery>;
  /** Sends the text and waits, at most ten seconds, until it is known whether the agent has it. */
  sendAndWait(agentId: number, text: string): Promise<Delivery>;
  /**
   * The delivery, once it has reached the state waited for. `refused`, `indeterminate` and the
   * timeout end every wait.
   */
  waitForDelivery(id: number, options?: WaitOptions): Promise<Delivery | null>;
  /**
   * Handles what an earlier process left: a `typed` text becomes `indeterminate`, a recent `queued`
   * one is typed, an old one is refused.
   */
  recover(): Promise<void>;
  /** Presses Escape in the agent's terminal for a person who asked. Throws `AgentUnreachable`. */
  interrupt(agentId: number, signal?: AbortSignal): Promise<void>;
  onEvent(listener: (event: LogEvent) => void): () => void;
  /**
   * Finishes the texts that are being typed, unless a terminal hangs. The others stay `queued` for
   * the next start, and every wait ends. The caller closes the channels.
   */
  close(): Promise<void>;
}

export interface SendOptions {
  /** Cancels the delivery as long as nothing was typed. */
  readonly signal?: AbortSignal;
}

export interface DeliveriesOptions {
  readonly log: AgentLog;
  readonly channels: readonly Channel[];
  /** Ingest, which also writes each text as a turn. Without it, texts go to the log alone. */
  readonly texts?: TextLog;
  readonly now?: () => Date;
  /** A typed text that the agent does not confirm within this time becomes `indeterminate`. */
  readonly confirmWithinMs?: number;
  /** How long closing waits for texts that are being typed. */
  readonly finishWithinMs?: number;
  /** Brings the agent's turns up to date, so that a dialog left with Escape does not look open. */
  readonly catchUp?: (agentId: number) => Promise<void>;
  /**
   * Whether a dialog is open that the agent's conversation does not show, such as a sub-agent's.
   */
  readonly isInDialog?: (agentId: number) => boolean;
}

// A text that has waited longer than this would surprise the agent and its person.
const STALE_MS = 2 * 60_000;
const MOST_LEFT = 1_000;
const SHOWN_WITHIN_MS = 10_000;

export function createDeliveries({
  log,
  channels,
  texts,
  now = () => new Date(),
  confirmWithinMs = 15_000,
  finishWithinMs = 5_000,
  catchUp,
  isInDialog = () => false,
}: DeliveriesOptions): Deliveries {
  const deliveryLog = createDeliveryLog(log, now);
  const { queueText, refuseText, doubtText } = texts ?? deliveryLog;
  const agents = createKeyedQueue();
  const underWay = new Map<number, Promise<void>>();
  // Deliveries for which keys may have been pressed. The others can be left for the next start.
  const claimed = new Set<number>();
  const doubts = new Set<NodeJS.Timeout>();
  const closed = new AbortController();
  // Each wait adds a listener, so many listeners are no leak.
  setMaxListeners(0, closed.signal);
  return {
    send,
    async sendAndWait(agentId, text) {
      const sent = await send(agentId, text);
      return (await wait(sent.id, { until: "accepted", timeoutMs: SHOWN_WITHIN_MS })) ?? sent;
    },
    waitForDelivery: wait,
    recover,
    interrupt,
    onEvent: deliveryLog.onEvent,
    close,
  };

  async function send(
    agentId: number,
    text: string,
    { signal }: SendOptions = {},
  ): Promise<Delivery> {
    const queued = await queueText(agentId, typedText(text));
    startTyping(queued, signal);
    return queued;
  }

  function wait(id: number, options: WaitOptions = {}): Promise<Delivery | null> {
    return waitForDelivery(id, log, deliveryLog, { ...options, closed: closed.signal });
  }

  function startTyping(delivery: Delivery, signal?: AbortSignal): void {
    const turn = agents(String(delivery.agentId), () => type(delivery, signal), signal);
    const work = turn
      .catch((error: unknown) =>
        giveUp(delivery.id, error === signal?.reason ? new Cancelled() : error),
      )
      // Only the log can fail here; the next start repairs this delivery's state.
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(delivery.id);
        claimed.delete(delivery.id);
      });
    underWay.set(delivery.id, work);
  }

  async function giveUp(id: number, error: unknown): Promise<void> {
    if (closed.signal.aborted && !claimed.has(id)) return;
    const known = error instanceof AsklineError ? error.message : undefined;
    const before = known ?? DETAILS.failed_before;
    if ((await refuseText(id, before)) !== null) return;
    await doubtText(id, known ?? DETAILS.failed_after);
  }

  async function type({ id, agentId, text }: Delivery, signal?: AbortSignal): Promise<void> {
    if (closed.signal.aborted) return;
    await catchUp?.(agentId);
    const agent = await knownAgent(agentId);
    const channel = await channelTo(agent);
    const maySubmit = async () => (await inTheWay(log, agentId)) === null;
    await channel.deliver(agent, text, {
      claim: () => claim(id, agentId, channel),
      maySubmit,
      signal,
    });
  }

  async function claim(
    id: number,
    agentId: number,
    { keepsTexts = false }: Channel,
  ): Promise<boolean> {
    if (closed.signal.aborted) return false;
    claimed.add(id);
    const isInTheWay = (reads: LogReads) => inTheWay(reads, agentId);
    const changed = await deliveryLog.changeUnless(isInTheWay, id, ["queued"], {
      state: "typed",
      detail: null,
    });
    if (typeof changed === "string") await refuseText(id, changed);
    if (changed === null || typeof changed === "string") return false;
    if (!keepsTexts) doubtLater(id);
    return true;
  }

  async function inTheWay(reads: LogReads, agentId: number): Promise<string | null> {
    return isInDialog(agentId) ? DETAILS.in_dialog : obstacle(reads, agentId);
  }

  function doubtLater(id: number): void {
    const doubt = setTimeout(() => {
      doubts.delete(doubt);
      doubtText(id, DETAILS.unconfirmed).catch(() => undefined); // as above
    }, confirmWithinMs);
    doubts.add(doubt.unref());
  }

  async function recover(): Promise<void> {
    for (const { id: agentId } of await log.agents()) {
      const left = await log.deliveries(agentId, { states: ["queued", "typed"], limit: MOST_LEFT });
      for (const delivery of left.sort((one, other) => one.id - other.id))
        await recoverOne(delivery);
    }
  }

  async function recoverOne(delivery: Delivery): Promise<void> {
    const { id, state, createdAt } = delivery;
    if (state === "typed") {
      await doubtText(id, DETAILS.ended_after);
      return;
    }
    if (now().getTime() - Date.parse(createdAt) < STALE_MS) return startTyping(delivery);
    await refuseText(id, DETAILS.ended_before);
  }

  async function interrupt(agentId: number, signal?: AbortSignal): Promise<void> {
    const agent = await knownAgent(agentId);
    const channel = await channelTo(agent);
    if (channel.interrupt === undefined) throw new AgentUnreachable("no_pane");
    await channel.interrupt(agent, signal);
  }

  async function close(): Promise<void> {
    closed.abort();
    const typing = [...underWay].flatMap(([id, work]) => (claimed.has(id) ? work : []));
    const done = new AbortController();
    const late = sleep(finishWithinMs, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([Promise.all(typing), late]);
    done.abort();
    for (const timer of doubts) clearTimeout(timer);
  }

  async function knownAgent(agentId: number): Promise<Agent> {
    const agent = await log.agent(agentId);
    if (agent === null) throw new AgentUnreachable("no_pane");
    return agent;
  }

  /**
   * The first channel that reaches the agent. If none does, the first for all, whose error says why.
   */
  async function channelTo(agent: Agent): Promise<Channel> {
    if (channels.length > 1)
      for (const channel of channels) if (await channel.reaches(agent)) return channel;
    const usual = channels.find(({ isBeside = false }) => !isBeside);
    if (usual === undefined) throw new AgentUnreachable("no_pane");
    return usual;
  }
}

class Cancelled extends AsklineError {
  readonly code = "cancelled";
  readonly suggestion = "Send the text again if it is still wanted.";
  constructor() {
    super(DETAILS.cancelled);
  }
}
