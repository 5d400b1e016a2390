/**
 * What the voice says to people, in Korean. Names are followed by a colon where a particle would
 * depend on them.
 */
import { placeName, sourceName } from "../../names.ts";
import type { VoiceMessages } from "./messages.ts";

export const korean: VoiceMessages = {
  locale: "ko",

  state: {
    IDLE: "쉬는 중",
    COMMANDED: "곧 시작",
    PROCESSING: "작업 중",
    AWAITING_INPUT: "답을 기다리는 중",
    COMPLETE: "완료",
    FAILED: "오류로 멈춤",
    LIMITED: "사용 한도로 멈춤",
    ENDED: "종료됨",
  },

  ago(seconds) {
    if (seconds < 10) return "방금";
    if (seconds < 90) return `${Math.round(seconds)}초 전`;
    if (seconds < 90 * 60) return `${Math.round(seconds / 60)}분 전`;
    if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)}시간 전`;
    return `${Math.round(seconds / 86_400)}일 전`;
  },

  unnamed: "프로젝트 없는 에이전트",
  noCommand: "Askline이 듣기 전에 맡긴 일",

  agents: {
    none: "실행 중인 에이전트가 없습니다.",
    noneResult: "에이전트의 훅이 애스크라인에 닿으면 여기에 나타납니다.",
    count(total, waiting, stopped) {
      const agents = `에이전트 ${total}개가 실행 중`;
      if (stopped > 0) {
        const failed = `${stopped}개가 오류나 한도로 멈췄습니다`;
        if (total === 1) return "에이전트 한 개가 오류나 한도로 멈췄습니다.";
        return waiting === 0
          ? `${agents}이고, ${failed}.`
          : `${agents}이고, ${waiting}개가 답을 기다리며 ${failed}.`;
      }
      if (waiting === 0) return `${agents}이고, 기다리는 것은 없습니다.`;
      if (total === 1) return `${agents}이고, 답을 기다립니다.`;
      return `${agents}이고, ${waiting === total ? "모두" : `${waiting}개가`} 답을 기다립니다.`;
    },
    line: (project, state) => `${project}: ${state}.`,
    lineWithTask: (project, state, task) => `${project}: ${state}, ${task}`,
    lineWithQuestion: (project, question) => `${project}의 질문: ${question}`,
    lastActive: (ago) => `마지막 활동은 ${ago}입니다.`,
    more: (count) => `그 밖에 ${count}개가 더 실행 중입니다.`,
    moreWaiting: (count) => `그 밖에 ${count}개가 더 기다립니다.`,
    andAsks: (agents, count) =>
      `${agents.replace(/\.$/, "")}, 다른 질문 ${count}개가 열려 있습니다.`,
    moreAsks: (count) => `질문 ${count}개가 더 열려 있습니다.`,
    answerOne: (project) => `${project}에 답하세요.`,
    sayWhich: "어느 에이전트에 답할지 말하세요.",
  },

  snooze: {
    putOff: (project) => `${project}: 질문을 미뤘습니다.`,
    back: (project) => `${project}: 질문이 다시 목록에 있습니다.`,
    byItself: "마감 전에 저절로 돌아옵니다.",
    isOpen: "다시 답을 기다립니다.",
  },

  output: {
    nothing: (project) => `${project}: 아직 맡긴 일이 없습니다.`,
    nothingResult: (state) => `지금 상태: ${state}.`,
    finished: (project, task) => `${project} 완료: ${task}`,
    underWay: (project, task) => `${project} 작업 중: ${task}`,
    waits: (project, task) => `${project}: 계속하려면 답이 필요합니다: ${task}`,
    noOutput: "아직 아무 말도 하지 않았습니다.",
    task: (command, output) => `${command} ${output}`,
    giveWork: (project) => `${project}에 할 일을 주세요.`,
    hearQuestion: "질문을 들어 보세요.",
  },

  question: {
    permission: (tool, subject) => `${tool}${subject === "" ? "" : `: ${subject}`}, 허용할까요?`,
    plan: "이 계획을 승인할까요?",
    form: (server, message) => `MCP 서버 "${server}"의 질문: ${message}`,
    link: (server, address, message) =>
      `MCP 서버 "${server}"이(가) ${address} 주소를 열어 달라고 합니다: ${message}`,
    asks: (project, question) => `${project}의 질문: ${question}`,
    option: (number, label, isRecommended) =>
      `${number}번 ${label}${isRecommended && !/recommended|추천|권장/i.test(label) ? ", 추천" : ""}`,
    several: (count, current) => `${count}개 중 ${current}번째 질문입니다.`,
    ownWords: "자유롭게 답하세요.",
    sayNumber: "번호나 이름을 말하세요.",
    sayNumbers: (mayBeNone) =>
      mayBeNone ? "번호나 이름들을 말하거나, 없음이라고 말하세요." : "번호나 이름들을 말하세요.",
    orOwnWords: "아니면 기타라고 말하고 직접 답하세요.",
    orNoAndWhy: "아니면 안 된다고 하고 이유를 말하세요.",
    noOptions: "고를 것이 따로 없습니다.",
    destructive: (why) =>
      `조심하세요, 무언가를 지우거나 망가뜨릴 수 있습니다${why === "" ? "." : `. ${why}`}`,
    notWaiting: (project, state) =>
      `${project}: 지금 상태는 ${state}이고, 답을 기다리고 있지 않습니다.`,
    notWaitingResult: (task) => `마지막으로 맡긴 일: ${task}`,
    noTask: "아직 맡긴 일이 없습니다.",
    onlyInTerminal: "에이전트의 터미널에서만 답할 수 있습니다.",
  },

  transcript: {
    status: (project, count) => `${project}: 메시지 ${count}개입니다.`,
    ended: (project, count) => `${project}: 메시지 ${count}개이고, 에이전트는 종료되었습니다.`,
    empty: (project) => `${project}: 아직 나눈 말이 없습니다.`,
    noneOlder: (project) => `${project}: 이전 메시지가 더 없습니다.`,
    you: (text) => `나: ${text}`,
    agent: (text) => `에이전트: ${text}`,
    nothing: "읽을 것이 없습니다.",
    older: "이전 메시지를 더 불러오세요.",
  },

  command: {
    answered: (project, answer) => `${project}에 답했습니다: ${answer}`,
    nothingChosen: "선택 없음",
    reaches: {
      hook: "에이전트가 바로 이어서 작업합니다.",
      caller: "질문한 에이전트가 답을 받습니다.",
      channel: "에이전트의 터미널로 가는 중입니다.",
    },
    delivered: (project) => `${project}에 전했습니다.`,
    onTheWay: (project) => `${project}에 전하는 중입니다.`,
    unsure: (project) => `${project}의 터미널에 입력했지만, 받았다는 말이 없습니다.`,
    delivery: {
      queued: "입력할 차례를 기다립니다.",
      typed: "입력했고 아직 확인되지 않았습니다.",
      accepted: "에이전트가 받았습니다.",
      consumed: "에이전트가 처리하고 있습니다.",
      indeterminate: "도착했는지 알 수 없습니다. 다시 말하기 전에 에이전트의 터미널을 보세요.",
      refused: "아무것도 입력하지 않았습니다.",
    },
    interrupted: "먼저 하던 일을 멈췄습니다.",
    next: (left) => `고맙습니다, 질문이 ${left}개 더 있습니다.`,
    kept: (answer) => `기억한 답: ${answer}`,
    askedBack: {
      ambiguous: "여러 가지로 들립니다.",
      unclear: "어느 것인지 알아듣지 못했습니다.",
      refused: "질문에 맞지 않는 답입니다.",
      own_words: "하나를 고르신 것인지 잘 모르겠습니다.",
      nothing_to_confirm: "지금은 확인할 것이 없습니다.",
      too_long: "소리 내어 읽기에 너무 길어 말로는 허용할 수 없습니다.",
    },
    didYouMean: (options) => `${options} 중 어느 것인가요?`,
    chooseAtMost: (count) => `많아야 ${count}개를 고르세요.`,
    chooseAtLeast: (count) => `적어도 ${count}개를 고르세요.`,
    readBack: (what) => `이것을 허용하려고 합니다: ${what}`,
    readBackMore: (count) => `그리고 읽지 않은 ${count}자`,
    confirmTo: "허용하려면 확인이라고 말하세요.",
    denyTo: "거절하려면 거부라고 말하세요.",
    confirmWithin: (seconds) => `${seconds}초 안에 말하세요.`,
    confirmWord: "확인",
    readItWhole: "휴대전화나 브라우저에서 모두 읽고 거기서 허용하세요.",
    sayAgainFirst: "먼저 허용이라고 말하고, 물어보면 확인이라고 말하세요.",
    cancelled: (project) => `${project}: 답하지 않고 질문을 닫았습니다.`,
    cancelledResult: "에이전트는 아무도 결정하지 않았다고 듣습니다.",
    sentBack: {
      elaborate: (project) => `${project}: 더 설명해 달라고 했습니다.`,
      rephrase: (project) => `${project}: 다르게 물어봐 달라고 했습니다.`,
    },
    sentBackResult: "답 대신 이 말을 전합니다.",
    whichAgent: (count) => `에이전트 ${count}개가 기다리는데, 어느 것인가요?`,
    whichNext: "에이전트 이름을 먼저 말하고 답하세요.",
    whichOne: (agents, asks) =>
      `에이전트 ${agents}개와 다른 질문 ${asks}개가 기다리는데, 어느 것인가요?`,
    whichNameFirst: "이름을 먼저 말하고 답하세요.",
    nobodyBut: (asks) => `답이 필요한 에이전트는 없지만, 다른 질문 ${asks}개가 열려 있습니다.`,
    nobody: "답이 필요한 에이전트가 없습니다.",
    nobodyActive: "실행 중인 에이전트가 없습니다.",
    notWaiting: (project, state) =>
      `${project}: 지금 상태는 ${state}이고, 답을 기다리고 있지 않습니다.`,
    sendAnyway: "그래도 보내면 에이전트가 차례가 되었을 때 읽습니다.",
    orInterrupt: "아니면 에이전트를 멈추고 보내세요.",
    startAgain: "먼저 에이전트를 다시 시작하세요.",
  },

  upload: {
    status: (file, project) => `${project}에 파일을 넘겼습니다: ${file}.`,
    onTheWay: (file, project) => `파일을 보관했고 ${project}에 전하는 중입니다: ${file}.`,
    size: (file, size) => `${file}: ${size}.`,
    bytes(count) {
      if (count < 1_000) return `${count}바이트`;
      if (count < 1_000_000) return `${Math.round(count / 1_000)}킬로바이트`;
      return `${(count / 1_000_000).toFixed(1)}메가바이트`;
    },
    sayWhatFor: "파일로 무엇을 할지 말하세요.",
  },

  problem: {
    unknown_agent: {
      error: "그런 에이전트가 없습니다",
      suggestion: "실행 중인 에이전트를 물어보고 하나를 고르세요.",
    },
    unknown_address: {
      error: "여기에는 아무것도 없습니다",
      suggestion: "음성 페이지를 다시 여세요.",
    },
    wrong_method: {
      error: "여기서는 할 수 없습니다",
      suggestion: "음성 페이지를 다시 열거나 앱을 업데이트하세요.",
    },
    not_understood: {
      error: "알아듣지 못했습니다",
      suggestion: "다시 말하거나 앱을 업데이트하세요.",
    },
    nothing_said: { error: "아무 말도 없었습니다", suggestion: "에이전트에 전할 말을 하세요." },
    too_large: { error: "한 번에 너무 많습니다", suggestion: "더 작은 것을 보내세요." },
    no_token: {
      error: "모르는 기기입니다",
      suggestion: "컴퓨터에서 askline pair로 다시 연결하세요.",
    },
    too_many_tries: {
      error: "잘못된 시도가 너무 많습니다",
      suggestion: "1분 뒤에 기기를 다시 연결하세요.",
    },
    not_allowed: {
      error: "여기서는 허용되지 않습니다",
      suggestion: "받은 링크로 음성 페이지를 여세요.",
    },
    from_agent: {
      error: "에이전트는 사람 대신 말할 수 없습니다",
      suggestion: "내 기기에서 말하거나, 다른 화면에서 답하세요.",
    },
    passkey_needed: {
      error: "패스키로만 허용할 수 있습니다",
      suggestion: "브라우저에서 질문을 열고 패스키로 서명하세요.",
    },
    strange_sender: { error: "잘못된 주소입니다", suggestion: "받은 링크로 음성 페이지를 여세요." },
    wrong_format: {
      error: "알아듣지 못했습니다",
      suggestion: "음성 페이지를 다시 열거나 앱을 업데이트하세요.",
    },
    answered_already: {
      error: "이미 답한 질문입니다",
      suggestion: "에이전트가 지금 무엇을 하는지 물어보세요.",
    },
    owner_gone: {
      error: "에이전트가 더는 이 답을 기다리지 않습니다",
      suggestion: "아직 묻고 있다면 에이전트의 터미널에서 답하세요.",
    },
    due_soon: {
      error: "마감이 가까워 미룰 수 없습니다",
      suggestion: "답하거나, 먼저 시간을 늘리세요.",
    },
    question_gone: {
      error: "그 질문은 없어졌습니다",
      suggestion: "에이전트가 지금 무엇을 묻는지 들어 보세요.",
    },
    question_changed: {
      error: "그 사이 다른 질문이 왔습니다",
      suggestion: "이 질문에 답하거나 어느 에이전트가 기다리는지 물어보세요.",
    },
    only_in_terminal: {
      error: "에이전트의 터미널에서만 됩니다",
      suggestion: "에이전트의 터미널에서 답하세요.",
    },
    unreachable: {
      error: "에이전트에 닿을 수 없습니다",
      suggestion: "에이전트의 터미널을 보세요.",
    },
    question_first: {
      error: "에이전트가 답을 기다립니다",
      suggestion: "먼저 질문에 답하고 파일을 다시 보내세요.",
    },
    no_file: { error: "파일이 없습니다", suggestion: "파일을 골라 다시 보내세요." },
    empty_file: { error: "빈 파일입니다", suggestion: "다른 파일을 고르세요." },
    file_kind: {
      error: "받지 않는 종류의 파일입니다",
      suggestion: "사진, PDF, 텍스트나 압축 파일을 보내세요.",
    },
    unknown_file: {
      error: "그런 파일이 없습니다",
      suggestion: "다시 보내세요. 파일은 며칠 동안만 보관합니다.",
    },
    no_room: {
      error: "파일을 더 둘 자리가 없습니다",
      suggestion: "컴퓨터에서 오래된 파일을 지우고 다시 보내세요.",
    },
    failure: { error: "문제가 생겼습니다", suggestion: "잠시 뒤에 다시 해 보세요." },
  },

  answeredBy: (who, where) => `${who} 님이 먼저 답했습니다${where === "" ? "" : ` (${where})`}.`,
  somebody: "다른 사람",
  yourself: "조금 전에 직접 답하셨습니다.",
  itself: "답하기 전에 닫혔습니다.",
  surface: (name) => placeName(name, "ko"),
  source: (kind) => sourceName(kind, "ko"),
};
