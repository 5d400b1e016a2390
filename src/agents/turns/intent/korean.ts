/** How agents ask in Korean, where a sentence's ending marks a question and "?" may be left out. */
import { type Language, matches } from "./language.ts";

export const korean: Language = {
  kindOf({ own }) {
    const text = own.replace(/[\s.!?。？！"')~]+$/u, "");
    if (!/[가-힣]/.test(text)) return null;
    if (matches(text, COURTESY) && !text.includes("전에")) return "courtesy";
    if (matches(text, QUESTION) || /(?:세요|셔요)[?？]+$/.test(own)) {
      return matches(text, DIRECTED) && !matches(text, WONDERING) ? "directed" : "open";
    }
    return matches(text, REQUEST) ? "request" : null;
  },
  isAnswer: ({ own }) => matches(own, ANSWER),
  announces: (line) => ANNOUNCING.test(line) && !MADE.test(line),
};

const COURTESY = [
  /(?:있으면|있으시면|필요하면|필요하시면|보이면|생기면|궁금하시?면|원하시면|않으면)/,
  /(?:더|추가로|다른|또|외에).*(?:있을까요|있나요|있으신가요|있으세요|필요하신가요)$/,
  /도와드릴/,
  /궁금(?:한|하신) (?:점|것|게|사항)/,
];

const QUESTION = [
  /(?:까요|나요|가요|인지요|습니까|입니까|합니까|됩니까|겠습니까|겠어요|시죠|을까|할까)$/,
];

/** About what happened or why: the agent explains, and expects no answer. */
const WONDERING = [/(?:았|었|했|였|됐)을까요$/, /^왜 /];

const DIRECTED = [
  /(?:도|면) ?(?:될까요|되나요|될지요|괜찮|좋을까요|되겠습니까)/,
  /(?:어느|어떤|무슨|어디|몇).*(?:까요|시나요|시겠어요|신가요)$/,
  /드릴까요|주시겠|주실|하시겠|원하시|선호하시|생각하시/,
  /(?:할|만들|둘|띄울|고칠|올릴|바꿀|지울|넣을|남길|볼|쓸|열|닫을|보낼|돌릴)까요/,
];

// An indirect question ends in -지 before the verb; the syllable alone is part of many other words.
const REQUEST = [
  /(?:[는은한인을할될올릴울길둘낼쓸볼갈킬]지 |여부|어느|어떤|어떻게|무엇|중).*(?:알려|말씀해|말해|회신해) ?(?:주세요|주십시오|주시기 바랍니다)$/,
  /(?:쪽|[는은한인을할될올릴울길둘낼쓸볼갈킬]지 |여부|어느|어떤).*(?:알려|말씀해) ?주시면 .*(?:겠습니다|게요)$/,
  /(?:[는은한인을할될올릴울길둘낼쓸볼갈킬]지 |여부|전에).*확인해 ?(?:주세요|주십시오)$/,
  /(?:선택|결정|입력|승인|제공|공유|답변|지정)해 ?(?:주세요|주십시오|주시기 바랍니다)$/,
  /(?:골라|정해|답해) ?(?:주세요|주십시오)$/,
  /(?:확인|승인|결정|선택|답변|회신)을? ?부탁(?:드립니다|드려요|합니다)$/,
  /(?:확인|승인|결정|선택|답변|허락)해 ?주시면 .*(?:겠습니다|게요)$/,
  /(?:어느|어떤).*결정이 필요합니다$/,
];

const ANSWER = [
  /^(?:네|예|아니(?!면)|아뇨|물론|바로|왜냐|먼저|그 이유|없습니다|있습니다)/,
  /때문(?:입니다|이에요|이죠)/,
  /(?:겠|했|았|었|였)습니다[.!]*$/,
];

const ANNOUNCING = /(?:질문|확인|결정|문의)[^.]*(?::|다\.?)\s*$/;
const MADE = /작성|만들|추가|생성|설문|퀴즈|답변|답합니다/;
