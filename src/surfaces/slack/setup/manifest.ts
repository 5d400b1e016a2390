/** The manifest of the Slack app: its scopes, its events, and where Slack reaches it. */

/** The permissions that the bot needs; `connect` checks them. */
export const BOT_SCOPES = [
  "app_mentions:read",
  "channels:history",
  "chat:write",
  "groups:history",
  "im:history",
  "im:write",
  "reactions:write",
  "users:read",
] as const;

/** For HTTP at this address, or for Socket Mode, which needs no address. */
export function appManifest(url: string | null): Record<string, unknown> {
  const address = url === null ? {} : { request_url: `${url.replace(/\/+$/, "")}/slack/events` };
  return {
    display_information: {
      name: "Askline",
      description: "Agents ask. People answer, from wherever they are.",
    },
    features: {
      app_home: {
        home_tab_enabled: false,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: "Askline", always_online: true },
    },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      event_subscriptions: {
        ...address,
        bot_events: ["app_mention", "message.channels", "message.groups", "message.im"],
      },
      interactivity: { is_enabled: true, ...address },
      org_deploy_enabled: false,
      socket_mode_enabled: url === null,
      token_rotation_enabled: false,
    },
  };
}
