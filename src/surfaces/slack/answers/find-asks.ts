/** Which open questions a message in Slack can be about, by where it was written. */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { type Copy, type Forms, messagesOf } from "../cards/form-state.ts";
import type { Threads } from "../threads/threads.ts";
import { readTyped } from "./typed-reply.ts";

export interface FindAsks {
  /** The open questions whose card started the thread, or that were asked in it. */
  inThread(channel: string, root: string): string[];
  /** The open questions that were asked outside of any thread, or those of them asked in words. */
  inChannel(channel: string, only?: "in words"): Ask[];
  /**
   * Outside a thread only a plain choice counts as an answer, and only if one question is open in
   * the channel.
   */
  onlyAskIn(channel: string, text: string): string | null;
}

export interface FindAsksParts {
  forms: Forms;
  threads: Pick<Threads, "openAsk">;
  known: (id: string) => Ask | undefined;
}

export function createFindAsks({ forms, threads, known }: FindAsksParts): FindAsks {
  return { inThread, inChannel, onlyAskIn };

  function inThread(channel: string, root: string): string[] {
    const bound = threads.openAsk(channel, root);
    // Nobody can have meant an ask that was not put yet.
    const isOpen = bound !== null && known(bound) !== undefined && !isOver(bound);
    const shown = shownBy(
      (copy) =>
        copy.channel === channel && (copy.threadTs === root || messagesOf(copy).includes(root)),
    );
    return [...new Set([...(isOpen ? [bound] : []), ...shown])];
  }

  function inChannel(channel: string, only?: "in words"): Ask[] {
    const isThere = (copy: Copy) =>
      copy.channel === channel && copy.threadTs === undefined && (!only || copy.isText);
    return shownBy(isThere).flatMap((id) => known(id) ?? []);
  }

  function onlyAskIn(channel: string, text: string): string | null {
    const [id, ...others] = shownBy((copy) => copy.channel === channel);
    const ask = id === undefined || others.length > 0 ? undefined : known(id);
    if (ask === undefined) return null;
    const read = readTyped(forms.open(ask).state, text);
    const isChoice =
      read.kind === "filled" && read.form.entries.every(({ text: own }) => own === "");
    return isChoice ? ask.id : null;
  }

  function shownBy(isThere: (copy: Copy) => boolean): string[] {
    return forms
      .all()
      .filter(({ formId, isClosed }) => !isClosed && !isOver(formId))
      .filter(({ copies }) => copies.some(isThere))
      .map(({ formId }) => formId);
  }

  /** Settled, although its card may not show that yet. */
  function isOver(askId: string): boolean {
    const ask = known(askId);
    return ask !== undefined && isSettled(ask);
  }
}
