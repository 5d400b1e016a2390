/**
 * Threads that are bound to an agent, one file each: the texts still to be handed over, and what
 * the agent waits for.
 */
import { z } from "zod";
import type { Choice } from "../../../extract/extract.ts";
import { openRecords } from "../places/records.ts";
import { MessageFile } from "../transport/message-files.ts";

/**
 * `queued` until the text is handed to the agent. After a crash it stays `started`, and is not
 * handed over again.
 */
export const ThreadText = z.object({
  id: z.string(),
  text: z.string(),
  /** What was said in the thread between these moments belongs to it; null: since it began. */
  context: z
    .object({
      after: z.string().nullable(),
      before: z.string(),
      /** The message that the text quotes already. */
      quoted: z.string().optional(),
    })
    .optional(),
  /** Fetched when the agent gets the text. */
  files: z.array(MessageFile).optional(),
  state: z.enum(["queued", "started"]),
  /** The message has our 👀, because it waits in line. */
  isMarked: z.boolean().optional(),
});

export type ThreadText = z.infer<typeof ThreadText>;

export const Thread = z.object({
  channel: z.string(),
  threadTs: z.string(),
  /** The person who began the thread; the thread uses their language. */
  userId: z.string(),
  /** The number of an agent that runs independently; null for one that we start for each text. */
  agentId: z.number().nullable(),
  /** Where the agent works that we start; the conversation cannot go on elsewhere. */
  workingDirectory: z.string().optional(),
  /** The client's id of the conversation. */
  sessionId: z.string().nullable(),
  /** The id of the last text that an agent got which runs independently. */
  lastTextId: z.string().nullish(),
  activityState: z.enum(["working", "waiting", "idle"]),
  texts: z.array(ThreadText),
  /** Ids of messages that were already taken, so that none is handed over twice. */
  taken: z.array(z.string()),
  askId: z.string().nullable(),
  // extract/ validated the choice when it read the model's reply, so it is not checked again here.
  choice: z.custom<Choice>().nullable(),
  /** What the agent is told together with the decision. */
  aside: z.string().nullish(),
  /** The message that says that the agent works, with Stop, while it has said nothing yet. */
  sign: z.object({ id: z.string(), since: z.string(), ts: z.string().nullable() }).nullish(),
  /** The agent's last reply, to remove the signs of its activity from it. */
  last: z
    .object({
      said: z.string(),
      messages: z.array(z.string()),
      head: z.string().optional(),
      /** It bears "working" and Stop. */
      isWorking: z.boolean().optional(),
    })
    .nullable(),
});
export type Thread = z.infer<typeof Thread>;

export interface ThreadStore {
  get(channel: string, threadTs: string): Thread | undefined;
  all(): Thread[];
  /** The stored thread, or the given one if it is new. */
  current(thread: Thread): Thread;
  /** Changes the stored thread, or the given one if it is new. Durable when it resolves. */
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
