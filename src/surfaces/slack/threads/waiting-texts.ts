/** The texts that wait in a thread for its agent: put in line, revised, or taken back. Pure. */
import type { Thread, ThreadText } from "./thread-store.ts";

/** Queued behind what the agent works on, or behind the answer that it waits for. */
export function withText(thread: Thread, given: Omit<ThreadText, "state">): Thread {
  const taken = [...thread.taken, given.id];
  const isEmpty = given.text.trim() === "" && given.context === undefined;
  if (isEmpty && given.files === undefined) return { ...thread, taken };
  const isWaiting = thread.texts.length > 0 || thread.askId !== null;
  const isMarked = isWaiting && !given.id.startsWith("shortcut ");
  const queued = { ...given, state: "queued" as const, ...(isMarked && { isMarked }) };
  return { ...thread, taken, texts: [...thread.texts, queued] };
}

export function waits({ texts }: Thread, id: string): boolean {
  return texts.some((one) => one.id === id && one.state === "queued");
}

/** `words` are null if the message is gone. What the agent was given already stays. */
export function withRevised(thread: Thread, id: string, words: string | null): Thread {
  const texts = thread.texts.flatMap((one) => {
    if (one.id !== id || one.state !== "queued") return [one];
    const isGone = words === null || (words.trim() === "" && one.files === undefined);
    return isGone ? [] : [{ ...one, text: words }];
  });
  return { ...thread, texts };
}
