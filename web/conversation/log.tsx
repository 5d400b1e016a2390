/**
 * The conversation with an agent, on every page that shows one: what was said, oldest first, and
 * the work between folded.
 */
import type { ComponentChildren } from "preact";
import type { Locale } from "../../src/core/locale.ts";
import { Bubble } from "./bubble.tsx";
import { Counts, StepLine } from "./steps.tsx";
import { partsOf, type Said, type Step, sumOf, type Work } from "./talk.ts";
import { conversationWords } from "./words.ts";
import "./conversation.css";

interface LogProps<Turn extends Said> {
  turns: readonly Turn[];
  /** Its tool calls, where they are known. */
  steps?: readonly Step[];
  locale: Locale;
  /** How far the person's words got. */
  footOf?: (turn: Turn) => ComponentChildren;
}

export function ConversationLog<Turn extends Said>(props: LogProps<Turn>) {
  const { turns, steps = [], locale, footOf = () => null } = props;
  const bubble = (turn: Turn) => (
    <Bubble key={`turn-${turn.id}`} said={turn} locale={locale} foot={footOf(turn)} />
  );
  return (
    <ol class="chat" aria-label={conversationWords(locale).conversation}>
      {partsOf(turns, steps).map((part) =>
        "turn" in part ? (
          bubble(part.turn)
        ) : (
          <Folded key={keyOf(part.work[0])} work={part.work} locale={locale} bubble={bubble} />
        ),
      )}
    </ol>
  );
}

interface FoldedProps<Turn extends Said> {
  work: Work<Turn>[];
  locale: Locale;
  bubble(turn: Turn): ComponentChildren;
}

function Folded<Turn extends Said>({ work, locale, bubble }: FoldedProps<Turn>) {
  const say = conversationWords(locale);
  const { count, minutes, ...lines } = sumOf(work);
  return (
    <li class="work">
      <details class="work-fold">
        <summary>
          <span>{say.steps(count, minutes)}</span> <Counts {...lines} />
        </summary>
        <ol class="chat">
          {work.map((one) =>
            "turn" in one ? (
              bubble(one.turn)
            ) : (
              <StepLine key={keyOf(one)} step={one.step} say={say} />
            ),
          )}
        </ol>
      </details>
    </li>
  );
}

/** A run of work is known by what it began with. */
function keyOf(one: Work<Said> | undefined): string {
  if (one === undefined) return "";
  return "turn" in one ? `work-${one.turn.id}` : `work-${one.step.at}-${one.step.what}`;
}
