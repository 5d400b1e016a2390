/**
 * Names calls as hooks did. Where a client's hooks give no ids, we made some of their own: a call
 * in the transcript is the oldest equal one that a hook told of.
 */
import { namesCallsInHooks } from "../../clients/clients.ts";
import { hashOfCall } from "../../clients/common/call-hash.ts";
import type { Entry } from "../../clients/common/transcript-entry.ts";
import { type Conversation, pendingTurns } from "../write/conversation.ts";

export function namedAsByHooks(conversation: Conversation, entry: Entry): Entry {
  const isOfCall = entry.type === "call" || entry.type === "result";
  if (!isOfCall || namesCallsInHooks(conversation.agent.client)) return entry;
  const { callNames } = conversation;
  if (entry.type === "call" && !callNames.has(entry.toolUseId)) {
    callNames.set(entry.toolUseId, hookNameOf(conversation, entry) ?? entry.toolUseId);
    const [oldest] = callNames.keys();
    if (callNames.size > REMEMBERED && oldest !== undefined) callNames.delete(oldest);
  }
  return { ...entry, toolUseId: callNames.get(entry.toolUseId) ?? entry.toolUseId };
}

const REMEMBERED = 1_000;

function hookNameOf(
  conversation: Conversation,
  call: Extract<Entry, { type: "call" }>,
): string | null {
  const taken = new Set(conversation.callNames.values());
  const ending = `:${hashOfCall(call)}`;
  const heard = conversation.calls.alike(call, null).filter(({ hasResult }) => !hasResult);
  // After a restart, the log alone knows what hooks told before it.
  const asked = pendingTurns(conversation).flatMap(({ row }) => row.toolUseId ?? []);
  const names = [...heard.map(({ toolUseId }) => toolUseId), ...asked];
  return names.find((name) => name.endsWith(ending) && !taken.has(name)) ?? null;
}
