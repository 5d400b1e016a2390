/** `/voice/agents/{id}`: the conversation with one agent, and its question. */
import { useRef } from "preact/hooks";
import { wordEffect } from "../../src/core/ask/effect-words.ts";
import { safeLine, safeText } from "../../src/core/safety/safe-text.ts";
import { CopyButton } from "../shared/copy-button.tsx";
import { Link } from "../shared/link.tsx";
import { useStore } from "../shared/store.ts";
import { ChatLog, Outbox } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import type { ConversationState } from "./conversation-state.ts";
import { useDraft } from "./draft.ts";
import { Frame } from "./frame.tsx";
import { ArrowBack, Sliders } from "./icons.tsx";
import { useKeptScroll } from "./kept-scroll.ts";
import { useLasting } from "./lasting.ts";
import { type Messages, useText } from "./messages.ts";
import { targetOf, targetOfReply } from "./question.ts";
import { QuestionCard } from "./question-card.tsx";
import { ReplyCard } from "./reply-card.tsx";
import { AGENTS_PATH } from "./route.ts";
import { Settings } from "./settings-dialog.tsx";
import { stateOf } from "./state-words.ts";
import { subjectOf, useConversation } from "./use-conversation.ts";
import { useWakeLock } from "./wake-lock.ts";

export function ConversationView({ agentId }: { agentId: number }) {
  const text = useText();
  const middle = useRef<HTMLElement>(null);
  const scroll = useKeptScroll(middle, ".bubble");
  const talking = useConversation({ agentId }, scroll.toEnd);
  const { conversation, news, listenCalls, hasChanged, takenBack } = talking;
  const state = useStore(conversation.state);
  useWakeLock();
  const { about, question, reply, hasEnded, seenAt } = state;
  const isBusy = isAnswering(state);
  // Only the agent's own terminal takes an answer, so nothing here offers to.
  const isMute = useLasting(question !== null && !question.can_be_answered);

  return (
    <Frame
      before={
        <Link to={AGENTS_PATH} class="back">
          <ArrowBack />
          <span class="unseen">{text.back}</span>
        </Link>
      }
      heading={safeLine(about?.project_name ?? "Askline")}
      state={
        <>
          {about !== null && (
            <span class="badge agent-state" data-state={about.state} role="status">
              {stateOf(about, text)}
            </span>
          )}
          <Settings icon={<Sliders />} />
        </>
      }
      connection={state.connection}
      failure={state.failure}
      seenAt={seenAt}
      news={news}
      middle={middle}
      below={
        <>
          {!scroll.isAtEnd && (
            <button type="button" class="small newest" onClick={scroll.toEnd}>
              {text.newest}
            </button>
          )}
          <p role="alert" class={state.unused !== null || hasChanged ? "composer-note" : ""}>
            {hasChanged ? text.hasChanged : state.unused && unusedInWords(state.unused, text)}
          </p>
          {hasEnded && <p class="muted chat-edge">{text.ended}</p>}
          {hasEnded && <LeftWords place={agentId} />}
          {about !== null && !hasEnded && !isMute && (
            <Composer
              place={agentId}
              label={question === null ? text.writeToAgent : text.answerHere}
              placeholder={question === null ? text.write : text.answerHere}
              listenCalls={listenCalls}
              subject={subjectOf(question)}
              takenBack={takenBack}
              onSend={talking.sayTo}
              onFile={(file, caption) => void conversation.upload(file, caption)}
            />
          )}
        </>
      }
    >
      <div class="conversation">
        {about === null && state.failure === null && <p class="muted late">{text.loading}</p>}
        {about !== null && <ChatLog conversation={conversation} state={state} />}
        {question !== null && reply?.words.confirmation == null && (
          <QuestionCard
            question={question}
            isBusy={isBusy}
            onChoose={(options) => talking.choose(options, targetOf(question))}
            onRead={conversation.readQuestion}
          />
        )}
        <Outbox conversation={conversation} state={state} onTakeBack={talking.takeBack} />
        {reply !== null && (
          <ReplyCard
            reply={reply}
            isBusy={isBusy}
            onChoose={(option) => talking.choose([option], targetOfReply(reply.words))}
            onSay={talking.say}
            onClose={conversation.dismissReply}
          />
        )}
      </div>
    </Frame>
  );
}

/** An answer is on its way. A second one has to wait for its result. */
export function isAnswering({ outbox }: ConversationState): boolean {
  return outbox.some(
    ({ state, file }) => file === null && (state === "sending" || state === "waiting"),
  );
}

/** Words that were begun for an agent which has ended: nobody takes them here any more. */
export function LeftWords({ place }: { place: number | string }) {
  const text = useText();
  const [draft, setDraft] = useDraft(place);
  if (draft.trim() === "") return null;
  return (
    <section class="left-words" aria-label={text.leftWords}>
      <p class="bubble-text" dir="auto">
        {safeText(draft)}
      </p>
      <div class="row-of">
        <CopyButton text={draft} label={text.copy} doneLabel={text.copied} />
        <button type="button" class="quiet" onClick={() => setDraft("")}>
          {text.remove}
        </button>
      </div>
    </section>
  );
}

/** What the agent did instead, or only that it went on. */
function unusedInWords(unused: NonNullable<ConversationState["unused"]>, text: Messages): string {
  const words = wordEffect(unused, text.locale);
  return words === null ? text.tooLate : `${safeLine(words)}.`;
}
