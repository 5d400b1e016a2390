/** How things stand with a hub: whether it answers, what the token may do, and what waits for it. */
import { AsklineError } from "../../core/ask/errors.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { systemClock } from "../clock.ts";
import { openHttpStore } from "./http-store.ts";
import { isToSend, openKept } from "./kept.ts";
import { placeIn } from "./place.ts";
import { openTransport } from "./transport.ts";
import type { MeReply } from "./wire.ts";

export interface Looked {
  url: string;
  me: MeReply | null;
  trouble: AsklineError | null;
  waiting: Waiting[];
}

/** Something that is kept here until the hub has it. */
export interface Waiting {
  id: string;
  kind: "ask" | "answer";
  title: string;
  /** Why the hub did not take it. */
  refused?: string | undefined;
  isRefusedForGood?: true | undefined;
}

export async function lookAt({
  url,
  token,
  directory,
}: {
  url: string;
  token: string;
  directory: string;
}): Promise<Looked> {
  const transport = openTransport({ url, token, clock: systemClock, tries: 1 });
  const store = openHttpStore({ transport, clock: systemClock, place: placeIn(directory) });
  try {
    return { url, me: await store.me(), trouble: null, waiting: waitingIn(directory) };
  } catch (error) {
    if (!(error instanceof AsklineError)) throw error;
    return { url, me: null, trouble: error, waiting: waitingIn(directory) };
  } finally {
    await store.close();
  }
}

function waitingIn(directory: string): Waiting[] {
  return openKept(directory)
    .list()
    .filter(isToSend)
    .map(({ id, home, ask, refused, isRefusedForGood }) => ({
      id,
      kind: home === "local" || home === "handing_over" ? ("ask" as const) : ("answer" as const),
      title: safeLine(ask.questions[0]?.title || ask.questions[0]?.prompt || ""),
      ...(refused !== undefined && { refused }),
      ...(isRefusedForGood && { isRefusedForGood }),
    }));
}
