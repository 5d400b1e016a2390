/** The question beside the list, or in its place where there is no room for both. */
import { useEffect, useRef } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { useStore } from "../../shared/store.ts";
import { LazyAgent } from "../agent/lazy-agent.tsx";
import { QuestionPane, useChoice } from "../question/question-pane.tsx";
import { useWidth } from "./width.ts";

/** What a key or a chip of the list meant, to be done once the question is there. */
export interface Intent {
  id: string;
  optionId?: string;
  /** Asks at once whether it is meant. */
  confirms?: boolean;
  /** A key for the question itself, such as `t` for own words. */
  key?: string;
}

export interface PaneHostProps {
  id: string;
  intent: Intent | null;
  onIntentDone(): void;
  onSettled(ask: Ask, isFromHere: boolean): void;
  onSnoozed(): void;
}

export function PaneHost({ id, intent, onIntentDone, onSettled, onSnoozed }: PaneHostProps) {
  const choice = useChoice(id);
  const { page, form } = useStore(choice.state);
  const place = useRef<HTMLDivElement>(null);
  const isWide = useWidth() === "wide";
  const isReady = form !== null;
  useEffect(() => {
    if (!isReady || intent === null || intent.id !== id) return;
    onIntentDone();
    const { optionId, confirms = false, key } = intent;
    if (optionId !== undefined) {
      choice.act({ type: "goTo", index: 0 });
      choice.act({ type: "pick", questionIndex: 0, optionId }, { goesOn: false });
      if (confirms) choice.act({ type: "submit" });
      else requestAnimationFrame(() => focusIn(place.current, PICKED));
    } else if (key === "t") focusIn(place.current, "textarea, input[type=text]");
    else if (key !== undefined) dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    else focusIn(place.current, FIRST);
  }, [isReady, intent, id, choice, onIntentDone]);
  return (
    <>
      <div ref={place} class="pane-in">
        <QuestionPane
          choice={choice}
          isBeside
          onSettled={onSettled}
          onSnoozed={onSnoozed}
          agentLine={!isWide && page !== null && <LazyAgent ask={page.ask} isFolded />}
        />
      </div>
      {page !== null && isWide && (
        <div class="aside">
          <LazyAgent ask={page.ask} isFolded={false} />
        </div>
      )}
    </>
  );
}

const PICKED = "input:checked, [aria-pressed=true], [aria-checked=true]";
const FIRST = "input:checked, input:not([type=hidden]), textarea, button";

function focusIn(place: HTMLElement | null, selector: string) {
  place?.querySelector<HTMLElement>(selector)?.focus();
}
