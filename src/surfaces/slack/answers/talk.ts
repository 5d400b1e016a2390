/**
 * Tells what a message in Slack is by its form: to the app, to somebody else, or nothing but
 * emoji. People talk to each other below a card, and that is no answer. Pure.
 */

export interface Talk {
  /**
   * `others` begins with somebody else's mention, `signs` has no word in it; neither is ever an
   * answer.
   */
  kind: "words" | "others" | "signs";
  /** The app is mentioned, and nobody else before the words. */
  isToUs: boolean;
  mentionsUs: boolean;
}

// A person, or a group of them: <@U1|ada>, <!here>, <!subteam^S1|@backend>.
const MENTION = String.raw`<(?:@|!(?:here|channel|everyone|subteam\b))[^>]*>`;
const OTHERS = new RegExp(`^${MENTION}`);

export function readTalk(text: string, botUserId: string): Talk {
  const ours = new RegExp(`<@${botUserId}(?:\\|[^>]*)?>`, "g");
  const mentionsUs = ours.test(text);
  const typed = text.trim();
  const rest = typed.replace(new RegExp(`^(?:${ours.source}[,:]?\\s*)+`), "");
  const isToOthers = OTHERS.test(rest);
  if (isToOthers && rest === typed) return { kind: "others", isToUs: false, mentionsUs };
  const said = rest.replace(ours, "").trim();
  // A bare mention is a question to us; a file without a word says nothing.
  const kind = (said === "" ? mentionsUs : !hasOnlySigns(said)) ? "words" : "signs";
  return { kind, isToUs: mentionsUs && !isToOthers, mentionsUs };
}

// Slack writes emoji as :eyes:, with a skin tone as :+1::skin-tone-2:.
const SHORTCODE = /:[\p{L}\p{N}_+'-]{1,100}:/gu;
const EMOJI =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Default_Ignorable_Code_Point}/gu;
const MARKS = /^[\s?!.…,;:~^'"()-]*$/u;

/** Nothing but emoji and marks such as "??". */
function hasOnlySigns(text: string): boolean {
  return MARKS.test(text.replace(SHORTCODE, "").replace(EMOJI, ""));
}

const KEYCAPS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const KEYCAP = `:(${KEYCAPS.join("|")}):`;
const ONLY_KEYCAPS = new RegExp(`^\\s*(?:${KEYCAP}\\s*)+$`);

/** Slack turns a typed 2️⃣ into :two:. Alone, it is a number. */
export function withKeycaps(text: string): string {
  if (!ONLY_KEYCAPS.test(text)) return text;
  return text.replace(new RegExp(KEYCAP, "g"), (_, name: string) => String(KEYCAPS.indexOf(name)));
}

/** Numbers and what stands between them: "2", "#2", "2번", "1: 2, 2: 1". */
export function isNumber(text: string): boolean {
  return /^(?=.*\d)(?:option|질문|\ufe0f|\u20e3|[\s\d#,;:.()=번&])+$/iu.test(text);
}
