/** What an agent was told to do, in one line. Pure. */
import type { Task } from "../../../core/agent/agent.ts";
import type { VoiceMessages } from "./messages.ts";
import { spoken } from "./speech.ts";

/** Work that began before anyone listened has no command; what stands in its place is English, and not for listening. */
export function taskInWords({ instruction, fullCommand }: Task, say: VoiceMessages): string {
  return fullCommand === "" ? say.noCommand : spoken(instruction);
}
