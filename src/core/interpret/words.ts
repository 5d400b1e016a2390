/**
 * The English and Korean words that an answer may consist of. Unless they ignore
 * case, they expect lower case.
 */
export const CANCEL = new RegExp(
  "^(?:cancel(?: (?:it|this|that))?|never ?mind|nvm|abort|quit|forget it" +
    "|취소(?:요|해|해요|해 ?줘요?|해 ?주세요|할게요?|할래요?|하자|합니다)?|그만(?:요|해|해요|하자|할게요?|둘게요?)?)$",
);
const YES = ["yes", "y", "yeah", "yep", "yup", "네", "넵", "예", "응"];
const NO = ["no", "n", "nope", "nah", "아니", "아니요", "아니오", "아뇨"];
const OKAY = ["ok", "okay", "오케이"];
export const REPLIES = [new Set(YES), new Set(NO), new Set(OKAY)];

// The first words of options that grant or deny a permission. A "yes" to one of several is asked
// back; a "no" takes nothing away.
export const GRANT = new Set(["allow", "always", "approve", "이번만", "항상", "승인", "승인하고"]);
export const REFUSAL = new Set(["deny", "거부"]);
export const isNo = (said: string) => NO.includes(said);

export const COURTESY_BEFORE = /^please,?\s+/i;
export const COURTESY_AFTER =
  /[\s,.!]+(?:please|pls|plz|thanks|thank you|thx|고마워요?|감사합니다)[\s.!]*$/i;
export const LEAD = new RegExp(
  "^(?:(?:ok|okay|um|uh|음|그럼|그러면|저는|나는|난)[, ]+)?(?:" +
    "(?:(?:i'd like|i would like|i want|we want) to |(?:i|we)(?:'ll| will|'d| would)? |let'?s )?" +
    "(?:choose|pick|select|take|use|prefer|want|do|go with|go for) |i(?:'d| would) like " +
    "|my (?:choice|answer|pick) is )?",
);
export const ARTICLE = /^(?:the |(?:option|choice) (?=[a-z]$))/;
export const THING = / (?:one|option|choice)$/;
export const KOREAN_ENDING = new RegExp(
  "^(?:[을를]|[을를]? ?(?:으?로)? ?(?:선택|진행|부탁|결정)?(?:" +
    "| ?(?:해|해요|해 ?줘요?|해 ?주세요|할게요?|할래요?|하자|하죠|하겠습니다|합니다|하세요|주세요|줘요?|갈게요?|가자|가죠" +
    "|고를게요?|골라 ?줘요?|골라 ?주세요|드려요|드립니다|드릴게요|이요|요|이에요|예요|입니다))|[이가] ?좋(?:아|겠어|겠네)요?)$",
);

export const THIS_OR_TWO = /^이번(?:이?요|으로)?$/;
export const ALL = new RegExp(
  "^(?:all|all of (?:them|these|those|the above|it)|all (?:the )?options|everything|every one(?: of them)?|the lot" +
    "|전부(?: ?다)?|모두(?: ?다)?|전체)$",
);
export const BOTH = /^(?:both(?: of (?:them|these|those)| options)?|두 ?개 ?다|둘 ?다)$/;
export const ALL_COUNTED = /^all (\S+)(?: of (?:them|these|those))?$|^(\S+?) ?다$/;
export const NONE =
  /^(?:none|neither|nothing)(?: of (?:them|these|those|the above))?$|^(?:해당 ?)?없(?:음|어|어요|습니다)$|^아무것도$/;
export const RECOMMENDED = new RegExp(
  "^(?:(?:(?:the|your|all|all the) )?(?:recommend|recommended|recommendations?)(?: (?:ones?|options?|choices?))?" +
    "|what(?:ever)? you(?:'d)? recommend(?:ed)?|as recommended" +
    "|추천(?:대로|안)?|추천 ?(?:하는|한|하신|해 ?준|해 ?주신)? ?(?:거|것|걸|대로|옵션))$",
);
export const DEFAULT =
  /^(?:(?:the|your) )?defaults?(?: (?:ones?|options?|choices?|values?))?$|^(?:기본|기본값|디폴트)(?: ?(?:대로|옵션))?$/;
