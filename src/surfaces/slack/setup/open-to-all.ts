/** Whether everybody in the workspace may set an agent to work that may change files. Pure. */
import type { Locale } from "../../../core/locale.ts";
import { ANYONE, type SlackConfig } from "./config.ts";

export const OPEN_TO_ALL: Record<Locale, { what: string; todo: string }> = {
  en: {
    what: "Everybody in the Slack workspace may talk to an agent that may change files.",
    todo:
      'List the user ids of those who may in "people" of slack.json, ' +
      "or start the agent with --permission-mode plan.",
  },
  ko: {
    what: "Slack 워크스페이스의 누구나 파일을 바꿀 수 있는 에이전트에게 일을 시킬 수 있습니다.",
    todo:
      'slack.json의 "people"에 허용할 사람의 사용자 ID를 적거나, ' +
      "에이전트를 --permission-mode plan으로 시작하세요.",
  },
};

type Settings = Pick<SlackConfig, "people" | "agent" | "channels">;

export function isOpenToAll({ people, agent, channels = {} }: Settings): boolean {
  const commands = [agent, ...Object.values(channels)].flatMap((one) =>
    one?.command === undefined ? [] : [one.command],
  );
  return people.includes(ANYONE) && !commands.every(onlyPlans);
}

/** Whatever is not known to change nothing may change something, by its flags or its settings. */
function onlyPlans(command: readonly string[]): boolean {
  const flags = command.join(" ").replaceAll("=", " ");
  return (
    / --permission-mode plan(?= |$)/.test(flags) &&
    !/ --(?:allow-)?dangerously-skip-permissions\b/.test(flags)
  );
}
