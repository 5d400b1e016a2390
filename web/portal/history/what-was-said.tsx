/** The words of both sides: what the agent showed and offered, and what the person chose and wrote. */
import type { Answer, Reply } from "../../../src/core/ask/answer.ts";
import type { SettledAsk } from "../../../src/core/ask/ask.ts";
import { changesOf } from "../../../src/core/ask/edited-call.ts";
import { wordNotes } from "../../../src/core/ask/notes.ts";
import type { Question } from "../../../src/core/ask/question.ts";
import { safeLine, safeText } from "../../../src/core/safety/safe-text.ts";
import { Markdown } from "../../shared/markdown-view.tsx";
import { useText } from "../parts/messages.ts";
import { answerInWords } from "../parts/outcome-words.ts";
import { historyWords } from "./messages.ts";

export function WhatWasShown({ ask }: { ask: SettledAsk }) {
  const say = historyWords(useText().locale);
  const reply = "reply" in ask.outcome ? ask.outcome.reply : undefined;
  const isOne = ask.questions.length === 1;
  return (
    <section class="was-shown">
      <h3 class="over">{say.shown}</h3>
      {ask.context !== undefined && ask.context !== "" && (
        <div class="evidence">
          <p class="over">{say.context}</p>
          <Markdown text={ask.context} />
        </div>
      )}
      {ask.questions.map((question, index) => (
        <div class="evidence" key={keyOf(question)}>
          {!isOne && (
            <h4 dir="auto">
              {index + 1}. {safeLine(question.title)}
            </h4>
          )}
          <Markdown text={question.prompt} />
          <Offered question={question} answer={reply?.answers[index]} />
        </div>
      ))}
    </section>
  );
}

function Offered({ question, answer }: { question: Question; answer: Answer | undefined }) {
  const say = historyWords(useText().locale);
  if (question.options.length === 0) return null;
  return (
    <>
      <p class="over">{say.offered}</p>
      <ul class="offered">
        {question.options.map(({ id, label, description }) => {
          const isChosen = answer?.optionIds.includes(id) === true;
          return (
            <li key={id} data-chosen={isChosen}>
              <bdi>{safeLine(label)}</bdi>
              {isChosen && <span class="mark-badge"> {say.chosen}</span>}
              {description !== undefined && <small dir="auto">{safeLine(description)}</small>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Everything that a person wrote or picked; nothing for what nobody answered. */
export function WhatWasSaid({ ask }: { ask: SettledAsk }) {
  const say = historyWords(useText().locale);
  const { outcome, questions } = ask;
  const reply = "reply" in outcome ? outcome.reply : undefined;
  const rejection = outcome.status === "rejected" ? outcome : null;
  const askBack = rejection?.askBack ?? [];
  // The reason repeats the words of a rejection that asks back.
  const reason = askBack.length > 0 ? null : (rejection?.rejectionReason ?? null);
  const notes = reason === null ? (rejection?.notes ?? []) : [];
  const hasWords = reason !== null || askBack.length > 0 || notes.length > 0;
  // What was merely picked stands above already.
  if (!hasWords && (reply === undefined || (questions.length === 1 && isMerePick(reply))))
    return null;
  return (
    <section class="was-said">
      <h3 class="over">{say.said}</h3>
      <dl>
        {askBack.map(({ questionIndex, kind, text }) => (
          <Words
            key={`${questionIndex} ${kind} ${text}`}
            name={`${say[kind]}: ${titleAt(questions, questionIndex)}`}
          >
            {text}
          </Words>
        ))}
        {reason !== null && <Words name={say.reason}>{reason}</Words>}
        {wordNotes(questions, notes).map((note) => (
          <Words key={note} name={say.note}>
            {note}
          </Words>
        ))}
        {reply !== undefined && <ReplyWords ask={ask} reply={reply} />}
      </dl>
    </section>
  );
}

function isMerePick({ answers: [answer], globalNote }: Reply): boolean {
  const words = [answer?.customText, answer?.optionNotes, answer?.editedInput, globalNote];
  return words.every((one) => one === undefined);
}

/** The labels of what was chosen, over all questions. */
export function labelsIn(questions: readonly Question[], reply: Reply | undefined): string {
  const chosen = questions.flatMap(({ options }, index) =>
    options.filter(({ id }) => reply?.answers[index]?.optionIds.includes(id)),
  );
  return chosen.map(({ label }) => safeLine(label)).join(", ");
}

function ReplyWords({ ask, reply }: { ask: SettledAsk; reply: Reply }) {
  const say = historyWords(useText().locale);
  return (
    <>
      {ask.questions.map((question, index) => {
        const answer = reply.answers[index] ?? { optionIds: [] };
        const words = answerInWords(question, answer);
        return (
          <div key={keyOf(question)}>
            <Words name={safeLine(question.title)}>{words.join(", ") || say.nothingChosen}</Words>
            {Object.entries(answer.optionNotes ?? {}).map(([id, note]) => (
              <Words key={id} name={say.noteOn(labelOf(question, id))}>
                {note}
              </Words>
            ))}
          </div>
        );
      })}
      <Changes ask={ask} answer={reply.answers[0] ?? { optionIds: [] }} />
      {reply.globalNote !== undefined && <Words name={say.note}>{reply.globalNote}</Words>}
    </>
  );
}

/** A call that the person changed: the agent's words and theirs, one above the other. */
function Changes({ ask, answer }: { ask: SettledAsk; answer: Answer }) {
  const say = historyWords(useText().locale);
  if (answer.editedInput === undefined) return null;
  return (
    <>
      {changesOf(ask, answer).map(({ field, before, after }) => (
        <div key={field}>
          <dt>{say.changed(safeLine(field))}</dt>
          <dd class="edited">
            <span class="over">{say.before}</span>
            <del dir="auto">{safeText(before)}</del>
            <span class="over">{say.after}</span>
            <ins dir="auto">{safeText(after)}</ins>
          </dd>
        </div>
      ))}
    </>
  );
}

function Words({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd dir="auto">{safeText(children)}</dd>
    </div>
  );
}

function keyOf({ title, prompt }: Question): string {
  return `${title} ${prompt}`;
}

function labelOf({ options }: Question, id: string): string {
  return safeLine(options.find((option) => option.id === id)?.label ?? id);
}

function titleAt(questions: readonly Question[], index: number): string {
  return safeLine(questions[index]?.title ?? "");
}
