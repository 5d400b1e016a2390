/** The turns, oldest first; older pages load while the person scrolls up. */
import { useEffect, useRef } from "preact/hooks";
import type { VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";
import { OutgoingBubble, TurnBubble } from "./bubble.tsx";
import type { Conversation } from "./conversation.ts";
import type { ConversationState } from "./conversation-state.ts";
import { useText } from "./messages.ts";
import { untried } from "./outbox.ts";

interface ChatLogProps {
  conversation: Conversation;
  state: ConversationState;
}

export function ChatLog({ conversation, state }: ChatLogProps) {
  const text = useText();
  const { outbox, hasMore, isLoadingOlder, question } = state;
  const turns = state.turns.filter(
    (turn) => turn.turn_id !== question?.turn_id || staysInLog(turn),
  );
  if (turns.length === 0 && outbox.length === 0)
    return question === null ? <p class="muted chat-edge">{text.nothingSaid}</p> : null;
  return (
    <>
      {hasMore ? (
        <Older isLoading={isLoadingOlder} onWanted={conversation.loadOlder} />
      ) : (
        <p class="muted chat-edge">{text.beginning}</p>
      )}
      <ol class="chat" aria-label={text.conversation}>
        {folded(turns).map((item) =>
          "steps" in item ? (
            <Steps key={`steps-${item.steps[0]?.turn_id}`} steps={item.steps} />
          ) : (
            <TurnBubble key={`turn-${item.turn_id}`} turn={item} />
          ),
        )}
      </ol>
    </>
  );
}

interface FoldedSteps {
  steps: VoiceTurn[];
}

/** What the agent said on its way folds to one line once it said something else. */
function folded(turns: readonly VoiceTurn[]): (VoiceTurn | FoldedSteps)[] {
  const items: (VoiceTurn | FoldedSteps)[] = [];
  for (const turn of turns) {
    const last = items.at(-1);
    if (turn.intent !== "PROGRESS") items.push(turn);
    else if (last !== undefined && "steps" in last) last.steps.push(turn);
    else items.push({ steps: [turn] });
  }
  const end = items.at(-1);
  return items.flatMap((item) => {
    if (!("steps" in item)) return [item];
    // The last of a run that goes on stays to be read; a single step needs no fold.
    const [shown, hidden] =
      item === end ? [item.steps.slice(-1), item.steps.slice(0, -1)] : [[], item.steps];
    return hidden.length > 1 ? [{ steps: hidden }, ...shown] : [...hidden, ...shown];
  });
}

function Steps({ steps }: { steps: VoiceTurn[] }) {
  const text = useText();
  return (
    <li class="steps">
      <details class="folded">
        <summary>{text.steps(steps.length)}</summary>
        <ol class="chat">
          {steps.map((turn) => (
            <TurnBubble key={`turn-${turn.turn_id}`} turn={turn} />
          ))}
        </ol>
      </details>
    </li>
  );
}

/**
 * Whether the turn stays in the log although the open question has a card of its own: a question in
 * the agent's own words is the end of a longer text.
 */
function staysInLog({ question_source_type: kind }: VoiceTurn): boolean {
  return kind === "free_text" || kind === "user_choice";
}

/**
 * The person's words that are not turns yet. They come last, below the
 * question that they may answer.
 */
export function Outbox({
  conversation,
  state: { outbox, question },
  onTakeBack,
}: ChatLogProps & { onTakeBack(): void }) {
  const text = useText();
  if (outbox.length === 0) return null;
  const next = outbox.find(({ state }) => state === "waiting");
  const back = untried(outbox).length;
  return (
    <>
      <ol class="chat" aria-label={text.onTheirWay}>
        {outbox.map((sent) => (
          <OutgoingBubble
            key={sent.key}
            sent={sent}
            isNext={sent === next}
            mayRetry={question?.can_be_answered !== false}
            onRetry={() => void conversation.retry(sent.key)}
            onForget={() => conversation.forget(sent.key)}
          />
        ))}
      </ol>
      {back > 0 && (
        <button type="button" class="quiet take-back" onClick={onTakeBack}>
          {text.takeBack(back)}
        </button>
      )}
      {back > 0 && question !== null && <p class="note calm">{text.lastSeenNote}</p>}
    </>
  );
}

/** A button for fingers and keys, which also presses itself when it scrolls into view. */
function Older({ isLoading, onWanted }: { isLoading: boolean; onWanted(): Promise<void> }) {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    if (isLoading || element === null) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && void onWanted(), {
      root: element.closest("main"),
      rootMargin: "300px 0px 0px",
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isLoading, onWanted]);
  return (
    <button
      type="button"
      ref={button}
      class="quiet chat-edge"
      disabled={isLoading}
      onClick={() => void onWanted()}
    >
      {isLoading ? text.loadingOlder : text.older}
    </button>
  );
}