export const RECOMMENDED_LABEL = /[([](?:recommended|추천|권장)[)\]]/i;
export const MARK = / ?[([](?:recommended|default|추천|권장|기본값?)[)\]]$/;
export const ENUMERATED = /^\(?(\d+|[a-z])[).:] (.+)$/;
export const NUMBERED_LINE = /^(?:option )?#?(\d+)번?(?:[.):]| -)? (.+)$/;

export const BULLET = /^\s*[-*•]\s+/;
export const COMMA = / ?[,;、·] ?/;
export const SEPARATOR =
  / ?[,;、·](?: ?(?:and|그리고|및)(?= ))? ?| (?:and|plus|&|\+|그리고|및) |(?<=\d)[&+](?=\d)/;
export const KOREAN_SEPARATOR = new RegExp(
  `${SEPARATOR.source}|(?:와|과|이랑|랑|하고) |(?<=[\\d번])(?:와|과|이랑|랑|하고)`,
);
export const SPACED = new RegExp(`${KOREAN_SEPARATOR.source}| `);
export const EITHER = / ?[,;](?: ?or(?= ))? ?| (?:or|아니면|또는|혹은) |이나 | ?\/ ?/;

// A person who denies, doubts or asks has not chosen. A word too many here costs an extra question;
// a word too few, a wrong choice.
export const HEDGE = new RegExp(
  "\\?|\\b(?:no|not|nope|nah|never|neither|nor|none|nothing|cannot|without|except|excluding|but|instead|unless|rather" +
    "|avoid|or|either|if|maybe|perhaps|possibly|probably|might|guess|think|unsure|depends" +
    "|(?:do|does|did|is|are|was|were|ca|wo|would|could|should|must|have|has|had|need)n'?t)\\b" +
    "|말고|말아|마라|마세요|(?:^|[ 지])마요?(?=$|[ .!])|않|없|싫|아니|아닌|제외|빼고|빼 ?[줘주]|대신|외에" +
    "|(?:^| )[안못](?=$|[ 해돼되할하함됨])|아마|혹시|글쎄|만약|모르|또는|혹은|[거것] 같|[번\\d]이나",
);
export const TURN =
  /\b(?:skip|stop|cancel|abort|reject|disable|decline|deny|refuse|ignore|remove|exclude)\b/;
export const KOREAN_TURN =
  /말기|않|없|(?:^| )[안못] |제외|빼|취소|중단|거부|금지|건너|생략|무시|비활성/;

export const FILLER = new Set([
  ...[
    "an",
    "the",
    "it",
    "its",
    "is",
    "are",
    "be",
    "am",
    "to",
    "of",
    "in",
    "at",
    "as",
    "by",
    "and",
    "with",
  ],
  ...[
    "for",
    "from",
    "we",
    "me",
    "my",
    "you",
    "your",
    "he",
    "she",
    "us",
    "they",
    "them",
    "this",
    "that",
    "these",
  ],
  ...[
    "those",
    "there",
    "one",
    "ones",
    "option",
    "options",
    "choice",
    "so",
    "um",
    "uh",
    "hm",
    "hmm",
    "please",
    "sure",
  ],
  ...[
    "good",
    "fine",
    "right",
    "great",
    "이",
    "그",
    "저",
    "거",
    "것",
    "음",
    "어",
    "아",
    "좀",
    "다",
    "제",
    "나",
  ],
  ...[...YES, ...NO, ...OKAY],
]);
// Complete words, not the beginning of a longer one: "what" is not "WhatsApp".
export const COMPLETE = new Set([
  ...[
    "on",
    "off",
    "up",
    "go",
    "do",
    "did",
    "can",
    "will",
    "all",
    "any",
    "some",
    "now",
    "new",
    "how",
    "why",
    "what",
  ],
  ...[
    "when",
    "who",
    "where",
    "which",
    "wait",
    "hi",
    "hey",
    "hello",
    "help",
    "nice",
    "cool",
    "well",
    "just",
    "then",
  ],
  ...[
    "done",
    "thanks",
    "sorry",
    "both",
    "other",
    "more",
    "less",
    "yet",
    "too",
    "very",
    "again",
    "stop",
    "later",
  ],
]);
