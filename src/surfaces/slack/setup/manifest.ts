/** The manifest of the Slack app: its scopes, its events, and where Slack reaches it. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";

/** What the message shortcut is called when Slack sends it. */
export const ASK_AGENT = "askline_ask_agent";

/** The permissions that the bot needs; `connect` checks them. */
export const BOT_SCOPES = [
  "app_mentions:read",
  "channels:history",
  "channels:read",
  "chat:write",
  "commands",
  "files:read",
  "groups:history",
  "groups:read",
  "im:history",
  "im:write",
  "reactions:write",
  "users:read",
] as const;

/** For HTTP at this address, or for Socket Mode, which needs no address. */
export function appManifest(url: string | null): Record<string, unknown> {
  const address: { request_url?: string } =
    url === null ? {} : { request_url: `${url.replace(/\/+$/, "")}/slack/events` };
  return {
    display_information: {
      name: "Askline",
      description: "Agents ask. People answer, from wherever they are.",
    },
    features: {
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: "Askline", always_online: true },
      shortcuts: [
        {
          type: "message",
          name: "Ask an agent about this",
          callback_id: ASK_AGENT,
          description: "An agent looks at the message and answers in its thread",
        },
      ],
      slash_commands: [
        {
          command: "/askline",
          description: "What waits for you, who works, away and back",
          usage_hint: "list | agents | away 2h | back",
          should_escape: false,
          ...(url === null ? {} : { url: address.request_url }),
        },
      ],
    },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      event_subscriptions: {
        ...address,
        bot_events: [
          "app_home_opened",
          "app_mention",
          "member_joined_channel",
          "message.channels",
          "message.groups",
          "message.im",
        ],
      },
      interactivity: { is_enabled: true, ...address },
      org_deploy_enabled: false,
      socket_mode_enabled: url === null,
      token_rotation_enabled: false,
    },
  };
}

export class NotHttps extends SpokenError {
  readonly code = "usage";
  constructor(url: string) {
    super({
      en: {
        message: `Slack sends nothing to ${url}: it needs an https address.`,
        suggestion:
          "Put a reverse proxy with a certificate in front of the hub, " +
          "or use Socket Mode, which needs no address: askline slack manifest",
      },
      ko: {
        message: `Slack은 ${url}(으)로 아무것도 보내지 않습니다. https 주소가 필요합니다.`,
        suggestion:
          "허브 앞에 인증서가 있는 리버스 프록시를 두거나, " +
          "주소가 필요 없는 Socket Mode를 쓰세요: askline slack manifest",
      },
    });
  }
}

/** The address itself if Slack can send to it. */
export function httpsUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol !== "https:") throw new NotHttps(given);
  return given;
}
