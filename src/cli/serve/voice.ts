/** The voice API in the hub, with what it needs of this machine's settings. */
import { createVoice, type VoiceParts } from "../../surfaces/voice/voice.ts";
import type { Context } from "../context.ts";
import { VERSION } from "../runtime.ts";

type AgentParts = Pick<VoiceParts, "log" | "deliveries" | "onEvent" | "onWarning">;

export function voiceOf({ desk, settings, locale, person }: Context, parts: AgentParts) {
  const { stateDirectory, retentionDays, ...values } = settings.values;
  return createVoice({
    ...parts,
    ...{ desk, locale, person, stateDirectory, retentionDays },
    largestUploadBytes: values["voice_bridge.uploads.largest_megabytes"] * 1024 * 1024,
    version: VERSION,
  });
}
