/**
 * Spoken words that answer an ask. Questions are answered one after the other in a form that is
 * kept between calls; after the last one the ask is settled, unless someone else was first. An
 * answer that may destroy something, or whose effect nobody can tell, is read back, and settles
 * only with the confirmation word, from the same device, within a minute.
 */
import type { Answer } from "../../../core/ask/answer.ts";
import type { Ask, AskBack } from "../../../core/ask/ask.ts";
import { allowsSomething, needsPasskey } from "../../../core/ask/consent.ts";
import { isUntaken, wordEffect, wordUntaken } from "../../../core/ask/effect-words.ts";
import { draftOf, isAnswered, reduceForm } from "../../../core/ask/form.ts";
import type { Question } from "../../../core/ask/question.ts";
import { refuseAnswer } from "../../../core/ask/selection.ts";
import type { Locale } from "../../../core/locale.ts";
import { untilTaken } from "../../../desk/acknowledge.ts";
import type { Desk, Rejection } from "../../../desk/desk.ts";
import { deliveryOnWire } from "../agents/turns.ts";
import type { Call } from "../calls/call.ts";
import { VoiceProblem } from "../calls/voice-error.ts";
import { consentIn, type Heard, hearAnswer } from "../hearing/hear.ts";
import { confirms } from "../hearing/spoken-words.ts";
import { codeIn, ended, isReadWhole, spoken } from "../speech/speech.ts";
import type { CommandReply } from "../wire/wire.ts";
import { answerAloud, askedBack, closedInWords, readBack } from "./answer-speech.ts";
import type { AnswerTurns, Expected } from "./answer-turns.ts";
import { speakQuestion } from "./ask-reply.ts";
import type { Asker } from "./asker.ts";
import { reply } from "./command-reply.ts";
import type { Confirmations } from "./confirmations.ts";
import {
  currentIndex,
  draftKey,
  type OpenAsk,
  optionsOnWire,
  questionOnWire,
} from "./open-question.ts";
import type { Sending } from "./sending.ts";

export interface Answering {
  answer(about: Asker, open: OpenAsk, said: Said, call: Call): Promise<CommandReply>;
}

export interface Said {
  text: string | undefined;
  optionIds: string[] | undefined;
  /** The question that is meant, if the caller knows it. */
  questionIndex: number | undefined;
  /** The question goes back, with `text` as what the person wants to know. */
  askBack?: AskBack["kind"] | undefined;
}

export interface AnsweringParts {
  desk: Desk;
  sending: Sending;
  confirmations: Confirmations;
  answerTurns: AnswerTurns;
}

