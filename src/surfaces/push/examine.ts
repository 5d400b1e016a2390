/** What the doctor says of push: whom it reaches, whether it works, and what leaves the machine. */
import { join } from "node:path";
import { loadAttention } from "../../desk/attention/settings.ts";
import type { Settings } from "../../desk/settings.ts";
import type { Words } from "../command.ts";
import type { SurfaceFinding } from "../surface.ts";
import { label } from "./label.ts";
import { SUBSCRIPTIONS_FILE } from "./open-push.ts";
import { readSubscriptions, type Subscription } from "./subscriptions.ts";

export async function examinePush(settings: Settings): Promise<SurfaceFinding[]> {
  const all = subscriptionsIn(settings);
  if (all.length === 0) return [];
  const failing = all.filter(({ trouble }) => trouble !== null);
  const { surfaces, away } = loadAttention().settings;
  const isUsed = [...surfaces, ...away.surfaces].includes(label.key);
  return [
    ...failing.map(failure),
    ...(failing.length < all.length ? [reached(all.length - failing.length)] : []),
    ...(isUsed ? [] : [UNUSED]),
  ];
}

export async function pushLeavesTo(settings: Settings): Promise<Words[]> {
  const all = subscriptionsIn(settings);
  if (all.length === 0) return [];
  const hosts = [...new Set(all.map(({ endpoint }) => new URL(endpoint).host))].join(", ");
  const withText = all.filter(({ showsText }) => showsText).length;
  return [
    {
      en: `push notices, encrypted for your browsers, by ${hosts} (${withText} of ${all.length} with the question's text)`,
      ko: `푸시 알림. 브라우저만 풀 수 있게 암호화하여 ${hosts} 경유(질문 내용 포함: ${all.length}개 중 ${withText}개)`,
    },
  ];
}

function subscriptionsIn({ stateDirectory }: Settings): Subscription[] {
  return readSubscriptions(join(stateDirectory, SUBSCRIPTIONS_FILE));
}

function failure({ trouble }: Subscription): SurfaceFinding {
  return {
    check: "push",
    level: "problem",
    words: {
      en: {
        what: `The last push to one of your browsers failed: ${trouble}.`,
        todo: "Look whether this machine reaches the internet, then send a test from the page's settings.",
      },
      ko: {
        what: `브라우저에 마지막으로 보낸 푸시가 실패했습니다: ${trouble}`,
        todo: "이 컴퓨터가 인터넷에 닿는지 보고, 페이지의 설정에서 시험 알림을 보내세요.",
      },
    },
  };
}

function reached(count: number): SurfaceFinding {
  return {
    check: "push",
    level: "ok",
    words: {
      en: { what: `Push reaches ${count === 1 ? "one browser" : `${count} browsers`}.` },
      ko: { what: `푸시가 닿는 브라우저: ${count}개` },
    },
  };
}

const UNUSED: SurfaceFinding = {
  check: "push",
  level: "warning",
  words: {
    en: {
      what: "Browsers asked for push, but attention.json tells nobody that way.",
      todo: 'Add "push" to its surfaces.',
    },
    ko: {
      what: "푸시를 켠 브라우저가 있지만 attention.json에는 푸시가 없습니다.",
      todo: 'surfaces에 "push"를 넣으세요.',
    },
  },
};
