/**
 * What people do in Slack besides cards: they open the Home tab, type a slash command, choose a
 * message shortcut. And what they see of it.
 */
import { randomUUID } from "node:crypto";

// biome-ignore lint/suspicious/noExplicitAny: Slack's payloads have every shape
type Anything = any;

export interface PeopleParts {
  workspace: { teamId: string; appId: string; userTeamId: string };
  bot: string;
  responseUrl: () => string;
  trigger: () => string;
  /** The next moment, as Slack counts. */
  moment: () => string;
  send: (
    type: "interactive" | "events_api" | "slash_commands",
    payload: Anything,
  ) => Promise<Anything>;
}

export function createSlackPeople(parts: PeopleParts) {
  const { workspace, bot, responseUrl, trigger, moment, send } = parts;
  /** The Home tab of each person. */
  const homes = new Map<string, Anything>();
  /** What came back to the addresses given with commands and shortcuts. */
  const responses: Anything[] = [];
  const common = (user: string) => ({
    user: { id: user, team_id: workspace.userTeamId },
    team: { id: workspace.teamId },
    api_app_id: workspace.appId,
  });
  return { homes, responses, openHome, slash, shortcut, buttonsAtHome, clickHome };

  async function openHome(user: string) {
    await send("events_api", {
      type: "event_callback",
      ...{ team_id: workspace.teamId, api_app_id: workspace.appId, event_id: `Ev${randomUUID()}` },
      authorizations: [{ team_id: workspace.teamId, user_id: bot, is_bot: true }],
      event: { type: "app_home_opened", user, channel: `D${user}`, tab: "home" },
    });
  }

  async function slash(user: string, text: string, channel = "C1"): Promise<Anything> {
    return send("slash_commands", {
      ...{ command: "/askline", text, user_id: user, channel_id: channel },
      ...{ team_id: workspace.teamId, api_app_id: workspace.appId },
      ...{ trigger_id: trigger(), response_url: responseUrl() },
    });
  }

  async function shortcut(user: string, callbackId: string, channel: Anything, message: Anything) {
    await send("interactive", {
      ...{ type: "message_action", callback_id: callbackId, ...common(user) },
      ...{ trigger_id: trigger(), response_url: responseUrl(), channel, message },
      action_ts: moment(),
    });
  }

  function buttonsAtHome(user: string): Anything[] {
    return (homes.get(user)?.blocks ?? []).flatMap((block: Anything) => [
      ...(block.type === "actions" ? block.elements : []),
      ...(block.accessory ? [block.accessory] : []),
    ]);
  }

  /** Clicks a button that stands in the person's Home tab. */
  async function clickHome(user: string, words: string | RegExp, nth = 0) {
    const buttons = buttonsAtHome(user);
    const found = buttons.filter(({ text }: Anything) =>
      typeof words === "string" ? text?.text === words : words.test(text?.text ?? ""),
    );
    const { type, action_id, value } = found[nth] ?? {};
    if (type === undefined) {
      const there = buttons.map(({ text }: Anything) => text?.text).join(" | ");
      throw new Error(`No button says ${words}; there are: ${there}`);
    }
    await send("interactive", {
      ...{ type: "block_actions", ...common(user), trigger_id: trigger() },
      container: { type: "view", view_id: `V-${user}` },
      view: { id: `V-${user}`, type: "home" },
      actions: [{ type, action_id, block_id: "b", value, action_ts: "1.0" }],
    });
  }
}