export function createAnswering({
  desk,
  sending,
  confirmations,
  answerTurns,
}: AnsweringParts): Answering {
  return { answer };

  async function answer(
    about: Asker,
    open: OpenAsk,
    said: Said,
    call: Call,
  ): Promise<CommandReply> {
    const question = open.form.questions[open.index];
    const isMeant = said.questionIndex === undefined || said.questionIndex === open.index;
    if (question === undefined || !isMeant) throw new VoiceProblem("question_gone");
    if (said.askBack !== undefined) {
      confirmations.forget(call.device);
      return sendBack(about, open, { kind: said.askBack, text: said.text ?? "" }, call);
    }
    const confirmed = confirmedBy(open, said, call);
    if (confirmed === "nothing") {
      confirmations.forget(call.device);
      return askedBack(about, open, { why: "nothing_to_confirm", candidates: [] }, call);
    }
    if (confirmed !== null) return take(about, open, confirmed, call);
    // Any other words than the confirmation word end the pending confirmation.
    confirmations.forget(call.device);
    const heard = hear(open, question, said);
    switch (heard.kind) {
      case "cancel":
        return cancel(about, open, call);
      case "ask_back":
        return askedBack(about, open, heard, call);
      case "answer":
        // Only a signature allows it, so nobody needs to be asked whether they are sure.
        if (needsPasskey(open.ask, { answers: [heard.answer] }))
          throw new VoiceProblem("passkey_needed");
        if (isUnheard(question, said, heard.answer) && open.ask.returnPath === "hook")
          return askedBack(about, open, { why: "too_long", candidates: [] }, call);
        if (isTooShort(open, said, heard.answer) || givesMore(open, question, said, heard.answer))
          return confirmFirst(about, open, question, heard.answer, call);
        return take(about, open, heard.answer, call);
    }
  }

  /**
   * The answer that was read back; "nothing" if none was, null if this is not the confirmation
   * word.
   */
  function confirmedBy(
    { ask, index }: OpenAsk,
    { text }: Said,
    { device }: Call,
  ): Answer | "nothing" | null {
    if (text === undefined || !confirms(text)) return null;
    const pending = confirmations.current(device);
    if (ask.presentation?.risk === undefined && pending === null) return null;
    return pending?.askId === ask.id && pending.questionIndex === index
      ? pending.answer
      : "nothing";
  }

  function confirmFirst(
    about: Asker,
    open: OpenAsk,
    question: Question,
    answer: Answer,
    call: Call,
  ): CommandReply {
    const pending = confirmations.ask(call.device, {
      askId: open.ask.id,
      questionIndex: open.index,
      answer,
    });
    return readBack(about, open, question, pending, call);
  }

  async function take(
    about: Asker,
    open: OpenAsk,
    answer: Answer,
    call: Call,
  ): Promise<CommandReply> {
    const filled = fill(open, answer);
    const left = filled.form.questions.filter((_, index) => !isAnswered(filled.form, index)).length;
    if (left > 0) return goOn(about, filled, answer, left, call);
    const { submitted } = reduceForm(filled.form, { type: "submit" });
    if (submitted === null) throw new VoiceProblem("not_understood");
    const turn = answerTurns.expect(open.ask.id);
    try {
      // Whatever allows something was read back first, so it is confirmed by now.
      const by = { surface: "voice", who: call.who, confirmed: true };
      const decided = await desk.answer(open.ask.id, submitted, by);
      confirmations.use(call.device);
      await desk.drafts.clear(open.ask.id, draftKey(call.who));
      const settled = await untilTaken(decided, desk);
      const since = settled.outcome?.provenance.at ?? "";
      const { agent_id: agentId } = about;
      const isTyped = settled.returnPath === "channel" && agentId !== null;
      const delivery = isTyped ? await sending.deliveryOf(agentId, since) : null;
      const { say } = call;
      const reached =
        delivery === null
          ? (agentSide(settled, say.locale) ?? say.command.reaches[settled.returnPath])
          : say.command.delivery[delivery.state];
      return reply("answered", about, {
        status_line: say.command.answered(
          about.project_name,
          answerAloud(open.form.questions, submitted, call),
        ),
        results: [reached],
        next_action: "none",
        ask_id: open.ask.id,
        turn_id: delivery?.turnId ?? (isTyped ? null : await turnOf(about, turn)),
        delivery: deliveryOnWire(delivery, say),
      });
    } finally {
      turn.stop();
    }
  }

  async function goOn(
    about: Asker,
    open: OpenAsk,
    answer: Answer,
    left: number,
    call: Call,
  ): Promise<CommandReply> {
    const { form, ask, index } = open;
    const next = currentIndex(form);
    await desk.drafts.save(ask.id, draftKey(call.who), draftOf({ ...form, index: next }));
    const question = form.questions[next];
    const answered = form.questions[index];
    if (question === undefined || answered === undefined) throw new VoiceProblem("question_gone");
    const options = optionsOnWire(question, question.options);
    const following = { ...open, index: next };
    const spoken = speakQuestion(about.project_name, question.prompt, options, following, call);
    const { say } = call;
    const kept = say.command.kept(answerAloud([answered], { answers: [answer] }, call));
    return reply("next_question", about, {
      status_line: say.command.next(left),
      results: [kept, spoken.status_line, spoken.results.at(-1) ?? ""].filter(Boolean),
      next_action: spoken.next_action,
      ask_id: ask.id,
      question: questionOnWire(following, next),
    });
  }

  function cancel(about: Asker, open: OpenAsk, call: Call): Promise<CommandReply> {
    return close(about, open, { kind: "cancel" }, call);
  }

  function sendBack(
    about: Asker,
    open: OpenAsk,
    { kind, text }: Pick<AskBack, "kind" | "text">,
    call: Call,
  ): Promise<CommandReply> {
    const askBack = [{ questionIndex: open.index, kind, text: text.trim() }];
    return close(about, open, { kind, askBack }, call);
  }

  /** Without an answer: nobody decides, or the asker is to say more or to ask differently. */
  async function close(
    about: Asker,
    { ask }: OpenAsk,
    rejection: Rejection & { kind: "cancel" | AskBack["kind"] },
    call: Call,
  ): Promise<CommandReply> {
    const turn = answerTurns.expect(ask.id);
    try {
      const by = { surface: "voice", who: call.who };
      const decided = await desk.reject(ask.id, rejection, by);
      await desk.drafts.clear(ask.id, draftKey(call.who));
      const settled = await untilTaken(decided, desk);
      const { say } = call;
      const { outcome, ...words } = closedInWords(rejection.kind, about.project_name, say);
      return reply(outcome, about, {
        status_line: words.status,
        results: [agentSide(settled, say.locale) ?? words.result],
        next_action: "none",
        ask_id: ask.id,
        turn_id: ask.returnPath === "channel" ? null : await turnOf(about, turn),
      });
    } finally {
      turn.stop();
    }
  }
}

