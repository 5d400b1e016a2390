/**
 * Reads what a person said aloud as an answer to one question. `core/interpret` reads typed words;
 * speech adds hesitations, numbers that sound like other words, and second thoughts. Unclear words
 * are asked back: nobody looks at a screen to see what was understood, so a wrong pick would go
 * unnoticed.
 */
import type { Answer } from "../../../core/ask/answer.ts";
import type { Option, Question } from "../../../core/ask/question.ts";
import { type Refusal, takesText } from "../../../core/ask/selection.ts";
import { type Interpretation, interpret } from "../../../core/interpret/interpret.ts";
import { ALL } from "../../../core/interpret/words.ts";
import {
  AFTERTHOUGHT,
  CONTRADICTS,
  CORRECTION,
  GIVES_CONSENT,
  HESITATION,
  mentionsAny,
  OWN_WORDS,
  PLACE,
  REFUSES_CONSENT,
  REFUSES_WITH_REASON,
  soundsLike,
} from "./spoken-words.ts";

export type Heard =
  | { kind: "answer"; answer: Answer }
  | { kind: "cancel" }
  | { kind: "ask_back"; why: "ambiguous" | "unclear" | "own_words"; candidates: Option[] }
  | { kind: "ask_back"; why: "refused"; candidates: Option[]; refusal: Refusal };

/** The options that give and refuse consent, if the question asks only for that. */
export interface Consent {
  give: Option;
  refuse: Option;
}

/** Permissions and plans from agents' own dialogs; `agents/dialogs` assigns these ids. */
export function consentIn({ options }: Question): Consent | null {
  const named = (id: string) => options.find((option) => option.id === id);
  // Where only the agent's own terminal takes a yes, it goes there.
  const give = named("allow") ?? named("approve") ?? named("in_terminal");
  const refuse = named("deny") ?? named("plan");
  return give === undefined || refuse === undefined ? null : { give, refuse };
}

export function hearAnswer(
  question: Question,
  said: string,
  consent: Consent | null = null,
): Heard {
  const words = withoutHesitation(said);
  if (consent !== null) return hearConsent(question, said, words, consent);
  return hearChoice(question, said, words);
}

/** Only an unmistakable yes counts as consent; a no may include its reason. */
function hearConsent(
  question: Question,
  said: string,
  words: string,
  { give, refuse }: Consent,
): Heard {
  const plain = words.toLowerCase().replace(/[.!,]+$/, "");
  if (GIVES_CONSENT.test(plain)) return picked(give);
  if (REFUSES_CONSENT.test(plain)) return picked(refuse);
  const heard = choiceOf(question, said) ?? choiceOf(question, words);
  if (heard !== null) return clearly(question, words, heard, refuse);
  if (!REFUSES_WITH_REASON.test(plain) || CONTRADICTS.test(plain)) return askBack("unclear", []);
  return { kind: "answer", answer: { optionIds: [], customText: said.trim() } };
}

/**
 * A word from the middle of "Always: allow Bash(npm test) in this session" must not give lasting
 * consent: the person has to say the option's number, or its name from the beginning.
 */
function clearly({ options }: Question, words: string, heard: Heard, refuse: Option): Heard {
  if (heard.kind !== "answer") return heard;
  const said = words.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const vague = options.filter((option) => {
    const label = option.label.toLowerCase();
    const [beginning = ""] = label.match(/[\p{L}\p{N}]+/u) ?? [];
    const isChosen = option !== refuse && heard.answer.optionIds.includes(option.id);
    return (
      isChosen &&
      said.some((word) => label.includes(word)) &&
      !said.some((word) => word.startsWith(beginning))
    );
  });
  return vague.length === 0 ? heard : askBack("ambiguous", vague);
}

function hearChoice(question: Question, said: string, words: string): Heard {
  const heard =
    choiceOf(question, said) ??
    choiceOf(question, words) ??
    choiceOf(question, soundsLike(question, words)) ??
    corrected(question, words);
  if (heard !== null) return heard;
  if (!takesText(question)) return askBack("unclear", []);
  if (question.options.length === 0)
    return { kind: "answer", answer: { optionIds: [], customText: said.trim() } };
  return inOwnWords(question, said.trim(), words);
}

/** Null if the words concern none of the options. */
function choiceOf(question: Question, words: string | null): Heard | null {
  if (words === null || words === "") return null;
  const read = interpret(question, words);
  if (read.kind !== "answer") return exceptionOf(read);
  if (read.answer.customText !== undefined) return null;
  // "Everything" may be a word of the chosen label, or mean all options although only one is
  // allowed.
  const chosen = question.options.filter(({ id }) => read.answer.optionIds.includes(id));
  const isGroup = question.maxSelections === 1 && ALL.test(words.toLowerCase());
  return isGroup ? askBack("ambiguous", chosen) : { kind: "answer", answer: read.answer };
}

function exceptionOf(read: Exclude<Interpretation, { kind: "answer" }>): Heard | null {
  switch (read.kind) {
    case "cancel":
      return { kind: "cancel" };
    case "ambiguous":
      return askBack("ambiguous", read.candidates);
    case "refused":
      return { kind: "ask_back", why: "refused", candidates: [], refusal: read.refusal };
    case "unclear":
      return null;
  }
}

/** "No wait, the first": what follows counts, if it is exactly one option. */
function corrected(question: Question, words: string): Heard | null {
  const rest = words.replace(CORRECTION, "");
  if (rest === words || CORRECTION.test(rest)) return null;
  const heard = choiceOf(question, rest);
  return heard?.kind === "answer" && heard.answer.optionIds.length === 1 ? heard : null;
}

/** Own words despite options: announced as such, or long enough and about none of the options. */
function inOwnWords(question: Question, said: string, words: string): Heard {
  const [, own] = OWN_WORDS.exec(words) ?? [];
  if (own !== undefined)
    return { kind: "answer", answer: { optionIds: [], customText: own.trim() } };
  const mentioned = question.options.filter((option) => mentionsAny([option], words));
  const isLong = words.split(/\s+/).length >= (/[가-힣]/.test(words) ? 3 : 5);
  const isAside = AFTERTHOUGHT.test(words) || PLACE.test(words) || words.endsWith("?");
  const isClear = isLong && mentioned.length === 0 && !isAside;
  return isClear
    ? { kind: "answer", answer: { optionIds: [], customText: said } }
    : askBack("own_words", mentioned);
}

function withoutHesitation(said: string): string {
  let words = said.normalize("NFC").replace(/\s+/g, " ").trim();
  for (let round = 0; round < 6; round++) {
    const shorter = words.replace(HESITATION, "").trim();
    if (shorter === "" || shorter === words) break;
    words = shorter;
  }
  return words;
}

function picked(option: Option): Heard {
  return { kind: "answer", answer: { optionIds: [option.id] } };
}

function askBack(why: "ambiguous" | "unclear" | "own_words", candidates: Option[]): Heard {
  return { kind: "ask_back", why, candidates };
}
