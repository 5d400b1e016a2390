/**
 * One question on a page of its own: an agent's (`/voice/agents/{id}/question`) or one of no agent
 * (`/voice/asks/{id}`), with its options at the thumb and the way to the next one.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import { Link } from "../shared/link.tsx";
import { goTo } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { type AskBackKind, canAskBack } from "./ask-back.tsx";
import { Outbox } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import type { ConversationState, Question } from "./conversation-state.ts";
import { isAnswering, LeftWords } from "./conversation-view.tsx";
import { Deadline } from "./deadline.tsx";
import { Frame } from "./frame.tsx";
import { ArrowBack } from "./icons.tsx";
import { useLasting } from "./lasting.ts";
import { listPath, listQuery } from "./list-query.ts";
import { useText } from "./messages.ts";
import { capital, type Entry, inOrder, openList } from "./open-list.ts";
import { type Place, placeKey } from "./place.ts";
import { targetOf, targetOfReply } from "./question.ts";
import { QuestionCard } from "./question-card.tsx";
import { ReplyCard } from "./reply-card.tsx";
import { agentPath, askPath, questionPath } from "./route.ts";
import { forgetInList, lastList } from "./seen.ts";
import { useSwipe } from "./swipe.ts";
import { subjectOf, useConversation } from "./use-conversation.ts";
import { useWakeLock } from "./wake-lock.ts";

export function QuestionView({ place }: { place: Place }) {
  const text = useText();
  const middle = useRef<HTMLElement>(null);
  const talking = useConversation(place);
  const { conversation, hasChanged } = talking;
  const state = useStore(conversation.state);
  useWakeLock();
  const { question, reply, hasEnded, turns } = state;
  const around = useNeighbours(place);
  useSwipe(middle, {
    onLeft: () => around.next && goTo(around.next.path),
    onRight: () => around.previous && goTo(around.previous.path),
  });
  const wasAsked = useRef(false);
  if (question !== null) wasAsked.current = true;
  const isOver = hasEnded || (question === null && wasAsked.current);
  useEffect(() => {
    if (isOver) forgetInList(place);
  }, [isOver, place]);
  const isMute = useLasting(question !== null && !question.can_be_answered);
  const askBack = (about: Question, kind: AskBackKind, words: string) =>
    talking.say(words === "" ? text.askBack[kind] : `${text.askBack[kind]}: ${words}`, {
      ...targetOf(about),
      ask_back: kind,
      ...(words === "" ? {} : { text: words }),
    });
  const project = question?.project_name ?? state.about?.project_name ?? null;
  const name =
    around.entry?.name ??
    (question !== null && "asked_by" in question ? capital(question.asked_by) : "");
  const steps = turns.filter(({ intent }) => intent === "PROGRESS").length;

  return (
    <Frame
      before={
        <Link to={listPath()} class="back">
          <ArrowBack />
          <span class="unseen">{text.toQuestions}</span>
        </Link>
      }
      heading={safeLine(name || project || "Askline")}
      subheading={[
        ...(name !== "" && project !== null ? [safeLine(project)] : []),
        ...(around.total > 1 ? [text.placeOf(around.index + 1, around.total)] : []),
      ].join(" · ")}
      state={
        <>
          <Deadline
            until={question?.expires_at ?? null}
            since={around.entry?.since}
            isLong
            isSaid
          />
          {around.previous !== null && (
            <Link to={around.previous.path} class="back previous">
              <ArrowBack />
              <span class="unseen">{text.previousQuestion}</span>
            </Link>
          )}
          {around.next !== null && (
            <Link to={around.next.path} class="back onward">
              <ArrowBack />
              <span class="unseen">{text.nextQuestion}</span>
            </Link>
          )}
        </>
      }
      connection={state.connection}
      failure={isOver ? null : state.failure}
      seenAt={state.seenAt}
      news={talking.news}
      middle={middle}
      below={
        <>
          <p role="alert" class={hasChanged ? "composer-note" : ""}>
            {hasChanged && text.hasChanged}
          </p>
          {isOver && <LeftWords place={placeKey(place)} />}
          {question !== null && !isMute && (
            <Composer
              place={placeKey(place)}
              label={text.answerHere}
              placeholder={text.sayInWords}
              listenCalls={talking.listenCalls}
              subject={subjectOf(question)}
              takenBack={talking.takenBack}
              onSend={talking.sayTo}
              {...("agentId" in place && question?.ask_id === null
                ? { onFile: (file: File, words: string) => void conversation.upload(file, words) }
                : {})}
            />
          )}
        </>
      }
    >
      <div class="conversation reach">
        {question === null && !isOver && state.failure === null && (
          <p class="muted late">{text.loading}</p>
        )}
        {isOver && (
          <Over
            next={around.next ?? around.first}
            detail={state.failure?.message ?? ""}
            said={closedWords(reply)}
          />
        )}
        {question !== null && reply?.words.confirmation == null && (
          <QuestionCard
            question={question}
            isBusy={isAnswering(state)}
            isPage
            before={
              "agentId" in place && steps > 0 ? (
                <Link to={agentPath(place.agentId)} class="folded">
                  {text.didBefore(steps)}
                </Link>
              ) : "agentId" in place ? (
                <Link to={agentPath(place.agentId)} class="folded">
                  {text.toConversation}
                </Link>
              ) : null
            }
            onChoose={(options) => talking.choose(options, targetOf(question))}
            onRead={conversation.readQuestion}
            onCancel={() => talking.say(text.cancelWord, targetOf(question))}
            onSnoozed={() => forgetInList(place)}
            {...(canAskBack(question)
              ? { onAskBack: (kind, words) => askBack(question, kind, words) }
              : {})}
          />
        )}
        <Outbox conversation={conversation} state={state} onTakeBack={talking.takeBack} />
        {reply !== null && !(isOver && closedWords(reply) !== "") && (
          <ReplyCard
            reply={reply}
            isBusy={isAnswering(state)}
            onChoose={(option) => talking.choose([option], targetOfReply(reply.words))}
            onSay={talking.say}
            onClose={conversation.dismissReply}
          />
        )}
      </div>
    </Frame>
  );
}

/** What the hub says of a question that was closed without an answer. */
function closedWords(reply: ConversationState["reply"]): string {
  const isClosed = reply?.words.outcome === "cancelled" || reply?.words.outcome === "sent_back";
  return isClosed ? reply.words.status_line : "";
}

