/** The turns, oldest first; older pages load while the person scrolls up. */
import { useEffect, useRef } from "preact/hooks";
import type { VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";
import { ConversationLog } from "../conversation/log.tsx";
import { OutgoingBubble, Progress } from "./bubble.tsx";
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
      <ConversationLog
        turns={turns.map(saidIn)}
        locale={text.locale}
        footOf={({ delivery }) =>
          delivery !== null && <Progress state={delivery.state} note={delivery.detail ?? ""} />
        }
      />
    </>
  );
}

function saidIn({ turn_id: id, actor, intent, text, timestamp: at, delivery }: VoiceTurn) {
  return {
    id,
    by: actor === "USER" ? ("me" as const) : ("agent" as const),
    intent,
    text,
    at,
    delivery,
  };
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
