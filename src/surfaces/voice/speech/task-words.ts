/** An agent's task in one line. Pure. */
import type { Task } from "../../../core/agent/agent.ts";
import type { VoiceMessages } from "./messages.ts";
import { spoken } from "./speech.ts";

/**
 * Work that began before Askline listened has no command, and its stand-in text is English and not
 * meant to be read aloud.
 */
export function taskInWords({ instruction, fullCommand }: Task, say: VoiceMessages): string {
  return fullCommand === "" ? say.noCommand : spoken(instruction);
}
