/** How agents ask in English. */
import { type Language, matches } from "./language.ts";

export const english: Language = {
  kindOf({ own }) {
    if (HANGUL.test(own)) return null;
    const text = straight(own);
    if (matches(text, COURTESY) && !BLOCKING.test(text)) return "courtesy";
    if (REPORTED.test(text)) return null;
    if (/\?["')]*$/.test(text)) return matches(text, DIRECTED) ? "directed" : "open";
    if (text.endsWith(":") && LEADING.test(text)) return "directed";
    return matches(text, REQUEST) ? "request" : null;
  },
  isAnswer: ({ own }) => matches(straight(own), ANSWER),
  announces: (line) => ANNOUNCING.test(line) && !MADE.test(line),
};

function straight(text: string): string {
  return text.replaceAll("’", "'");
}

const HANGUL = /[가-힣]/;

const COURTESY = [
  /\banything else\b/i,
  /\b(?:any|other|further|more|have|had) (?:\w+ )?(?:questions|issues|problems|concerns|feedback)\b/i,
  /\bneed (?:anything|help|more|any|further)\b/i,
  /\blet me know if you\b/i,
  /\blet me know(?: what you think)?[.!]*$/i,
  /\b(?:feel free|happy to|glad to|reach out|how it goes)\b/i,
  /\bdo(?:es)? (?:that|this|it) (?:help|make sense|answer)/i,
  /\bif not\b[.!]*$/i,
];

/** Even an offer is a question if the agent waits for the answer. */
const BLOCKING = /\b(?:before I|if I should|whether)\b/i;

/** Another person's question, reported by the agent. */
const REPORTED =
  /\b(?:asks?|asked|asking(?: myself)?|says?|said|reads?|wonder(?:s|ed)?|prints?|question (?:is|was)|instructions?)\b[^?.]{0,30}:/i;

const DIRECTED = [
  /\b(?:should|shall|may|can|could|must|do|would) (?:I|we)\b/i,
  /\b(?:do|did|would|will|are|can|could|have|were) you\b/i,
  /\bwant me to\b/i,
  /\byou(?:'d| would) (?:like|prefer|rather)\b/i,
  /\b(?:to|for|with) you\?/i,
  /^(?:\w+: )?should\b/i,
  /^(?:any|what) preference\b/i,
  /^(?:ok|okay|ready|fine|safe) (?:to|if|with)\b/i,
  /^(?:proceed|continue|go ahead|sounds? good|approve|confirm)\b/i,
  /\b(?:is|would|are) (?:that|this|it|these|those)(?: be)? (?:ok|okay|fine|all right|acceptable|correct)\b/i,
];

/** A line that ends in a colon; the options follow as a list. */
const LEADING =
  /^(?:do you want|would you like|should I|shall I|do you prefer|would you prefer)\b/i;

const REQUEST = [
  /\b(?:let me know|tell me) (?:which|whether|if I should|when|where|how (?:you|to|I))\b/i,
  /\b(?:let me know|tell me) what (?:to|I should|you(?:'d| would) (?:like|prefer)|you (?:want|prefer))\b/i,
  /\b(?:let me know|tell me) your (?:choice|preference|decision|answer)\b/i,
  /\blet me know,? and I\b/i,
  /(?:^|[,;:] |\band |\bso )please (?:confirm|choose|pick|select|approve|decide|provide|reply|answer)\b(?! is\b)/i,
  /(?:^|[,;:] |\band |\bso )please (?:specify|advise|share|clarify)\b/i,
  /\bI(?:'ll|'d| would| will)? need (?:your|a decision|(?:the following|this|these) from you)\b/i,
  /\bI(?:'ll|'d| would| will)? need you to (?:decide|confirm|choose|approve|provide|tell|pick|answer|check|run|give|share|send)\b/i,
  /\bwait(?:ing)? (?:for|on) your\b/i,
  /^(?:reply|answer|respond|type) (?:with )?·+ (?:to|if|and|or)\b/i,
  /^once you(?:'ve)? (?:confirm|approve|decide|choose)\w*\b.*\bI(?:'ll| will| can)\b/i,
];

const ANSWER = [
  /^(?:yes|no|nope|sure|because|since|probably|maybe|anyway|later|nothing|none|in short|the answer|so i)\b/i,
  /^(?:that|this) (?:is|was|depends)\b/i,
  /^it (?:is|does|was|works|did)\b/i,
  /^i (?:implemented|tested|left|kept|removed|decided|chose|used|moved|fixed|made|did|went|added)\b/i,
];

const ANNOUNCING = /\b(?:questions?|clarif\w+|decisions?|before I|need to know|unsure)\b.*:\s*$/i;
const MADE = /\b(?:wrote|written|added|created|generated|drafted|quiz|survey|covers?)\b/i;
