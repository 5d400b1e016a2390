/** Slack's streamed messages: started in a thread, appended to, stopped; closed after five minutes. */
import type { Clock } from "../../src/store/clock.ts";

// biome-ignore lint/suspicious/noExplicitAny: Slack's payloads have every shape
type Anything = any;

interface Streamed {
  channel: string;
  ts: string;
  text: string;
  blocks: Anything[] | undefined;
}

export interface Streams {
  start(body: Anything): Anything;
  append(body: Anything): Anything;
  stop(body: Anything): Anything;
  /** A message that is being streamed cannot be changed otherwise. */
  isOpen(channel: string, ts: string): boolean;
}

export interface StreamsParts {
  clock: Pick<Clock, "monotonic">;
  /** Posts the new message. */
  keep(body: Anything): Anything;
  find(channel: string, ts: string): Streamed | undefined;
}

const LONGEST_MS = 5 * 60_000;
const LONGEST_TEXT = 12_000;

export function createStreams({ clock, keep, find }: StreamsParts): Streams {
  const open = new Map<string, number>();
  return { start, append, stop, isOpen };

  function start(body: Anything): Anything {
    const { channel, thread_ts: threadTs, markdown_text: text = "" } = body;
    if (!threadTs) return refusal("invalid_arguments");
    if (!channel.startsWith("D") && !body.recipient_team_id)
      return refusal("missing_recipient_team_id");
    if (!channel.startsWith("D") && !body.recipient_user_id)
      return refusal("missing_recipient_user_id");
    const fault = faultIn(text);
    if (fault !== null) return refusal(fault);
    // Its words may be longer than those of a message that is posted at once.
    const posted = keep({ channel, thread_ts: threadTs, text: "…" });
    const message = posted.ok ? find(channel, posted.ts) : undefined;
    if (message === undefined) return posted;
    message.text = text;
    open.set(`${channel} ${posted.ts}`, clock.monotonic());
    return posted;
  }

  function append({ channel, ts, markdown_text: text }: Anything): Anything {
    const message = find(channel, ts);
    if (message === undefined) return refusal("message_not_found");
    if (!isOpen(channel, ts)) return refusal("message_not_in_streaming_state");
    const fault = text ? faultIn(text) : "no_text";
    if (fault !== null) return refusal(fault);
    message.text += text;
    return { ok: true, channel, ts };
  }

  function stop({ channel, ts, markdown_text: text = "", blocks }: Anything): Anything {
    const message = find(channel, ts);
    if (message === undefined) return refusal("message_not_found");
    if (!isOpen(channel, ts)) return refusal("message_not_in_streaming_state");
    const fault = faultIn(text);
    if (fault !== null) return refusal(fault);
    open.delete(`${channel} ${ts}`);
    message.text += text;
    if (blocks !== undefined) message.blocks = blocks;
    return { ok: true, channel, ts, message: { text: message.text } };
  }

  function isOpen(channel: string, ts: string): boolean {
    const since = open.get(`${channel} ${ts}`);
    return since !== undefined && clock.monotonic() - since < LONGEST_MS;
  }
}

function faultIn(text: string): string | null {
  if (text.length > LONGEST_TEXT) return "msg_too_long";
  return /<[@!#]/.test(text) ? "invalid_arguments" : null;
}

function refusal(error: string): Anything {
  return { ok: false, error };
}
