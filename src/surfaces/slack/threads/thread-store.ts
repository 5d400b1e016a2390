/** Threads that are bound to an agent, one file each: what is still to be said to it, and what it waits for. */
import { z } from "zod";
import type { Choice } from "../../../extract/extract.ts";
import { openRecords } from "../cards/records.ts";

/** `queued` until the agent is told; whoever dies after that leaves it `started`, and it is never told again by itself. */
const ThreadText = z.object({
  id: z.string(),
  text: z.string(),
  state: z.enum(["queued", "started"]),
});

export const Thread = z.object({
  channel: z.string(),
  threadTs: z.string(),
  /** Who began it; their language is the thread's. */
  userId: z.string(),
  /** An agent that runs on its own, by its number; null for one that we start for each text. */
  agentId: z.number().nullable(),
  /** The client's name for the conversation. */
  sessionId: z.string().nullable(),
  activityState: z.enum(["working", "waiting", "idle"]),
  texts: z.array(ThreadText),
  /** What came here already, so that nothing is said twice. */
  taken: z.array(z.string()),
  askId: z.string().nullable(),
  // Read from a model's reply by extract/ before it came here, and only ever given back to it.
  choice: z.custom<Choice>().nullable(),
  /** The agent's last reply, to take the word `waiting` off it. */
  last: z.object({ said: z.string(), messages: z.array(z.string()) }).nullable(),
});
export type Thread = z.infer<typeof Thread>;

export interface ThreadStore {
  get(channel: string, threadTs: string): Thread | undefined;
  all(): Thread[];
  /** What it is now, or what is given if it is new. */
  current(thread: Thread): Thread;
  /** From what it is now, or what is given if it is new. Durable when it resolves. */
  change(thread: Thread, how: (thread: Thread) => Thread): Promise<Thread>;
}

const MOST_TAKEN = 200;

export function openThreadStore(directory: string): ThreadStore {
  const threads = openRecords(directory, Thread);
  return {
    get: (channel, threadTs) => threads.get(keyOf({ channel, threadTs })),
    all: threads.all,
    current: (given) => threads.get(keyOf(given)) ?? given,
    change: (given, how) =>
      threads.change(keyOf(given), (kept) => {
        const thread = how(kept ?? given);
        return { ...thread, taken: thread.taken.slice(-MOST_TAKEN) };
      }),
  };
}

export function keyOf({ channel, threadTs }: Pick<Thread, "channel" | "threadTs">): string {
  return `${channel}-${threadTs}`.replace(/[^\w.-]/g, "_");
}
