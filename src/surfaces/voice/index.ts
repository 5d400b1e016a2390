/** Voice: the API for whoever talks to agents instead of typing, and the page on a phone. */
import type { SurfaceModule } from "../surface.ts";
import { voiceCommands } from "./commands.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  commands: voiceCommands,
  async open({ agents, desk, settings, locale, person, version, onWarning, webDirectory }) {
    if (agents === null) return { off: "Agents cannot be followed, and voice is about them." };
    const { createVoice } = await import("./voice.ts");
    const { pageRoutes } = await import("./page.ts");
    const { stateDirectory, retentionDays } = settings;
    const { log, deliveries, onEvent } = agents;
    const voice = createVoice({
      ...{
        log,
        deliveries,
        onEvent,
        onWarning,
        desk,
        locale,
        person,
        stateDirectory,
        retentionDays,
        version,
      },
      largestUploadBytes: settings["voice_bridge.uploads.largest_megabytes"] * 1024 * 1024,
    });
    const routes = voice.routes.route("/", pageRoutes(webDirectory));
    return { ...voice, routes, name: label.key, label, start: () => undefined };
  },
};
