/**
 * The channel into a tmux pane. Text is pasted as a whole and then submitted by an Enter. Before
 * the paste, the agent must have the keyboard and its prompt must be empty; before the Enter, it
 * must still have the keyboard. No other key is ever pressed, except the one Escape of `interrupt`.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Agent, hasWayIn, type Pane } from "../../core/agent/agent.ts";
import { DETAILS } from "../../core/agent/delivery-words.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import { showsDialog } from "../clients/dialog-on-screen.ts";
import { draftOn } from "../clients/draft-on-screen.ts";
import { AgentUnreachable, type Channel, type Handover, LeftUnsent } from "./channel.ts";
import { startEnterDelay } from "./enter-delay.ts";
import { checkPane } from "./pane-check.ts";
import { openTmuxClient, type TmuxClient, type TmuxClientOptions } from "./tmux-client.ts";
import { typedAndPasted, typedText } from "./typed-text.ts";

export interface TmuxChannelOptions extends Omit<TmuxClientOptions, "socketPath"> {
  /** An agent that was interrupted has stopped by then, as far as its screen tells. */
  readonly stopsWithinMs?: number;
  /** It is taken to have stopped once its screen has not changed for that long. */
  readonly stillForMs?: number;
}

// An Enter that the agent reads together with the next text would become a line break.
const ENTER_WINDOW_MS = 100;
const PROMPT_CLEARS_WITHIN_MS = 1_000;
const STOPS_WITHIN_MS = 1_500;
const STILL_FOR_MS = 300;
const LOOK_EVERY_MS = 50;

export interface TmuxChannel extends Channel {
  /** The text on the agent's pane; null if there is no pane or it cannot be read. */
  screenOf(agent: Agent): Promise<string | null>;
}

