/** Why Slack does not let us ask in some place, and what a person can do. */
import type { Locale } from "../../../core/locale.ts";

export interface BlockedWords {
  what: string;
  todo: string;
}

interface PlaceWords {
  blocked(place: string, reason: string, botName: string): BlockedWords;
}

const en: PlaceWords = {
  blocked: (place, reason, bot) => ({
    what: `Askline cannot ask in ${place} (${reason}); what is asked there waits.`,
    todo: todoIn(reason, {
      invite: `Write this in that channel: /invite @${bot}`,
      archived: "Bring the channel back, or name another one in slack.json.",
      person: "Name somebody else in slack.json: this account cannot be written to.",
      rights: "Add what is missing to the app at api.slack.com/apps, and install it again.",
      token:
        "Slack no longer knows the app's token: install the app again, then run askline slack connect.",
      other: "Ask an admin of the workspace who may write there, or name another place.",
    }),
  }),
};

const ko: PlaceWords = {
  blocked: (place, reason, bot) => ({
    what: `Askline이 ${place}에 물을 수 없습니다(${reason}). 그곳에 물을 것은 기다립니다.`,
    todo: todoIn(reason, {
      invite: `그 채널에 이렇게 쓰세요: /invite @${bot}`,
      archived: "채널을 되살리거나 slack.json에 다른 채널을 적으세요.",
      person: "이 계정에는 보낼 수 없으니 slack.json에 다른 사람을 적으세요.",
      rights: "api.slack.com/apps에서 앱에 없는 권한을 추가하고 다시 설치하세요.",
      token:
        "Slack이 앱의 토큰을 더는 모릅니다. 앱을 다시 설치한 뒤 askline slack connect를 실행하세요.",
      other: "그곳에 누가 쓸 수 있는지 워크스페이스 관리자에게 묻거나 다른 곳을 적으세요.",
    }),
  }),
};

type Todo = "invite" | "archived" | "person" | "rights" | "token" | "other";

// A private channel that the bot is not in is not found.
const TODO_FOR: Record<string, Todo> = {
  not_in_channel: "invite",
  channel_not_found: "invite",
  is_archived: "archived",
  user_not_found: "person",
  user_disabled: "person",
  cannot_dm_bot: "person",
  user_is_restricted: "person",
  missing_scope: "rights",
  ...{ invalid_auth: "token", not_authed: "token", account_inactive: "token" },
  ...{ token_revoked: "token", token_expired: "token" },
};

function todoIn(reason: string, words: Record<Todo, string>): string {
  return words[TODO_FOR[reason] ?? "other"];
}

export function placeWords(locale: Locale): PlaceWords {
  return locale === "ko" ? ko : en;
}
