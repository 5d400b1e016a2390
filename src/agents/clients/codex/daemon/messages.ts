/** What Codex's daemon says, as far as it concerns us. Lenient: most of it is experimental. */
import { z } from "zod";
import type { Params, RequestId } from "./rpc.ts";

const Name = z.string().min(1);
const MaybeName = Name.nullable().catch(null);

/** A conversation. A sub-agent has a thread of its own, in the session of its parent. */
export const Thread = z.object({
  id: Name,
  sessionId: MaybeName,
  parentThreadId: MaybeName,
  cwd: z.string().catch(""),
  /** Its rollout file. */
  path: MaybeName,
  /** A hidden one, for example to find a title. Nobody can join it. */
  ephemeral: z.boolean().catch(false),
  status: z.object({ type: z.string() }).catch({ type: "" }),
});
export type Thread = z.infer<typeof Thread>;

export const LoadedThreads = z.object({ data: z.array(Name).catch([]) });
export const Resumed = z.object({ thread: Thread });
export const Turns = z.object({
  data: z.array(z.object({ id: Name, status: z.string().catch("") })).catch([]),
});
export const Begun = z.object({ turn: z.object({ id: Name }) });
export const StartedThread = z.object({ thread: Thread });
export const ThreadStatus = z.object({
  threadId: Name,
  status: z.object({ type: z.string() }),
});
export const OfThread = z.object({ threadId: Name });
export const OfTurn = z.object({ threadId: Name, turnId: Name });
export const Resolved = z.object({
  threadId: Name,
  requestId: z.union([z.string(), z.number()]),
});

export const TurnEnd = z.object({
  threadId: Name,
  turn: z.object({
    id: Name,
    status: z.string().catch(""),
    error: z
      .object({ message: z.string().catch(""), codexErrorInfo: z.unknown().optional() })
      .nullish()
      .catch(null),
    items: z.array(z.unknown()).catch([]),
  }),
});
export type TurnEnd = z.infer<typeof TurnEnd>;

/** A step of a turn; which fields it has depends on its type. */
export const Item = z.looseObject({ type: z.string(), id: Name });
export type Item = z.infer<typeof Item>;
export const ItemChange = z.object({ threadId: Name, turnId: MaybeName, item: Item });

/** The daemon asks for a decision. The same request comes again whenever we join its thread. */
export interface DaemonRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly thread: Thread;
  /** The step that it is about, where the daemon told of one. */
  readonly item: Item | null;
}
