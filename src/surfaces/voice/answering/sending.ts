/** Sends words to an agent, and reports how far they got while the person listens. */
import type { Deliveries } from "../../../agents/channels/deliveries.ts";
import { typedText } from "../../../agents/channels/typed-text.ts";
import type { Agent, Delivery } from "../../../core/agent/agent.ts";
import { detailIn } from "../../../core/agent/delivery-words.ts";
import type { LogEvent } from "../../../core/agent/log-event.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import type { AboutAgent } from "../agents/about-agent.ts";
import { deliveryOnWire } from "../agents/turns.ts";
import type { Call } from "../calls/call.ts";
import { VoiceProblem } from "../calls/voice-error.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import type { CommandReply } from "../wire/wire.ts";
import { reply } from "./command-reply.ts";

export interface Sending {
  send(
    agent: Agent,
    about: AboutAgent,
    text: string,
    call: Call,
    how?: { isInterrupted: boolean },
  ): Promise<CommandReply>;
  /** The reply that says how far the text got. */
  told(
    about: AboutAgent,
    delivery: Delivery,
    call: Call,
    how?: { isInterrupted: boolean },
  ): CommandReply;
  /** The delivery of this text that began at `since` or later; null if there is none. */
  earlier(agentId: number, text: string, since: string): Promise<Delivery | null>;
  /** Sends the text and waits for its delivery. Throws the reason if nothing was typed. */
  deliver(agentId: number, text: string, say: VoiceMessages): Promise<Delivery>;
  /**
   * The delivery of an answer that was given at the desk at `since`, as far as it got; null if
   * there is none.
   */
  deliveryOf(agentId: number, since: string): Promise<Delivery | null>;
}

export interface SendingParts {
  log: LogReads;
  deliveries: Pick<Deliveries, "send" | "waitForDelivery">;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

// As long as a person would wait for a reply.
const HEARD_WITHIN_MS = 6_000;
const LOOK_EVERY_MS = 250;
const RECENT = 200;

export function createSending({ log, deliveries, onEvent }: SendingParts): Sending {
  return { send, told, earlier, deliver, deliveryOf };

  async function send(
    agent: Agent,
    about: AboutAgent,
    text: string,
    call: Call,
    how = { isInterrupted: false },
  ) {
    return told(about, await deliver(agent.id, text, call.say), call, how);
  }

  function told(
    about: AboutAgent,
    delivery: Delivery,
    call: Call,
    how = { isInterrupted: false },
  ): CommandReply {
    const { say } = call;
    return reply("delivered", about, {
      status_line: statusOf(delivery, about.project_name, call),
      results: [
        ...(how.isInterrupted ? [say.command.interrupted] : []),
        say.command.delivery[delivery.state],
      ],
      next_action: "none",
      turn_id: delivery.turnId,
      delivery: deliveryOnWire(delivery, say),
    });
  }

  async function earlier(agentId: number, text: string, since: string): Promise<Delivery | null> {
    const recent = await log.deliveries(agentId, { limit: RECENT });
    const typed = typedText(text);
    const isIt = (one: Delivery) =>
      one.text === typed && Date.parse(one.createdAt) >= Date.parse(since);
    return recent.find((one) => one.state !== "refused" && isIt(one)) ?? null;
  }

  async function deliver(
    agentId: number,
    text: string,
    { locale }: VoiceMessages,
  ): Promise<Delivery> {
    const sent = await deliveries.send(agentId, text);
    const delivery = (await whenHeard(sent.id)) ?? sent;
    if (delivery.state !== "refused") return delivery;
    throw new VoiceProblem("unreachable", delivery.detail && detailIn(locale, delivery.detail));
  }

  async function deliveryOf(agentId: number, since: string): Promise<Delivery | null> {
    const end = performance.now() + HEARD_WITHIN_MS;
    while (performance.now() < end) {
      const found = (await log.deliveries(agentId, { limit: 3 })).find(
        ({ createdAt }) => createdAt >= since,
      );
      if (found !== undefined) return whenHeard(found.id);
      await nextEvent(agentId);
    }
    return null;
  }

  function whenHeard(id: number): Promise<Delivery | null> {
    return deliveries.waitForDelivery(id, { until: "accepted", timeoutMs: HEARD_WITHIN_MS });
  }

  /** Some events are sent before anyone can listen, so the log is also polled. */
  function nextEvent(agentId: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, LOOK_EVERY_MS);
      const stop = onEvent((event) => event.agentId === agentId && done());

      function done() {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
  }
}

function statusOf({ state }: Delivery, project: string, { say }: Call): string {
  if (state === "accepted" || state === "consumed") return say.command.delivered(project);
  return state === "indeterminate" ? say.command.unsure(project) : say.command.onTheWay(project);
}
