/** An open conversation for a view, with what is read aloud and what a screen reader is told. */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { CommandBody, Speakable, VoiceOption } from "../../src/surfaces/voice/wire/wire.ts";
import { type Conversation, openConversation } from "./conversation.ts";
import type { Question } from "./conversation-state.ts";
import type { Place } from "./place.ts";
import { nameOf, targetOf } from "./question.ts";
import type { TakenBack } from "./sender.ts";
import { settings } from "./settings.ts";
import { speaker } from "./speaker.ts";

export interface Talking {
  conversation: Conversation;
  news: string;
  listenCalls: number;
  /** The question changed while the person spoke or typed. */
  hasChanged: boolean;
  /** What was taken back out of the outbox, for the field. */
  takenBack: TakenBack | null;
  say(words: string, more?: Partial<CommandBody>): void;
  /** Options of an ask are sent by id; options that can only be typed to the agent, by label. */
  choose(options: VoiceOption[], meant: Partial<CommandBody>): void;
  /** False if the words should stay in the field. */
  sayTo(words: string, subject: string): Promise<boolean>;
  takeBack(): void;
}

export function useConversation(place: Place, onSay: () => void = () => undefined): Talking {
  const [news, setNews] = useState("");
  const [listenCalls, setListenCalls] = useState(0);
  const [hasChanged, setHasChanged] = useState(false);
  const [takenBack, setTakenBack] = useState<TakenBack | null>(null);
  const [conversation] = useState(() =>
    openConversation(place, {
      onSpeech: (words) => void speak(words),
      onTurn: ({ text }) => setNews(safeLine(text)),
    }),
  );
  useEffect(() => conversation.close, [conversation]);
  useEffect(() => speaker.stop, []);
  return { conversation, news, listenCalls, hasChanged, takenBack, say, choose, sayTo, takeBack };

  async function speak(words: Speakable) {
    setNews(words.status_line);
    const isHeard = await speaker.say(words);
    const { autoListen, isSpoken } = settings.get();
    const { question } = conversation.state.get();
    const isAnswerable = question?.can_be_answered === true;
    if (autoListen && isAnswerable && (isHeard || !isSpoken)) setListenCalls((count) => count + 1);
  }

  function say(words: string, more: Partial<CommandBody> = {}) {
    onSay();
    setHasChanged(false);
    void conversation.send(words, more);
  }

  function choose(options: VoiceOption[], meant: Partial<CommandBody>) {
    const words = options.map(({ label }) => safeLine(label)).join(", ");
    const ids = options.map(({ option_id }) => option_id);
    say(words, meant.ask_id === undefined ? {} : { ...meant, option_ids: ids });
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

  function takeBack() {
    void conversation.takeBack().then(setTakenBack);
  }
}

export function subjectOf(question: Question | null): string {
  return question === null ? "" : nameOf(question);
}
