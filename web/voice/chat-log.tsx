/** The turns, oldest first; older pages load while the person scrolls up. */
import { useEffect, useRef } from "preact/hooks";
import type { VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";
import { OutgoingBubble, TurnBubble } from "./bubble.tsx";
import type { Conversation } from "./conversation.ts";
import type { ConversationState } from "./conversation-state.ts";
import { useText } from "./messages.ts";

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
        {turns.map((turn) => (
          <TurnBubble key={`turn-${turn.turn_id}`} turn={turn} />
        ))}
      </ol>
    </>
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
export function Outbox({ conversation, state }: ChatLogProps) {
  const text = useText();
  if (state.outbox.length === 0) return null;
  return (
    <ol class="chat" aria-label={text.onTheirWay}>
      {state.outbox.map((sent) => (
        <OutgoingBubble
          key={sent.key}
          sent={sent}
          onRetry={() => void conversation.retry(sent.key)}
          onForget={() => conversation.forget(sent.key)}
        />
      ))}
    </ol>
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
