/** What the hub says of its Slack: the connection, and what does not work although it lives. */
import type { SurfaceFinding } from "../../surface.ts";
import type { BlockedPlace } from "../places/blocked-places.ts";
import type { BudgetState } from "../transport/budget.ts";
import { placeWords } from "./place-words.ts";

export interface SlackHealth {
  transport: "socket" | "http";
  state: "connected" | "connecting" | "dead";
  connections?: number;
  since: string;
  /** Where Slack does not let us ask. */
  blocked: BlockedPlace[];
  /** Keys of slack.json that count once the hub is started anew. */
  waitsForRestart: string[];
  /** Why slack.json as it is now does not count. */
  problem?: string;
  botName: string;
  /** How much of what Slack allows is used, and what waits. */
  budget: BudgetState;
}

type Words = SurfaceFinding["words"];
type Trouble = Pick<SlackHealth, "blocked" | "waitsForRestart" | "problem" | "botName">;

export function troublesIn({ blocked, waitsForRestart, problem, botName }: Trouble): Words[] {
  return [
    ...blocked.map(({ place, name = place, reason }) => ({
      en: placeWords("en").blocked(name, reason, botName),
      ko: placeWords("ko").blocked(name, reason, botName),
    })),
    ...(waitsForRestart.length === 0 ? [] : [restartWords(waitsForRestart.join(", "))]),
    ...(problem === undefined ? [] : [problemWords(problem)]),
  ];
}

function restartWords(keys: string): Words {
  return {
    en: {
      what: `slack.json was changed; ${keys} counts once the hub is started anew.`,
      todo: "End `askline serve` and start it again.",
    },
    ko: {
      what: `slack.json이 바뀌었지만 ${keys}은(는) 허브를 다시 시작해야 적용됩니다.`,
      todo: "`askline serve`를 끝내고 다시 시작하세요.",
    },
  };
}

function problemWords(problem: string): Words {
  return {
    en: {
      what: `slack.json was changed, but does not count: ${problem}`,
      todo: "Correct it there; docs/slack.md says what it may hold.",
    },
    ko: {
      what: `slack.json이 바뀌었지만 그대로 쓸 수 없습니다: ${problem}`,
      todo: "그곳에서 고치세요. 무엇을 쓸 수 있는지는 docs/slack.md에 있습니다.",
    },
  };
}
