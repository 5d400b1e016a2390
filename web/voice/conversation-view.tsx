/** `/voice/agents/{id}`: the conversation with one agent, and its question. */
import { useEffect, useRef, useState } from "preact/hooks";
import { wordEffect } from "../../src/core/ask/effect-words.ts";
import { safeLine, safeText } from "../../src/core/safety/safe-text.ts";
import type {
  CommandBody,
  QuestionReply,
  Speakable,
  VoiceOption,
} from "../../src/surfaces/voice/wire/wire.ts";
import { CopyButton } from "../shared/copy-button.tsx";
import { Link } from "../shared/link.tsx";
import { useStore } from "../shared/store.ts";
import { ChatLog, Outbox } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import { type Conversation, openConversation } from "./conversation.ts";
import type { ConversationState } from "./conversation-state.ts";
import { useDraft } from "./draft.ts";
import { Frame } from "./frame.tsx";
import { ArrowBack } from "./icons.tsx";
import { useKeptScroll } from "./kept-scroll.ts";
import { type Messages, useText } from "./messages.ts";
import { nameOf, targetOf, targetOfReply } from "./question.ts";
import { QuestionCard } from "./question-card.tsx";
import { ReplyCard } from "./reply-card.tsx";
import { AGENTS_PATH } from "./route.ts";
import { settings } from "./settings.ts";
import { speaker } from "./speaker.ts";
import { stateOf } from "./state-words.ts";
import { useWakeLock } from "./wake-lock.ts";

export function ConversationView({ agentId }: { agentId: number }) {
  const text = useText();
  const middle = useRef<HTMLElement>(null);
  const { conversation, news, listenCalls } = useConversation(agentId);
  const state = useStore(conversation.state);
  const scroll = useKeptScroll(middle, ".bubble");
  const [hasChanged, setHasChanged] = useState(false);
  useWakeLock();
  const { about, question, reply, outbox, hasEnded } = state;
  const isBusy = outbox.some((sent) => sent.state === "sending" && sent.file === null);

  function say(words: string, more: Partial<CommandBody> = {}) {
    scroll.toEnd();
    setHasChanged(false);
    void conversation.send(words, more);
  }

  /** Options of an ask are sent by id; options that can only be typed to the agent, by label. */
  function choose(options: VoiceOption[], meant: Partial<CommandBody>) {
    const words = options.map(({ label }) => safeLine(label)).join(", ");
    say(
      words,
      meant.ask_id === undefined
        ? {}
        : { ...meant, option_ids: options.map(({ option_id }) => option_id) },
    );
  }

  /**
   * Words are for the question that was open when they began. If another is open
   * now, the person looks first.
   */
  async function sayTo(words: string, subject: string): Promise<boolean> {
    const { question: now } = conversation.state.get();
    const isOfNothing = subject === "" && now?.options == null;
    if (subject !== subjectOf(now) && !isOfNothing) {
      setHasChanged(true);
      conversation.readQuestion();
      return false;
    }
    say(words, now === null ? {} : targetOf(now));
    return true;
  }

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
        about !== null && (
          <span class="badge agent-state" data-state={about.state} role="status">
            {stateOf(about, text)}
          </span>
        )
      }
      connection={state.connection}
      failure={state.failure}
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
          {about !== null && !hasEnded && (
            <Composer
              place={agentId}
              label={question === null ? text.writeToAgent : text.answerHere}
              placeholder={question === null ? text.write : text.answerHere}
              listenCalls={listenCalls}
              subject={subjectOf(question)}
              onSend={sayTo}
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
            onChoose={(options) => choose(options, targetOf(question))}
            onRead={conversation.readQuestion}
          />
        )}
        <Outbox conversation={conversation} state={state} />
        {reply !== null && (
          <ReplyCard
            reply={reply}
            isBusy={isBusy}
            onChoose={(option) => choose([option], targetOfReply(reply.words))}
            onSay={say}
            onClose={conversation.dismissReply}
          />
        )}
      </div>
    </Frame>
  );
}

/** Words that were begun for an agent which has ended: nobody takes them here any more. */
function LeftWords({ place }: { place: number }) {
  const text = useText();
  const [draft, setDraft] = useDraft(place);
  if (draft.trim() === "") return null;
  return (
    <section class="left-words" aria-label={text.leftWords}>
      <p class="bubble-text">{safeText(draft)}</p>
      <div class="row">
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

function subjectOf(question: QuestionReply | null): string {
  return question === null ? "" : nameOf(question);
}

function useConversation(agentId: number): {
  conversation: Conversation;
  news: string;
  listenCalls: number;
} {
  const [news, setNews] = useState("");
  const [listenCalls, setListenCalls] = useState(0);
  const [conversation] = useState(() =>
    openConversation(agentId, {
      onSpeech: (words) => void speak(words),
      onTurn: ({ text }) => setNews(safeLine(text)),
    }),
  );
  useEffect(() => conversation.close, [conversation]);
  useEffect(() => speaker.stop, []);
  return { conversation, news, listenCalls };

  async function speak(words: Speakable) {
    setNews(words.status_line);
    const isHeard = await speaker.say(words);
    const { autoListen, isSpoken } = settings.get();
    const { question } = conversation.state.get();
    if (autoListen && question !== null && (isHeard || !isSpoken))
      setListenCalls((count) => count + 1);
  }
}
