/**
 * Carries out the side effects that the model asks for, on the desk, the disk and the terminal.
 * Results come back as events.
 */
import type { AgentLine } from "../../agents/roster.ts";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../../core/ask/errors.ts";
import { untilTaken } from "../../desk/acknowledge.ts";
import type { Decider, Desk } from "../../desk/desk.ts";
import type { InteractionChange, InteractionSettings } from "../../desk/interaction.ts";
import { copyToClipboard } from "./clipboard.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import type { MemoryFile } from "./model/memory.ts";
import type { Messages } from "./model/messages.ts";
import type { InboxEvent, InboxState, Wish } from "./model/state.ts";

export interface WishParts {
  desk: Desk;
  interaction: InteractionSettings;
  memory: MemoryFile;
  drafts: DraftKeeper;
  text: Messages;
  by: Decider;
  happen: (event: InboxEvent) => void;
  stateNow: () => InboxState;
  browse: (askId: string) => Promise<string | null>;
  agents: AgentsPort;
  onArrived: (asks: readonly Ask[]) => void;
  write: (bytes: string) => void;
  environment: NodeJS.ProcessEnv;
  redraw: () => void;
  suspend: () => void;
  leave: () => void;
}

/** Lists the agents of this machine and sends them texts. */
export interface AgentsPort {
  read(): Promise<AgentLine[]>;
  /** Returns a sentence about the delivery. Throws if the text was refused. */
  send(agentId: number, text: string): Promise<string>;
}

const AGENTS_ANEW_MS = 1_000;

export interface Wishes {
  grant(wish: Wish): void;
  /** Resolves when everything that was started has ended, successfully or not. */
  granted(): Promise<unknown>;
}

export function grantWishes(parts: WishParts): Wishes {
  const { desk, interaction, memory, drafts, text, by, happen, stateNow } = parts;
  const { browse, agents, onArrived, write, environment, redraw, suspend, leave } = parts;
  const pending = new Set<Promise<unknown>>();
  let isColoured = false;
  return { grant, granted: () => Promise.allSettled([...pending]) };

  function grant(wish: Wish) {
    switch (wish.type) {
      case "loadDraft":
        return run(openForm(wish));
      case "saveDraft":
        return drafts.saveSoon(wish.id, wish.page);
      case "answer":
        // The form has asked for a second key before it submits what destroys.
        return settle(wish.id, desk.answer(wish.id, wish.reply, { ...by, confirmed: true }));
      case "reject":
        return settle(wish.id, desk.reject(wish.id, wish.rejection, by));
      case "extend":
        return run(
          desk.extend(wish.id, wish.seconds).then((ask) => happen({ type: "extended", ask })),
        );
      case "remember":
        return run(memory.change(wish.how));
      case "prefer":
        return run(prefer(wish.id, wish.change));
      case "browse":
        return run(
          browse(wish.id).then((address) => {
            if (address !== null) happen({ type: "told", message: text.noBrowser(address) });
          }),
        );
      case "copy":
        return copyToClipboard(wish.text, { write, environment });
      case "readHistory":
        return run(readHistory());
      case "readAgents":
        return run(readAgents());
      case "sendText":
        return run(
          agents
            .send(wish.agentId, wish.text)
            .then((message) => happen({ type: "textSent", agentId: wish.agentId, message })),
        );
      case "loadHighlighter":
        return run(colourCode());
      case "arrived":
        return onArrived(wish.asks);
      case "redraw":
        return redraw();
      case "suspend":
        return suspend();
      case "quit":
        return leave();
    }
  }

  async function openForm({ id, known }: Extract<Wish, { type: "loadDraft" }>) {
    await readMarkdown();
    run(readEvidence(id));
    happen({ type: "drafted", id, known, draft: await drafts.load(id) });
  }

  /** Loaded for permissions alone: judging and comparing are a large part of ours. */
  async function readEvidence(id: string) {
    const ask = stateNow().asks.get(id);
    if (ask?.dialog?.kind !== "permission" || stateNow().evidence.has(id)) return;
    const [{ evidenceOf }, { readShortText }] = await Promise.all([
      import("../../agents/dialogs/evidence/evidence.ts"),
      import("../../agents/clients/claude-code/written-plan.ts"),
    ]);
    // What cannot be read or compared is shown by the prompt.
    const evidence = await evidenceOf(ask, {
      locale: text.form.locale,
      readText: readShortText,
    }).catch(() => null);
    if (evidence !== null) happen({ type: "evidence", id, evidence });
  }

  async function readHistory() {
    await readMarkdown();
    const asks = await desk.list({ status: "settled" });
    happen({ type: "historyRead", asks: asks.filter(isSettled) });
  }

  /** Another process writes the log, so it is read again as long as the page is shown. */
  async function readAgents() {
    happen({ type: "agentsRead", lines: await agents.read() });
    setTimeout(() => {
      if (stateNow().page === "agents") run(readAgents());
    }, AGENTS_ANEW_MS).unref();
  }

  /** A new time limit also applies to the ask that is open. */
  async function prefer(id: string, change: InteractionChange) {
    happen({ type: "preferred", interaction: await interaction.save(change) });
    if (typeof change.timeoutSeconds === "number") {
      happen({ type: "extended", ask: await desk.extend(id, change.timeoutSeconds) });
    }
  }

  /**
   * The markdown reader is a chunk of its own, so that the list is on the screen before it is
   * loaded.
   */
  async function readMarkdown() {
    const { markdownRows } = await import("../../terminal/text/markdown.ts");
    if (stateNow().markdown === null)
      happen({ type: "reader", markdown: markdownRows, highlight: null });
  }

  async function colourCode() {
    if (isColoured) return;
    isColoured = true;
    const [{ markdownRows }, { highlight }] = await Promise.all([
      import("../../terminal/text/markdown.ts"),
      import("./highlight.ts"),
    ]);
    happen({
      ...{ type: "reader", highlight },
      markdown: (text, width) => markdownRows(text, width, highlight),
    });
  }

  /**
   * If the ask is already settled, that outcome is shown. After any other error the form is
   * restored.
   */
  function settle(id: string, settling: Promise<Ask>) {
    const told = settling.then(
      async (ask) => {
        await drafts.clear(id);
        happen({ type: "settledHere", ask });
        void sayIfUntaken(ask);
      },
      (error: Error) => {
        if (error instanceof AlreadySettled)
          return happen({ type: "settledElsewhere", ask: error.ask });
        happen({ type: "failed", id, message: text.notKept(error) });
        return lookAgain(id);
      },
    );
    track(told);
  }

  /** Leaving the inbox does not wait for it, and the closed desk then ends the wait. */
  async function sayIfUntaken(ask: Ask) {
    const latest = await untilTaken(ask, desk).catch(() => null);
    if (latest !== null && isSettled(latest)) happen({ type: "untaken", ask: latest });
  }

  /**
   * Changes of an ask are ignored while an answer to it is being sent, so read it again afterwards.
   */
  async function lookAgain(id: string) {
    const ask = await desk
      .load(id)
      .catch((error) => (error instanceof AskNotFound ? null : undefined));
    if (ask !== undefined) happen({ type: "changed", id, ask });
  }

  function run(work: Promise<unknown>) {
    track(
      work.catch((error: Error) =>
        happen({ type: "failed", id: null, message: text.failed(error) }),
      ),
    );
  }

  function track(work: Promise<unknown>) {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }
}
