/** What people say around an answer, in English and Korean, and how recognisers write numbers. */

import type { Option, Question } from "../../../core/ask/question.ts";
import { FILLER } from "../../../core/interpret/words.ts";

/**
 * Sounds and filler words before or after the answer. Only whole words, and never the whole
 * utterance.
 */
export const HESITATION = new RegExp(
  "^(?:u+h+m*|u+m+|e+r+m*|h+m+|a+h+|o+h+|well|so|like|okay so|ok so" +
    "|alright|all right|let me (?:see|think)|let's see" +
    "|음+|어+|에+|흠+|저기요?|그러니까|그니까|자)(?:[,.…~]+ ?| )" +
    "|[,.… ]+(?:u+h+m*|u+m+|thanks|thank you|please|sounds good" +
    "|is (?:fine|good|great|best)|would be (?:fine|good|great)" +
    "|works(?: for me)?|it is|then|음+|어+|요)[.!]*$",
  "i",
);

/**
 * Second thoughts at the beginning. In the middle they make the answer unclear, and it is asked
 * back.
 */
export const CORRECTION = new RegExp(
  "^(?:no,? wait|wait,? no|wait|sorry|actually|i mean|make (?:that|it)|scratch that" +
    "|아니 잠깐만?|잠깐만?|아 아니|정정)[,.…]* ",
  "i",
);

/** Words of a person who has not finished deciding. */
export const AFTERTHOUGHT = new RegExp(
  "\\b(?:no|wait|sorry|actually|i mean|scratch|hold on|hang on" +
    "|maybe|perhaps|not sure|don'?t know|which|what|why)\\b" +
    "|잠깐|아니|글쎄|모르|뭐|어느|무슨|왜",
  "i",
);

/** Words for a place in the list: they refer to an option and are not an answer in own words. */
export const PLACE = new RegExp(
  "\\b(?:first|second|third|fourth|fifth|last|former|latter|option|options" +
    "|one|two|three|four|five)\\b" +
    "|\\d|[번째]째|\\d번|(?:첫|두|세|네) ?번|마지막",
  "i",
);

export const OWN_WORDS = new RegExp(
  "^(?:other|something else|(?:in )?my own words|own words|none of (?:these|those|them)" +
    "|기타|직접|다른 ?답)(?:은|는|으로)?[:,.]? +(.+)$",
  "is",
);

export const GIVES_CONSENT = new RegExp(
  "^(?:(?:yes|yeah|yep|yup)(?:,? (?:please|go ahead|do it|allow it|approve it|allow|approve))?" +
    "|(?:please )?(?:allow|approve)(?: (?:it|this|that|once|it once|this once))?(?: please)?" +
    "|just (?:this )?once" +
    "|go ahead|go for it|do it|sure,? go ahead" +
    "|(?:네|예|응|넵)(?:,? (?:허용|승인|진행)(?:해|해요|해 ?줘요?|해 ?주세요|합니다)?)?" +
    "|(?:이번만 )?(?:허용|승인)(?:해|해요|해 ?줘요?|해 ?주세요|할게요?|합니다|한다)?|진행해(?: ?줘요?| ?주세요)?)$",
);

export const REFUSES_CONSENT = new RegExp(
  "^(?:(?:no|nope|nah)(?:,? (?:no|don'?t|do not|deny it|stop|thanks|thank you|not now))?" +
    "|deny(?: (?:it|this|that))?" +
    "|don'?t(?: (?:do it|do that|allow it|allow that|run it))?" +
    "|do not(?: (?:do it|allow it))?|refuse(?: it)?|reject(?: it)?" +
    "|아니|아니요|아니오|아뇨|안 ?돼요?|안 ?됩니다|하지 ?마(?:요|세요)?|거부(?:해|해요|해 ?줘요?|해 ?주세요|할게요?|합니다)?" +
    "|거절(?:해|해요|해 ?줘요?|해 ?주세요|할게요?|합니다)?)$",
);

/** A no that goes on: the rest is for the agent. */
export const REFUSES_WITH_REASON =
  /^(?:no|nope|nah|don'?t|do not|deny|denied|reject|아니|아니요|아니오|아뇨|안 ?돼|하지 ?마|거부|거절)(?:[,.:]| |요)/;

/**
 * A no together with a yes, a no that means yes ("no problem"), or a person who is still thinking.
 */
export const CONTRADICTS = new RegExp(
  "^no (?:problem|worries|need|issues?|objections?|doubt|question)\\b" +
    // Recognisers write this for "number one".
    "|^no\\.? (?:\\d+|one|two|three|four|five)\\b" +
    "|^(?:no|nope|nah)\\b.*\\b(?:allow|yes|yeah|yep|yup|sure|okay|ok|approve" +
    "|go ahead|just do it)\\b" +
    "|^(?:아니요?|아니오|아뇨)[,.]? (?:네|예|응|넵)(?:$|[ ,.])|^(?:거부|거절).*아니" +
    "|^(?:don'?t|do not)\\b.*\\b(?:ask|deny|refuse|reject|worry|mind|stop)\\b" +
    "|^(?:deny|denied|reject)\\b.*\\b(?:allow|yes|approve|not)\\b" +
    "|\\b(?:wait|hold on|hang on|hmm+)\\b|잠깐|잠시|허용|승인|괜찮|(?:거부|거절)(?:하지|[은는]? ?안)",
);

/**
 * Counts only alone and after a read-back. A plain yes does not confirm: the person has already
 * said that before. "확인할게요" does not either: it often means "I will look into it".
 */
const CONFIRMS =
  /^(?:(?:yes|yeah|okay|ok|네|예|응),? )?(?:i )?(?:confirm(?:ed)?(?: it| that)?|확인(?:요|이요|합니다)?)$/;

export function confirms(said: string): boolean {
  const words = said.normalize("NFC").toLowerCase().trim();
  return CONFIRMS.test(words.replace(/[.!]+$/, ""));
}

const SOUNDS: Record<string, string> = {
  won: "one",
  to: "two",
  too: "two",
  tu: "two",
  tree: "three",
  for: "four",
  fore: "four",
  sicks: "six",
  ate: "eight",
};

/**
 * A number by its sound, if nothing else was said; null otherwise, and if an option begins with
 * that word.
 */
export function soundsLike({ options }: Question, words: string): string | null {
  const [, lead = "", word = ""] =
    /^((?:(?:the )?(?:number|option|choice) )?)([a-z]+)[.!]*$/i.exec(
      words.replace(/,? please[.!]*$/i, ""),
    ) ?? [];
  const number = SOUNDS[word.toLowerCase()];
  const isTaken = options.some(({ label }) => label.toLowerCase().startsWith(word.toLowerCase()));
  return number === undefined || isTaken ? null : lead + number;
}

/** Whether the words contain any word of one of these labels. */
export function mentionsAny(options: readonly Option[], words: string): boolean {
  const said = words.toLowerCase();
  return options.some(({ label }) => {
    const own = label.toLowerCase().match(/[\p{L}\p{N}]{3,}|\p{Script=Hangul}{2,}/gu) ?? [];
    return own.some((word) => !FILLER.has(word) && said.includes(word));
  });
}