interface OverProps {
  next: Entry | null;
  detail: string;
  said: string;
}

function Over({ next, detail, said }: OverProps) {
  const text = useText();
  return (
    // A reply of the hub is read out already.
    <div class="over-note" {...(detail === "" ? {} : { role: "status" })}>
      <p class="empty-title">
        {detail !== "" ? text.questionClosed : said === "" ? text.answered : said}
      </p>
      {detail !== "" && <p class="muted">{detail}.</p>}
      <Link to={next?.path ?? listPath()} class="button primary">
        {next === null ? text.toQuestions : text.nextQuestion}
      </Link>
    </div>
  );
}

interface Around {
  entry: Entry | null;
  index: number;
  total: number;
  previous: Entry | null;
  next: Entry | null;
  /** The first of the list, unless it is this one. */
  first: Entry | null;
}

/** Its place in the list as it was last seen: the list is what the person came from. */
function useNeighbours(place: Place): Around {
  const path = "agentId" in place ? questionPath(place.agentId) : askPath(place.askId);
  const [list] = useState(() => {
    const seen = lastList();
    if (seen === null) return [];
    return inOrder(openList(seen.sessions, listQuery.get(), Date.now()));
  });
  const index = list.findIndex((entry) => entry.path === path);
  return {
    entry: list[index] ?? null,
    index,
    total: index === -1 ? 0 : list.length,
    previous: index > 0 ? (list[index - 1] ?? null) : null,
    next: index === -1 ? null : (list[index + 1] ?? null),
    first: list.find((entry) => entry.path !== path) ?? null,
  };
}
