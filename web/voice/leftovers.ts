/**
 * Sends what waits in outboxes of places that are not on the screen: words are on their way also
 * when the person has gone back to the list, or opened the page anew.
 */
import { keysWith } from "../shared/memory.ts";
import { failureInWords } from "./failure.ts";
import { dropFile } from "./kept-files.ts";
import { wordsIn } from "./messages.ts";
import { OUTBOX_KEY, type Outgoing, recallOutbox, rememberOutbox } from "./outbox.ts";
import { post } from "./post.ts";
import { localeNow, settings } from "./settings.ts";

const EVERY_MS = 5_000;
const onScreen = new Set<string>();
let isBusy = false;

/** Its own sender takes care of the place until this is undone. */
export function takeOver(place: number | string): () => void {
  onScreen.add(String(place));
  return () => {
    onScreen.delete(String(place));
    void sendLeftovers();
  };
}

export function followLeftovers() {
  addEventListener("online", () => void sendLeftovers());
  setInterval(() => void sendLeftovers(), EVERY_MS);
  void sendLeftovers();
}

async function sendLeftovers() {
  if (isBusy || !navigator.onLine) return;
  isBusy = true;
  try {
    for (const key of keysWith(OUTBOX_KEY)) await sendAllOf(key.slice(OUTBOX_KEY.length));
  } finally {
    isBusy = false;
  }
}

async function sendAllOf(place: string) {
  for (;;) {
    const outbox = recallOutbox(place);
    const next = outbox.find(({ state }) => state === "waiting");
    if (next === undefined || onScreen.has(place)) return;
    rememberOutbox(place, changed(outbox, next, { isTried: true }));
    const posted = await post(next);
    // The person may have come back meanwhile, and that sender tries again.
    if (posted.kind === "no_answer" || onScreen.has(place)) return;
    const rest = recallOutbox(place);
    rememberOutbox(
      place,
      after(rest, next, posted.kind === "refused" ? refusal(posted) : unread(posted)),
    );
  }
}

/** What was done leaves the outbox; what needs the person stays there with the reason. */
function after(outbox: Outgoing[], sent: Outgoing, note: string | null): Outgoing[] {
  if (note !== null) return changed(outbox, sent, { state: "failed", note });
  if (sent.file !== null) void dropFile(sent.messageId);
  return outbox.filter(({ key }) => key !== sent.key);
}

function refusal({ failure }: { failure: Parameters<typeof failureInWords>[0] }): string {
  return failureInWords(failure, wordsIn(localeNow(settings.get()))).join(" ");
}

function unread(posted: Awaited<ReturnType<typeof post>>): string | null {
  if (posted.kind !== "command") return null;
  const { outcome, status_line: line } = posted.reply;
  const isDone = ["answered", "delivered", "next_question", "cancelled", "sent_back"].includes(
    outcome,
  );
  return isDone ? null : line;
}

function changed(outbox: Outgoing[], sent: Outgoing, change: Partial<Outgoing>): Outgoing[] {
  return outbox.map((one) => (one.key === sent.key ? { ...one, ...change } : one));
}
