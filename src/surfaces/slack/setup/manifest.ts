/** The manifest of the Slack app: its scopes, its events, and where Slack reaches it. */

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
