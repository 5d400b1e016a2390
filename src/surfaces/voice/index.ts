/** Voice: the API for whoever talks to agents instead of typing, and the page on a phone. */
import type { SurfaceModule } from "../surface.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  async open({ agents, desk, settings, locale, person, version, onWarning }) {
    if (agents === null) return { off: "Agents cannot be followed, and voice is about them." };
    const { createVoice } = await import("./voice.ts");
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
    return { ...voice, name: label.key, label, start: () => undefined };
  },
};
