/** Changes of messages, about one a second for each: the first at once, and of those that follow the last. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SlackMessage } from "./render/card.ts";

export interface Updates {
  /** Resolves once this, or something newer, is shown, or Slack would not have it. */
  show(channel: string, ts: string, message: SlackMessage): Promise<void>;
  /** When everything is shown. */
  settled(): Promise<void>;
}

export interface UpdatesOptions {
  send(channel: string, ts: string, message: SlackMessage): Promise<void>;
  gapMs?: number;
}

interface Line {
  next: SlackMessage | null;
  shown: string;
  work: Promise<void> | null;
}

export function createUpdates({ send, gapMs = 1_000 }: UpdatesOptions): Updates {
  const lines = new Map<string, Line>();
  let leave = () => {};
  const isLeaving = new Promise<void>((resolve) => {
    leave = resolve;
  });
  return { show, settled };

  function show(channel: string, ts: string, message: SlackMessage): Promise<void> {
    const key = `${channel} ${ts}`;
    const line = lines.get(key) ?? { next: null, shown: "", work: null };
    lines.set(key, line);
    line.next = message;
    line.work ??= work(line, channel, ts).finally(() => {
      line.work = null;
    });
    return line.work;
  }

  /** Between two sends there is a gap, in which what is newer takes the place of what was waiting. */
  async function work(line: Line, channel: string, ts: string) {
    while (line.next !== null) {
      const message = line.next;
      line.next = null;
      const content = JSON.stringify(message);
      if (content === line.shown) continue;
      await send(channel, ts, message);
      line.shown = content;
      await Promise.race([sleep(gapMs, undefined, { ref: false }), isLeaving]);
    }
  }

  async function settled() {
    leave();
    await Promise.all([...lines.values()].map(({ work: under }) => under));
  }
}