export function createTmuxChannel({
  stopsWithinMs = STOPS_WITHIN_MS,
  stillForMs = STILL_FOR_MS,
  ...options
}: TmuxChannelOptions = {}): TmuxChannel {
  const servers = new Map<string, TmuxClient>();
  const queue = createKeyedQueue({ pause: () => sleep(ENTER_WINDOW_MS) });
  let isClosed = false;
  return { reaches, deliver, interrupt, screenOf: screenOfAgent, close };

  async function screenOfAgent({ pane }: Agent): Promise<string | null> {
    return pane === null ? null : screenOf(serverOf(pane), pane).catch(() => null);
  }

  async function reaches(agent: Agent): Promise<boolean> {
    try {
      const pane = paneOf(agent);
      await checkPane(serverOf(pane), pane, agent, { isLookingOnly: true });
      return (
        !showsDialog(agent.client, await screenOf(serverOf(pane), pane)) &&
        (await isPromptEmpty(serverOf(pane), pane))
      );
    } catch (error) {
      if (error instanceof AgentUnreachable) return false;
      throw error;
    }
  }

  async function deliver(agent: Agent, text: string, handover: Handover): Promise<boolean> {
    const { typed, pasted } = typedAndPasted(typedText(text));
    const pane = paneOf(agent);
    return queue(keyOf(pane), type, handover.signal);

    async function type(): Promise<boolean> {
      const tmux = serverOf(pane);
      await checkPane(tmux, pane, agent);
      if (showsDialog(agent.client, await screenOf(tmux, pane)))
        throw new AgentUnreachable("in_dialog");
      await untilPromptIsEmpty(tmux, pane);
      handover.signal?.throwIfAborted();
      const enterDelay = await startEnterDelay(tmux, pane);
      if (!(await handover.claim())) return false;
      if (typed !== "") await tmux.run(["send-keys", "-t", pane.id, "-l", "--", typed]);
      if (pasted !== "") await paste(tmux, pane, pasted);
      await enterDelay.wait(text.length);
      await submit(tmux, pane, agent, text, handover);
      return true;
    }
  }

  async function interrupt(agent: Agent, signal?: AbortSignal): Promise<void> {
    const pane = paneOf(agent);
    await queue(keyOf(pane), press, signal);

    async function press(): Promise<void> {
      const tmux = serverOf(pane);
      await checkPane(tmux, pane, agent);
      const before = await screenOf(tmux, pane);
      await tmux.run(["send-keys", "-t", pane.id, "Escape"], signal);
      await untilStopped(tmux, pane, before);
    }
  }

  /**
   * An agent that is stopped before it said anything puts its last prompt back into the input line.
   * The next text would be appended to it, so wait until that has happened and can be seen.
   */
  async function untilStopped(tmux: TmuxClient, pane: Pane, before: string): Promise<void> {
    const end = performance.now() + stopsWithinMs;
    let [last, since] = [before, performance.now()];
    const isStill = () => last !== before && performance.now() - since >= stillForMs;
    while (performance.now() < end && !isStill()) {
      await sleep(LOOK_EVERY_MS);
      const now = await screenOf(tmux, pane);
      if (now !== last) [last, since] = [now, performance.now()];
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([...servers.values()].map((tmux) => tmux.close()));
  }

  function serverOf({ socketPath }: Pane): TmuxClient {
    if (isClosed) throw new AgentUnreachable("no_tmux");
    const tmux = servers.get(socketPath) ?? openTmuxClient({ ...options, socketPath });
    servers.set(socketPath, tmux);
    return tmux;
  }
}

/**
 * A text sent a moment ago may still be in the prompt. A person's draft stays there: give up then.
 */
async function untilPromptIsEmpty(tmux: TmuxClient, pane: Pane): Promise<void> {
  const end = performance.now() + PROMPT_CLEARS_WITHIN_MS;
  while (!(await isPromptEmpty(tmux, pane))) {
    if (performance.now() >= end) throw new AgentUnreachable("draft");
    await sleep(LOOK_EVERY_MS);
  }
}

async function isPromptEmpty(tmux: TmuxClient, pane: Pane): Promise<boolean> {
  return draftOn(await screenOf(tmux, pane, ["-e"])) === "";
}

/**
 * Bracketed if the agent asked for it (-p), line breaks kept (-r), buffer deleted afterwards (-d).
 */
async function paste(tmux: TmuxClient, pane: Pane, text: string): Promise<void> {
  const buffer = `askline-${randomUUID()}`;
  await tmux.loadBuffer(buffer, text);
  try {
    await tmux.run(["paste-buffer", "-p", "-r", "-d", "-b", buffer, "-t", pane.id]);
  } catch (error) {
    await tmux.run(["delete-buffer", "-b", buffer]).catch(() => undefined);
    throw error;
  }
}

/**
 * Checks again: since the paste, the agent may have exited or opened a dialog that Enter would
 * answer.
 */
async function submit(
  tmux: TmuxClient,
  pane: Pane,
  agent: Agent,
  text: string,
  { maySubmit }: Handover,
): Promise<void> {
  if (maySubmit !== undefined && !(await maySubmit())) throw new LeftUnsent(DETAILS.turned_away);
  try {
    await checkPane(tmux, pane, agent);
  } catch (error) {
    throw new LeftUnsent(DETAILS.left, { cause: error });
  }
  if (showsDialog(agent.client, await screenOf(tmux, pane), text))
    throw new LeftUnsent(DETAILS.turned_away);
  await tmux.run(["send-keys", "-t", pane.id, "Enter"]);
}

async function screenOf(
  tmux: TmuxClient,
  { id }: Pane,
  flags: readonly string[] = [],
): Promise<string> {
  return tmux.query(["capture-pane", "-p", ...flags, "-t", id]).catch((cause: unknown) => {
    throw new AgentUnreachable("no_tmux", { cause });
  });
}

function paneOf(agent: Agent): Pane {
  if (agent.pane === null || !hasWayIn(agent)) throw new AgentUnreachable("no_pane");
  return agent.pane;
}

function keyOf({ socketPath, id }: Pane): string {
  return `${socketPath} ${id}`;
}
