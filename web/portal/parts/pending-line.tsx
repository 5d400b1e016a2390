/** "Not sent yet", with the way to take it back, in the place of what can be said otherwise. */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Said } from "../../shared/said.tsx";
import { useStore } from "../../shared/store.ts";
import { frameWords } from "./frame-words.ts";
import { useText } from "./messages.ts";
import { HELD_MS, type Held, pending, undo } from "./pending.ts";

export function PendingLine({ id, otherwise }: { id: string; otherwise: VNode }) {
  const { held } = useStore(pending);
  const one = held.get(id);
  return one === undefined ? otherwise : <NotSentYet held={one} />;
}

function NotSentYet({ held }: { held: Held }) {
  const { locale } = useText();
  const say = frameWords(locale).pending;
  const left = useSecondsLeft(held);
  return (
    <div class="pending">
      <span class="ring" aria-hidden="true" />
      <span class="ring-word" aria-hidden="true">
        {say.seconds(left)}
      </span>
      <span class="grow cut" role="status">
        {say.notSentYet}{" "}
        {held.kind === "own_words" ? (
          <>
            “<Said text={held.words} />”
          </>
        ) : (
          <Said text={held.words} />
        )}
      </span>
      <button type="button" class="quiet small" onClick={() => undo(held.id)}>
        {say.undo} <kbd>u</kbd>
      </button>
    </div>
  );
}

function useSecondsLeft({ since }: Held): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((since + HELD_MS - now) / 1000));
}
