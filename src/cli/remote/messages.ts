/** The texts of `askline remote`. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";

interface Rights {
  name: string | null;
  person: string | undefined;
  scopes: string[];
  projects: string[] | null;
}

const en = {
  none: "Questions stay on this machine. To work with a hub elsewhere: askline remote add URL",
  works: (url: string, version: string) =>
    `This machine works with the hub at ${url} (${version}).`,
  notReached: (url: string) =>
    `This machine works with the hub at ${url}, which cannot be reached:`,
  rights: ({ name, person, scopes, projects }: Rights) => {
    const whose = person === undefined ? "" : ` of ${person}`;
    const where = projects === null ? "in all projects" : `in ${projects.join(", ")}`;
    const token = name === null ? "The hub's own token" : `The token ${name}${whose}`;
    return `${token} may ${scopes.join(", ")} ${where}.`;
  },
  fromEnvironment: "It is set by ASKLINE_URL; nothing is kept.",
  project: (project: string) => `What is asked here belongs to the project ${project}.`,
  added: "Kept. From now on commands, hooks and MCP servers of this machine work with it.",
  removed: (url: string) => `Questions stay on this machine again, not at ${url}.`,
  readable: "Not encrypted: anybody in that network can read the token and every question.",
  askToken: "The token that its admin made for you: ",
  waiting: (count: number) =>
    count === 1 ? "1 thing is still to be sent:" : `${count} things are still to be sent:`,
  item: {
    ask: (title: string) => `a question: ${title}`,
    answer: (id: string) => `an answer to ${id}`,
    refused: (id: string, why: string) => `${id} was not taken: ${why}`,
  },
  givenUp: "What was refused for good is kept. To send it once more: askline remote status --retry",
};

const ko: typeof en = {
  none: "질문은 이 컴퓨터에만 있습니다. 다른 곳의 허브를 쓰려면: askline remote add 주소",
  works: (url, version) => `이 컴퓨터는 ${url}의 허브(${version})를 씁니다.`,
  notReached: (url) => `이 컴퓨터는 ${url}의 허브를 쓰지만 지금 연결할 수 없습니다:`,
  rights: ({ name, person, scopes, projects }) => {
    const whose = person === undefined ? "" : ` (${person})`;
    const where = projects === null ? "모든 프로젝트" : projects.join(", ");
    const token = name === null ? "허브 자신의 토큰" : `토큰 ${name}${whose}`;
    return `${token}: ${where}에서 ${scopes.join(", ")}`;
  },
  fromEnvironment: "ASKLINE_URL로 정해져 있으며 저장된 것은 없습니다.",
  project: (project) => `여기서 묻는 것은 이 프로젝트의 것입니다: ${project}`,
  added: "저장했습니다. 이제 이 컴퓨터의 명령, 훅, MCP 서버가 그 허브를 씁니다.",
  removed: (url) => `질문은 다시 이 컴퓨터에만 있습니다. 더는 쓰지 않는 허브: ${url}`,
  readable: "암호화되지 않습니다. 그 네트워크의 누구나 토큰과 모든 질문을 읽을 수 있습니다.",
  askToken: "관리자가 만들어 준 토큰: ",
  waiting: (count) => `아직 보내지 못한 것 ${count}개:`,
  item: {
    ask: (title) => `질문: ${title}`,
    answer: (id) => `답: ${id}`,
    refused: (id, why) => `받지 않음: ${id} (${why})`,
  },
  givenUp: "허브가 거절한 것은 남아 있습니다. 다시 보내려면: askline remote status --retry",
};

export function remoteMessages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