/** Only an agent's conversation has a turn to wait for. */
function turnOf({ agent_id }: Asker, turn: Expected): Promise<number | null> {
  return agent_id === null ? Promise.resolve(null) : turn.found();
}

/** What the person should know beyond their decision; null if all is well. */
function agentSide(ask: Ask, locale: Locale): string | null {
  const effect = wordEffect(ask, locale);
  if (effect !== null) return ended(spoken(effect));
  return isUntaken(ask) ? ended(wordUntaken(locale)) : null;
}

function hear({ ask }: OpenAsk, question: Question, { text, optionIds }: Said): Heard {
  if (optionIds === undefined)
    return hearAnswer(question, text ?? "", ask.returnPath === "hook" ? consentIn(question) : null);
  const answer = { optionIds };
  const refusal = refuseAnswer(question, answer);
  return refusal === null
    ? { kind: "answer", answer }
    : { kind: "ask_back", why: "refused", candidates: [], refusal };
}

/**
 * One word is enough only for what is known to be harmless. What destroys is read back for a touch
 * as well; what nobody can tell stands on the screen that was touched.
 */
function isTooShort({ ask }: OpenAsk, { text }: Said, answer: Answer): boolean {
  if (!allowsSomething({ answers: [answer] })) return false;
  const level = ask.presentation?.risk?.level;
  return level === "destructive" || (level === "unclear" && text !== undefined);
}

/** Words cannot allow a command that is too long to be read aloud; a touch has it on the screen. */
function isUnheard({ prompt }: Question, { text }: Said, answer: Answer): boolean {
  const { code, language } = codeIn(prompt) ?? { code: "", language: "" };
  const isCut = language === "sh" && !isReadWhole(code);
  return isCut && text !== undefined && allowsSomething({ answers: [answer] });
}

/**
 * "Always", or a plan with all its edits: a misheard number must not allow more than this one
 * action.
 */
function givesMore(
  { ask }: OpenAsk,
  question: Question,
  { text }: Said,
  { optionIds }: Answer,
): boolean {
  const consent = ask.returnPath === "hook" ? consentIn(question) : null;
  if (consent === null || text === undefined) return false;
  return optionIds.some((id) => id !== consent.give.id && id !== consent.refuse.id);
}

/** Uses the same reducer as every other form, so that the same limits hold. */
function fill(open: OpenAsk, { optionIds, customText = "" }: Answer): OpenAsk {
  const questionIndex = open.index;
  const question = open.form.questions[questionIndex];
  let form = reduceForm(open.form, { type: "clear", questionIndex });
  for (const optionId of optionIds)
    form = reduceForm(form, { type: "pick", optionId, questionIndex });
  if (customText !== "") form = reduceForm(form, { type: "type", text: customText, questionIndex });
  return question === undefined ? open : { ...open, form };
}
