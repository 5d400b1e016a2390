/**
 * Slack: cards, forms and conversations with agents in a workspace. Loaded only if it is set up.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HubContext, SurfaceModule } from "../surface.ts";
import { slackCommands } from "./commands.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  isShared: true,
  commands: slackCommands,
  async open(hub) {
    const { isSetUp, loadSlackConfig, loadTokens, slackConfigPath, transportTokens } = await import(
      "./setup/config.ts"
    );
    const { stateDirectory } = hub.settings;
    if (!isSetUp(stateDirectory)) return { off: "Slack is not set up." };
    const config = await loadSlackConfig();
    const tokens = transportTokens(config, await loadTokens(stateDirectory));
    if (tokens === null)
      return { off: "Slack is set up without the tokens that its transport needs." };
    const [{ createSlack }, { roster }, { awayPath, openAway }, { publicAddressOf }] =
      await Promise.all([
        import("./app.ts"),
        import("../../agents/roster.ts"),
        import("../../desk/attention/presence.ts"),
        import("../../http/public-address.ts"),
      ]);
    const { desk, clock, locale, newId, onWarning, agents } = hub;
    return createSlack({
      ...{ desk, clock, locale, config, tokens, newId, onWarning },
      configPath: slackConfigPath(),
      running: agents?.running ?? null,
      site: siteOf(hub, publicAddressOf(hub.settings)),
      retentionDays: hub.settings.retentionDays,
      agents: agents === null ? null : () => roster(agents.log),
      ...(agents && {
        onAgent: (listener) =>
          agents.onEvent(({ type }) => {
            if (type === "agent_updated") listener();
          }),
      }),
      away: openAway(awayPath(stateDirectory)),
      directory: join(stateDirectory, "slack"),
      prompt: promptForAgents(hub),
    });
  },
  async examine({ stateDirectory }) {
    const { examineSlack } = await import("./setup/examine.ts");
    return examineSlack(stateDirectory);
  },
  async leavesTo({ stateDirectory }) {
    const { isSetUp } = await import("./setup/config.ts");
    return isSetUp(stateDirectory)
      ? [
          {
            en: "Slack: questions and conversations, to where you send them",
            ko: "Slack: 보내기로 한 곳으로 질문과 대화",
          },
        ]
      : [];
  },
};

/** Where people open an ask's page; null where the port is not known beforehand. */
function siteOf({ settings }: HubContext, shared: string): string | null {
  if (shared) return shared.replace(/\/$/, "");
  return settings.port === 0 ? null : `http://${settings.linkHost}:${settings.port}`;
}

/** Instructions for agents that Slack starts: other agents have no Slack to show a choice in. */
function promptForAgents({ skillsDirectory }: HubContext) {
  const directory = join(skillsDirectory, "slack");
  const instructions = readFileSync(join(directory, "common.prompt"), "utf8").trim();
  return { instructions, pluginDirectory: join(directory, "local") };
}
