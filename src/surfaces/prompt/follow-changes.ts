/** What other processes change while a prompt is open: its deadline, and the person's settings. */
import type { Ask } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Interaction, InteractionSettings } from "../../desk/interaction.ts";

export interface Changes {
  ask: Ask;
  saved: Interaction;
}

// Where the system gives no events, and for what they missed.
const LOOK_ANYWAY_MS = 5_000;

export interface Following {
  look(): void;
  close(): void;
}

/** Calls back whenever something may have changed, until it is closed. */
export function followChanges(
  id: string,
  { desk, interaction }: { desk: Desk; interaction: InteractionSettings },
  listener: (now: Changes) => void,
): Following {
  const closing = new AbortController();
  const timer = setInterval(look, LOOK_ANYWAY_MS);
  const stopWatching = interaction.watch(look);
  desk.wait(id, { signal: closing.signal, onPending: look }).catch(() => undefined);
  return { look, close };

  function close() {
    closing.abort();
    clearInterval(timer);
    stopWatching();
  }

  /** What cannot be read now is read the next time. */
  function look() {
    Promise.all([desk.load(id), interaction.load()]).then(
      ([ask, saved]) => {
        if (!closing.signal.aborted) listener({ ask, saved });
      },
      () => undefined,
    );
  }
}
