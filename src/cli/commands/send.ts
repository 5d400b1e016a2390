/** `askline send`: sends a text to an agent through the hub, which knows the agent's terminal. */

import type { Delivery } from "../../core/agent/agent.ts";
import { detailIn } from "../../core/agent/delivery-words.ts";
import { printableJson } from "../../core/json.ts";
import { type LoadedSettings, loadSettings } from "../../desk/settings.ts";
import { findHub, type HubAddress } from "../../hub/address.ts";
import { hubFileOf } from "../agent-log.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { messages } from "../messages.ts";

class NoHub extends CommandError {
  readonly code = "no_hub";
}

class NoSuchAgent extends CommandError {
  readonly code = "not_found";
}

class NotSent extends CommandError {
  readonly code = "not_sent";
}

export async function send(agent: string, text: string, options: CommonOptions): Promise<number> {
  if (text.trim() === "") throw new UsageError((usage) => usage.nothingToSend());
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const { delivery, forPeople } = await sendText(settings, agent, text);
  process.stdout.write(`${options.json ? printableJson(delivery) : forPeople}\n`);
  return delivery.state === "refused" ? EXIT.failure : EXIT.ok;
}

export async function sendText(
  settings: LoadedSettings,
  agent: string,
  text: string,
): Promise<{ delivery: Delivery; forPeople: string }> {
  const hub = await findHub(hubFileOf(settings));
  if (hub === null) throw new NoHub((usage) => usage.noHub());
  const delivery = await post(hub, agent, text);
  const locale = languageBy(settings.values.language);
  const words = messages(locale).delivery(delivery.state);
  const why = delivery.detail === null ? [] : [detailIn(locale, delivery.detail)];
  // The reason of a refusal already says that nothing was typed.
  const forPeople =
    delivery.state === "refused" && why.length > 0 ? why.join() : [words, ...why].join(" ");
  return { delivery, forPeople };
}

async function post({ url, token }: HubAddress, agent: string, text: string): Promise<Delivery> {
  const response = await fetch(`${url}/api/agents/${encodeURIComponent(agent)}/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  // The hub is our own program, and sends one of these two shapes.
  const body = (await response.json()) as {
    delivery?: Delivery;
    error?: { message: string; suggestion: string };
  };
  if (body.delivery !== undefined) return body.delivery;
  if (response.status === 404) throw new NoSuchAgent((usage) => usage.noSuchAgent(agent));
  const { message = "", suggestion = "" } = body.error ?? {};
  throw new NotSent(() => ({ message, suggestion }));
}
