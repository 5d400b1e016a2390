/** The hub's reply to the person's words, in writing, with the possible next steps. */
import type { ComponentChildren } from "preact";
import type { Speakable } from "../../src/surfaces/voice/wire/wire.ts";
import { Cross } from "./icons.tsx";
import { useText } from "./messages.ts";

interface SpokenProps {
  said: string;
  words: Speakable;
  onClose(): void;
  children?: ComponentChildren;
}

export function Spoken({ said, words, onClose, children }: SpokenProps) {
  const text = useText();
  const next = words.next_action === "none" ? [] : words.next_action;
  return (
    <section class="spoken" aria-label={words.status_line}>
      <button type="button" class="icon spoken-close" aria-label={text.close} onClick={onClose}>
        <Cross />
      </button>
      {said !== "" && <p class="muted">{text.youSaid(said)}</p>}
      <p class="spoken-status">{words.status_line}</p>
      {words.results.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {next.length > 0 && <p class="muted">{next.join(" ")}</p>}
      {children}
    </section>
  );
}
