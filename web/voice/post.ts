/** Sends one message of an outbox to the hub. */
import type { CommandReply, UploadReply } from "../../src/surfaces/voice/wire/wire.ts";
import { api, Refused, Unreachable } from "./api.ts";
import { type Failure, failureOf } from "./failure.ts";
import { dropFile, keptFile } from "./kept-files.ts";
import type { Outgoing } from "./outbox.ts";

export type Posted =
  | { kind: "command"; reply: CommandReply }
  | { kind: "upload"; reply: UploadReply }
  /** The hub is away, or was going away: it knows the message when it comes again. */
  | { kind: "no_answer" }
  | { kind: "refused"; failure: Failure };

export async function post(
  { text, body, file, messageId }: Outgoing,
  onProgress: (share: number) => void = () => undefined,
): Promise<Posted> {
  try {
    if (file === null)
      return { kind: "command", reply: await api.command({ ...body, message_id: messageId }) };
    const kept = await keptFile(messageId);
    if (kept === null) throw new Refused(0, null);
    const agentId = Number(body.agent_id);
    const reply = await api.upload(agentId, kept, text, messageId, onProgress);
    await dropFile(messageId);
    return { kind: "upload", reply };
  } catch (error) {
    const failure = failureOf(error);
    const isAway = error instanceof Unreachable || failure.status >= 500;
    return isAway ? { kind: "no_answer" } : { kind: "refused", failure };
  }
}
