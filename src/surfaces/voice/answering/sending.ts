/** Words typed into an agent's terminal, and how far they got while the person listens. */
import type { Deliveries } from "../../../agents/channels/deliveries.ts";
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
  /** Hands it over and waits for what becomes of it. Throws, saying why, when nothing was typed. */
  deliver(agentId: number, text: string, say: VoiceMessages): Promise<Delivery>;
  /** The delivery that carries an answer given at the desk at that time, as far as it got. */
  deliveryOf(agentId: number, since: string): Promise<Delivery | null>;
}

export interface SendingParts {
  log: LogReads;
  deliveries: Pick<Deliveries, "send" | "waitForDelivery">;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

// As long as somebody would wait for a reply to what they said.
const HEARD_WITHIN_MS = 6_000;
const LOOK_EVERY_MS = 250;

export function createSending({ log, deliveries, onEvent }: SendingParts): Sending {
  return { send, deliver, deliveryOf };

  async function send(
    agent: Agent,
    about: AboutAgent,
    text: string,
    call: Call,
    how = { isInterrupted: false },
  ) {
    const { say } = call;
    const delivery = await deliver(agent.id, text, say);
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

  /** Events come from several parts, some of them before they can be listened to; hence the look now and then. */
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
